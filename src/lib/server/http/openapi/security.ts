import type { oas32 } from 'zod-openapi';
import type { AnyOperation } from '../../kernel/operation.ts';

/** The credentials of operations whose `access` does not say all of it. */
const otherwise: Record<string, oas32.SecurityRequirementObject[]> = {
	signOut: [{}, { sessionCookie: [] }, { signInPair: [] }, { refreshCookie: [] }],
	refreshPair: [{ refreshCookie: [] }],
	completeJoin: [{ requestCookie: [] }],
	completeReset: [{ requestCookie: [] }]
};

/** The credentials of which any one is enough. The ability that a token needs stands with it as a role. */
export function securityOf({
	name,
	access
}: Pick<AnyOperation, 'name' | 'access'>): oas32.SecurityRequirementObject[] {
	const other = otherwise[name];
	if (other) return other;
	if (access.who === 'visitor') return [];
	const session = { sessionCookie: [] };
	if (access.who === 'browser' || access.who === 'admin') return [session];
	const pair = { signInPair: [] };
	if (access.who === 'signed-in') return [pair, session];
	return [{ accessTokenBearer: access.ability ? [access.ability] : [] }, pair, session];
}
