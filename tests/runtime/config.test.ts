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
	'postgresql:///hearth?host=/run/postgresql&user=hearth',
	'postgres://db/hearth?user=hearth&password=p@ss',
	'postgres://db/hearth?sslrootcert=//x/y@z',
	'postgres://db/hearth?sslmode=no-verify',
	'postgres://db/hearth?sslrootcert=x&sslmode=verify-full&connect_timeout=1'
])('DATABASE_URL may be %s', (DATABASE_URL) =>
	expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
);

it.each([
	'postgres:///hearth',
	'postgres://hearth:secret@/hearth',
	'postgresql:///hearth?host=run',
	'mysql://db/hearth',
	'postgres://hearth:p@ss/word@db.example.org/hearth',
	'postgres://hearth:p@ss?word@db.example.org/hearth',
	'postgres://hearth:p@ss/w=rd@db.example.org/hearth',
	'postgres://hearth:p@ss#w=rd@db.example.org/hearth',
	'postgres://hearth:12#3@db.example.org/hearth'
])('DATABASE_URL is not %s', (DATABASE_URL) =>
	expect(() => readConfig({ DATABASE_URL })).toThrow(/DATABASE_URL is "file:" and a path/)
);

it.each([
	'file:/data/hearth.db ',
	'file: /data/hearth.db',
	' file:/data/hearth.db',
	'postgres://db/hearth '
])('DATABASE_URL is not "%s", with a space at an end', (DATABASE_URL) =>
	expect(() => readConfig({ DATABASE_URL })).toThrow(/^DATABASE_URL [^;]+ space[^;]*$/)
);

it.each(['verify-fulll', 'off', '', 'disabled&sslrootcert=/x'])(
	'DATABASE_URL has no sslmode "%s", which the driver would take for TLS of some kind',
	(mode) =>
		expect(() => readConfig({ DATABASE_URL: `postgres://db/hearth?sslmode=${mode}` })).toThrow(
			/^DATABASE_URL has an sslmode that is none of disable, [^;]+$/
		)
);

it('DATABASE_URL is no path with a variable, which only a shell reads', () =>
	expect(() => readConfig({ DATABASE_URL: 'file:$HOME/hearth.db' })).toThrow(
		/DATABASE_URL .* only a shell reads/
	));

it.each(['https://*.example.org', 'https://lists..example.org'])(
	'ORIGIN is not %s, which no request can name',
	(ORIGIN) => expect(() => readConfig({ ORIGIN })).toThrow(/ORIGIN is an address/)
);

it.each(['lots', ' ', '63K', '65M', '1G', '99999999999G', 'Infinity'])(
	'BODY_SIZE_LIMIT is not "%s", and says so once',
	(BODY_SIZE_LIMIT) =>
		expect(() => readConfig({ BODY_SIZE_LIMIT })).toThrow(
			/^BODY_SIZE_LIMIT is a size such as 512K, from 64K to 64M$/
		)
);

it.each(['64K', '65536', '512k', '64M'])('BODY_SIZE_LIMIT may be %s', (BODY_SIZE_LIMIT) =>
	expect(() => readConfig({ BODY_SIZE_LIMIT })).not.toThrow()
);

it('DATABASE_URL names no host, which would be taken for a folder of the root', () => {
	expect(() => readConfig({ DATABASE_URL: 'file://data/hearth.db' })).toThrow(
		/^DATABASE_URL names a folder of the root [^;]+$/
	);
	for (const DATABASE_URL of ['file:/data/hearth.db', 'file:///data/hearth.db'])
		expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
});

it.each(['file:.', 'file:..', 'file:./data/', 'file:/data/.'])(
	'DATABASE_URL is not %s, which names no file',
	(DATABASE_URL) =>
		expect(() => readConfig({ DATABASE_URL })).toThrow(
			/^DATABASE_URL names a folder: add the name of the file[^;]+$/
		)
);

it.each(['file:./hearth.', 'file:...', 'file:data/..db'])(
	'DATABASE_URL may be %s, however odd the name of the file',
	(DATABASE_URL) => expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
);
