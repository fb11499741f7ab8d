import {
	createHmac,
	hash,
	randomBytes,
	randomFillSync,
	randomInt,
	timingSafeEqual
} from 'node:crypto';

/** 128 random bits, URL-safe, after the three letters that say what it names: `lst_…`. */
export function newUid(
	kind:
		| 'lst'
		| 'itm'
		| 'sec'
		| 'mem'
		| 'grp'
		| 'tok'
		| 'req'
		| 'ses'
		| 'fam'
		| 'try'
		| 'act'
		| 'nod'
		| 'str'
): string {
	return `${kind}_${bytesOfUid().toString('base64url')}`;
}

/** The uid of an item, which looks like any other, and is the same for the same text. */
export const itemUidFrom = (text: string): string =>
	`itm_${hash('sha256', text, 'buffer').subarray(0, 16).toString('base64url')}`;

/** Sixteen random bytes from a pool. Asking the system for them takes longer than everything else about a uid. */
function bytesOfUid(): Buffer {
	if (used === pool.length) {
		randomFillSync(pool);
		used = 0;
	}
	used += 16;
	return pool.subarray(used - 16, used);
}

const pool = Buffer.alloc(256 * 16);
let used = pool.length;

/** 256 random bits, URL-safe, after a prefix that says what it opens. */
export function newSecret(prefix: string): string {
	return prefix + randomBytes(32).toString('base64url');
}

/** 60 random bits to copy by hand, as in `k7mq-2xwf-9rpt`; without the letters that look like digits. */
export function newCode(): string {
	const four = () =>
		Array.from({ length: 4 }, () => codeLetters[randomInt(codeLetters.length)]).join('');
	return [four(), four(), four()].join('-');
}

const codeLetters = '0123456789abcdefghjkmnpqrstvwxyz';

/** SHA-256 in hexadecimal: what is stored in place of a secret. Fast on purpose: a secret is 256 random bits, not a password. */
export function hashSecret(secret: string): string {
	return hash('sha256', secret);
}

/** The secret that follows from `secret` and the stored salt. Only somebody who holds both can make it. */
export function successorOf(secret: string, salt: string, prefix: string): string {
	return prefix + createHmac('sha256', secret).update(salt).digest('base64url');
}

/** Compares in constant time; texts of other lengths are unequal. */
export function sameSecret(one: string, other: string): boolean {
	return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
