import { z } from 'zod';
import { counts } from '../domain/fields.ts';
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
		output: z.object({
			activity: z.array(Activity),
			unreadCount: counts('How many entries are unread.')
		}),
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
		run: markActivityRead
	})
};
