// A request as a transport receives it, without a server around it.
import type { Cookies, RequestEvent } from '@sveltejs/kit';
import { z } from 'zod';
import { readConfig } from '../../src/lib/server/runtime/config.ts';
import type { Hub } from '../../src/lib/server/runtime/hub.ts';
import { localNotifier } from '../../src/lib/server/data/change-notifier.ts';
import type { Database } from '../../src/lib/server/data/client.ts';
import { logTo } from '../../src/lib/server/runtime/log.ts';
import { visitor } from './world.ts';

type Given = {
	method?: string;
	url?: string;
	headers?: Record<string, string>;
	cookies?: Record<string, string>;
	env?: Record<string, string>;
	now?: string;
};

type Written = { name: string; value: string } & Record<string, unknown>;

export function eventOf({
	method = 'GET',
	url = 'http://hearth.lan:3000/',
	headers = {},
	cookies = {},
	env = {},
	now = '2026-11-20T09:00:00Z'
}: Given = {}) {
	const written: Written[] = [];
	const logged: string[] = [];
	const request = new Request(url, { method, headers: { host: new URL(url).host, ...headers } });
	const none = (): never => {
		throw new Error('there is none of this here');
	};
	const event: RequestEvent = {
		request,
		url: new URL(url),
		params: {},
		route: { id: null },
		platform: undefined,
		isDataRequest: false,
		isSubRequest: false,
		isRemoteRequest: false,
		tracing: { enabled: false, root: noSpan, current: noSpan },
		fetch: none,
		setHeaders: none,
		getClientAddress: () => '10.0.0.9',
		cookies: jarOf(cookies, written),
		locals: {
			heard: -1,
			caller: visitor,
			requestId: 'request-1',
			household: {
				config: readConfig(env),
				clock: () => new Date(now),
				log: logTo((line) => logged.push(lineOf(line)), 'info'),
				get database(): Database {
					return none();
				},
				notifier: localNotifier(),
				get hub(): Hub {
					return none();
				},
				isReady: none,
				metrics: { count: () => {}, text: none },
				release: none
			}
		}
	};
	return { event, written, logged };
}

/** A line of the log as `level message`. */
function lineOf(line: string): string {
	const { level, message } = z
		.object({ level: z.string(), message: z.string() })
		.parse(JSON.parse(line));
	return `${level} ${message}`;
}

function jarOf(given: Record<string, string>, written: Written[]): Cookies {
	return {
		get: (name) => given[name],
		getAll: () => Object.entries(given).map(([name, value]) => ({ name, value })),
		set: (name, value, options) => void written.push({ name, value, ...options }),
		delete: (name, options) => void written.push({ name, value: '', ...options }),
		serialize: (name, value) => `${name}=${value}`
	};
}

const noSpan: RequestEvent['tracing']['root'] = {
	spanContext: () => ({ traceId: '', spanId: '', traceFlags: 0 }),
	setAttribute: () => noSpan,
	setAttributes: () => noSpan,
	addEvent: () => noSpan,
	addLink: () => noSpan,
	addLinks: () => noSpan,
	setStatus: () => noSpan,
	updateName: () => noSpan,
	end: () => {},
	isRecording: () => false,
	recordException: () => {}
};
