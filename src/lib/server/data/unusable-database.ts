import { resolve } from 'node:path';
import { fileOf } from './database-url.ts';
import { isNotConnected } from './lost-connection.ts';
import { faultOfDriver } from './driver-fault.ts';
import { StartupError } from './startup-error.ts';
import { inOneLine } from './error-in-one-line.ts';

/** Why a database cannot be used, in one line that names the file or the host, and never the password. */
export function unusable(databaseUrl: string, cause: unknown): StartupError {
	if (cause instanceof StartupError) return cause;
	const file = fileOf(databaseUrl);
	const sentence = file === undefined ? ofPostgres(databaseUrl, cause) : ofFile(file, cause);
	return new StartupError(sentence, { cause });
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
