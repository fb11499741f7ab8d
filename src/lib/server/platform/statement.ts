import type { SqlQuery } from '@prisma/driver-adapter-utils';

/** SQL without parameters, as a driver takes it. */
export const statement = (sql: string): SqlQuery => ({ sql, args: [], argTypes: [] });
