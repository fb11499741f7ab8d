/** One JSON object a line on standard error. Never given a body, a cookie or a header that opens anything. */
export type Log = {
	error(message: string, facts?: Facts): void;
	warn(message: string, facts?: Facts): void;
	info(message: string, facts?: Facts): void;
	debug(message: string, facts?: Facts): void;
};

export const logLevels = ['error', 'warn', 'info', 'debug', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

export function logTo(write: (line: string) => void, level: LogLevel): Log {
	const threshold = level === 'silent' ? -1 : logLevels.indexOf(level);
	const at =
		(name: LogLevel) =>
		(message: string, facts: Facts = {}) => {
			if (logLevels.indexOf(name) > threshold) return;
			write(
				JSON.stringify({ at: new Date().toISOString(), level: name, message, ...facts }) + '\n'
			);
		};
	return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

type Facts = Record<string, string | number | boolean>;
