import type { ZodOpenApiResponsesObject } from 'zod-openapi';
import type { AnyOperation } from '../../kernel/operation.ts';
import * as refusals from './refusals.ts';

/** The refusals that an operation may answer with. Most of them follow from what the catalogue says anyway. */
export function refusalsOf(
	operation: AnyOperation,
	asksInQuery: boolean
): ZodOpenApiResponsesObject {
	const { address = '', kind, access, versionedBy, refuses = [], ignoresKey } = operation;
	const writes = kind === 'command';
	const isOpen =
		access.who === 'visitor' || (access.who === 'member' && 'withTemporaryPassword' in access);
	const names = address.includes('{');
	return {
		...(!writes && refusals.unchanged),
		...((writes || asksInQuery) && refusals.malformed),
		...(!endsQuietly(operation) && refusals.unauthenticated),
		...((writes || !isOpen) && refusals.forbidden),
		...((names || refuses.includes('missing')) && refusals.missing),
		...((refuses.includes('exists') || refuses.includes('changed')) && refusals.conflict),
		...(versionedBy && refusals.stale),
		...(writes && { ...refusals.tooLarge, ...refusals.notJson }),
		...(writes && !ignoresKey && refusals.keyReused),
		...(refuses.includes('too-many') && refusals.tooMany),
		...refusals.faults
	};
}

/** Signing out is never refused for a bearer that has ended: twice is fine. */
const endsQuietly = ({ name }: AnyOperation): boolean => name === 'signOut';
