// Which test files `npm test` runs every time, and which `npm run test:trust` does.

/**
 * Tests that kill processes, fill disks, flood, install or measure; that try every caller on every endpoint; that race or
 * draw at random, in a quick form and a long one; that send hostile input; and that use data of an older version or another database.
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

/** Tests that mock a module; they need a context of their own. */
export const mocking = ['tests/trust/faults.test.ts'];
