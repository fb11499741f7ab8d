import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../support/server.ts';

describe('a form that cannot be read is the sender’s mistake', () => {
	let server: RunningServer;
	beforeAll(async () => void (server = await startServer()));
	afterAll(() => server.stop());

	it.each([
		['of another boundary', 'multipart/form-data; boundary=x', 'garbage'],
		['without a boundary', 'multipart/form-data', '----'],
		['of plain text', 'text/plain', 'email=ada@mill.test'],
		['of more fields than any form has', 'application/x-www-form-urlencoded', 'a=&'.repeat(6000)]
	])('%s', async (_what, type, body) => {
		const headers = { 'content-type': type, origin: server.origin, accept: 'text/html' };
		const before = server.output().length;
		const answer = await fetch(`${server.origin}/sign-in`, { method: 'POST', headers, body });
		expect(answer.status).toBe(400);
		expect(await answer.text()).toContain('That could not be read as a form.');
		expect(server.output().slice(before)).toBe('');
	});
});
