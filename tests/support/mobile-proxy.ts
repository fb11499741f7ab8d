// A proxy between browser and server that can fail as mobile connections in shops do.
import type { IncomingMessage } from 'node:http';
import { openHttpProxy, type Arrives } from './http-proxy.ts';

/** Passed on; refused; accepted and never answered; answered late; only pages answered late; cut in the middle of the answer; every third answer lost; pages that a browser may keep for Back; a status of the proxy's own, as a page or in JSON. */
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
	| 'for Back';

const slowMs = 10_000;

export async function openSpoiltProxy(origin: string) {
	let spoilt: Spoilt = 'not';
	let writes = 0;
	const proxy = await openHttpProxy(origin, (asked, answer, passOn) => {
		const isWrite = asked.method !== 'GET' && asked.method !== 'HEAD';
		if (spoilt === 'refused') return void asked.socket.destroy();
		if (spoilt === 'silent') return void asked.resume();
		if (typeof spoilt === 'number')
			return void answer.writeHead(spoilt, { 'content-type': 'text/html' }).end('<h1>Sorry');
		if (typeof spoilt === 'object')
			return void answer
				.writeHead(spoilt.status, { 'content-type': 'application/json' })
				.end(JSON.stringify(spoilt.json));
		if (isWrite) writes += 1;
		const isLost = isWrite && (spoilt === 'cut' || (spoilt === 'every third' && writes % 3 === 0));
		const arrives = ({ headers }: IncomingMessage): Arrives => {
			if (spoilt === 'for Back') delete headers['cache-control'];
			if (!isLost) return 'whole';
			return spoilt === 'every third' ? 'nothing' : 'half';
		};
		const isPage = asked.headers.accept?.includes('text/html') === true;
		if (spoilt === 'slow' || (spoilt === 'slow pages' && isPage))
			setTimeout(() => passOn({ arrives }), slowMs);
		else passOn({ arrives });
	});
	return { ...proxy, spoil: (how: Spoilt): void => void (spoilt = how) };
}
