import { requestsKeptMs } from '../kernel/visitor-requests.ts';
import { later } from '../runtime/clock.ts';
import { hashSecret, newSecret, sameSecret } from '../kernel/secrets.ts';
import type { Unit } from '../kernel/unit.ts';

/**
 * A cookie binds each request to the client that sent it: only there can it be completed, even if somebody else learns its address. It
 * holds one secret for each of the client's latest requests, so that all of them stay its own.
 */

/** The hash to keep with a request. Its secret is always new: another site on this host may have planted the cookie. */
export function bindRequest(unit: Unit): string {
	const secret = newSecret('');
	const secrets = [secret, ...secretsIn(unit.caller.from.bindingSecret)].slice(0, mostSecrets);
	const expiresAt = later(unit.now, requestsKeptMs);
	unit.issue({ kind: 'binding', secret: secrets.join('.'), expiresAt });
	return hashSecret(secret);
}

const mostSecrets = 10;
const longestSecret = 64;

const secretsIn = (cookie = ''): string[] =>
	cookie.split('.', mostSecrets).filter((secret) => secret && secret.length <= longestSecret);

/** Whether this client sent the request. */
export function isFromHere(
	{ caller }: Pick<Unit, 'caller'>,
	{ bindingHash }: { bindingHash: string }
): boolean {
	return secretsIn(caller.from.bindingSecret).some((secret) =>
		sameSecret(hashSecret(secret), bindingHash)
	);
}

/** The hashes that requests of this client are kept with, the latest first. */
export const boundHashes = ({ caller }: Pick<Unit, 'caller'>): string[] =>
	secretsIn(caller.from.bindingSecret).map(hashSecret);
