import type { Answer } from './client.ts';

/** An answer without uids, without what is random on every page, and without how long ago something was. */
export function comparable({ status, text }: Answer) {
	return {
		status,
		text: text
			.replace(/(?:\b|%2F)([a-z]{3})_[\w-]{10,}/g, '$1')
			.replace(/nonce="[^"]*"/g, '')
			.replace(/(name="idempotencyKey"[^>]* value=)"[^"]*"/g, '$1')
			.replace(/formKey:"[^"]*"/g, '')
			.replace(/(\{"formKey":1[^}]*\}),"[^"]*"/g, '$1')
			.replace(/heard:-?\d+/g, '')
			.replace(/__sveltekit_\w+/g, '')
			.replace(/just now|\d+ minutes? ago/g, 'ago')
	};
}
