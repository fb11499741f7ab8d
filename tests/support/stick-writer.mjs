// Loaded before a program (`node --import`): SIGUSR2 makes the next BEGIN of its SQLite fail, and only that one. Its
// timers run twenty times as fast, so that a timeout of a minute takes three seconds.
import { createRequire } from 'node:module';
import process from 'node:process';

const Sqlite = createRequire(import.meta.url)('better-sqlite3');

let due = false;
process.on('SIGUSR2', () => (due = true));

const { prepare } = Sqlite.prototype;
Sqlite.prototype.prepare = function (sql) {
	const statement = prepare.call(this, sql);
	return sql === 'BEGIN' ? Object.assign(statement, { run: failing(statement) }) : statement;
};

function failing(statement) {
	const run = statement.run.bind(statement);
	return (...values) => {
		if (!due) return run(...values);
		due = false;
		throw Object.assign(new Error('out of memory'), { code: 'SQLITE_NOMEM' });
	};
}

const { setTimeout: real } = globalThis;
globalThis.setTimeout = (work, delay, ...rest) => real(work, delay / 20, ...rest);
