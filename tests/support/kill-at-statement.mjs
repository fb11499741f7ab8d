// Loaded before a program (`node --import`): kills it just before the statement numbered in the environment variable
// KILL_AT_STATEMENT reaches the database. Each statement of a script counts.
import { createRequire } from 'node:module';
import process from 'node:process';

const require = createRequire(import.meta.url);
const Sqlite = require('better-sqlite3');
const { Client } = createRequire(require.resolve('@prisma/adapter-pg'))('pg');

let left = Number(process.env.KILL_AT_STATEMENT);

function countDown() {
	left -= 1;
	if (left === 0) process.kill(process.pid, 'SIGKILL');
}

const statements = (script) => script.split(/;\s*/).filter((statement) => statement.trim());

const { exec, prepare } = Sqlite.prototype;
Sqlite.prototype.prepare = function (sql) {
	countDown();
	return prepare.call(this, sql);
};
Sqlite.prototype.exec = function (script) {
	for (const statement of statements(script)) {
		countDown();
		exec.call(this, statement);
	}
	return this;
};

const { query } = Client.prototype;
Client.prototype.query = async function (sent, ...rest) {
	const config = typeof sent === 'string' ? { text: sent } : sent;
	if (config.values?.length) {
		countDown();
		return query.call(this, config, ...rest);
	}
	let result;
	for (const text of statements(config.text)) {
		countDown();
		result = await query.call(this, { ...config, text }, ...rest);
	}
	return result;
};
