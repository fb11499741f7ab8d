import { z } from 'zod';
import { Activity, getActivity, markActivityRead } from '../domain/activity/activity.ts';
import { operation } from './operation.ts';

export const activity = {
	getActivity: operation({
		name: 'getActivity',
		summary: 'What waits for your attention and what did, newest first.',
		kind: 'query',
		access: { who: 'signed-in' },
		address: 'GET /activity',
		input: z.object({}),
		output: z.object({ activity: z.array(Activity), unreadCount: z.int() }),
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
