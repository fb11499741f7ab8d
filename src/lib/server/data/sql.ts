import { Prisma } from './generated/sqlite/client.ts';

/** SQL, and the values for the places in it. */
export type Sql = Prisma.Sql;

/** A boolean as a database answers it; SQLite has numbers. */
export type Flag = boolean | bigint | number;

/** What a column takes. */
export type Value = string | number | boolean | Date | null;

/**
 * SQL from a template. What stands in it is a value, or other SQL. The text is built once for all statements composed of the
 * same templates: joining and hashing thousands of characters for each request costs more than reading a row. A statement with
 * many values has a text of its own.
 */
export const sql = Object.assign(
	(template: TemplateStringsArray, ...parts: unknown[]): Sql => new Composed(template, parts),
	{
		/** Joins parts with commas, or with another separator that is given. Throws where there is none. */
		join: Prisma.join,
		/** Text that is SQL already. Never a caller's input. */
		raw: Prisma.raw,
		/** The name of a table or a column. Never a caller's input. */
		identifier: (name: string): Sql => Prisma.raw(`"${name}"`),
		empty: Prisma.empty
	}
);

/** The templates that SQL is composed of, without its values. */
type Shape = {
	/** The shapes that begin with this one, by their next part. Absent where the shape is of a single statement. */
	next?: Map<unknown, Shape>;
	strings?: string[];
	sql?: string;
	text?: string;
};

class Composed {
	readonly values: Sql['values'];
	readonly shape: Shape;
	/** Prisma's own, as is whatever this class does not have. */
	declare readonly inspect: Sql['inspect'];
	declare readonly statement: Sql['statement'];

	constructor(template: TemplateStringsArray, parts: unknown[]) {
		const values: unknown[] = [];
		let shape = after(shapes, template);
		for (const part of parts) {
			if (part instanceof Prisma.Sql) values.push(...part.values);
			else values.push(part);
			shape = after(shape, part instanceof Prisma.Sql ? keyOf(part) : aValue);
		}
		shape.strings ??= new Prisma.Sql(template, parts).strings;
		this.values = values;
		this.shape = shape;
	}

	get strings(): string[] {
		return this.shape.strings ?? [];
	}
	/** As SQLite takes it. */
	get sql(): string {
		return (this.shape.sql ??= this.strings.join('?'));
	}
	/** As Postgres takes it. */
	get text(): string {
		return (this.shape.text ??= this.strings.reduce(
			(text, string, at) => `${text}$${at}${string}`
		));
	}
}

// Prisma accepts as SQL only instances of its own class, whose constructor would build the text each time.
Object.setPrototypeOf(Composed.prototype, Prisma.Sql.prototype);

/** Undefined for SQL whose text is not worth caching: many rows, or a long list of uids. */
function keyOf(part: Sql): unknown {
	if (part instanceof Composed) return part.shape.next && part.shape;
	return part.values.length > mostValues ? undefined : part.strings.join('\0');
}

function after({ next }: Shape, key: unknown): Shape {
	if (!next || key === undefined) return {};
	const known = next.get(key);
	if (known) return known;
	if (++count > mostShapes) forget();
	const made: Shape = { next: new Map() };
	next.set(key, made);
	return made;
}

/** Bounds the cache: each length of a list of uids makes a shape of its own. */
function forget(): void {
	shapes.next.clear();
	count = 0;
}

const aValue = Symbol('a value');
const shapes = { next: new Map<unknown, Shape>() };
let count = 0;
const mostShapes = 10_000;
const mostValues = 50;
