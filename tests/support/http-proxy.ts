// A proxy between a client and the server, for tests that change or lose what passes through it.
import { once } from 'node:events';
import {
	Agent,
	createServer,
	request,
	type IncomingMessage,
	type OutgoingHttpHeaders,
	type ServerResponse
} from 'node:http';

/** How much of an answer arrives: its connection may be cut before it, or in the middle of its body. */
export type Arrives = 'whole' | 'half' | 'nothing';

type Passing = {
	/** The headers that the server is sent. */
	headers?: OutgoingHttpHeaders;
	arrives?: (response: IncomingMessage) => Arrives;
};

type Take = (
	asked: IncomingMessage,
	answer: ServerResponse,
	passOn: (passing?: Passing) => void
) => void;

/** Gives each request to `take`, which answers it or passes it on to the server at `origin`. */
export async function openHttpProxy(origin: string, take: Take) {
	const agent = new Agent({ keepAlive: true, maxSockets: 64 });
	const server = createServer((asked, answer) => {
		const { method, url } = asked;
		take(asked, answer, ({ headers = asked.headers, arrives = () => 'whole' } = {}) => {
			const onward = request(origin + url, { agent, method, headers }, (response) => {
				const part = arrives(response);
				if (part === 'nothing') return void (response.resume(), asked.socket.destroy());
				answer.writeHead(response.statusCode ?? 502, response.headers);
				if (part === 'whole') return void response.pipe(answer);
				response.once('data', (first: Buffer) => {
					answer.write(first.subarray(0, first.length / 2), () => asked.socket.destroy());
					response.resume();
				});
			});
			onward.on('error', () => asked.socket.destroy());
			answer.on('close', () => onward.destroy());
			asked.pipe(onward);
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	return {
		url: `http://127.0.0.1:${port}`,
		close: () => {
			server.closeAllConnections();
			agent.destroy();
			return new Promise((resolve) => server.close(resolve));
		}
	};
}
