import { LRUCache } from 'lru-cache';

/** Memoises `make` for the texts used last: up to two million characters of text, and a few times that of results. */
export function memoised<T extends object>(make: (text: string) => T): (text: string) => T {
	const memo = new LRUCache<string, T>({
		maxSize: 2_000_000,
		sizeCalculation: (_, text) => text.length + 1,
		memoMethod: (text) => make(text)
	});
	return (text) => memo.memo(text);
}
