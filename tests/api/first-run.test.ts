// The first run makes the admin. It is open on this machine, and from elsewhere needs the setup code from the console.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/answers.ts';
import { openHouse, password } from '../support/household.ts';
import { clientOf, type Answer } from '../support/client.ts';
import { providers } from '../support/world.ts';

type Headers = Record<string, string | undefined>;
type House = Awaited<ReturnType<typeof openHouse>>;

const first = { instanceName: 'Mill Lane', name: 'Ada', email: 'ada@mill.test', password };

const setUp = (house: House, given: object = {}, headers: Headers = {}): Promise<Answer> =>
	clientOf(house.origin).post('/instance:setup', { ...first, ...given }, headers);

const printedCodes = (house: House): string[] =>
	[...house.server.output().matchAll(/\/setup\?code=([0-9a-z-]+)/g)].map(([, code]) => code ?? '');

/** For tests that restart servers. */
const slowly = { timeout: 60_000 };

/** Requests from elsewhere that connect from 127.0.0.1, as through a local proxy. */
const fromElsewhere: [string, (house: House) => Headers][] = [
	['through a proxy that names whom it speaks for', () => ({ 'x-forwarded-for': '203.0.113.9' })],
	['through a proxy that claims this machine', () => ({ 'x-forwarded-for': '127.0.0.1' })],
	['through a proxy in the words of the standard', () => ({ forwarded: 'for=127.0.0.1' })],
	['through a proxy that says what it speaks', () => ({ 'x-forwarded-proto': 'https' })],
	['through a proxy that says that it is one', () => ({ via: '1.1 lists' })],
	['under a name that people use', () => ({ host: 'lists.example.org' })],
	['under a name of the house', () => ({ host: 'pi.local:3000' })],
	['from a page of a name that was rebound', () => ({ host: 'a.test', origin: 'http://a.test' })],
	[
		'from a page of another name',
		() => ({ origin: 'https://lists.example.org', 'sec-fetch-site': 'same-origin' })
	]
];

describe.each(providers)('the first run over HTTP on %s', (provider) => {
	let house: House;
	beforeAll(async () => void (house = await openHouse(provider)));
	afterAll(async () => void (await house.close()));

	it.each(fromElsewhere)('asks for the code %s', async (_, headers) => {
		expectError(await setUp(house, {}, headers(house)), 403, 7);
		const page = await clientOf(house.origin).send('GET', '/setup?code=k7mq-2xwf-9rpt', {
			headers: { ...headers(house), origin: undefined }
		});
		const saysOrigin = 'origin' in headers(house) && !('host' in headers(house));
		if (!saysOrigin) expect(page.text).toMatch(/name="setupCode"[^>]*value="k7mq-2xwf-9rpt"/);
		expect(await house.database.reader.member.count()).toBe(0);
	});

	it('prints the code when the server starts, with the address to open', async () => {
		const [code] = printedCodes(house);
		expect(house.server.output()).toContain(`Open ${house.origin}/setup?code=${code} to set up`);
	});

	it('does not ask for it on this machine', async () => {
		for (const host of [new URL(house.origin).host, 'localhost:3000', '[::1]']) {
			const page = await clientOf(house.origin).send('GET', '/setup', { headers: { host } });
			expect([page.status, page.text.includes('setupCode')]).toEqual([200, false]);
		}
	});

	it(
		'accepts the code, and prints another one after the household was deleted',
		slowly,
		async () => {
			const [code] = printedCodes(house);
			const ada = clientOf(house.origin);
			const remote = { 'x-forwarded-for': '203.0.113.77' };
			const { status } = await ada.post('/instance:setup', { ...first, setupCode: code }, remote);
			expect(status).toBe(200);
			const sure = { password, instanceName: 'Mill Lane' };
			expect((await ada.post('/instance:delete', sure)).status).toBe(200);
			const [, fresh, ...others] = printedCodes(house);
			expect([fresh === code, others]).toEqual([false, []]);
			expectError(await setUp(house, { setupCode: code }, remote), 403, 7);
			await house.server.restart();
			expect((await setUp(house, { setupCode: fresh }, remote)).status).toBe(200);
			await house.server.restart();
			expect(printedCodes(house)).toHaveLength(3);
		}
	);
});

describe('the first run behind a proxy that is trusted', () => {
	let house: House;
	const env = { TRUSTED_PROXIES: '1', SETUP_CODE: 'made-by-ansible' };
	beforeAll(async () => void (house = await openHouse('sqlite', env)));
	afterAll(async () => void (await house.close()));

	it('needs no code from this machine, and needs one from everywhere else', async () => {
		const local = { host: 'localhost' };
		for (const headers of [local, { ...local, 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }])
			expectError(await setUp(house, {}, headers), 403, 7);
		expectError(await setUp(house, { setupCode: 'made-by-hand' }, local), 403, 7);
		const page = await clientOf(house.origin).send('GET', '/setup', {
			headers: { ...local, 'x-forwarded-for': '203.0.113.9, 127.0.0.1' }
		});
		expect(page.text).not.toContain('setupCode');
		expect(printedCodes(house)).toEqual([]);
		expect((await setUp(house, { setupCode: 'made-by-ansible' }, local)).status).toBe(200);
	});
});
