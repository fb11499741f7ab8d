// A column is added to a SQLite table without rebuilding the table, so its triggers stay, those of search among them.
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withAddedColumns } from '../../bin/added-columns.ts';
import { migrate } from '../../src/lib/server/data/migrations/migrate.ts';
import { diffSchemas } from '../../bin/diff-schemas.ts';
import { schemaDifference } from '../support/schema-difference.ts';
import {
	ask,
	nothing,
	openShelves,
	shelves,
	writeMigration,
	type Shelves
} from '../support/migration-fixtures.ts';

const root = join(import.meta.dirname, '../..');
const household = await readFile(join(root, 'prisma/schema.prisma'), 'utf8');
const withLines = (model: string, lines: string, schema = shelves): string =>
	schema.replace(`model ${model} {\n`, `model ${model} {\n\t${lines}\n`);

async function scriptFor(after: string, before = shelves): Promise<string> {
	const [script, built] = [
		await diffSchemas('sqlite', before, after),
		await diffSchemas('sqlite', nothing, before)
	];
	return withAddedColumns(script, built);
}

describe('a script for SQLite', () => {
	it('adds a text to an item, and keeps the table and the triggers of search', async () => {
		const longer = withLines('Item', 'addedHere String @default("")', household);
		expect(await scriptFor(longer, household)).toBe(
			`-- AlterTable\nALTER TABLE "Item" ADD COLUMN "addedHere" TEXT NOT NULL DEFAULT '';\n`
		);
	});

	it('adds columns to several tables, with their indexes', async () => {
		const inTwo = withLines(
			'Book',
			'pages Int @default(0)',
			withLines('Shelf', 'room String @default("")')
		);
		expect(await scriptFor(withLines('Book', '@@index([pages])', inTwo))).toBe(
			[
				'-- AlterTable',
				`ALTER TABLE "Shelf" ADD COLUMN "room" TEXT NOT NULL DEFAULT '';\n`,
				'-- AlterTable',
				`ALTER TABLE "Book" ADD COLUMN "pages" INTEGER NOT NULL DEFAULT 0;\n`,
				`CREATE INDEX "Book_pages_idx" ON "Book"("pages");\n`
			].join('\n')
		);
	});

	it('still rebuilds a table for what SQLite cannot add, and adds columns to the other one', async () => {
		const both = withLines(
			'Book',
			'at DateTime @default(now())',
			withLines('Shelf', 'room String @default("")')
		);
		const script = await scriptFor(both);
		expect(script).toMatch(/^-- AlterTable\nALTER TABLE "Shelf" ADD COLUMN "room"/);
		expect(script).toMatch(/-- RedefineTables\nPRAGMA[\s\S]+CREATE TABLE "new_Book"[\s\S]+OFF;$/);
		expect(script).not.toContain('new_Shelf');
		for (const other of [
			shelves.replace('name  String', 'name  String @default("")'),
			withLines(
				'Shelf',
				'roomId Int @default(1)\n\troom Room @relation(fields: [roomId], references: [id])'
			) + 'model Room {\n\tid Int @id\n\tshelves Shelf[]\n}\n'
		])
			expect(await scriptFor(other)).toContain('CREATE TABLE "new_Shelf"');
	});

	it('stays unchanged where no table is rebuilt', async () => {
		const script = await diffSchemas('sqlite', shelves, withLines('Shelf', 'room String?'));
		expect(withAddedColumns(script, await diffSchemas('sqlite', nothing, shelves))).toBe(script);
	});
});

describe('a database of SQLite to which columns are added', () => {
	let house: Shelves;
	beforeAll(async () => void (house = await openShelves()));
	afterAll(() => house.close());

	it('has the schema, its rows and its triggers', async () => {
		const folder = join(house.scratch, 'added');
		const after = withLines('Shelf', 'room String @default("hall")');
		const trigger = `CREATE TRIGGER "Shelf_kept" AFTER UPDATE ON "Shelf" BEGIN DELETE FROM "Book"; END;\n`;
		const built = await diffSchemas('sqlite', nothing, shelves);
		await writeMigration(folder, 'sqlite', '0001_shelves', `${built}\n${trigger}`);
		const url = await house.freshDatabase('sqlite');
		await migrate(url, folder);
		await ask(url, `INSERT INTO "Shelf" VALUES (1, 'long')`);
		await writeMigration(folder, 'sqlite', '0002_rooms', await scriptFor(after));
		expect(await migrate(url, folder)).toEqual(['0002_rooms']);
		expect(await schemaDifference(url, after)).toBe('');
		expect(
			await ask(url, `SELECT "id" FROM "Shelf" WHERE "name" = 'long' AND "room" = 'hall'`)
		).toEqual([[1]]);
		expect(await ask(url, `SELECT COUNT(*) FROM sqlite_master WHERE name = 'Shelf_kept'`)).toEqual([
			[1]
		]);
	});
});
