import { expect, it } from 'vitest';
import { hashPassword } from '../../src/lib/server/kernel/passwords.ts';

// This is a trust suite because the everyday suites hash at a lower cost.
it('a password is stored as argon2id above the recommended cost, with a salt of its own', async () => {
	const [one, other] = [await hashPassword('the same one'), await hashPassword('the same one')];
	expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
	expect(other).not.toBe(one);
});
