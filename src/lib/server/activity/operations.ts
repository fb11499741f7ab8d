import { z } from 'zod';
import { Activity, getActivity, markActivityRead } from './activity.ts';
import { counts } from '../kernel/schema.ts';
import { operation } from '../kernel/operation.ts';

export const activity = {
	getActivity: operation({
		name: 'getActivity',
		summary:
			'What waits for your attention and what did, newest first: the latest 200 things, kept 90 days.',
		kind: 'query',
		access: { who: 'signed-in' },
		address: 'GET /activity',
		input: z.object({}),
		output: z.object({
			activity: z.array(Activity),
			unreadCount: counts('How many entries are unread.')
		}),
		tool: {
			title: 'See activity',
			when: 'Use it to tell what is new: lists shared with the member, requests, conflicts.'
		},
		run: getActivity
	}),
	markActivityRead: operation({
		name: 'markActivityRead',
		summary: 'Marks all of it as read.',
		kind: 'command',
		access: { who: 'signed-in' },
		address: 'POST /activity:mark-read',
		input: z.object({}),
		output: z.object({}),
		tool: {
			title: 'Mark activity as read',
			when: 'Use it only once the member has been told what is new.',
			idempotent: true
		},
		run: markActivityRead
	})
};
