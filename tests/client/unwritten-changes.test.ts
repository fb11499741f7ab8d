// What was done right before a page went away is kept in localStorage. A damaged value there is dropped.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noTexts } from '../../src/lib/client/item-texts.ts';
import type { Intent } from '../../src/lib/client/outbox/intent.ts';
import { isUnsaved } from '../../src/lib/client/store/count-unsaved.ts';
import { keepUnwritten, takeUnwritten } from '../../src/lib/client/store/unwritten-changes.ts';
import { unwrittenKey } from '../../src/lib/client/store/names.ts';

const stored = new Map<string, string>();
beforeEach(() => {
	stored.clear();
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => stored.set(key, value),
		removeItem: (key: string) => stored.delete(key)
	});
});
afterEach(() => void vi.unstubAllGlobals());

const add: Intent = {
	...{ kind: 'add', itemUid: 'new_1', texts: { ...noTexts, label: 'rice' } },
	...{ key: 'k1', listUid: 'lst', order: 1, madeAt: 1, state: 'waiting', failures: 0 }
};
const added = [{ put: [add], removed: [] }];
const leave = (memberUid: string) => keepUnwritten(memberUid, added);

describe('what was done right before a page went away', () => {
	it('is returned once, and to the member who did it alone', () => {
		leave('mem_ada');
		expect(takeUnwritten('mem_ada')).toEqual(added);
		expect(takeUnwritten('mem_ada')).toEqual([]);
		leave('mem_ada');
		expect(takeUnwritten('mem_ben')).toEqual([]);
		expect(takeUnwritten('mem_ada')).toEqual([]);
	});

	it('is returned in the order it was done, with what was removed', () => {
		const removal = { put: [], removed: ['k1'] };
		leave('mem_ada');
		keepUnwritten('mem_ada', [removal]);
		expect(takeUnwritten('mem_ada')).toEqual([...added, removal]);
	});

	it('counts no failure: its requests ended because the page went away', () => {
		keepUnwritten('mem_ada', [{ put: [{ ...add, failures: 1 }], removed: [] }]);
		expect(takeUnwritten('mem_ada')).toEqual(added);
	});

	it('is returned as an older build left it', () => {
		stored.set(unwrittenKey, JSON.stringify({ memberUid: 'mem_ada', intents: [add] }));
		expect(takeUnwritten('mem_ada')).toEqual(added);
	});

	it.each([
		'{"memberUid":"mem_ada","inte',
		'null',
		'[]',
		'{"memberUid":"mem_ada"}',
		'{"memberUid":"mem_ada","intents":{"0":1}}',
		'{"memberUid":"mem_ada","intents":[null,7,{"key":"k"}]}',
		'{"memberUid":"mem_ada","changes":[null]}',
		'{"memberUid":"mem_ada","changes":[{"put":[{"order":1,"madeAt":1,"failures":0}],"removed":[]}]}',
		JSON.stringify({
			memberUid: 'mem_ada',
			changes: [{ put: [{ ...add, order: '1' }], removed: [] }]
		}),
		'{"memberUid":"mem_ada","changes":[{"put":[],"removed":[]},{"put":[null],"removed":[]}]}',
		'{"memberUid":"mem_ada","changes":[{"put":[],"removed":7}]}'
	])('is dropped where it is damaged: %s', (damaged) => {
		stored.set(unwrittenKey, damaged);
		expect(takeUnwritten('mem_ada')).toEqual([]);
		expect(stored.has(unwrittenKey)).toBe(false);
	});

	it('is kept where what was kept before is damaged', () => {
		stored.set(unwrittenKey, '{"memberUid":"mem_ada","inte');
		leave('mem_ada');
		expect(takeUnwritten('mem_ada')).toEqual(added);
	});
});

describe('what is told of as not saved', () => {
	it.each([
		['an addition that waits', add, true],
		['a tick that waits', { ...add, kind: 'tick' }, true],
		['an addition that was refused', { ...add, state: 'refused' }, true],
		['a tick that was refused', { ...add, kind: 'tick', state: 'refused' }, false],
		['what the server has', { ...add, state: 'done' }, false]
	] as const)('%s: %j is %s', (_what, intent, isTold) => {
		expect(isUnsaved(intent)).toBe(isTold);
	});
});
