import { Prisma } from './generated/sqlite/client.ts';
import { faultOfDriver } from './driver-fault.ts';

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
