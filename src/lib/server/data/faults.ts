import { isDriverAdapterError, type DriverAdapterError } from '@prisma/driver-adapter-utils';
import { Prisma } from './generated/sqlite/client.ts';

/** Two wrote the same unique value at once, and this one came second. */
export function isUniqueViolation(error: unknown): boolean {
	return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}

/** What was to be changed, or what it belongs to, was there a moment ago: somebody else was quicker to delete it. */
export function isGone(error: unknown): boolean {
	const isClients = error instanceof Prisma.PrismaClientKnownRequestError;
	return (
		(isClients && /^P20(25|03)$/.test(error.code)) ||
		// What was written in SQL is told by the driver alone.
		faultOfDriver(error)?.kind === 'ForeignKeyConstraintViolation'
	);
}

/** The database is busy, full, unreachable, or refuses to write; another try may succeed. */
export function isUnavailable(error: unknown): boolean {
	if (isOvertaken(error)) return true;
	if ([UnknownOutcome, NoTurn, Ended, FileGone].some((kind) => error instanceof kind)) return true;
	if (error instanceof Prisma.PrismaClientInitializationError) return true;
	if (error instanceof Prisma.PrismaClientKnownRequestError && away.has(error.code)) return true;
	const fault = faultOfDriver(error);
	if (fault) return awayKinds.has(fault.kind) || awayCodes.test(fault.originalCode ?? '');
	return isLineLost(error);
}

/** A lock that is needed would have to be waited for while others are held: roll back, and begin anew. */
export class Overtaken extends Error {}

/** What a row that was required and is not there fails with. */
const divisionByZero = '22012';

/** Whether the transaction was rolled back for the sake of another one, so that it can be run again as it is. */
export function isOvertaken(error: unknown): boolean {
	if (error instanceof Overtaken) return true;
	const fault = faultOfDriver(error);
	return fault?.kind === 'TransactionWriteConflict' || fault?.originalCode === divisionByZero;
}

/** A named statement is asked of a connection to Postgres that does not know it. */
export function isNotPrepared(error: unknown): boolean {
	return faultOfDriver(error)?.originalCode === '26000';
}

/** The connection broke while the transaction was being committed: it may have been or not, and nobody here can tell. */
export class UnknownOutcome extends Error {}

/** The writers before this one took all the time there was; nothing was begun. */
export class NoTurn extends Error {}

/** The transaction was open for too long, and is rolled back. */
export class Ended extends Error {}

/** What was committed went into a file that was deleted or replaced: it is lost. */
export class FileGone extends Error {}

/** The database is not as the database itself has written it; only a backup helps. */
export function isDamaged(error: unknown): boolean {
	return /^(SQLITE_(CORRUPT|NOTADB)|XX00[12]$)/.test(faultOfDriver(error)?.originalCode ?? '');
}

/** Whether this error, of a COMMIT, leaves open what became of it. */
export function leavesOpen(error: unknown): boolean {
	const fault = faultOfDriver(error);
	if (fault) return lostKinds.has(fault.kind) || lostCodes.test(fault.originalCode ?? '');
	return isLineLost(error);
}

const away = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037']);

/** What the driver said: of a query Prisma hands it on inside of its own error, of a COMMIT as it is. */
export function faultOfDriver(error: unknown): DriverAdapterError['cause'] | undefined {
	if (error instanceof Prisma.PrismaClientKnownRequestError)
		return faultOfDriver(error.meta?.driverAdapterError);
	return error instanceof Error && isDriverAdapterError(error) ? error.cause : undefined;
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

/** What the system says of the line to Postgres, where the driver's adapter hands it on as it is. */
const lineCodes = /^(EPIPE|ECONNABORTED|EHOSTDOWN|EHOSTUNREACH|ENETDOWN|ENETUNREACH|EAI_AGAIN)$/;

function isLineLost(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	return lost.test(error.message) || ('code' in error && lineCodes.test(String(error.code)));
}

/** Postgres was ended, or the line to it. */
const lostKinds = new Set(['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout']);
const lostCodes = /^(08...|57P0.)$/;
