import { sql } from '../data/sql.ts';
import { memberCaller } from './admit.ts';
import { inReach } from './reach.ts';
import type { Unit } from './unit.ts';

type Asking = Pick<Unit, 'caller' | 'read'>;

/** The stored answer. Where it names lists without their uids, it leaves out those that the caller no longer reaches. */
export async function withReachedNames(asking: Asking, answer: string): Promise<object> {
	const names: string[] = [];
	JSON.parse(answer, (field, value: unknown) => {
		if (isListNames(field, value)) names.push(...value);
		return value;
	});
	const reached = await reachedNames(asking, names);
	return JSON.parse(answer, (field, value: unknown) =>
		isListNames(field, value) ? value.filter((name) => reached.has(name)) : value
	);
}

const isListNames = (field: string, value: unknown): value is string[] =>
	field === 'listNames' && Array.isArray(value);

async function reachedNames({ caller, read }: Asking, names: string[]): Promise<Set<string>> {
	if (names.length === 0) return new Set();
	const rows = await read.query<{ name: string }>(sql`
		SELECT l."name" FROM "List" l WHERE l."name" IN (${sql.join(names)}) AND ${inReach(memberCaller(caller))}`);
	return new Set(rows.map(({ name }) => name));
}
