import { z } from 'zod';
import { Activity, getActivity, markActivityRead } from './activity.ts';
import { counts } from '../kernel/schema.ts';
import { command, operations, query } from '../kernel/operation.ts';

export const activity = operations({
	getActivity: query({
		summary:
			'Lists your activity, read and unread, newest first: the latest 200 entries, kept for 90 days.',
		access: { who: 'signed-in' },
		address: 'GET /activity',
		input: z.object({}),
		output: z.object({
			activity: z.array(Activity),
			unreadCount: counts('The number of unread entries.')
		}),
		tool: {
			title: 'See activity',
			when: 'Use it to find out what is new: lists shared with the member, requests, conflicts.'
		},
		run: getActivity
	}),
	markActivityRead: command({
		summary: 'Marks all of your activity as read.',
		access: { who: 'signed-in' },
		address: 'POST /activity:mark-read',
		input: z.object({}),
		output: z.object({}),
		tool: {
			title: 'Mark activity as read',
			when: 'Use it only after the member has been told what is new.',
			idempotent: true
		},
		run: markActivityRead
	})
});
