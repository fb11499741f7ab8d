import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { waitToAnswer, waitToRead } from '../../src/lib/server/http/visitor-queues.ts';
import { strangerAt } from '../support/credentials.ts';
import { eventOf } from '../support/events.ts';

/** Bodies of one network that are read, and long answers to one network that are sent, at the same time. */
const [bodiesEach, answersEach] = [5, 20];

function requestFrom(address: string, sent: RequestInit = {}) {
	const { event } = eventOf();
	const headers = { 'transfer-encoding': 'chunked' };
	const request = new Request(event.url, { method: 'POST', headers, ...sent });
	return { ...event, request, locals: { ...event.locals, caller: strangerAt(address) } };
}

it('a body of unknown length waits for its turn', async () => {
	const sent = Array.from({ length: bodiesEach + 1 }, () => requestFrom('192.0.2.71'));
	const turns = sent.map(waitToRead);
	const [end] = await Promise.all(turns.slice(0, bodiesEach));
	let isRead = false;
	const last = turns.at(-1)?.then((next) => ((isRead = true), next()));
	await new Promise(setImmediate);
	expect(isRead).toBe(false);
	end?.();
	await last;
	expect(isRead).toBe(true);
	for (const turn of turns) (await turn)();
});

it('a client that has hung up before its turn keeps none', async () => {
	const gone = { signal: AbortSignal.abort() };
	for (let sent = 0; sent < 2 * bodiesEach; sent += 1)
		await waitToRead(requestFrom('192.0.2.72', gone));
});

it('an answer to a client that has gone keeps no turn', async () => {
	const req = new IncomingMessage(new Socket());
	req.destroy();
	await once(req, 'close');
	const event = {
		...requestFrom('192.0.2.73'),
		platform: { req },
		route: { id: '/public' as const }
	};
	for (let sent = 0; sent < 2 * answersEach; sent += 1) await waitToAnswer(event);
});
