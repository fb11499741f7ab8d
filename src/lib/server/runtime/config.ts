import { z } from 'zod';
import { logLevels } from './log.ts';
import { StartupError } from '../data/startup-error.ts';

export type Config = ReturnType<typeof readConfig>;

/** Reads the environment once, at the start. Throws StartupError with one line that names each variable in the way. */
export function readConfig(environment: Record<string, string | undefined>) {
	const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
	const result = variables.safeParse(given);
	if (!result.success) throw new StartupError(result.error.issues.map(inOneLine).join('; '));
	const read = result.data;
	return {
		databaseUrl: read.DATABASE_URL,
		host: read.HOST,
		port: read.PORT,
		/** The address people use, without a slash at the end; undefined where the address of each request is used. */
		origin: read.ORIGIN && new URL(read.ORIGIN).origin,
		/** Opens the first run from another machine; undefined where the program makes one and prints it. */
		setupCode: read.SETUP_CODE,
		/** The bearer for /metrics; undefined where only this machine is answered. */
		metricsToken: read.METRICS_TOKEN,
		/** How many proxies in front are believed when they name the client that they speak for. */
		trustedProxies: read.TRUSTED_PROXIES,
		logLevel: read.LOG_LEVEL,
		/** In characters as a person counts them. */
		minPasswordLength: read.MIN_PASSWORD_LENGTH
	};
}

const whole = (fallback: number, least: number, most: number) =>
	z
		.string()
		.regex(/^\d{1,9}$/, `is a whole number from ${least} to ${most}`)
		.transform(Number)
		.refine(
			(value) => value >= least && value <= most,
			`is a whole number from ${least} to ${most}`
		)
		.default(fallback);

/** A secret of characters that need no escaping in an address or a header. */
const secret = (least: number) =>
	z
		.string()
		.regex(
			new RegExp(`^[\\w.~-]{${least},200}$`),
			`is ${least} to 200 letters, digits, or any of - . _ ~`
		)
		.optional();

const variables = z.object({
	DATABASE_URL: z
		.string()
		.refine((value) => !/^\s|^file:\s|\s$/.test(value), {
			error: 'begins or ends with a space, which is part of no path',
			abort: true
		})
		.refine(
			isDatabase,
			'is "file:" and a path without ? or #, or "postgres://" and an address (in its password #, /, ? and @ are written %23, %2F, %3F and %40, and % is %25)'
		)
		.refine(
			(value) => !/^file:\/\/(?!\/)/.test(value),
			'names a folder of the root after "file://": write "file:" and the path, such as file:./data/hearth.db'
		)
		.refine(
			(value) => !/^file:(?:.*\/\.{0,2}|\.{1,2})$/.test(value),
			'names a folder: add the name of the file, such as file:./data/hearth.db'
		)
		.refine(
			(value) => !/^postgres.*[?&]schema=/.test(value),
			"names no schema: Postgres looks where the role's search_path leads"
		)
		.refine(
			(value) =>
				!/^postgres.*[?&]sslmode=(?!(disable|prefer|require|verify-ca|verify-full|no-verify)(&|$))/.test(
					value
				),
			'has an sslmode that is none of disable, prefer, require, verify-ca, verify-full, no-verify'
		)
		.refine(
			(value) => !/^file:(~|.*\$\w|.*\$\{)/.test(value),
			'has a ~ or a $ in its path, which only a shell reads: write the whole path'
		)
		.default('file:./data/hearth.db'),
	HOST: z
		.string()
		.regex(/^[\w.:%-]+$/, 'is an address of this machine, such as 127.0.0.1 or 0.0.0.0')
		.default('0.0.0.0'),
	PORT: whole(3000, 0, 65_535),
	ORIGIN: z
		.string()
		.refine(isOrigin, 'is an address such as https://lists.example.org, without a path')
		.optional(),
	TRUSTED_PROXIES: whole(0, 0, 9),
	SETUP_CODE: secret(8),
	BODY_SIZE_LIMIT: z
		.string()
		.refine(isBodySize, 'is a size such as 512K, from 64K to 64M')
		.default('512K'),
	LOG_LEVEL: z.enum(logLevels, `is one of ${logLevels.join(', ')}`).default('info'),
	MIN_PASSWORD_LENGTH: whole(15, 8, 256),
	METRICS_TOKEN: secret(16)
});

/** Every variable with its default, as text. */
export const defaults: Record<string, string> = Object.fromEntries(
	Object.entries(variables.shape).map(([name, variable]) => [
		name,
		String(variable.safeParse(undefined).data ?? '')
	])
);

/** The least is enough for the forms of the first run and of the settings. The most is kept in memory for each request. */
function isBodySize(value: string): boolean {
	const [, size, unit = ''] = /^(\d+)([KMG]?)$/i.exec(value) ?? [];
	const bytes = Number(size) * 1024 ** ['', 'K', 'M', 'G'].indexOf(unit.toUpperCase());
	return bytes >= 64 * 1024 && bytes <= 64 * 1024 ** 2;
}

function isDatabase(value: string): boolean {
	// Settings behind a ? would be taken as part of the file's name, and an empty household be served from it.
	if (value.startsWith('file:')) return /^file:[^?#]+$/.test(value) && !value.includes(':memory:');
	if (!/^postgres(ql)?:\/\//.test(value)) return false;
	// A password with / ? or # would end the address early, and what follows an @ in it be taken for the host and be logged.
	if (value.includes('#') || /^[^?]+\/\/[^?]*\/[^?]*@|\?[^=]*@/.test(value)) return false;
	// `host` may name the folder of a socket. URL does not take a name and a password that no host follows.
	const url = URL.parse(value.replace(/\/\/[^/]*@\//, '///'));
	return !!url?.hostname || /^\//.test(url?.searchParams.get('host') ?? '');
}

function isOrigin(value: string): boolean {
	const url = URL.parse(value);
	if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) return false;
	// URL takes names that no Host header is served under.
	return /^(\[.+\]|[\w-]+(\.[\w-]+)*\.?)$/.test(url.hostname);
}

const inOneLine = (issue: z.core.$ZodIssue): string => `${issue.path.join('.')} ${issue.message}`;
