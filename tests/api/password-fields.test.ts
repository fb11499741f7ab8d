import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCast, type Cast } from '../support/household.ts';

describe('a field for a password', () => {
	let cast: Cast;
	beforeAll(async () => void (cast = await openCast('sqlite')));
	afterAll(async () => void (await cast.close()));

	it.each([
		['/sign-in', 'visitor', ['current-password']],
		['/password', 'ada', ['current-password', 'new-password']],
		['/settings/instance/delete', 'ada', ['current-password']]
	] as const)(
		'masks what is typed into %s, and tells password managers what it is',
		async (path, who, kinds) => {
			const { status, text } = await cast[who].send('GET', path);
			expect(status).toBe(200);
			const fields = text.match(/<input[^>]*password[^>]*>/gi) ?? [];
			expect(fields).toHaveLength(kinds.length);
			for (const [index, kind] of kinds.entries()) {
				expect(fields[index]).toMatch(/\btype="password"/);
				expect(fields[index]).toMatch(new RegExp(`\\bautocomplete="${kind}"`));
				expect(fields[index]).not.toMatch(/maxlength|onpaste|readonly/i);
			}
		}
	);

	it('to change it is found by password managers, which also try an address that no site has', async () => {
		const open = async (name: string) => {
			const { status, headers } = await cast.visitor.send('GET', `/.well-known/${name}`);
			return [status, headers.location];
		};
		expect(await open('change-password')).toEqual([303, '/password']);
		const none = 'resource-that-should-not-exist-whose-status-code-should-not-be-200';
		expect(await open(none)).toEqual([404, undefined]);
	});
});
