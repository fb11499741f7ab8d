// A small REST client over real HTTP. It keeps cookies as a browser does, or sends a bearer token. It records every status
// and throws on an answer that the published document does not promise.
import { Agent, request, type OutgoingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { z } from 'zod';
import type { Operation } from '../../src/lib/server/kernel/operation.ts';
import { expectDocumented } from './documented.ts';

export type Answer = {
	status: number;
	headers: Record<string, string>;
	/** Every Set-Cookie line. */
	cookies: string[];
	text: string;
	/** The size of the body on the wire, in bytes. */
	received: number;
	/** The text read as JSON; undefined where it is none. */
	body: unknown;
	/** How long the answer took, in milliseconds. */
	took: number;
};

export type Sent = {
	/** Sent as JSON. */
	json?: unknown;
	/** Sent unchanged; with `chunked`, without a Content-Length. */
	raw?: string | Buffer;
	chunked?: boolean;
	/** The client's address; any in 127.0.0.0/8 is this machine. */
	from?: string;
	/** Override the headers that the client sends by itself; undefined removes one. */
	headers?: Record<string, string | undefined>;
};

export type Client = ReturnType<typeof clientOf>;

type Known = {
	bearer?: string;
	cookies?: Record<string, string>;
	headers?: Record<string, string>;
};

/** A client of the server at `origin`. With cookies it sends `Origin` on writes, as a browser on plain http does. */
export function clientOf(origin: string, known: Known = {}) {
	const jar = new Map(
		Object.entries(known.cookies ?? {}).map(([name, value]) => [name, { value, path: '/' }])
	);
	const statuses: number[] = [];

	/** To any address of the server, below /api/v1 or not. */
	async function send(method: string, path: string, sent: Sent = {}): Promise<Answer> {
		const answer = await exchange(origin, method, path, headersOf(method, path, sent), sent);
		statuses.push(answer.status);
		expectDocumented(method, path, answer);
		answer.cookies.forEach(keep);
		return answer;
	}

	function headersOf(method: string, path: string, { json, headers }: Sent): OutgoingHttpHeaders {
		const cookie = [...jar]
			.filter(([, { path: below }]) => path.startsWith(below))
			.map(([name, { value }]) => `${name}=${value}`);
		const all: Record<string, string | undefined> = {
			...(json === undefined ? {} : { 'content-type': 'application/json' }),
			...(known.bearer === undefined ? {} : { authorization: `Bearer ${known.bearer}` }),
			...(cookie.length === 0 ? {} : { cookie: cookie.join('; ') }),
			...(cookie.length === 0 || /^(GET|HEAD)$/.test(method) ? {} : { origin }),
			...known.headers,
			...headers
		};
		return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
	}

	function keep(line: string): void {
		const [pair = '', ...attributes] = line.split(/;\s*/);
		const [name = '', value = ''] = pair.split('=');
		const path =
			attributes.find((attribute) => /^path=/i.test(attribute))?.slice('path='.length) ?? '/';
		if (value === '' || attributes.some((attribute) => /^max-age=0$/i.test(attribute)))
			jar.delete(name);
		else jar.set(name, { value: decodeURIComponent(value), path });
	}

	const below =
		(method: string) =>
		(path: string, json?: unknown, headers: Sent['headers'] = {}): Promise<Answer> =>
			send(method, `/api/v1${path}`, { ...(json === undefined ? {} : { json }), headers });

	/** What an operation answers over REST; throws unless that is 200 and what the operation promises. */
	async function ask<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
		operation: Operation<Input, Output, Prepared>,
		input: Record<string, unknown> = {}
	): Promise<z.output<Output>> {
		const { method, path, rest } = addressed(operation, input);
		const query = new URLSearchParams(
			Object.entries(rest).map(([name, value]) => [name, String(value)])
		);
		const answer =
			method === 'GET' ? await below(method)(`${path}?${query}`) : await below(method)(path, rest);
		if (answer.status !== 200)
			throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
		return operation.output.parse(answer.body);
	}

	return {
		origin,
		jar,
		statuses,
		send,
		ask,
		get: below('GET'),
		head: below('HEAD'),
		post: below('POST'),
		put: below('PUT'),
		patch: below('PATCH'),
		delete: below('DELETE')
	};
}

type Addressed = { method: string; path: string; rest: Record<string, unknown> };

/** An operation's method and address with the uids of `input` in their places, and what remains for the body. */
export function addressed(
	{ name, address }: { name: string; address?: string },
	input: Record<string, unknown>
): Addressed {
	const [method, template] = address?.split(' ') ?? [];
	if (!method || !template) throw new Error(`${name} has no address`);
	const rest = { ...input };
	const path = template.replace(/\{(\w+)\}/g, (_, field: string) => {
		const value = String(rest[field]);
		delete rest[field];
		return encodeURIComponent(value);
	});
	return { method, path, rest };
}

const agent = new Agent({ keepAlive: true, maxSockets: 40 });

function exchange(
	origin: string,
	method: string,
	path: string,
	headers: OutgoingHttpHeaders,
	sent: Sent
): Promise<Answer> {
	const body = sent.json === undefined ? sent.raw : JSON.stringify(sent.json);
	const length =
		body === undefined || sent.chunked ? {} : { 'content-length': Buffer.byteLength(body) };
	const { hostname, port } = new URL(origin);
	const begun = performance.now();
	return new Promise((resolve, reject) => {
		const from = sent.from === undefined ? {} : { localAddress: sent.from };
		const options = {
			agent,
			hostname,
			port,
			method,
			path,
			headers: { ...headers, ...length },
			...from
		};
		const asked = request(options, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('error', reject);
			response.on('end', () => {
				const bytes = Buffer.concat(chunks);
				const text = decoded(bytes, response.headers['content-encoding']).toString('utf8');
				const { 'set-cookie': cookies = [], ...single } = response.headers;
				const seen = Object.entries(single).map(([name, value]) => [name, String(value)] as const);
				resolve({
					status: response.statusCode ?? 0,
					headers: Object.fromEntries(seen),
					cookies,
					text,
					received: bytes.byteLength,
					body: asJson(text),
					took: performance.now() - begun
				});
			});
		});
		// The server may close an idle connection at the moment that it is used again.
		asked.on('error', (error) =>
			asked.reusedSocket && /hang up|ECONNRESET/.test(String(error))
				? resolve(exchange(origin, method, path, headers, sent))
				: reject(error)
		);
		asked.end(body);
	});
}

function decoded(sent: Buffer, encoding: string | undefined): Buffer {
	if (sent.byteLength === 0 || encoding === undefined) return sent;
	if (encoding === 'zstd') return zstdDecompressSync(sent);
	return encoding === 'br' ? brotliDecompressSync(sent) : gunzipSync(sent);
}

function asJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
