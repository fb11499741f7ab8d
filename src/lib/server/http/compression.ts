import { promisify } from 'node:util';
import {
	brotliCompress,
	brotliCompressSync,
	constants,
	gzip,
	gzipSync,
	zstdCompress,
	zstdCompressSync,
	type BrotliOptions
} from 'node:zlib';
import type { RequestEvent } from '@sveltejs/kit';
import { encodedEtag, matchesEtag } from '../kernel/etag.ts';
import type { AnyOperation } from '../kernel/operation.ts';
import { utf8Of, wholeBody, wholeResponse } from './lazy-native.ts';

/**
 * Compresses an answer for a client that accepts it, but never one that shows a secret: from the length of a compressed
 * answer an attacker who chose a part of it can guess the rest (BREACH). See
 * docs/decisions/032-compress-answers-but-never-one-that-shows-a-secret.md.
 */
export async function compressed(event: RequestEvent, response: Response): Promise<Response> {
	const { headers } = response;
	if (event.locals.showsSecret) return untransformed(response);
	if (response.status === 304) return withKnownEtag(event.request, response);
	if (!compressible.test(headers.get('content-type') ?? '')) return response;
	headers.append('vary', 'accept-encoding');
	const encoding = acceptedEncoding(event.request.headers.get('accept-encoding') ?? '');
	if (!encoding) return response;
	const plain = wholeBody(response) ?? (response.body && (await response.bytes()));
	if (plain === null) return response;
	const bytes = typeof plain === 'string' ? utf8Of(plain) : Buffer.from(plain);
	if (bytes.byteLength < minBytes) return wholeResponse(plain, response);
	const etag = headers.get('etag');
	if (etag) headers.set('etag', encodedEtag(etag, encoding));
	headers.set('content-encoding', encoding);
	const compress = compressors[encoding];
	const isShort = bytes.byteLength < longBytes;
	return wholeResponse(isShort ? compress.now(bytes) : await compress.aside(bytes), response);
}

/** Keeps the answer to this request uncompressed where the operation's output holds a secret. */
export function noteSecret(
	event: RequestEvent,
	{ secrets, showsSecret }: Pick<AnyOperation, 'secrets' | 'showsSecret'>
): void {
	if (secrets || showsSecret) event.locals.showsSecret = true;
}

/** Text. An event stream must not wait in a compressor. */
const compressible =
	/^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?json\b|image\/svg\+xml)/;

/** Below this the headers are most of an answer. */
const minBytes = 1024;

/**
 * From this size on an answer is compressed on the thread pool, so that others are answered meanwhile. Handing over a shorter one
 * takes the processor several times as long as compressing it.
 */
const longBytes = 512 * 1024;

type Compressor = {
	now(plain: Buffer): Uint8Array<ArrayBuffer>;
	/** On the thread pool. */
	aside(plain: Buffer): Promise<Uint8Array<ArrayBuffer>>;
};

/** Higher levels cost more time than the saved bytes are worth. */
const levels = { br: 4, gzip: 3 };
const asText = (plain: Buffer): BrotliOptions => ({
	params: {
		[constants.BROTLI_PARAM_QUALITY]: levels.br,
		[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
		[constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength
	}
});

const compressors = {
	zstd: { now: zstdCompressSync, aside: promisify(zstdCompress) },
	br: {
		now: (plain) => brotliCompressSync(plain, asText(plain)),
		aside: (plain) => promisify(brotliCompress)(plain, asText(plain))
	},
	gzip: {
		now: (plain) => gzipSync(plain, { level: levels.gzip }),
		aside: (plain) => promisify(gzip)(plain, { level: levels.gzip })
	}
} satisfies Record<string, Compressor>;

type Encoding = keyof typeof compressors;

/** In our order of preference. Zstandard takes a page a fifth of brotli's time, for as few bytes. */
const encodings: Encoding[] = ['zstd', 'br', 'gzip'];

function acceptedEncoding(header: string): Encoding | undefined {
	if (!header) return undefined;
	const weights = new Map(
		header
			.toLowerCase()
			.split(',')
			.map((one) => {
				const [name = '', ...parameters] = one.split(';').map((part) => part.trim());
				const weight = parameters.find((parameter) => parameter.startsWith('q='));
				return [name, weight ? Number(weight.slice(2)) : 1];
			})
	);
	return encodings.find((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0);
}

/** Forbids proxies, too, to compress the answer. */
function untransformed(response: Response): Response {
	response.headers.set('cache-control', 'no-store, no-transform');
	return response;
}

/** Sets the ETag of a 304 to the one that the client has, which names the encoding of its copy. */
function withKnownEtag({ headers }: Request, response: Response): Response {
	const etag = response.headers.get('etag') ?? '';
	const known = headers
		.get('if-none-match')
		?.split(',')
		.map((one) => one.trim().replace('W/', ''));
	const same = known?.find((one) => one !== '*' && matchesEtag(one, etag));
	if (same) response.headers.set('etag', same);
	response.headers.append('vary', 'accept-encoding');
	return response;
}
