// A proxy in front of the server for clients without a credential. It adds an access token to each request and changes nothing else.
import { createServer, request } from 'node:http';
import { once } from 'node:events';

export type TokenProxy = { origin: string; close(): Promise<void> };

export async function openTokenProxy(
	port: number,
	{ to, bearer }: { to: string; bearer: string }
): Promise<TokenProxy> {
	const { hostname, port: behind } = new URL(to);
	const server = createServer((asked, answer) => {
		const headers = { ...asked.headers, authorization: `Bearer ${bearer}` };
		const passed = request(
			{ hostname, port: behind, method: asked.method, path: asked.url, headers },
			(response) => {
				answer.writeHead(response.statusCode ?? 502, response.headers);
				response.pipe(answer);
			}
		);
		passed.on('error', () => answer.destroy());
		answer.on('close', () => passed.destroy());
		asked.pipe(passed);
	});
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	return {
		origin: `http://localhost:${port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		}
	};
}
