// A proxy before a server that is upgraded in the middle of a test: the same program as another build, under other file names.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the files of the server's own build. English scripts only: their paths have no language. */
const files = '_app/immutable/';
/** The name of a file there. The folder alone is in the service worker, which answers for the files of every build. */
const fileNames = /_app\/immutable\/(?=(?:entry|nodes|chunks|assets)\/)/g;
/** The folder of the files of a later build. */
const filesOf = (build: number) => (build > 0 ? `${files}next-build-${build}/` : files);

export async function openUpgradingProxy(origin: string) {
	const about = await readFile(
		join(import.meta.dirname, '../../build/client/_app/version.json'),
		'utf8'
	);
	const { version }: { version: string } = JSON.parse(about);
	let current = 0;
	let behind: string | undefined;
	let isAway = false;
	const server = createServer(async (asked, answer) => {
		if (isAway) return void asked.socket.destroy();
		const path = asked.url ?? '/';
		const build = path === behind ? current - 1 : current;
		const filesNow = filesOf(build);
		const isFile = path.startsWith(`/${files}`);
		const buildOfFile = Number(/next-build-(\d+)/.exec(path)?.[1] ?? 0);
		if (isFile && buildOfFile !== build) return void answer.writeHead(404).end('Not found');
		const parts: Buffer[] = [];
		for await (const part of asked) parts.push(part);
		const { connection: _connection, ...headers } = asked.headers;
		// A file of the server's own build has the same ETag, and the browser would be told that it has not changed.
		for (const name of ['accept-encoding', 'if-none-match']) delete headers[name];
		const response = await fetch(origin + path.replace(filesNow, files), {
			method: asked.method ?? 'GET',
			headers: headers as Record<string, string>,
			redirect: 'manual',
			...(parts.length > 0 ? { body: Buffer.concat(parts) } : {})
		}).catch(() => undefined);
		if (!response) return void asked.socket.destroy();
		const told = Object.fromEntries(response.headers);
		const cookies = response.headers.getSetCookie();
		for (const name of ['content-length', 'content-encoding', 'transfer-encoding', 'connection'])
			delete told[name];
		answer.writeHead(response.status, {
			...told,
			...(cookies.length > 0 ? { 'set-cookie': cookies } : {})
		});
		const kind = told['content-type'] ?? '';
		if (
			build > 0 &&
			/html|javascript|css|application\/json/.test(kind) &&
			!path.startsWith('/api/')
		) {
			const text = await response.text();
			return void answer.end(
				text.replaceAll(fileNames, filesNow).replaceAll(version, `${version}9${build}`)
			);
		}
		try {
			for await (const part of response.body ?? []) answer.write(part);
		} catch {
			// The browser or the server has ended the stream.
		}
		answer.end();
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : 0;

	return {
		url: `http://127.0.0.1:${port}`,
		/** With a path, that is answered by a node of the build before until the next call. */
		upgrade(except?: string): void {
			if (!behind) current += 1;
			behind = except;
		},
		goAway: (isGone: boolean): void => void (isAway = isGone),
		close: () => {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		}
	};
}
