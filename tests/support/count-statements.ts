// How many statements this process sends to SQLite and Postgres. Over a network each of them costs a round trip.
import { createRequire } from 'node:module';
import type { Client } from 'pg';
import type Sqlite from 'better-sqlite3';

const require = createRequire(import.meta.url);
const Database: typeof Sqlite = require('better-sqlite3');
const pg: { Client: typeof Client } = createRequire(require.resolve('@prisma/adapter-pg'))('pg');

/** Counts the statements that `work` sends, or those of them that are `like` this. Nothing else may run meanwhile. */
export async function countStatements(work: () => Promise<unknown>, like = /^/): Promise<number> {
	return (await statementsOf(work)).filter((text) => like.test(text)).length;
}

/** The statements that `work` sends. Nothing else may run meanwhile. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
	const file = new Database(':memory:');
	const statement: object = Object.getPrototypeOf(file.prepare('SELECT 1'));
	file.close();
	const sent: string[] = [];
	const note = (text: string) => {
		if (!isByTheWay(text)) sent.push(text);
	};
	const restore = [
		...['all', 'get', 'run', 'iterate'].map((way) =>
			before(statement, way, (prepared) => note(String(Reflect.get(prepared, 'source'))))
		),
		before(pg.Client.prototype, 'query', (_client, query) => note(textOf(query)))
	];
	try {
		await work();
	} finally {
		for (const undo of restore) undo();
	}
	return sent;
}

/**
 * Whether a statement is left out of the count: one that sets a limit of a new connection or of a transaction that had to wait, that
 * wakes the other nodes after a command, or that asks every few seconds whether the connection that listens still answers. How many of
 * these there are depends on how busy the machine is.
 */
const isByTheWay = (text: string): boolean =>
	/SET (LOCAL )?lock_timeout|^NOTIFY |^SELECT 1$/.test(text);

const textOf = (sent: unknown): string =>
	typeof sent === 'object' && sent !== null && 'text' in sent ? String(sent.text) : String(sent);

/** Calls `first`, with the object and the first value, before each call of this method. Returns a function that restores the method. */
function before(
	target: object,
	name: string,
	first: (self: object, value: unknown) => void
): () => void {
	const original = Reflect.get(target, name);
	Reflect.set(target, name, function (this: object, ...values: unknown[]) {
		first(this, values[0]);
		return Reflect.apply(original, this, values);
	});
	return () => void Reflect.set(target, name, original);
}
