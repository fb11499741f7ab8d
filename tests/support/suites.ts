// Which test files `npm test` runs every time, and which `npm run test:trust` does.

/** What kills, fills, floods, installs and measures; and what races and draws, in a quick form and a long one. */
export const trust = [
	'tests/trust/**/*.test.ts',
	'tests/{container,install}.test.ts',
	'tests/kernel/{authority,authority-races,concurrent-changes,concurrent-commands}.test.ts',
	'tests/contract/{outputs,reach,valid-requests}.test.ts',
	'tests/lists/{changes-at-once,delta}.test.ts'
];

/** What puts something else in the place of a module, for itself alone. */
export const mocking = ['tests/trust/faults.test.ts'];
