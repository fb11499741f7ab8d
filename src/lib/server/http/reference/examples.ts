/** A request as people try it out: in a shell, and in a script. tests/contract/reference.test.ts runs every one. */
export type Shown = {
	origin: string;
	method: string;
	/** Below /api/v1, filled in. */
	path: string;
	body: unknown;
	/** Which credential goes along. */
	by: 'bearer' | 'session' | 'cookie' | 'none';
	/** Whether the answer is a stream, which must not be buffered. */
	isStream: boolean;
};

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

export function fetchExample({ origin, method, path, body, by }: Shown): string {
	const headers = [
		...(by === 'bearer' ? ['\t\tAuthorization: `Bearer ${token}`'] : []),
		...(body === undefined ? [] : [`\t\t'Content-Type': 'application/json'`])
	];
	const options = [
		...(method === 'GET' ? [] : [`\tmethod: '${method}'`]),
		...(by === 'session' || by === 'cookie' ? [`\tcredentials: 'include'`] : []),
		...(headers.length > 0 ? [`\theaders: {\n${headers.join(',\n')}\n\t}`] : []),
		...(body === undefined
			? []
			: [`\tbody: JSON.stringify(${JSON.stringify(body, null, '\t').replaceAll('\n', '\n\t')})`])
	];
	const second = options.length > 0 ? `, {\n${options.join(',\n')}\n}` : '';
	return `const answer = await fetch(${inScript(`${origin}/api/v1${path}`)}${second});`;
}

const inScript = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
