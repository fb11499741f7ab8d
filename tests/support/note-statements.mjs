// Loaded before a program (`node --import`): writes every statement that a request sends to the database to the file that
// HEARTH_TEST_STATEMENTS names, one line of JSON each, with the request's method and address, and whether it leaves together
// with the one before. Statements that belong to no request are left out.
import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { Server } from 'node:http';
import { createRequire } from 'node:module';
import process from 'node:process';

const require = createRequire(import.meta.url);
const Sqlite = require('better-sqlite3');
const { Client } = createRequire(require.resolve('@prisma/adapter-pg'))('pg');

const file = process.env.HEARTH_TEST_STATEMENTS;
const requests = new AsyncLocalStorage();

const { emit } = Server.prototype;
Server.prototype.emit = function (event, request, ...rest) {
	if (event !== 'request') return emit.call(this, event, request, ...rest);
	return requests.run(`${request.method} ${request.url}`, () =>
		emit.call(this, event, request, ...rest)
	);
};

/** A setting of the connection is no question: SQLite is asked for its version before each cached read. */
function note(sql, isSentAlong = false) {
	const request = requests.getStore();
	if (request && !/^(PRAGMA|SET)\b/.test(sql))
		appendFileSync(file, `${JSON.stringify({ request, sql, isSentAlong })}\n`);
}

const Statement = Object.getPrototypeOf(new Sqlite(':memory:').prepare('SELECT 1'));
for (const way of ['all', 'get', 'run', 'iterate']) {
	const original = Statement[way];
	Statement[way] = function (...values) {
		note(this.source);
		return original.apply(this, values);
	};
}

/** The clients that were asked in this turn, whose statements leave at its end. */
const sending = new Set();

const { query } = Client.prototype;
Client.prototype.query = function (config, ...rest) {
	note(typeof config === 'string' ? config : config.text, sending.has(this));
	sending.add(this);
	process.nextTick(() => sending.delete(this));
	return query.call(this, config, ...rest);
};
