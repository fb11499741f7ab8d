import { days, later } from '../../platform/clock.ts';
import { hashSecret, newSecret } from '../../platform/secrets.ts';
import { forbidden } from '../errors.ts';
import type { Unit } from '../unit.ts';

/** A cookie binds each request to the client that sent it: only there can it be completed, whoever learns its address. */

/** The hash to keep with a request; a client that has asked before keeps its secret, so that both stay its own. */
export function bind(unit: Unit): string {
	const secret = unit.caller.from.bindingSecret ?? newSecret('');
	unit.issue({ kind: 'binding', secret, expiresAt: later(unit.now, days(30)) });
	return hashSecret(secret);
}

export function refuseOtherClient(
	{ caller }: Pick<Unit, 'caller'>,
	request: { bindingHash: string }
): void {
	if (isBound(caller.from.bindingSecret, request)) return;
	throw forbidden(
		'Only the browser that asked can go on with this. Open it there, or ask again from here.'
	);
}

/** What the client that opens a request's page finds; of one that was ignored it learns nothing. */
export const standings = ['waiting', 'approved', 'run-out', 'used', 'elsewhere'] as const;
export type Standing = (typeof standings)[number];

export function isFromHere(
	{ caller }: Pick<Unit, 'caller'>,
	request: { bindingHash: string }
): boolean {
	return isBound(caller.from.bindingSecret, request);
}

function isBound(secret: string | undefined, { bindingHash }: { bindingHash: string }): boolean {
	return secret !== undefined && hashSecret(secret) === bindingHash;
}
