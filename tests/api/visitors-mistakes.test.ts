// Bad requests of visitors, by mistake or on purpose, cause no 500 and no error in the log.
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCast, type Cast } from '../support/household.ts';

let cast: Cast;
beforeAll(async () => void (cast = await openCast('sqlite')));
afterAll(() => cast.close());

const errors = () => cast.server.output().match(/"level":"error"[^\n]*/g) ?? [];

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'default', 'nothing'])(
	'there is no form action %s',
	async (name) => {
		for (const path of [`/?/${name}`, `/sign-in?/${name}`, `/join?a=b&/${name}=1`])
			for (const accept of ['text/html', 'application/json']) {
				const { status } = await cast.visitor.send('POST', path, {
					raw: 'a=b',
					headers: { accept, 'content-type': 'application/x-www-form-urlencoded' }
				});
				expect(status, `${path} ${accept}`).toBe(404);
			}
		expect(errors()).toEqual([]);
	}
);

it('a form that is refused may have a field __proto__', async () => {
	for (const accept of ['text/html', 'application/json']) {
		const { status } = await cast.visitor.send('POST', '/sign-in', {
			raw: 'email=nobody&password=nothing&__proto__=a',
			headers: { accept, 'content-type': 'application/x-www-form-urlencoded' }
		});
		expect(status, accept).toBe(accept === 'text/html' ? 401 : 200);
	}
	expect(errors()).toEqual([]);
});

it.each(['bytes=5-2', 'bytes=-5', 'bytes=0-1,3-4', 'pages=1', 'bytes=9999999-'])(
	'a file is sent whole where the range %s of it is asked for',
	async (range) => {
		const whole = await cast.visitor.send('GET', '/icon-192.png');
		const answer = await cast.visitor.send('GET', '/icon-192.png', { headers: { range } });
		expect([answer.status, answer.received]).toEqual([200, whole.received]);
		expect(cast.server.output()).not.toMatch(/RangeError/);
	}
);

it.each(['a'.repeat(3000), '%F0%9F%A5%9B'.repeat(700)])(
	'there is no code for a camera of an address that is too long for one',
	async (uid) => {
		const { status } = await cast.visitor.send('GET', `/lists/${uid}/qr-code.svg`);
		expect(status).toBe(404);
		expect(errors()).toEqual([]);
	}
);

it.each([
	['/api/v1/auth/sign-in', 'application/json'],
	['/sign-in', 'application/x-www-form-urlencoded'],
	['/mcp', 'application/json']
])('an upload to %s that is broken off is not logged as an error', async (path, type) => {
	const { hostname, port, host } = new URL(cast.origin);
	for (let times = 0; times < 3; times += 1) {
		const socket = connect(Number(port), hostname);
		const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\n`;
		socket.write(`${head}Content-Length: 100\r\n\r\n{"em`);
		await new Promise((resolve) => setTimeout(resolve, 150));
		socket.destroy();
	}
	await new Promise((resolve) => setTimeout(resolve, 300));
	expect((await cast.visitor.send('GET', '/readyz')).status).toBe(200);
	expect(errors()).toEqual([]);
});

it('one warning says that X-Forwarded-For is not believed', async () => {
	for (let times = 0; times < 3; times += 1)
		await cast.visitor.get('/instance', undefined, { 'x-forwarded-for': '192.0.2.1' });
	expect(cast.server.output().match(/TRUSTED_PROXIES/g)).toHaveLength(1);
});
