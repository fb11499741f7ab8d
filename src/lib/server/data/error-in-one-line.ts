import { faultOfDriver } from './driver-fault.ts';

/** The driver's own words where there are some; they name host and table, never the password. */
export function inOneLine(cause: unknown): string {
	const fault = faultOfDriver(cause);
	if (fault) {
		const { originalMessage, kind, ...details } = fault;
		return originalMessage ?? `${kind} ${JSON.stringify(details)}`;
	}
	if (cause instanceof AggregateError) return inOneLine(cause.errors[0]);
	const [line = ''] = (cause instanceof Error ? cause.message : String(cause))
		.trim()
		.split('\n', 1);
	return line;
}
