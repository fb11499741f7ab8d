import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { operations, query } from '../kernel/operation.ts';
import { neededDay } from '../kernel/schema.ts';
import { asks, getSidebar } from './sidebar.ts';
import { Link } from './links.ts';

const links = z.array(Link);

export const sidebar = operations({
	getSidebar: query({
		summary: 'Returns your lists, and how much is due, unread and waiting for you.',
		access: { who: 'signed-in' },
		input: z.object({ today: neededDay(m.field_today, m.today_needed) }),
		output: z.object({
			household: z.string(),
			pinned: links,
			mine: links,
			shared: links,
			todayCount: z.int(),
			unreadCount: z.int(),
			waiting: z.array(z.object({ name: z.string(), asks: z.enum(asks) }))
		}),
		run: getSidebar
	})
});
