// A proxy between client and server that loses answers: the server carries out the request, and the client gets no answer.
import { openHttpProxy, type Arrives } from './http-proxy.ts';

/** Forwards to the server at `origin`, and cuts the connection instead of passing on the given share of the answers. */
export async function loseAnswers(origin: string, share: number) {
	let lost = 0;
	let passed = 0;
	const arrives = (): Arrives => {
		const isLost = Math.random() < share;
		if (isLost) lost += 1;
		else passed += 1;
		if (!isLost) return 'whole';
		return Math.random() < 0.5 ? 'nothing' : 'half';
	};
	const { url, close } = await openHttpProxy(origin, (_asked, _answer, passOn) =>
		passOn({ arrives })
	);
	return { origin: url, lost: () => lost, passed: () => passed, close };
}
