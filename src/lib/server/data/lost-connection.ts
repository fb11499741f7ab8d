import { faultOfDriver } from './driver-fault.ts';

/** Whether the transaction may have been committed although its COMMIT failed with this error. */
export function leavesOutcomeOpen(error: unknown): boolean {
	const fault = faultOfDriver(error);
	if (fault) return lostKinds.has(fault.kind) || lostCodes.test(fault.originalCode ?? '');
	return isLineLost(error);
}

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

/** Whether the connection to Postgres was lost, or could not be opened. */
export function isLineLost(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	if (isNotConnected(error)) return true;
	return (
		lostMessages.test(error.message) || ('code' in error && lineCodes.test(String(error.code)))
	);
}

/** Postgres was ended, or the connection to it was lost. */
const lostKinds = new Set(['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout']);
const lostCodes = /^(08...|57P0.)$/;
