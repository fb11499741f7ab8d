// A proxy between browser and server that can fail as mobile connections in shops do.
import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

/** Passed on; refused; accepted and never answered; answered late; only pages answered late; cut in the middle of the answer; every third answer lost; pages that a browser may keep for Back; the page for no connection led to sign-in; a status of the proxy's own, as a page or in JSON. */
type Spoilt =
	| number
	| { status: number; json: object }
	| 'not'
	| 'refused'
	| 'silent'
	| 'slow'
	| 'slow pages'
	| 'cut'
	| 'every third'
	| 'for Back'
	| 'signed out at the proxy';

const slowMs = 10_000;

export async function openSpoiltProxy(origin: string) {
	const agent = new Agent({ keepAlive: true, maxSockets: 64 });
	let spoilt: Spoilt = 'not';
	let writes = 0;
	const server = createServer((asked, answer) => {
		const isWrite = asked.method !== 'GET' && asked.method !== 'HEAD';
		if (spoilt === 'refused') return void asked.socket.destroy();
		if (spoilt === 'silent') return void asked.resume();
		if (typeof spoilt === 'number')
			return void answer.writeHead(spoilt, { 'content-type': 'text/html' }).end('<h1>Sorry');
		if (typeof spoilt === 'object')
			return void answer
				.writeHead(spoilt.status, { 'content-type': 'application/json' })
				.end(JSON.stringify(spoilt.json));
		if (spoilt === 'signed out at the proxy' && asked.url === '/offline')
			return void answer.writeHead(302, { location: '/sign-in' }).end();
		if (isWrite) writes += 1;
		const isLost = isWrite && (spoilt === 'cut' || (spoilt === 'every third' && writes % 3 === 0));
		const isPage = asked.headers.accept?.includes('text/html') === true;
		if (spoilt === 'slow' || (spoilt === 'slow pages' && isPage))
			setTimeout(() => passOn(asked, answer, isLost), slowMs);
		else passOn(asked, answer, isLost);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : 0;

	function passOn(asked: IncomingMessage, answer: ServerResponse, isLost: boolean): void {
		const { method, url, headers } = asked;
		const onward = request(origin + url, { agent, method, headers }, (response) => {
			if (isLost && spoilt === 'every third')
				return void (response.resume(), asked.socket.destroy());
			if (spoilt === 'for Back') delete response.headers['cache-control'];
			answer.writeHead(response.statusCode ?? 502, response.headers);
			if (!isLost) return void response.pipe(answer);
			response.once('data', (part: Buffer) => {
				answer.write(part.subarray(0, part.length / 2), () => asked.socket.destroy());
				response.resume();
			});
		});
		onward.on('error', () => asked.socket.destroy());
		answer.on('close', () => onward.destroy());
		asked.pipe(onward);
	}

	return {
		url: `http://127.0.0.1:${port}`,
		spoil: (how: Spoilt): void => void (spoilt = how),
		close: () => {
			server.closeAllConnections();
			agent.destroy();
			return new Promise((resolve) => server.close(resolve));
		}
	};
}
