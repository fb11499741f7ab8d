// 200 members, 20,000 lists and 1,000,000 items beside what is there: a household to measure with.
import { Prisma } from '../src/lib/server/data/client.ts';
import type { Provider } from '../src/lib/server/data/dialect.ts';
import type { Household } from '../src/lib/server/kernel/household.ts';
import { newUid } from '../src/lib/server/kernel/secrets.ts';
import { inTransaction } from '../src/lib/server/data/transaction.ts';
import { wordsOf } from '../src/lib/server/kernel/text.ts';

export const large = { members: 200, lists: 20_000, itemsOnList: 50 };

/** Writes straight into the tables, some thousand rows at a time. `tell` is called with how far it is. */
export async function seedMany(
	household: Pick<Household, 'database' | 'clock'>,
	{ members, lists, itemsOnList } = large,
	tell: (line: string) => void = () => {}
): Promise<void> {
	const now = household.clock().toISOString().replace('Z', '+00:00');
	const memberUids = await insertRows(household, 'Member', members, (index) => person(index, now));
	const owners = (index: number) => memberUids[index % memberUids.length] ?? '';
	const listUids = await insertRows(household, 'List', lists, (index) =>
		list(index, owners(index), now)
	);
	const onList = (index: number) => Math.floor(index / itemsOnList);
	const listOf = (index: number) =>
		item(index % itemsOnList, listUids[onList(index)] ?? '', owners(onList(index)), now);
	await insertRows(household, 'Item', lists * itemsOnList, listOf, tell);
}

const rowsAtOnce = 5000;

type Row = { uid: string } & Record<string, string | number | boolean | null>;

async function insertRows(
	{ database }: Pick<Household, 'database'>,
	table: string,
	count: number,
	make: (index: number) => Row,
	tell: (line: string) => void = () => {}
): Promise<string[]> {
	const uids: string[] = [];
	for (let start = 0; start < count; start += rowsAtOnce) {
		const rows = Array.from({ length: Math.min(rowsAtOnce, count - start) }, (_, offset) =>
			make(start + offset)
		);
		await inTransaction(database, (db) =>
			db.$executeRaw(insertion(database.dialect.name, table, rows))
		);
		uids.push(...rows.map(({ uid }) => uid));
		if ((start / rowsAtOnce) % 20 === 19) tell(`${start + rows.length} of ${count}`);
	}
	return uids;
}

/** One statement with one parameter, however many rows: a parameter for each value takes six times as long. */
function insertion(provider: Provider, table: string, rows: Row[]): Prisma.Sql {
	const names = Object.keys(rows[0] ?? {});
	const columns = Prisma.raw(names.map((name) => `"${name}"`).join(', '));
	const into = Prisma.raw(`"${table}"`);
	const json = JSON.stringify(rows);
	if (provider === 'postgresql')
		return Prisma.sql`INSERT INTO ${into} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${into}, ${json}::json)`;
	const values = Prisma.raw(names.map((name) => `value ->> '${name}'`).join(', '));
	return Prisma.sql`INSERT INTO ${into} (${columns}) SELECT ${values} FROM json_each(${json})`;
}

function person(index: number, now: string): Row {
	const email = `member${index}@mill.test`;
	return {
		uid: newUid('mem'),
		name: `Member ${index}`,
		email,
		emailFolded: email,
		role: 'ROLE_MEMBER',
		passwordHash: '',
		mustChangePassword: false,
		createdAt: now
	};
}

/** One in ten of the first 1,000 lists is shared with everyone. All others are private. */
function list(index: number, ownerUid: string, now: string): Row {
	const name = `${pick(places, index)} ${index}`;
	const sharing = index % 10 === 0 && index < 1000 ? 'SHARING_INSTANCE' : 'SHARING_PRIVATE';
	return {
		uid: newUid('lst'),
		ownerUid,
		name,
		nameWords: wordsOf(name),
		sharing,
		sharedEdit: false,
		createdAt: now,
		updatedAt: now
	};
}

function item(position: number, listUid: string, addedByUid: string, now: string): Row {
	const uid = newUid('itm');
	const label = `${pick(kinds, position)} ${uid.slice(4, 8)}`;
	const ticked = position % 5 === 4 ? { doneAt: now, doneByUid: addedByUid } : {};
	const dueOn =
		position % 10 === 3 ? `2026-12-${String((position % 28) + 1).padStart(2, '0')}` : '';
	const base = {
		uid,
		listUid,
		label,
		labelWords: wordsOf(label),
		quantity: '',
		quantityWords: '',
		dueOn,
		note: '',
		noteWords: '',
		rank: position * 1024
	};
	return {
		...base,
		createdAt: now,
		updatedAt: now,
		addedByUid,
		doneAt: null,
		doneByUid: null,
		...ticked
	};
}

const pick = (words: readonly string[], index: number): string => words[index % words.length] ?? '';
const places = ['Groceries', 'Hardware', 'Garden', 'Packing', 'Presents', 'Repairs', 'Pharmacy'];
const kinds = 'Milk Bread Apples Screws Paint Coffee Candles Rice Soap Tea Flour'.split(' ');
