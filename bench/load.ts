// Ten connections that ask as fast as they are answered; and one that asks for little and for much, in turns.
import autocannon from 'autocannon';
import { lists } from '../src/lib/server/lists/operations.ts';
import { clientOf } from '../tests/support/client.ts';
import { quantile } from '../tests/support/figures.ts';
import type { Measured } from './household.ts';

const tenConnections = 10;

/** A request. It is sent with the access token, unless its headers hold a cookie. */
export type Asked = {
	method: 'GET' | 'PUT' | 'POST' | 'PATCH';
	path: string;
	headers?: Record<string, string>;
	body?: string;
};

/** Answers a second, all nodes together, over `seconds`. Throws where anything but `status` was answered. */
export async function answersASecond(
	{ nodes, token }: Measured,
	asked: Asked[],
	seconds: number,
	{ status = 200, connections = tenConnections }: { status?: number; connections?: number } = {}
): Promise<number> {
	const results = await Promise.all(
		nodes.map(({ origin }) =>
			autocannon({
				url: origin,
				connections: connections / nodes.length,
				duration: seconds,
				requests: asked.map((one) => ({ ...one, headers: headersOf(one, token) }))
			})
		)
	);
	for (const { errors, timeouts, statusCodeStats } of results) {
		const others = Object.keys(statusCodeStats ?? {}).filter((code) => code !== String(status));
		if (errors + timeouts + others.length > 0)
			throw new Error(
				`${asked[0]?.path}: ${errors} errors, ${timeouts} timeouts, answers ${others}`
			);
	}
	return results.reduce((sum, { requests, duration }) => sum + requests.total / duration, 0);
}

/** Throws where an answer is not all fifty items of the list: a call that is refused is a 200 as well. */
export async function expectWhole({ nodes, token }: Measured, asked: Asked): Promise<void> {
	for (const { origin } of nodes) {
		const { method, path, body = null } = asked;
		const answer = await fetch(`${origin}${path}`, {
			...{ method, body },
			headers: headersOf(asked, token)
		});
		const text = await answer.text();
		const found = new Set(text.match(/\bitem \d+\b/g)).size;
		if (found !== 50 || /"isError":\s*true/.test(text))
			throw new Error(`${path}: ${answer.status} with ${found} items\n${text.slice(0, 500)}`);
	}
}

/** Every item ticked, and unticked again. */
export const ticks = ({ itemUids }: Measured): Asked[] =>
	itemUids.flatMap((uid) =>
		[true, false].map((done) => ({
			method: 'PUT',
			path: `/api/v1/items/${uid}/done`,
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ done })
		}))
	);

const headersOf = ({ headers }: Asked, token: string): Record<string, string> => ({
	...(headers?.cookie ? {} : { authorization: `Bearer ${token}` }),
	...headers
});

/** How many times as long 200 items in one request take as one item: medians of twenty each in turns, after twenty that are not counted. */
export async function timesAsLong({ nodes: [node], session }: Measured): Promise<number> {
	if (!node) throw new Error('there is no node to ask');
	const owner = clientOf(node.origin, { cookies: { hearth_session: session } });
	const { list } = await owner.ask(lists.createList, { name: 'Pasted' });
	const item = { label: 'oat milk', quantity: '2 l' };
	const items = Array.from({ length: 200 }, () => item);
	const took = { one: [] as number[], many: [] as number[] };
	for (let turn = -20; turn < 20; turn += 1) {
		const one = await owner.post(`/lists/${list.uid}/items`, item);
		const many = await owner.post(`/lists/${list.uid}/items:batch`, { items });
		if (one.status !== 200 || many.status !== 200)
			throw new Error(`items were answered ${one.status} and ${many.status}: ${many.text}`);
		if (turn < 0) continue;
		took.one.push(one.took);
		took.many.push(many.took);
	}
	return quantile(took.many, 0.5) / quantile(took.one, 0.5);
}

/** Milliseconds until each request was answered whole, one after the other. */
export async function timesOf(
	{ nodes: [node], token }: Measured,
	asked: Asked[]
): Promise<number[]> {
	const took: number[] = [];
	for (const one of asked) {
		const { method, path, body = null } = one;
		const begun = performance.now();
		const answer = await fetch(node.origin + path, {
			method,
			body,
			headers: headersOf(one, token)
		});
		await answer.text();
		if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
		took.push(performance.now() - begun);
	}
	return took;
}
