import { z } from 'zod';
import { says } from '../fields.ts';
import { byCodePoint, Prisma } from '../../platform/database.ts';
import { inReach } from '../reach.ts';
import { wordsOf } from '../text.ts';
import { actor, type Unit } from '../unit.ts';

export const hitKinds = [
	'SEARCH_HIT_KIND_LIST',
	'SEARCH_HIT_KIND_ITEM',
	'SEARCH_HIT_KIND_NOTE'
] as const;

export const SearchHit = z
	.object({
		kind: z.enum(hitKinds),
		listUid: says('The list it is, or is on.'),
		itemUid: says('The item; "" where a list was found.'),
		text: says('What was found, or the part of a note around it.'),
		listName: says('What the list is called.')
	})
	.meta({ id: 'SearchHit' });

export type SearchHit = z.infer<typeof SearchHit>;

const mostHits = 100;

/** Lists, items and notes in reach that hold every word; the last word may be the beginning of one. Best first. */
export async function search(
	unit: Unit,
	{ query }: { query: string }
): Promise<{ hits: SearchHit[] }> {
	const words = wordsOf(query).split(' ').filter(Boolean);
	if (words.length === 0) return { hits: [] };
	const found = [
		...(await listsWith(unit, words)),
		...(await itemsWith(unit, words, 'label')),
		...(await itemsWith(unit, words, 'note'))
	];
	const wanted = words.join(' ');
	const ranked = found.map((hit, place) => ({ hit, weight: weightOf(hit, wanted), place }));
	ranked.sort((one, other) => one.weight - other.weight || one.place - other.place);
	return { hits: ranked.slice(0, mostHits).map(({ hit }) => asHit(hit, words)) };
}

type Found = {
	kind: SearchHit['kind'];
	listUid: string;
	itemUid: string;
	text: string;
	listName: string;
	words: string;
};

/** What is just these words, then what begins with them, then the rest; within each lists, items, notes; within these the shorter. */
function weightOf({ kind, words }: Found, wanted: string): number {
	const closeness = words === wanted ? 0 : words.startsWith(wanted) ? 1 : 2;
	return closeness * hitKinds.length + hitKinds.indexOf(kind);
}

function listsWith(unit: Unit, words: string[]): Promise<Found[]> {
	const { match, from } = fullText(unit, words, 'List', 'nameWords');
	return unit.db.$queryRaw<Found[]>(Prisma.sql`
		SELECT 'SEARCH_HIT_KIND_LIST' AS "kind", l."uid" AS "listUid", '' AS "itemUid", l."name" AS "text", l."name" AS "listName",
			l."nameWords" AS "words"
		FROM ${from} WHERE ${match} AND ${inReach(actor(unit))}
		ORDER BY ${closest(column('l', 'nameWords'), words)}, l."uid" ${byCodePoint(unit.provider)} LIMIT ${mostHits}`);
}

function itemsWith(unit: Unit, words: string[], part: 'label' | 'note'): Promise<Found[]> {
	const { match, from } = fullText(unit, words, 'Item', `${part}Words`);
	const kind = part === 'label' ? 'SEARCH_HIT_KIND_ITEM' : 'SEARCH_HIT_KIND_NOTE';
	return unit.db.$queryRaw<Found[]>(Prisma.sql`
		SELECT ${kind} AS "kind", l."uid" AS "listUid", i."uid" AS "itemUid", ${column('i', part)} AS "text", l."name" AS "listName",
			${column('i', `${part}Words`)} AS "words"
		FROM ${from} JOIN "List" l ON l."uid" = i."listUid"
		WHERE ${match} AND i."deletedAt" IS NULL AND ${inReach(actor(unit))}
		ORDER BY ${closest(column('i', `${part}Words`), words)}, i."uid" ${byCodePoint(unit.provider)} LIMIT ${mostHits}`);
}

/** Like `weightOf`, and then the shorter, so that the best are among those that are read; neither database's own rank, for no two agree. */
function closest(text: Prisma.Sql, words: string[]): Prisma.Sql {
	const wanted = Prisma.sql`CAST(${words.join(' ')} AS TEXT)`;
	return Prisma.sql`CASE WHEN ${text} = ${wanted} THEN 0 WHEN substr(${text}, 1, length(${wanted})) = ${wanted} THEN 1 ELSE 2 END, length(${text})`;
}

/** Names of ours only, never anybody's words. */
const column = (table: 'i' | 'l', name: 'label' | 'note' | IndexedColumn): Prisma.Sql =>
	Prisma.raw(`${table}."${name}"`);

type IndexedColumn = 'nameWords' | 'labelWords' | 'noteWords';

/** Each database's own full text: FTS5 beside the table, or a tsvector made of its words. The words hold nothing but letters and digits. */
function fullText(
	{ provider }: Unit,
	words: string[],
	table: 'List' | 'Item',
	name: IndexedColumn
) {
	const alias = table === 'List' ? 'l' : 'i';
	if (provider === 'sqlite') {
		const index = Prisma.raw(`"${table}Search"`);
		const wanted = `{${name}} : (${words.map((word) => `"${word}"`).join(' AND ')} *)`;
		return {
			from: Prisma.sql`${index} f JOIN ${Prisma.raw(`"${table}" ${alias}`)} ON ${Prisma.raw(alias)}."number" = f."rowid"`,
			match: Prisma.sql`f.${index} MATCH ${wanted}`
		};
	}
	const vector = Prisma.sql`array_to_tsvector(string_to_array(${column(alias, name)}, ' '))`;
	const wanted = Prisma.sql`CAST(${words.map((word) => `'${word}'`).join(' & ') + ':*'} AS tsquery)`;
	return {
		from: Prisma.raw(`"${table}" ${alias}`),
		match: Prisma.sql`${vector} @@ ${wanted}`
	};
}

function asHit({ kind, listUid, itemUid, text, listName }: Found, words: string[]): SearchHit {
	return {
		kind,
		listUid,
		itemUid,
		text: kind === 'SEARCH_HIT_KIND_NOTE' ? lineWith(text, words) : text,
		listName
	};
}

/** The first line of a note that holds one of the words; of a long one the part around that word. */
function lineWith(note: string, words: string[]): string {
	const begins = (text: string) =>
		wordsOf(text)
			.split(' ')
			.some((other) => words.some((word) => other.startsWith(word)));
	const lines = note.split('\n').map((text) => text.trim());
	const parts = (lines.find(begins) ?? lines[0] ?? '').split(/\s+/);
	const place = parts.findIndex(begins);
	const from = place > wordsShown / 2 ? place - wordsShown / 2 : 0;
	const shown = Array.from(parts.slice(from, from + wordsShown).join(' '))
		.slice(0, mostShown)
		.join('');
	return from > 0 ? `… ${shown}` : shown;
}

/** What a person reads at a glance: so many words, and characters where words are long. */
const wordsShown = 40;
const mostShown = 300;
