import * as m from '../../paraglide/messages.js';
import { malformed } from '../kernel/errors.ts';

/** The idempotency key of a command, or undefined without one. `field` names the header or argument that it was sent in. */
export function keyIn(field: string, text: unknown): string | undefined {
	if (text === undefined) return undefined;
	if (typeof text === 'string' && /^[\x21-\x7e]{1,255}$/.test(text)) return text;
	throw malformed(field, m.idempotency_key_malformed());
}
