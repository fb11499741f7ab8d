import { isDriverAdapterError, type DriverAdapterError } from '@prisma/driver-adapter-utils';
import { Prisma } from './generated/sqlite/client.ts';

/** Two commands wrote the same unique value at once, and this one came second. */
export function isUniqueViolation(error: unknown): boolean {
	return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}

/** Another command has just deleted the row that was to be changed, or one that it refers to. */
export function isGone(error: unknown): boolean {
	const isClients = error instanceof Prisma.PrismaClientKnownRequestError;
	return (
		(isClients && /^P20(25|03)$/.test(error.code)) ||
		// Where the statement was SQL, only the driver reports the violation.
		faultOfDriver(error)?.kind === 'ForeignKeyConstraintViolation'
	);
}

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

/**
 * The transaction would have to wait for a lock while it holds others, or rows that it found have expired. It is rolled back and begun anew.
 */
export class Overtaken extends Error {}

/** The error code of `requireRow` where the row is not there. */
const divisionByZero = '22012';

/** Whether the transaction was rolled back for the sake of another one, so that it can be run again as it is. */
export function isOvertaken(error: unknown): boolean {
	if (error instanceof Overtaken) return true;
	const fault = faultOfDriver(error);
	return fault?.kind === 'TransactionWriteConflict' || fault?.originalCode === divisionByZero;
}

/** A query names a prepared statement that its connection to Postgres does not know. */
export function isNotPrepared(error: unknown): boolean {
	return faultOfDriver(error)?.originalCode === '26000';
}

/** The connection broke during COMMIT: whether the transaction was committed cannot be known here. */
export class UnknownOutcome extends Error {}

/** The writers before this one took all the time that it could wait. Its transaction was not begun. */
export class NoTurn extends Error {}

/** The transaction was open for too long, and is rolled back. */
export class TransactionEnded extends Error {}

/** What was committed went into a file that was deleted or replaced: it is lost. */
export class FileGone extends Error {}

/** The database is corrupt; only a backup helps. */
export function isDamaged(error: unknown): boolean {
	return /^(SQLITE_(CORRUPT|NOTADB)|XX00[12]$)/.test(faultOfDriver(error)?.originalCode ?? '');
}

/** Whether the transaction may have been committed although its COMMIT failed with this error. */
export function leavesOutcomeOpen(error: unknown): boolean {
	const fault = faultOfDriver(error);
	if (fault) return lostKinds.has(fault.kind) || lostCodes.test(fault.originalCode ?? '');
	return isLineLost(error);
}

/** Codes of Prisma's client. It passes on the operating system's code for a connection that was not opened or was lost. */
const awayClientCodes = /^(P1001|P1002|P1008|P1017|P2024|P2028|P2034|P2037|E[A-Z_]+)$/;

/** The driver's own error. Prisma wraps that of a query in its own, and passes that of a COMMIT on as it is. */
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
 * Codes of the drivers. SQLite has names. Postgres has numbers: connections (08), a standby that only reads (25006), a transaction
 * that was idle for too long (25P03), a database that lets nobody in or is being restored (28, 3D000, 55000), too little of
 * something, such as room on the disk (53), a lock or a query that took too long (55P03, 57014), starting and stopping (57P), the
 * disk (58).
 */
const awayCodes =
	/^(SQLITE_(FULL|READONLY|IOERR|BUSY|CANTOPEN)|(08...|25006|25P03|28...|3D000|53...|55000|55P03|57014|57P0.|58...)$)/;

/** The messages of the Postgres driver for a lost connection, which have no code. */
const lostMessages =
	/^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/i;

/** The operating system's codes for a lost connection to Postgres, which the driver's adapter passes on unchanged. */
const lineCodes = /^(EPIPE|ECONNABORTED|EHOSTDOWN|EHOSTUNREACH|ENETDOWN|ENETUNREACH)$/;

/** The operating system found no address for the name of Postgres, or could connect to none of its addresses. */
export function isNotConnected(error: unknown): boolean {
	if (error instanceof AggregateError) return error.errors.some(isNotConnected);
	return (
		error instanceof Error &&
		'syscall' in error &&
		/^(connect|getaddrinfo)$/.test(String(error.syscall))
	);
}

function isLineLost(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	if (isNotConnected(error)) return true;
	return (
		lostMessages.test(error.message) || ('code' in error && lineCodes.test(String(error.code)))
	);
}

/** Postgres was ended, or the connection to it was lost. */
const lostKinds = new Set(['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout']);
const lostCodes = /^(08...|57P0.)$/;
