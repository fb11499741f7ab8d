// Which test files `npm test` runs every time, and which `npm run test:trust` does.

/**
 * What kills, fills, floods, installs and measures; what asks every caller at every door; and what races and draws, in a
 * quick form and a long one.
 */
export const trust = [
	'tests/trust/**/*.test.ts',
	'tests/{container,install}.test.ts',
	'tests/{contract,mcp}/matrix.test.ts',
	'tests/contract/{forms,outputs,reach,statuses,valid-requests}.test.ts',
	'tests/client/outbox-schedules.test.ts',
	'tests/data/change-notifier.test.ts',
	'tests/kernel/{authority,authority-races,concurrent-changes,concurrent-commands}.test.ts',
	'tests/lists/{changes-at-once,delta}.test.ts'
];

/** What puts something else in the place of a module, for itself alone. */
export const mocking = ['tests/trust/faults.test.ts'];
