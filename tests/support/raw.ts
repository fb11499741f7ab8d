// What the server answers to bytes that no well-behaved client would send.
import { connect } from 'node:net';
import type { Answer } from './client.ts';

/** Sends `text`, and `then` when the answer has begun. Returns all that the server says until it closes or `waitMs` is over. */
export function talk(origin: string, text: string, waitMs = 150, then?: string): Promise<string> {
	const { hostname, port } = new URL(origin);
	return new Promise((resolve) => {
		const socket = connect(Number(port), hostname);
		let heard = '';
		const finish = () => (socket.destroy(), resolve(heard));
		socket.setTimeout(waitMs, finish);
		socket.on('data', (data) => (heard += data.toString('latin1')));
		if (then) socket.once('data', () => socket.write(Buffer.from(then, 'latin1')));
		socket.on('error', finish).on('close', finish);
		socket.write(Buffer.from(text, 'latin1'));
	});
}

export function asAnswer(heard: string): Answer {
	const [head = '', text = ''] = heard.split('\r\n\r\n');
	const [first = '', ...lines] = head.split('\r\n');
	const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ', 2)));
	const status = Number(first.split(' ')[1]);
	return {
		status,
		headers,
		cookies: [],
		text,
		received: Buffer.byteLength(text),
		body: jsonIn(text),
		took: 0
	};
}

function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
