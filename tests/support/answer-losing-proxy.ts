// A proxy between client and server that loses answers: the server carries out the request, and the client gets no answer.
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';

/** Forwards to the server at `origin`, and cuts the connection instead of passing on the given share of the answers. */
export async function loseAnswers(origin: string, share: number) {
	const agent = new Agent({ keepAlive: true, maxSockets: 64 });
	let lost = 0;
	let passed = 0;
	const line = createServer((asked, answer) => {
		const { method, url, headers } = asked;
		const onward = request(origin + url, { agent, method, headers }, (response) => {
			const isLost = Math.random() < share;
			if (isLost) lost += 1;
			else passed += 1;
			// Half of the lost answers are cut at once, the other half in the middle of the body.
			if (isLost && Math.random() < 0.5) return void (response.resume(), asked.socket.destroy());
			answer.writeHead(response.statusCode ?? 502, response.headers);
			if (!isLost) return void response.pipe(answer);
			response.once('data', (part: Buffer) => {
				answer.write(part.subarray(0, part.length / 2), () => asked.socket.destroy());
				response.resume();
			});
		});
		onward.on('error', () => asked.socket.destroy());
		asked.pipe(onward);
	}).listen(0, '127.0.0.1');
	await once(line, 'listening');
	const address = line.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	return {
		origin: `http://127.0.0.1:${port}`,
		lost: () => lost,
		passed: () => passed,
		close: () => {
			line.closeAllConnections();
			agent.destroy();
			return new Promise((resolve) => line.close(resolve));
		}
	};
}
