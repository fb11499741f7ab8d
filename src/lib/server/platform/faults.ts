import { isDriverAdapterError } from '@prisma/driver-adapter-utils';
import { Prisma } from './database.ts';

/** Two wrote the same unique value at once, and this one came second. */
export function isAlreadyThere(error: unknown): boolean {
	return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}

/** What was to be changed, or what it belongs to, was there a moment ago: somebody else was quicker to delete it. */
export function isGone(error: unknown): boolean {
	return error instanceof Prisma.PrismaClientKnownRequestError && /^P20(25|03)$/.test(error.code);
}

/** The database is busy, unreachable, or refuses to write; another try may succeed. */
export function isAway(error: unknown): boolean {
	if (error instanceof Prisma.PrismaClientInitializationError) return true;
	return (
		error instanceof Prisma.PrismaClientKnownRequestError &&
		(away.has(error.code) || awayKinds.has(kindOf(error)) || saysAway(error.message))
	);
}

const away = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034']);

/** What the driver calls it: a raw query that fails has one code, whatever the reason. */
const awayKinds = new Set([
	'DatabaseNotReachable',
	'ConnectionClosed',
	'TransactionWriteConflict',
	'SocketTimeout',
	'TooManyConnections'
]);

function kindOf({ meta }: Prisma.PrismaClientKnownRequestError): string {
	const fault = meta?.driverAdapterError;
	return fault instanceof Error && isDriverAdapterError(fault) ? fault.cause.kind : '';
}

const saysAway = (message: string): boolean =>
	/SQLITE_(FULL|READONLY|IOERR|BUSY)|database or disk is full|readonly database|disk I\/O error|terminating connection|connection terminated|ECONNREFUSED|ECONNRESET|the database system is/i.test(
		message
	);
