import { expect, it } from 'vitest';
import { readConfig } from '../../src/lib/server/runtime/config.ts';

it.each([
	'https://lists.example.org/',
	'HTTPS://Lists.Example.org',
	'https://lists.example.org:443'
])('ORIGIN may be spelt %s', (ORIGIN) =>
	expect(readConfig({ ORIGIN }).origin).toBe('https://lists.example.org')
);

it.each([
	'https://ada@lists.example.org',
	'https://lists.example.org/?',
	'https://lists.example.org/#'
])('ORIGIN is not %s', (ORIGIN) =>
	expect(() => readConfig({ ORIGIN })).toThrow(/ORIGIN is an address/)
);
