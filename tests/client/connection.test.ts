import { describe, expect, it } from 'vitest';
import { connectionWords } from '../../src/lib/client/format/connection.ts';

const well = { unsentCount: 0, isLost: false, seenAt: undefined, keeping: 'kept' } as const;

describe('the state of the connection is told', () => {
	it.each([
		['not at all while all is well', {}, ''],
		['when it is lost', { isLost: true }, 'No connection'],
		['when one change waits', { unsentCount: 1 }, '1 change not sent'],
		['when several wait', { unsentCount: 3, isLost: true }, '3 changes not sent'],
		[
			'when the device is full',
			{ unsentCount: 2, keeping: 'full' },
			'2 changes not sent. Keep this page open; this device has no room left for changes.'
		],
		[
			'when the browser stores nothing',
			{ unsentCount: 1, keeping: 'off' },
			'1 change not sent. Keep this page open; this browser stores nothing for Hearth.'
		]
	] as const)('%s', (_what, given, words) => {
		expect(connectionWords({ ...well, ...given })).toBe(words);
	});

	it('with the time of the data that is shown', () => {
		expect(connectionWords({ ...well, isLost: true, seenAt: Date.now() })).toMatch(
			/^No connection\. Updated \d\d:\d\d$/
		);
	});
});
