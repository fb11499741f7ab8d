// How the rest of the house fares while visitors flood one door: the probe, and an admin's pages.
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from './load.ts';
import type { Measured } from './household.ts';

type Flood = { what: string; path: string; body: (number: number) => object };

export const floods: Flood[] = [
	{
		what: 'requests to join',
		path: '/api/v1/auth/join-requests',
		body: (number) => ({ name: 'Dan', email: `dan${number}@flood.test`, message: 'ж'.repeat(1000) })
	},
	{
		what: 'requests for a new password',
		path: '/api/v1/auth/reset-requests',
		body: () => ({ emailOrName: 'Ada' })
	},
	{
		what: 'wrong passwords',
		path: '/api/v1/auth/sign-in',
		body: (number) => ({ email: `nobody${number}@flood.test`, password: 'wrong' })
	}
];

/** The p99 of the probe and the longest answer of the admin's pages, in milliseconds, while 16 connections flood. */
export async function underFlood({ nodes: [node], session }: Measured, flood: Flood, seconds = 10) {
	if (!node) throw new Error('there is no node to ask');
	const until = performance.now() + seconds * 1000;
	let sent = 0;
	const flooder = async (): Promise<void> => {
		while (performance.now() < until) {
			sent += 1;
			// Every request from another network, as far as this machine has addresses.
			const from = `127.9.${(sent >> 8) & 255}.${sent & 255}`;
			await send(node.origin, flood.path, { from, body: flood.body(sent) });
		}
	};
	const watch = async (paths: string[], every: number): Promise<number[]> => {
		const took: number[] = [];
		for (; performance.now() < until; await pause(every))
			for (const path of paths)
				took.push(await send(node.origin, path, { cookie: `hearth_session=${session}` }));
		return took;
	};
	const pages = ['/', '/activity', '/settings/requests'];
	const [probes, shown] = await Promise.all([
		watch(['/healthz'], 20),
		watch(pages, 100),
		...Array.from({ length: 16 }, flooder)
	]);
	return { sent, probe: quantile(probes, 0.99), page: quantile(shown, 1) };
}

type Sent = { from?: string; cookie?: string; body?: object };

/** How long the answer took, whatever it said. */
function send(origin: string, path: string, { from, cookie, body }: Sent): Promise<number> {
	const begun = performance.now();
	return new Promise((resolve, reject) => {
		const asked = request(origin + path, {
			method: body ? 'POST' : 'GET',
			...(from ? { localAddress: from } : {}),
			headers: {
				...(cookie ? { cookie } : {}),
				...(body ? { 'content-type': 'application/json' } : { accept: 'text/html' })
			}
		});
		asked.on('error', reject);
		asked.on('response', (answer) => {
			answer.resume();
			answer.on('end', () => resolve(performance.now() - begun));
		});
		asked.end(body && JSON.stringify(body));
	});
}
