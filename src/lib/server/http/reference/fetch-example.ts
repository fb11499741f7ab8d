import type { Shown } from './shown-request.ts';

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
