// A pooler in transaction mode, like pgbouncer. All clients share one Postgres session; a client holds it until its transaction ends.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

type TransactionPooler = { url: string; close: () => Promise<void> };

type Client = { socket: Socket; said: Buffer[] };

export async function startTransactionPooler(databaseUrl: string): Promise<TransactionPooler> {
	const url = new URL(databaseUrl);
	const session = connect(Number(url.port), url.hostname);
	const waiting: Client[] = [];
	let speaks: Client | undefined;
	let isSignedIn = false;
	/** How many Queries and Syncs Postgres has not answered yet. */
	let open = 0;

	function pass(client: Client): void {
		if (speaks && speaks !== client) return;
		const said = client.said.splice(0);
		if (said.length === 0) return;
		speaks = client;
		for (const message of said) {
			if ('QS'.includes(String.fromCharCode(message[0] ?? 0))) open += 1;
			session.write(message);
		}
	}

	session.on('data', (answer) => {
		speaks?.socket.write(answer);
		const ends = messagesIn(answer).filter((message) => message[0] === 0x5a);
		if (ends.length === 0) return;
		isSignedIn = true;
		open = Math.max(0, open - ends.length);
		if (open > 0 || ends.at(-1)?.[5] !== 0x49) return;
		speaks = undefined;
		for (const client of waiting) pass(client);
	});

	const server = createServer((socket) => {
		const client: Client = { socket, said: [] };
		let isKnown = false;
		waiting.push(client);
		socket.on('error', () => {});
		socket.on('data', (said) => {
			if (!isKnown && isSignedIn) socket.write(welcome);
			else if (!isSignedIn) {
				speaks = client;
				session.write(said);
			} else {
				client.said.push(...messagesIn(said).filter((message) => message[0] !== 0x58));
				pass(client);
			}
			isKnown = true;
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (typeof address === 'object' && address) url.port = String(address.port);
	return {
		url: url.href,
		close: async () => {
			session.destroy();
			for (const { socket } of waiting) socket.destroy();
			server.close();
			await once(server, 'close');
		}
	};
}

/** AuthenticationOk and ReadyForQuery. */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** Splits what arrived into messages of the protocol: a letter, the length, the rest. All messages here are short enough to arrive whole. */
function messagesIn(bytes: Buffer): Buffer[] {
	const messages = [];
	for (let at = 0; at + 5 <= bytes.length;) {
		const end = at + 1 + bytes.readUInt32BE(at + 1);
		messages.push(bytes.subarray(at, end));
		at = end;
	}
	return messages;
}
