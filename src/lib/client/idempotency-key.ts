/** The field with the idempotency key of a form, which is new each time the form is rendered. */
export const keyField = 'idempotencyKey';

/** A key that nobody else has, also on plain http, where browsers have no randomUUID. */
export function newKey(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
		byte.toString(16).padStart(2, '0')
	).join('');
}
