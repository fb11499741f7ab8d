import { Prisma, type Provider } from './client.ts';

/** The values of one row as a JSON array. Without the names of the columns, which would be half of the text. */
export const jsonRow = (provider: Provider, columns: Prisma.Sql): Prisma.Sql =>
	provider === 'sqlite'
		? Prisma.sql`json_array(${columns})`
		: Prisma.sql`json_build_array(${columns})`;

/** `value` of every row in this order, as the text of one JSON array. So what belongs to a row is read in the row's own query. */
export const jsonOfAll = (provider: Provider, value: Prisma.Sql, order: Prisma.Sql): Prisma.Sql =>
	provider === 'sqlite'
		? Prisma.sql`json_group_array(${value} ORDER BY ${order})`
		: Prisma.sql`COALESCE(json_agg(${value} ORDER BY ${order})::text, '[]')`;
