// Visitors flood one endpoint. Measures how long the health probe, an admin's pages and a member's sign-in take meanwhile.
import { globSync } from 'node:fs';
import { Agent, request, type RequestOptions } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

type Flood = {
	what: string;
	path: string;
	/** The JSON of a POST; without a body it is a GET. */
	body?: (number: number) => string;
	/** The statuses that it may be answered with. */
	statuses: number[];
};

export const floods: Flood[] = [
	{
		what: 'requests to join',
		path: '/api/v1/auth/join-requests',
		body: (number) =>
			`{"name": "Dan", "email": "dan${number}@flood.test", "message": "${'ж'.repeat(1000)}"}`,
		statuses: [200, 429]
	},
	{
		what: 'requests for a new password',
		path: '/api/v1/auth/reset-requests',
		body: () => '{"emailOrName": "Ada"}',
		statuses: [200, 429]
	},
	{
		what: 'wrong passwords',
		path: '/api/v1/auth/sign-in',
		// Every second one for the same account.
		body: (number) =>
			`{"email": "nobody${number % 2 && number}@flood.test", "password": "not the password"}`,
		statuses: [401, 429]
	},
	{
		what: 'big bodies',
		path: '/api/v1/auth/join-requests',
		body: (number) => (number % 2 ? oneLongString : manyFields),
		statuses: [400]
	},
	{ what: 'open streams', path: '/api/v1/public-list/events', statuses: [200, 429] }
];

/** The longest body that the server accepts: 512 KiB. */
const longest = 512 * 1024;
const oneLongString = `{"message": "${'ж'.repeat(longest / 2 - 10)}"}`;
const manyFields = `{${Array.from({ length: longest / 14 }, (_, number) => `"a_b${number + 10_000}":0`)}}`;

/** The server that is flooded, an admin's session, the pages that the admin opens, and a member who signs in meanwhile. */
type Flooded = {
	origin: string;
	session: string;
	pages: string[];
	member?: { email: string; password: string };
};

type FloodFigures = {
	/** How many requests of the flood were answered with each status. */
	answers: Record<string, number>;
	/** How long each request to the probe took, in milliseconds. */
	probes: number[];
	/** How long each page that the admin opened took. */
	opened: { path: string; ms: number }[];
	/** How long each sign-in of the member took, in milliseconds. */
	signIns: number[];
};

/** More connections than the server lets wait for a password hash at once. */
const connections = 64;

/**
 * Floods for at least `leastMs`, and until each page was opened and something was answered. Half of the connections share one network;
 * on the other half each request comes from a network of its own. Throws if a page is not shown. `signal` ends it early.
 */
export async function underFlood(
	{ origin, session, pages, member }: Flooded,
	flood: Flood,
	leastMs: number,
	signal?: AbortSignal
): Promise<FloodFigures> {
	const over = new AbortController();
	const isOver = () => over.signal.aborted;
	signal?.addEventListener('abort', () => over.abort());
	const answers: Record<string, number> = {};
	const agent = new Agent({ keepAlive: true });
	const oneNetwork = nextNetwork();
	const flooder = async (isOneNetwork: boolean): Promise<void> => {
		while (!isOver()) {
			const body = flood.body?.(lastNetwork);
			const status = await ask(origin + flood.path, {
				...(body === undefined ? { holds: true } : { body }),
				localAddress: isOneNetwork ? oneNetwork : nextNetwork(),
				agent: isOneNetwork ? agent : false,
				signal: over.signal
			});
			if (status) answers[status] = (answers[status] ?? 0) + 1;
		}
	};
	const flooding = Array.from({ length: connections }, (_, index) => flooder(index % 2 === 0));

	const browser = new Agent({ keepAlive: true });
	const timed = async (path: string): Promise<number> => {
		const headers = { cookie: `hearth_session=${session}`, accept: 'text/html' };
		const askedAt = performance.now();
		const status = await ask(origin + path, { agent: browser, headers });
		if (status !== 200) throw new Error(`${path} answered ${status}`);
		return performance.now() - askedAt;
	};
	const signIns: number[] = [];
	const signIn = async (): Promise<void> => {
		const askedAt = performance.now();
		const status = await ask(`${origin}/api/v1/auth/sign-in`, {
			body: JSON.stringify(member),
			localAddress: nextNetwork()
		});
		if (status !== 200) throw new Error(`signing in answered ${status}`);
		signIns.push(performance.now() - askedAt);
	};
	const probes: number[] = [];
	const probing = async (): Promise<void> => {
		for (; !isOver(); await pause(20)) probes.push(await timed('/healthz'));
	};
	const until = performance.now() + leastMs;
	const opened: FloodFigures['opened'] = [];
	const opening = async (): Promise<void> => {
		do {
			for (const path of pages) if (!isOver()) opened.push({ path, ms: await timed(path) });
			if (member && !isOver()) await signIn();
		} while (!isOver() && (performance.now() < until || Object.keys(answers).length === 0));
	};
	try {
		await Promise.all([opening().finally(() => over.abort()), probing()]);
	} finally {
		await Promise.all(flooding);
		for (const one of [agent, browser]) one.destroy();
	}
	return { answers, probes, opened, signIns };
}

/** The address of every page of a member, with `uids` filled in. The undo page is left out: it redirects while there is nothing to undo. */
export function pagesWith(uids: Record<string, string>): string[] {
	const partOf = (part: string) => {
		const name = /^\[(\w+)=uid\]$/.exec(part)?.[1];
		if (name === undefined) return part;
		const uid = uids[name];
		if (uid === undefined) throw new Error(`no ${name} is given, and a page asks for it`);
		return uid;
	};
	const addressOf = (file: string) =>
		file
			.split('/')
			.slice(2, -1)
			.filter((part) => !part.startsWith('('))
			.map(partOf)
			.join('/');
	const files = globSync('src/routes/(home)/**/+page.svelte', {
		cwd: join(import.meta.dirname, '../..')
	});
	return files
		.map((file) => `/${addressOf(file)}`)
		.filter((path) => !path.endsWith('/undo'))
		.sort();
}

let lastNetwork = 0;

/** An address that no flood has used yet; all of 127.0.0.0/8 is this machine. */
function nextNetwork(): string {
	lastNetwork += 1;
	return `127.${64 + (lastNetwork >> 16)}.${(lastNetwork >> 8) & 255}.${lastNetwork & 255}`;
}

type Asked = RequestOptions & { body?: string; holds?: boolean };

/** The status, after the whole answer was read. With `holds` it is returned at once and the answer stays open. 0 without an answer. */
function ask(url: string, { body, holds, ...options }: Asked): Promise<number> {
	return new Promise((resolve) => {
		const sent = request(url, {
			...options,
			method: body === undefined ? 'GET' : 'POST',
			headers: {
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...options.headers
			}
		});
		sent.on('error', () => resolve(0));
		sent.on('response', (answer) => {
			const done = () => resolve(answer.statusCode ?? 0);
			answer.on('error', done).on('end', done).resume();
			if (holds) done();
		});
		sent.end(body);
	});
}
