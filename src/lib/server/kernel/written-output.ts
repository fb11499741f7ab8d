import { madeOnce } from '../../client/format/made-once.ts';
import { isReused } from '../../client/format/reused.ts';
import { hashSecret } from './secrets.ts';

/** An output as it is sent: its JSON and its strong ETag, which differs for every other byte and is hashed when read. */
export function written(output: object): { readonly json: string; readonly etag: string } {
	const texts = textsOf(output);
	return {
		get json() {
			return `{${texts.map(([name, { json }]) => `${name}:${json}`).join()}}`;
		},
		get etag() {
			const hashes = texts.map(([name, { hash }]) => `${name}:${hash}`).join();
			return `"${hashSecret(hashes).slice(0, 32)}"`;
		}
	};
}

/** Each field that is sent: its name as JSON, and its value as text. */
const textsOf = (output: object): [name: string, Text][] =>
	Object.entries(output)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => [JSON.stringify(name), textOf(value)]);

class Text {
	readonly json: string;
	#hash: string | undefined;

	constructor(value: unknown) {
		this.json = JSON.stringify(value);
	}

	get hash(): string {
		return (this.#hash ??= hashSecret(this.json));
	}
}

const textOf = (value: unknown): Text => (isReused(value) ? textOfReused(value) : new Text(value));

const textOfReused = madeOnce((value: object) => new Text(value));
