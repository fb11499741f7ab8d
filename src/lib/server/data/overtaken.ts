import { faultOfDriver } from './driver-fault.ts';

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
