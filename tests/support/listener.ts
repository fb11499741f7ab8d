// A reader of server-sent events that keeps what it received and can be disconnected.
import { get, type ClientRequest } from 'node:http';

type Heard = { id: number | undefined; event: string; data: Record<string, unknown> };

export type Listener = ReturnType<typeof listenTo>;

/** Opens a stream; `headers` carry the credential. `last` is the Last-Event-ID to resume from. */
export function listenTo(
	origin: string,
	path: string,
	headers: Record<string, string>,
	last?: string
) {
	const heard: Heard[] = [];
	let status = 0;
	let closed = false;
	let text = '';
	const more = last === undefined ? {} : { 'last-event-id': last };
	const request: ClientRequest = get(
		`${origin}${path}`,
		{ headers: { ...headers, ...more } },
		(response) => {
			status = response.statusCode ?? 0;
			response.setEncoding('utf8');
			response.on('data', (part: string) => {
				text += part;
				const blocks = text.split('\n\n');
				text = blocks.pop() ?? '';
				heard.push(...blocks.flatMap(read));
			});
			response.on('close', () => (closed = true));
		}
	);
	request.on('error', () => (closed = true));

	return {
		heard,
		changes: () => heard.filter(({ event }) => event === 'change'),
		lastId: () => String(heard.findLast(({ id }) => id !== undefined)?.id ?? ''),
		status: () => status,
		closed: () => closed,
		cut: () => request.destroy()
	};
}

function read(block: string): Heard[] {
	const field = (name: string) =>
		block
			.split('\n')
			.find((line) => line.startsWith(`${name}: `))
			?.slice(name.length + 2);
	const event = field('event');
	if (!event) return [];
	const id = field('id');
	const data: Record<string, unknown> = JSON.parse(field('data') ?? '{}');
	return [{ id: id === undefined ? undefined : Number(id), event, data }];
}
