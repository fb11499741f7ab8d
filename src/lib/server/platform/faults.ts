import { isDriverAdapterError } from '@prisma/driver-adapter-utils';
import { Prisma } from './database.ts';

/** Two wrote the same unique value at once, and this one came second. */
export function isAlreadyThere(error: unknown): boolean {
	return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}

/** The database is busy, full, unreachable, or refuses to write; another try may succeed. */
export function isAway(error: unknown): boolean {
	if (error instanceof Prisma.PrismaClientInitializationError) return true;
	if (error instanceof Prisma.PrismaClientKnownRequestError)
		return away.has(error.code) || saidByDriver(error);
	return error instanceof Error && lost.test(error.message);
}

const away = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037']);

/** A query that fails has one code of Prisma's, whatever the reason; the driver's own code tells. */
function saidByDriver({ meta }: Prisma.PrismaClientKnownRequestError): boolean {
	const fault = meta?.driverAdapterError;
	if (!(fault instanceof Error) || !isDriverAdapterError(fault)) return false;
	const { kind, originalCode = '' } = fault.cause;
	return awayKinds.has(kind) || awayCodes.test(originalCode);
}

const awayKinds = new Set([
	'DatabaseNotReachable',
	'ConnectionClosed',
	'TransactionWriteConflict',
	'SocketTimeout',
	'TooManyConnections'
]);

/**
 * Of SQLite by name. Of Postgres by number: connections (08), a standby that only reads (25006), too little of something, such as
 * room on the disk (53), a lock or a query that took too long (55P03, 57014), starting and stopping (57P), the disk (58).
 */
const awayCodes =
	/^(SQLITE_(FULL|READONLY|IOERR|BUSY|CANTOPEN)|(08...|25006|53...|55P03|57014|57P0.|58...)$)/;

/** What the Postgres driver says of a connection without any code. */
const lost =
	/^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/i;
