import pg from 'pg';
import { statements, type Limit, type Row, type Work } from './limit-statements.ts';

export function limitOnPostgres(url: string): Limit {
	const pool = new pg.Pool({ connectionString: url, max: 10 });
	const texts = new Map(
		Object.entries(statements).map(([name, sql]) => {
			let at = 0;
			return [name, sql.replaceAll('?', () => `$${(at += 1)}`)];
		})
	);

	async function carryOut(on: pg.Pool | pg.ClientBase, work: Work): Promise<Row> {
		let step = work.next([]);
		while (!step.done) {
			const [name, ...values] = step.value;
			const { rows } = await on.query<Row>({ name, text: texts.get(name) ?? '', values });
			step = work.next(rows);
		}
		return step.value;
	}

	async function write(work: Work): Promise<Row> {
		const client = await pool.connect();
		await client.query('BEGIN');
		const done = await carryOut(client, work);
		await client.query('COMMIT');
		client.release();
		return done;
	}

	return { read: (work) => carryOut(pool, work), write };
}
