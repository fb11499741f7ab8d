import Sqlite from 'better-sqlite3';
import { statements, type Limit, type Name, type Row, type Work } from './limit-statements.ts';

export function limitOnSqlite(file: string): Limit {
	const database = new Sqlite(file);
	for (const setting of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
		database.pragma(setting);
	const prepared = new Map(
		Object.entries(statements).map(([name, sql]) => [name, database.prepare<unknown[], Row>(sql)])
	);

	function rowsOf(name: Name, values: unknown[]): Row[] {
		const statement = prepared.get(name);
		if (statement?.reader) return statement.all(values);
		statement?.run(values);
		return [];
	}

	function read(work: Work): Row {
		let step = work.next([]);
		while (!step.done) {
			const [name, ...values] = step.value;
			step = work.next(rowsOf(name, values));
		}
		return step.value;
	}

	return { read, write: database.transaction(read).immediate };
}
