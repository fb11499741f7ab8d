import { Prisma } from './generated/sqlite/client.ts';
import { faultOfDriver } from './driver-fault.ts';
import { isLineLost } from './lost-connection.ts';
import { isOvertaken } from './overtaken.ts';
import { FileGone, NoTurn, TransactionEnded, UnknownOutcome } from './faults.ts';

/** The database is busy, full, unreachable, or refuses to write; another try may succeed. */
export function isUnavailable(error: unknown): boolean {
	if (isOvertaken(error)) return true;
	if ([UnknownOutcome, NoTurn, TransactionEnded, FileGone].some((kind) => error instanceof kind))
		return true;
	if (error instanceof Prisma.PrismaClientInitializationError) return true;
	if (error instanceof Prisma.PrismaClientKnownRequestError && awayClientCodes.test(error.code))
		return true;
	const fault = faultOfDriver(error);
	if (fault) return awayKinds.has(fault.kind) || awayCodes.test(fault.originalCode ?? '');
	return isLineLost(error);
}

/** Codes of Prisma's client. It passes on the operating system's code for a connection that was not opened or was lost. */
const awayClientCodes = /^(P1001|P1002|P1008|P1017|P2024|P2028|P2034|P2037|E[A-Z_]+)$/;

const awayKinds = new Set([
	'DatabaseNotReachable',
	'ConnectionClosed',
	'TransactionWriteConflict',
	'SocketTimeout',
	'TooManyConnections'
]);

/**
 * Codes of the drivers. SQLite has names. Postgres has numbers: connections (08), a standby that only reads (25006), a transaction
 * that was idle for too long (25P03), a database that lets nobody in or is being restored (28, 3D000, 55000), too little of
 * something, such as room on the disk (53), a lock or a query that took too long (55P03, 57014), starting and stopping (57P), the
 * disk (58).
 */
const awayCodes =
	/^(SQLITE_(FULL|READONLY|IOERR|BUSY|CANTOPEN)|(08...|25006|25P03|28...|3D000|53...|55000|55P03|57014|57P0.|58...)$)/;
