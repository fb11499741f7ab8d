// The requests and responses that are made natively late answer every question as native ones do.
import { setResponse } from '@sveltejs/kit/node';
import fc from 'fast-check';
import { once } from 'node:events';
import {
	createServer,
	request,
	type IncomingMessage,
	type OutgoingHttpHeaders,
	type RequestListener,
	type Server
} from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import {
	lazyRequest,
	sendWhole,
	utf8Of,
	wholeResponse
} from '../../src/lib/server/http/lazy-native.ts';
import { answerTo } from '../../src/lib/server/http/rest.ts';

let server: Server | undefined;

afterEach(() => {
	server?.closeAllConnections();
	server?.close();
});

const word = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
const headers = fc.dictionary(
	word.map((name) => `x-${name}`),
	fc.stringMatching(/^[\x20-\x7eé]{0,20}$/)
);
const path = fc.webPath().map((drawn) => `/${drawn.replace(/^\//, '')}`);

it('answers every question about a request as a native one does', () => {
	fc.assert(
		fc.property(
			fc.constantFrom('GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE'),
			path,
			fc.option(fc.webQueryParameters()),
			headers,
			(method, at, query, named) => {
				const url = `http://localhost:3000${at}${query === null ? '' : `?${query}`}`;
				const make = () => new Request(url, { method, headers: named });
				expect(propertiesOf(lazyFrom({ url, method, headers: named, make }))).toEqual(
					propertiesOf(make())
				);
			}
		),
		{ numRuns: 300 }
	);
});

it('makes no native request for method, address, headers and signal', () => {
	const make = () => {
		throw new Error('a native request was made');
	};
	const request = lazyFrom({ url: 'http://a/b?c', method: 'GET', headers: { d: 'e' }, make });
	const { method, url, signal, bodyUsed } = request;
	expect([method, url, signal.aborted, bodyUsed]).toEqual(['GET', 'http://a/b?c', false, false]);
	expect(request.headers.get('D')).toBe('e');
	expect(request).toBeInstanceOf(Request);
	expect(() => request.body).toThrow('a native request was made');
});

it('refuses an address that cannot be parsed, as a native request does', () => {
	const make = () => new Request('http://a:b:c/');
	expect(() => lazyFrom({ url: 'http://a:b:c/', method: 'GET', headers: {}, make })).toThrow(
		TypeError
	);
	expect(make).toThrow(TypeError);
});

it('reads a body as a native request does, and once only', async () => {
	const ways = ['arrayBuffer', 'text', 'json', 'blob', 'bytes'] as const;
	for (const way of ways)
		for (const headers of [announced, inChunks]) {
			const outcome = await arriving('{"a":"é"}', headers, async (request) => {
				const value: unknown = await request[way]();
				await expect(request[way]()).rejects.toThrow(TypeError);
				return [await asText(value), request.bodyUsed];
			});
			expect(outcome).toEqual(['{"a":"é"}', true]);
		}
});

it('refuses to read a body in a second way', async () => {
	const second = await arriving('{}', announced, async (request) => {
		await request.arrayBuffer();
		return (['text', 'json', 'blob', 'formData'] as const).map(
			(way) => async () => request[way]() as Promise<unknown>
		);
	});
	for (const read of second) await expect(read()).rejects.toThrow(TypeError);
});

it('reads a form', async () => {
	const headers = { ...announced, 'content-type': 'application/x-www-form-urlencoded' };
	const read = async (request: Request) => [...(await request.formData())];
	expect(await arriving('a=1&b=%C3%A9', headers, read)).toEqual([
		['a', '1'],
		['b', 'é']
	]);
});

it('leaves a body to the native request that is longer than allowed, or of unknown length or kind', async () => {
	const isNativeRead = async (length: number, headers: OutgoingHttpHeaders) => {
		let isNative = false;
		const read = (request: Request) => request.arrayBuffer();
		await arriving('x'.repeat(length), headers, read, () => (isNative = true));
		return isNative;
	};
	expect(await isNativeRead(mostBytes, announced)).toBe(false);
	expect(await isNativeRead(mostBytes + 1, announced)).toBe(true);
	expect(await isNativeRead(1, inChunks)).toBe(true);
	expect(await isNativeRead(1, {})).toBe(true);
});

it('fails where the client hangs up in the middle of the body', async () => {
	const failed = new Promise((resolve) => {
		void listen((incoming) => void lazyOf(incoming).arrayBuffer().catch(resolve)).then((port) => {
			const socket = connect(port, '127.0.0.1');
			socket.write(
				'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Length: 9\r\n\r\nhalf',
				() => socket.end()
			);
		});
	});
	expect(await failed).toMatchObject({ message: 'aborted', code: 'ECONNRESET' });
});

it('fails in the same way where the client has hung up before the body is read', async () => {
	// Kit gives a native request a body then that is cancelled, which fails otherwise.
	const note = () => {
		throw new Error('a native request was made');
	};
	const failed = new Promise((resolve) => {
		const read = (incoming: IncomingMessage) => lazyOf(incoming, note).arrayBuffer().catch(resolve);
		void listen((incoming) => incoming.on('close', () => void read(incoming))).then((port) => {
			const socket = connect(port, '127.0.0.1');
			socket.write(
				'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Length: 4\r\n\r\nbody',
				() => socket.destroy()
			);
		});
	});
	expect(await failed).toMatchObject({ message: 'aborted', code: 'ECONNRESET' });
});

it('answers every question about a response as a native one does', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(200, 201, 304, 400, 404, 503),
			fc.string({ unit: 'binary' }),
			headers,
			async (status, said, named) => {
				const text = status === 304 ? null : said;
				const about = { status, headers: { 'content-type': 'text/plain', ...named } };
				const [lazy, native] = [wholeResponse(text, about), nativeResponse(text, about)];
				expect(propertiesOf(lazy)).toEqual(propertiesOf(native));
				expect([await lazy.text(), lazy.bodyUsed]).toEqual([await native.text(), native.bodyUsed]);
			}
		),
		{ numRuns: 300 }
	);
});

it('answers every question about headers as native ones do, after any changes', () => {
	const name = fc.constantFrom(
		'accept',
		'etag',
		'X-Mixed',
		'vary',
		'set-cookie',
		'',
		'no good',
		'é'
	);
	const plain = fc.stringMatching(/^[\x20-\x7eé]{0,4}$/);
	const value = fc.oneof(plain, fc.constantFrom('a', 'b, c', ' a ', '\t', 'a\nb', '\0', '€'));
	const given = fc.dictionary(fc.constantFrom('accept', 'etag', 'x-mixed', 'vary'), plain);
	const step = fc.oneof(
		fc.tuple(fc.constantFrom('set', 'append'), name, value),
		fc.tuple(fc.constantFrom('has', 'get', 'delete'), name)
	);
	fc.assert(
		fc.property(given, fc.array(step, { maxLength: 12 }), (named, steps) => {
			const lazy = wholeResponse(null, { status: 200, headers: named }).headers;
			const native = new Headers(named);
			for (const [method, ...given] of steps)
				expect(outcomeOf(lazy, method, given), method).toEqual(outcomeOf(native, method, given));
			expect([...lazy]).toEqual([...native]);
			expect(lazy.getSetCookie()).toEqual(native.getSetCookie());
		}),
		{ numRuns: 1000 }
	);
});

it('makes no native headers of names in small letters and plain values', () => {
	const make = vi.spyOn(globalThis, 'Headers');
	const { headers } = wholeResponse(null, { status: 200, headers: { etag: '"a"' } });
	headers.set('x-a', 'b c');
	headers.append('vary', 'accept');
	headers.append('vary', 'origin');
	expect([headers.get('vary'), headers.get('x-b'), headers.has('etag')]).toEqual([
		'accept, origin',
		null,
		true
	]);
	expect(make).not.toHaveBeenCalled();
	expect([...headers]).toHaveLength(3);
	expect(make).toHaveBeenCalledOnce();
	make.mockRestore();
});

it('sends what Kit sends of a native response', async () => {
	for (const method of ['GET', 'HEAD'])
		for (const [status, text] of [
			[200, 'é 😀'],
			[200, new Uint8Array([195, 169])],
			[200, ''],
			[404, '{}'],
			[304, null]
		] as const) {
			const about = { status, headers: { 'content-type': 'text/plain', etag: '"a"' } };
			const lazy = await sent(method, () => wholeResponse(text, about));
			expect(lazy).toEqual(await sent(method, () => nativeResponse(text, about)));
			expect(lazy.status).toBe(status);
		}
});

it('sends each cookie in a header of its own', async () => {
	const { headers } = await sent('GET', () => {
		const response = wholeResponse('a', { status: 200, headers: {} });
		response.headers.append('set-cookie', 'a=1; Path=/');
		response.headers.append('set-cookie', 'b=2, 3');
		return response;
	});
	expect(headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2, 3']);
});

it('leaves a response that somebody has read natively to Kit', () => {
	const response = wholeResponse('a', { status: 200, headers: {} });
	expect(response.body).toBeInstanceOf(ReadableStream);
	expect(sendWhole({} as never, response)).toBe(false);
	expect(sendWhole({} as never, new Response('a'))).toBe(false);
});

it('answers over REST without a native response', async () => {
	let isSent = false;
	const port = await listen((_, outgoing) => {
		const answer = answerTo(new Request('http://a/'), { a: 1 });
		isSent = sendWhole(outgoing, answer);
	});
	const answer = await fetch(`http://127.0.0.1:${port}/`);
	expect([isSent, await answer.json()]).toEqual([true, { a: 1 }]);
});

const mostBytes = 100;
const announced = { 'content-type': 'application/json' };
const inChunks = { ...announced, 'transfer-encoding': 'chunked' };

type Drawn = { url: string; method: string; headers: Record<string, string>; make(): Request };

const lazyFrom = ({ url, method, headers, make }: Drawn): Request =>
	lazyRequest({
		url,
		incoming: { method, headers, destroyed: false, on: () => expect.fail('the body was read') },
		signal: new AbortController().signal,
		makeNative: make
	});

function lazyOf(incoming: IncomingMessage, note = () => {}): Request {
	const { method = '', headers } = incoming;
	const url = `http://a${incoming.url}`;
	const makeNative = () => {
		note();
		const body = Readable.toWeb(incoming) as ReadableStream;
		const named = Object.entries(headers) as [string, string][];
		return new Request(url, { method, headers: named, body, duplex: 'half' } as RequestInit);
	};
	const { signal } = new AbortController();
	return lazyRequest({ url, incoming, signal, bodySizeLimit: mostBytes, makeNative });
}

/** What `read` makes of a POST that has arrived with this body. */
async function arriving<Outcome>(
	body: string,
	headers: OutgoingHttpHeaders,
	read: (request: Request) => Promise<Outcome>,
	note?: () => void
): Promise<Outcome> {
	let outcome: Promise<Outcome> | undefined;
	const port = await listen((incoming, outgoing) => {
		outcome = read(lazyOf(incoming, note));
		outcome.catch(() => {}).finally(() => outgoing.end());
	});
	const sending = request({ host: '127.0.0.1', port, method: 'POST', headers });
	if (!('transfer-encoding' in headers))
		sending.setHeader('content-length', Buffer.byteLength(body));
	sending.end(body);
	const [answer] = (await once(sending, 'response')) as [IncomingMessage];
	await text(answer);
	if (!outcome) throw new Error('nothing has arrived');
	return outcome;
}

/** The response that `wholeResponse` stands for. */
function nativeResponse(
	body: string | Uint8Array<ArrayBuffer> | null,
	{ status, headers }: { status: number; headers: Record<string, string> }
): Response {
	if (body === null) return new Response(null, { status, headers });
	const length = String(Buffer.byteLength(body));
	return new Response(body, { status, headers: { ...headers, 'content-length': length } });
}

/** A response as it arrives from a server that sends it as Kit's does. */
async function sent(method: string, make: () => Response) {
	const port = await listen((_, outgoing) => {
		const response = make();
		if (!sendWhole(outgoing, response)) void setResponse(outgoing, response);
	});
	const asking = request({ host: '127.0.0.1', port, method });
	asking.end();
	const [answer] = (await once(asking, 'response')) as [IncomingMessage];
	const { statusCode, headers } = answer;
	delete headers.date;
	return { status: statusCode, headers, text: await text(answer) };
}

/** What a method of headers returns, or what kind of error it throws. */
function outcomeOf(headers: Headers, method: string, given: string[]): unknown {
	try {
		return Reflect.apply(Reflect.get(headers, method) as () => unknown, headers, given);
	} catch (error) {
		return error instanceof TypeError ? 'TypeError' : error;
	}
}

/** All that can be asked without reading the body, but what differs from one native object to the next. */
function propertiesOf(of: Request | Response): Record<string, unknown> {
	const native = of instanceof Request ? Request.prototype : Response.prototype;
	const described = Object.entries(Object.getOwnPropertyDescriptors(native));
	const readable = described.filter(([name, { get }]) => get && !['signal', 'body'].includes(name));
	const read = readable.map(([name]) => [name, Reflect.get(of, name) as unknown]);
	return { ...Object.fromEntries(read), headers: [...of.headers], hasBody: of.body !== null };
}

async function asText(value: unknown): Promise<string> {
	if (typeof value === 'string') return value;
	if (value instanceof Blob) return value.text();
	const isBytes = value instanceof ArrayBuffer || value instanceof Uint8Array;
	return isBytes ? new TextDecoder().decode(value) : JSON.stringify(value);
}

async function listen(answer: RequestListener): Promise<number> {
	server?.closeAllConnections();
	server?.close();
	server = createServer(answer).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

it('writes a text of any length as UTF-8, also after a longer one', () => {
	const length = fc.constantFrom(1, 20_000, 190_000, 250_000);
	const piece = fc.oneof(
		fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
		fc.constantFrom('\ud800', 'a\udc00', '…')
	);
	fc.assert(
		fc.property(piece, length, (text, characters) => {
			const long = text.repeat(Math.ceil(characters / text.length));
			expect(utf8Of(long).equals(Buffer.from(long))).toBe(true);
		}),
		{ numRuns: 60 }
	);
	const first = utf8Of('first');
	utf8Of('second');
	expect(first.toString()).toBe('first');
});
