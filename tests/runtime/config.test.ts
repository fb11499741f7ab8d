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

it.each([
	'postgres://hearth:secret@db.example.org/hearth',
	'postgresql://db/hearth',
	'postgres://hearth@/hearth?host=/run/postgresql',
	'postgresql:///hearth?host=/run/postgresql&user=hearth'
])('DATABASE_URL may be %s', (DATABASE_URL) =>
	expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
);

it.each([
	'postgres:///hearth',
	'postgres://hearth:secret@/hearth',
	'postgresql:///hearth?host=run',
	'mysql://db/hearth'
])('DATABASE_URL is not %s', (DATABASE_URL) =>
	expect(() => readConfig({ DATABASE_URL })).toThrow(/DATABASE_URL is "file:" and a path/)
);
