// Which test files `npm test` runs every time, and which `npm run test:trust` does.

/**
 * What kills, fills, floods, installs and measures; what asks every caller at every door; what races and draws, in a
 * quick form and a long one; what sends what nobody means well by; and what an older version or another database left.
 */
export const trust = [
	'tests/trust/**/*.test.ts',
	'tests/{container,install}.test.ts',
	'tests/{contract,mcp}/matrix.test.ts',
	'tests/contract/{forms,outputs,reach,statuses,valid-requests}.test.ts',
	'tests/client/outbox-schedules.test.ts',
	'tests/data/change-notifier.test.ts',
	'tests/kernel/{authority,authority-races,concurrent-changes,concurrent-commands}.test.ts',
	'tests/lists/{changes-at-once,delta}.test.ts',
	'tests/{api,mcp}/hostile.test.ts',
	'tests/{api,contract}/longest-strings.test.ts',
	'tests/http/heard.test.ts',
	'tests/api/{compression,credentials,host,origin,secrets-uncompressed,upgrade,visitors-mistakes}.test.ts',
	'tests/contract/{many-callers,stranger}.test.ts',
	'tests/data/copy.test.ts',
	'tests/kernel/visitor-floods.test.ts',
	'tests/mcp/{big-lists,conformance,long-names,mass-assignment}.test.ts',
	'tests/runtime/idle-memory.test.ts',
	'tests/search/{long-notes,old-quantities,plain-letters,random-household}.test.ts'
];

/** What puts something else in the place of a module, for itself alone. */
export const mocking = ['tests/trust/faults.test.ts'];
