import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts with AES-256-GCM, so that only somebody who holds `secret` can read it; `purpose` keeps its other uses apart. */
export function seal(text: string, secret: string, purpose: string): string {
	const iv = randomBytes(12);
	const cipher = createCipheriv('aes-256-gcm', sealingKey(secret, purpose), iv);
	const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** Undefined where it was not sealed with this secret, or was changed since. */
export function unseal(sealed: string, secret: string, purpose: string): string | undefined {
	const bytes = Buffer.from(sealed, 'base64url');
	if (bytes.length < 28) return undefined;
	const key = sealingKey(secret, purpose);
	const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
	decipher.setAuthTag(bytes.subarray(12, 28));
	try {
		const body = [decipher.update(bytes.subarray(28)), decipher.final()];
		return Buffer.concat(body).toString('utf8');
	} catch {
		return undefined;
	}
}

const sealingKey = (secret: string, purpose: string): Uint8Array =>
	new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
