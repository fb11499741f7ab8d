import type { ArgType, SqlQuery } from '@prisma/driver-adapter-utils';
import type { Sql } from './sql.ts';

/** Writes SQL as the database takes it, with its own placeholders for values. */
export type TextOf = (sql: Sql) => string;

/** A statement without values, as the driver takes it. */
export const statement = (sql: string): SqlQuery => ({ sql, args: [], argTypes: [] });

/** A statement with values, whose types are left to the driver. */
export const asStatement = (textOf: TextOf, sql: Sql): SqlQuery => ({
	sql: textOf(sql),
	args: sql.values,
	argTypes: sql.values.map(() => asGiven)
});

const asGiven: ArgType = { scalarType: 'unknown', arity: 'scalar' };
