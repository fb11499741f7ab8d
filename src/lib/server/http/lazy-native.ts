import { transcode } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';

// A Request, a Response and their Headers that are made natively only once something is read that needs it. Few answers need that,
// and making all three takes a quarter of the time of an answer. The build holds this file a second time, for the adapter (see
// svelte.config.js), so it imports nothing but Node's modules.

/** What has arrived, as the adapter knows it. */
type Arrived = {
	/** The whole address. */
	url: string;
	incoming: Pick<IncomingMessage, 'method' | 'headers' | 'destroyed' | 'on'>;
	signal: AbortSignal;
	/** In bytes. */
	bodySizeLimit?: number | undefined;
	/** Makes the same request natively. Called at most once. */
	makeNative(): Request;
};

/** Throws TypeError where the address cannot be parsed. */
export function lazyRequest({ url, ...arrived }: Arrived): Request {
	return lazy(requests, { ...arrived, url: new URL(url).href, isRead: false });
}

type Body = string | Uint8Array<ArrayBuffer> | null;

type About = { status: number; headers: Headers | Record<string, string> };

/** A response whose whole body is known; null for none. The names of headers are in small letters. */
export function wholeResponse(body: Body, { status, headers: given }: About): Response {
	const headers = given instanceof Headers ? given : lazyHeaders(given);
	const makeNative = () => {
		if (body !== null) headers.set('content-length', lengthOf(body));
		return new Response(body, { status, headers });
	};
	return lazy(responses, { body, status, headers, makeNative });
}

/** In bytes. An answer without it would be sent in chunks, each with a length of its own. */
const lengthOf = (body: string | Uint8Array): string => String(Buffer.byteLength(body));

/** The body of a response that is not native; undefined for one that is. */
export function wholeBody(response: Response): Body | undefined {
	const of = ownOf(response);
	return of?.native ? undefined : of?.body;
}

/** Sends a response that is not native, in one write. Returns false, and sends nothing, for one that is. */
export function sendWhole(outgoing: ServerResponse, response: Response): boolean {
	const body = wholeBody(response);
	if (body === undefined) return false;
	for (const [name, value] of sentHeaders(response.headers)) outgoing.setHeader(name, value);
	const sent = typeof body === 'string' && body.length > shortText ? utf8Of(body) : body;
	if (sent === null) outgoing.writeHead(response.status).end();
	else {
		const length = Buffer.byteLength(sent);
		outgoing.setHeader('content-length', String(length));
		// As many bytes as characters: all of them are ASCII. As Latin-1, Node writes them without space for longer ones.
		const encoding = length === sent.length ? 'latin1' : 'utf8';
		outgoing.writeHead(response.status).end(sent, encoding);
	}
	return true;
}

/** Characters. Node sends a text up to this length together with the headers. */
const shortText = 16_384;

/**
 * The text as UTF-8. `Buffer.from` looks through a long text twice, and takes a character at a time; as UTF-16 it is copied and
 * then transcoded many at a time. Half of a surrogate pair, which UTF-8 cannot hold, becomes U+FFFD as in `Buffer.from`.
 */
export function utf8Of(text: string): Buffer {
	if (2 * text.length > scratch.length) return Buffer.from(text);
	const utf16 = scratch.subarray(0, scratch.write(text, 'utf16le'));
	try {
		return transcode(utf16, 'utf16le', 'utf8');
	} catch {
		return Buffer.from(text);
	}
}

const scratch = Buffer.allocUnsafeSlow(600_000);

function sentHeaders(
	headers: Headers & { [own]?: OwnHeaders }
): Iterable<[name: string, value: string | string[]]> {
	const of = headers[own];
	if (of && !of.native) return of.values;
	const cookies = headers.getSetCookie();
	return [...headers].map(([name, value]) => [name, name === 'set-cookie' ? cookies : value]);
}

type OwnRequest = Arrived & { isRead: boolean; headers?: Headers; native?: Request };

type OwnResponse = {
	body: Body;
	status: number;
	headers: Headers;
	makeNative(): Response;
	native?: Response;
};

/** Where an object keeps what it was made of. The same for both copies of this file. */
const own = Symbol.for('hearth:own');

const ownOf = (response: Response) => (response as { [own]?: OwnResponse })[own];

const requests = prototypeOf<Request, OwnRequest>(
	Request.prototype,
	{
		method: ({ incoming }) => incoming.method ?? '',
		url: ({ url }) => url,
		headers: (request) => (request.headers ??= lazyHeaders(request.incoming.headers)),
		signal: ({ signal }) => signal,
		bodyUsed: ({ native, isRead }) => native?.bodyUsed ?? isRead
	},
	{
		arrayBuffer: async (request) => (await bytesOf(request)).buffer,
		text: async (request) => new TextDecoder().decode(await bytesOf(request))
	}
);

const responses = prototypeOf<Response, OwnResponse>(Response.prototype, {
	status: ({ status }) => status,
	ok: ({ status }) => status >= 200 && status < 300,
	headers: ({ headers }) => headers,
	bodyUsed: ({ native }) => native?.bodyUsed ?? false
});

type OwnHeaders = {
	/** By names in small letters. No longer kept up once there is a native object. */
	values: Map<string, string>;
	makeNative(): Headers;
	native?: Headers;
};

const headers = prototypeOf<Headers, OwnHeaders>(
	Headers.prototype,
	{},
	{
		has: (of, name) => (isPlain(of, name) ? of.values.has(name) : nativeOf(of).has(name)),
		get: (of, name) => (isPlain(of, name) ? (of.values.get(name) ?? null) : nativeOf(of).get(name)),
		set(of, name, value) {
			if (isPlain(of, name, value)) of.values.set(name, value);
			else nativeOf(of).set(name, value);
		},
		append(of, name, value) {
			const before = of.values.get(name);
			if (!isPlain(of, name, value)) nativeOf(of).append(name, value);
			else of.values.set(name, before === undefined ? value : `${before}, ${value}`);
		}
	}
);

/** Headers with these, whose names are in small letters. Throws TypeError for what cannot be sent. */
function lazyHeaders(given: Record<string, string | string[] | undefined>): Headers {
	const values = new Map<string, string>();
	for (const name in given) values.set(name, String(given[name]));
	const of: OwnHeaders = { values, makeNative: () => new Headers([...values]) };
	for (const [name, value] of values) if (!isPlain(of, name, value)) nativeOf(of);
	return lazy(headers, of);
}

/** Whether native headers would take both as they are. Several cookies stay apart there, so they are not plain. */
const isPlain = ({ native }: OwnHeaders, name: string, value = '-'): boolean =>
	!native && plainName.test(name) && plainValue.test(value) && name !== 'set-cookie';

const plainName = /^[a-z\d-]+$/;
const plainValue = /^[!-~](?:[ -~]*[!-~])?$/;

type Lazy<Native> = { native?: Native; makeNative(): Native };

type Getters<Native, Own> = { [Name in keyof Native]?: (of: Own) => Native[Name] };

type Methods<Native, Own> = {
	[Name in keyof Native]?: Native[Name] extends (...given: infer Given) => infer Result
		? (of: Own, ...given: Given) => Result
		: never;
};

/** A prototype with all properties of `native`. One that is not given is read from the native object, made for it. */
function prototypeOf<Native extends object, Own extends Lazy<Native>>(
	native: Native,
	getters: Getters<Native, Own>,
	methods: Methods<Native, Own> = {}
): Native {
	const prototype = Object.create(native) as Native;
	const described = Object.getOwnPropertyDescriptors(native);
	for (const name of Reflect.ownKeys(described) as (keyof Native & PropertyKey)[]) {
		const { get, value } = described[name];
		if (get) {
			const read = getters[name] ?? ((of) => nativeOf(of)[name]);
			Object.defineProperty(prototype, name, {
				get(this: { [own]: Own }) {
					return read(this[own]);
				}
			});
		} else if (typeof value === 'function' && name !== 'constructor') {
			const call = methods[name];
			Object.defineProperty(prototype, name, {
				value(this: { [own]: Own }, ...given: unknown[]) {
					if (call) return Reflect.apply(call, undefined, [this[own], ...given]);
					return Reflect.apply(value, nativeOf(this[own]), given);
				}
			});
		}
	}
	return prototype;
}

const lazy = <Native extends object, Own extends Lazy<Native>>(
	prototype: Native,
	of: Own
): Native => Object.assign(Object.create(prototype) as Native, { [own]: of });

const nativeOf = <Native>(of: Lazy<Native>): Native => (of.native ??= of.makeNative());

/**
 * The bytes of a body whose length is announced and within the limit, without a web stream between. The native request reads any other
 * body, and refuses one that is too long.
 */
async function bytesOf(request: OwnRequest): Promise<Uint8Array<ArrayBuffer>> {
	const { incoming, bodySizeLimit = Infinity, native, isRead } = request;
	if (isRead) return refuseAgain();
	const length = Number(incoming.headers['content-length']);
	const isBounded = length > 0 && length <= bodySizeLimit && incoming.headers['content-type'];
	if (native || !isBounded) return new Uint8Array(await nativeOf(request).arrayBuffer());
	// As Node fails where the client hangs up during the read. A native request would fail as if we were at fault.
	if (incoming.destroyed) throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
	request.isRead = true;
	// A native one would wait for a body that never comes.
	request.makeNative = refuseAgain;
	const chunks: Buffer[] = [];
	await new Promise((resolve, reject) => {
		incoming.on('error', reject);
		incoming.on('end', resolve);
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
	});
	return new Uint8Array(Buffer.concat(chunks));
}

function refuseAgain(): never {
	throw new TypeError('the body has been read already');
}
