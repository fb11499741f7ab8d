import type { Intent } from './intent';
import { neighboursOf } from './queue';

type IntentRequest = { method: string; path: string; body?: object };

/** The request below /api/v1 that an intent stands for. It stays the same for as long as the key does. */
export function requestOf(intent: Intent): IntentRequest {
	const item = `/items/${encodeURIComponent(intent.itemUid)}`;
	switch (intent.kind) {
		case 'tick':
		case 'untick':
			return { method: 'PUT', path: `${item}/done`, body: { done: intent.kind === 'tick' } };
		case 'add': {
			const list = `/lists/${encodeURIComponent(intent.listUid)}`;
			return { method: 'POST', path: `${list}/items`, body: intent.texts };
		}
		case 'edit':
			return { method: 'PATCH', path: item, body: { ...intent.texts, ...intent.seen } };
		case 'move': {
			// JSON leaves out a section that is not named.
			const { sectionUid } = intent;
			const body = { afterItemUid: neighboursOf(intent)[0] ?? '', sectionUid };
			return { method: 'POST', path: `${item}:move`, body };
		}
		case 'remove':
			return { method: 'DELETE', path: item };
		case 'restore':
			return {
				method: 'POST',
				path: `/trash/${encodeURIComponent(intent.itemUid)}:restore`,
				body: {}
			};
	}
}
