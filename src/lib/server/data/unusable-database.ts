import { resolve } from 'node:path';
import { fileOf } from './client.ts';
import { faultOfDriver, isNotConnected } from './faults.ts';
import { StartupError } from './startup-error.ts';

/** Why a database cannot be used, in one line that names the file or the host, and never the password. */
export function unusable(databaseUrl: string, cause: unknown): StartupError {
	if (cause instanceof StartupError) return cause;
	const file = fileOf(databaseUrl);
	const sentence = file === undefined ? ofPostgres(databaseUrl, cause) : ofFile(file, cause);
	return new StartupError(sentence, { cause });
}

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

function ofFile(file: string, cause: unknown): string {
	const path = resolve(file);
	const reason = inOneLine(cause);
	return /not a database|malformed/.test(reason)
		? `${path} is not a database of Hearth or is damaged, and was left as it was (${reason}); restore a backup, or set DATABASE_URL to another file`
		: `the database ${path} cannot be used (${reason}); see to it, or set DATABASE_URL to another file`;
}

function ofPostgres(databaseUrl: string, cause: unknown): string {
	const url = URL.parse(databaseUrl);
	const host = url?.searchParams.get('host') || url?.host;
	const where = `Postgres at ${host || 'the address in DATABASE_URL'}`;
	const fault = faultOfDriver(cause);
	const kind = fault?.kind;
	if (kind === 'DatabaseNotReachable' || isNotConnected(cause))
		return `${where} does not answer; see that it runs, and that DATABASE_URL names it`;
	if (kind === 'AuthenticationFailed' || /password must be a string/.test(inOneLine(cause)))
		return `${where} does not let ${url?.username || 'this account'} in; see to the name and the password in DATABASE_URL`;
	if (fault?.kind === 'TlsConnectionError')
		return `${where} cannot be reached over TLS (${fault.reason}); see to sslmode and sslrootcert in DATABASE_URL`;
	return `${where} cannot be used (${inOneLine(cause)}); see to it, or set DATABASE_URL to another database`;
}
