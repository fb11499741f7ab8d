import type { Shown } from './shown-request.ts';

export function curlExample({ origin, method, path, body, by, isStream }: Shown): string {
	const options = `${isStream ? '-N ' : ''}${method === 'GET' ? '' : `-X ${method} `}`;
	const lines = [
		`curl ${options}${quoted(`${origin}/api/v1${path}`)}`,
		...credential[by](origin),
		...(body === undefined
			? []
			: [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`])
	];
	return lines.join(' \\\n  ');
}

/** Secrets are in the environment of the shell. A cookie jar holds the cookies that answers set. */
const credential: Record<Shown['by'], (origin: string) => string[]> = {
	bearer: () => ['-H "Authorization: Bearer $HEARTH_TOKEN"'],
	session: (origin) => [
		'-H "Cookie: hearth_session=$HEARTH_SESSION"',
		`-H ${quoted(`Origin: ${origin}`)}`
	],
	cookie: (origin) => ['-b cookies.txt', '-c cookies.txt', `-H ${quoted(`Origin: ${origin}`)}`],
	none: () => []
};

/** Quotes a text as one word for a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
