/**
 * Prisma makes a SQLite table anew to add a column that cannot be null, and the table's triggers are lost with it. SQLite can
 * add such a column where its default is a constant.
 */

/**
 * The script with `ALTER TABLE … ADD COLUMN` in place of each table that is made anew only for its new columns. `built` is the
 * script that builds the tables as they were before.
 */
export function withAddedColumns(script: string, built: string): string {
	const added: string[] = [];
	const left = script.replace(
		tableMadeAnew,
		(whole, table: string, definition: string, indexes: string) => {
			const columns = columnsAdded(linesOf(definition), linesOf(definitionOf(table, built)));
			if (!columns) return whole;
			added.push(
				`-- AlterTable\n${columns.map((column) => `ALTER TABLE "${table}" ADD COLUMN ${column};\n`).join('')}`,
				...indexes.split(/(?<=;\n)/).filter((index) => index && !built.includes(index.trim()))
			);
			return '';
		}
	);
	if (added.length === 0) return script;
	return [...added, left.replace(nothingMadeAnew, '').trim()].filter(Boolean).join('\n');
}

const tableMadeAnew =
	/CREATE TABLE "new_(\w+)" \(\n([\s\S]*?)\n\);\nINSERT INTO "new_\1"[^;]*;\nDROP TABLE "\1";\nALTER TABLE "new_\1" RENAME TO "\1";\n((?:CREATE (?:UNIQUE )?INDEX [^\n]*;\n)*)/g;

const nothingMadeAnew =
	/-- RedefineTables\nPRAGMA defer_foreign_keys=ON;\nPRAGMA foreign_keys=OFF;\nPRAGMA foreign_keys=ON;\nPRAGMA defer_foreign_keys=OFF;\n/;

function definitionOf(table: string, built: string): string {
	const [, definition = ''] =
		new RegExp(`CREATE TABLE "${table}" \\(\\n([\\s\\S]*?)\\n\\);`).exec(built) ?? [];
	return definition;
}

const linesOf = (definition: string): string[] =>
	definition.split('\n').flatMap((line) => line.trim().replace(/,$/, '') || []);

/**
 * The added columns. Undefined where anything else differs, or where SQLite cannot add one of them to a table that
 * has rows.
 */
function columnsAdded(after: string[], before: string[]): string[] | undefined {
	const added = after.filter((line) => !before.includes(line));
	const isAllThere = before.length > 0 && before.every((line) => after.includes(line));
	return isAllThere && added.every(canBeAdded) ? added : undefined;
}

const canBeAdded = (line: string): boolean =>
	line.startsWith('"') &&
	!/PRIMARY KEY|CURRENT_TIMESTAMP/.test(line) &&
	(!line.includes('NOT NULL') || line.includes('DEFAULT'));
