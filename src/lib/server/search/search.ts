import { z } from 'zod';
import { searchedFields, type SearchedField } from '../items/fields.ts';
import { component, named, says, whether } from '../kernel/schema.ts';
import { sql, type Flag, type Sql } from '../data/sql.ts';
import { inReach } from '../kernel/reach.ts';
import { wordsOf } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { excerptOf } from './excerpt.ts';
import { scanOfItems, type Scan } from './scan.ts';
import { countOf } from './count.ts';

const hitKinds = ['SEARCH_HIT_KIND_LIST', 'SEARCH_HIT_KIND_ITEM', 'SEARCH_HIT_KIND_NOTE'] as const;

const hitPlaces = ['name', ...searchedFields] as const;

export const SearchHit = component('SearchHit', {
	kind: named(hitKinds, 'SearchHitKind', 'What was found: a list, an item or a note.'),
	listUid: says('The uid of the list that was found, or that the item is on.'),
	itemUid: says('The uid of the item; "" if a list was found.'),
	text: says(
		'The text that matched: the name, the label or the quantity, or the part of the note.'
	),
	listName: says('The name of the list.'),
	label: says('The label of the item, or the name of the list.'),
	where: z.enum(hitPlaces).meta({
		id: 'SearchHitPlace',
		description:
			'The field that matched. An item that is found by its label is not found by its quantity again.',
		// Kotlin's enumerations have a `name` of their own.
		'x-enum-varnames': hitPlaces.map((place) => `SEARCH_HIT_PLACE_${place.toUpperCase()}`)
	}),
	done: whether('Whether the item is ticked; false for a list.'),
	archived: whether('Whether the list is archived.')
});

export type SearchHit = z.infer<typeof SearchHit>;

const maxHits = 100;

/** Further words are ignored: many of them, in a large household, take seconds to look for. */
export const mostWords = 20;

/** Lists, items and notes in reach that hold every word; the last word may be the beginning of one. Best first. */
export async function search(
	unit: Unit,
	{ query }: { query: string }
): Promise<{ hits: SearchHit[]; hitCount: number }> {
	const words = wordsOf(query).split(' ').filter(Boolean).slice(0, mostWords);
	if (words.length === 0) return { hits: [], hitCount: 0 };
	const scan = await scanOfItems(unit, words);
	const ofItems = Object.values(itemFields).map((field) => itemPlace(unit, field, words, scan));
	const searched = await Promise.all([
		hitsIn(unit, listPlace(unit, words), words),
		...(scan
			? [hitsOfScan(unit, scan, ofItems, words)]
			: ofItems.map((place) => hitsIn(unit, place, words)))
	]);
	const found = searched.flatMap(({ best }) => best);
	const hitCount = searched.reduce((sum, { count }) => sum + count, 0);
	const wanted = words.join(' ');
	const ranked = found.map((hit) => ({ hit, weight: weightOf(hit, wanted) }));
	ranked.sort((one, other) => one.weight - other.weight);
	return { hits: ranked.slice(0, maxHits).map(({ hit }) => asHit(hit, words)), hitCount };
}

type Found = Omit<SearchHit, 'done' | 'archived'> & {
	done: Flag;
	archived: Flag;
	words: string;
	/** How many hits there are, where the database has counted them. */
	all: bigint | number | null;
};

/**
 * The weight of a hit, lower for a better one: texts that are just these words come first, then those that begin with them,
 * then the rest. Within each come lists, items by label, items by quantity, and notes; of these the shorter first.
 */
function weightOf({ kind, words }: Found, wanted: string): number {
	const closeness = words === wanted ? 0 : words.startsWith(wanted) ? 1 : 2;
	return closeness * hitKinds.length + hitKinds.indexOf(kind);
}

/** A field that is searched, in SQL: what a hit in it says, its indexed words, and which rows are hits. */
type Place = {
	columns: Sql;
	words: Sql;
	uid: Sql;
	rows: Sql;
	/** How many hits there are, or null to have them counted by a second query. */
	all: Sql;
};

function listPlace(unit: Unit, words: string[]): Place {
	const { match, from } = unit.dialect.fullText({
		words,
		table: 'List',
		alias: 'l',
		column: 'nameWords'
	});
	return {
		columns: sql`'SEARCH_HIT_KIND_LIST' AS "kind", '' AS "itemUid", l."name" AS "text", l."name" AS "label",
			'name' AS "where", FALSE AS "done"`,
		words: column('l', 'nameWords'),
		uid: sql`l."uid"`,
		all: unit.dialect.foundInAll,
		rows: sql`${from} WHERE ${match} AND ${inReach(actor(unit))}`
	};
}

/** The fields in which an item is found, the better first. It is not found by its quantity where its label is a hit. */
const itemFields: Record<SearchedField, ItemField> = {
	label: { field: 'label', kind: 'SEARCH_HIT_KIND_ITEM' },
	quantity: { field: 'quantity', kind: 'SEARCH_HIT_KIND_ITEM', notFoundIn: 'label' },
	note: { field: 'note', kind: 'SEARCH_HIT_KIND_NOTE' }
};

type ItemField = { field: SearchedField; kind: SearchHit['kind']; notFoundIn?: SearchedField };

function itemPlace(
	unit: Unit,
	{ field, kind, notFoundIn }: ItemField,
	words: string[],
	scan: Scan | undefined
): Place {
	return {
		columns: sql`${kind} AS "kind", i."uid" AS "itemUid", ${column('i', field)} AS "text", i."label",
			${field} AS "where", (i."doneAt" IS NOT NULL) AS "done"`,
		words: column('i', `${field}Words`),
		uid: sql`i."uid"`,
		...(scan ? { all: sql`COUNT(*) OVER ()`, rows: scan.rowsWith(field, notFoundIn) } : indexed())
	};

	function indexed(): Pick<Place, 'all' | 'rows'> {
		const { match, from } = unit.dialect.fullText({
			...{ words, table: 'Item', alias: 'i', column: `${field}Words` },
			notFoundIn: notFoundIn && `${notFoundIn}Words`
		});
		return {
			// To count them in the same query, Postgres would write every note that is a hit to its disk.
			all: field === 'note' ? sql`NULL` : unit.dialect.foundInAll,
			rows: sql`${from} JOIN "List" l ON l."uid" = i."listUid"
				WHERE ${match} AND i."deletedAt" IS NULL AND ${inReach(actor(unit))}`
		};
	}
}

type Hits = { best: readonly Found[]; count: number };

/** Searches the fields of the items in one query, since each item is read once for all of them. */
async function hitsOfScan(unit: Unit, scan: Scan, places: Place[], words: string[]): Promise<Hits> {
	const parts = places.map((place) => sql`SELECT * FROM (${bestIn(unit, place, words)})`);
	const query = sql`WITH ${scan.items} ${sql.join(parts, ' UNION ALL ')}`;
	const best = await unit.dialect.slowRead(() => unit.read.query<Found>(query));
	const counts = new Map(best.map(({ where, all }) => [where, Number(all)]));
	return { best, count: counts.values().reduce((sum, count) => sum + count, 0) };
}

/** Searches one place, at the same time as the others. On SQLite they take turns. */
async function hitsIn(unit: Unit, place: Place, words: string[]): Promise<Hits> {
	const query = bestIn(unit, place, words);
	const best = await unit.dialect.slowRead(() => unit.read.query<Found>(query));
	const isCut = best.length === maxHits;
	return {
		best,
		count: isCut ? Number(best[0]?.all ?? (await countIn(unit, place))) : best.length
	};
}

/** A query for the best hits of a place. */
function bestIn(unit: Unit, place: Place, words: string[]): Sql {
	return sql`
		SELECT ${place.columns}, l."uid" AS "listUid", l."name" AS "listName", (l."archivedAt" IS NOT NULL) AS "archived",
			${place.words} AS "words", ${place.all} AS "all"
		FROM ${place.rows}
		ORDER BY ${closest(place.words, words)}, ${place.uid} ${unit.dialect.byCodePoint} LIMIT ${maxHits}`;
}

/** How many hits there are, asked only where some were left out. */
const countIn = (unit: Unit, { rows }: Place): Promise<number> =>
	countOf(unit, sql`SELECT COUNT(*) AS "hits" FROM ${rows}`);

/** Orders by `weightOf` and then by length, so that the best are among those that are read. The ranks of the two databases differ. */
function closest(text: Sql, words: string[]): Sql {
	const wanted = sql`CAST(${words.join(' ')} AS TEXT)`;
	return sql`CASE WHEN ${text} = ${wanted} THEN 0 WHEN substr(${text}, 1, length(${wanted})) = ${wanted} THEN 1 ELSE 2 END, length(${text})`;
}

/** Takes only names of ours, never input. */
const column = (table: 'i' | 'l', name: SearchedField | IndexedColumn): Sql =>
	sql.raw(`${table}."${name}"`);

type IndexedColumn = 'nameWords' | `${SearchedField}Words`;

function asHit(found: Found, wanted: string[]): SearchHit {
	const { words: _, all: __, ...hit } = found;
	return {
		...hit,
		text: found.where === 'note' ? excerptOf(found.text, found.words, wanted) : found.text,
		done: Boolean(found.done),
		archived: Boolean(found.archived)
	};
}
