import type { ArgType, SqlQuery } from '@prisma/driver-adapter-utils';
import type { Sql } from './sql.ts';

/** How the database that is meant writes the places of values. */
export type TextOf = (sql: Sql) => string;

/** A statement without values, as the driver takes it. */
export const statement = (sql: string): SqlQuery => ({ sql, args: [], argTypes: [] });

/** One with values, which are of the kinds that they are. */
export const asStatement = (textOf: TextOf, sql: Sql): SqlQuery => ({
	sql: textOf(sql),
	args: sql.values,
	argTypes: sql.values.map(() => asGiven)
});

const asGiven: ArgType = { scalarType: 'unknown', arity: 'scalar' };
