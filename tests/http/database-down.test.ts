// A database that cannot be reached is answered with 503 and "try again", and never with "something went wrong".
import { PrismaPg } from '@prisma/adapter-pg';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, createServer, type LookupFunction } from 'node:net';
import { expect, it } from 'vitest';
import { Prisma, type Connection, type Database } from '../../src/lib/server/data/client.ts';
import { openDatabase } from '../../src/lib/server/data/open-database.ts';
import { PrismaClient } from '../../src/lib/server/data/generated/postgresql/client.ts';
import { isUnavailable } from '../../src/lib/server/data/unavailable.ts';
import { inTransaction } from '../../src/lib/server/data/transaction.ts';
import { unusable } from '../../src/lib/server/data/unusable-database.ts';
import { inOneLine } from '../../src/lib/server/data/error-in-one-line.ts';
import { barePage } from '../../src/lib/server/http/bare-page.ts';
import { callerOf, wasEnded } from '../../src/lib/server/http/caller.ts';
import { faults } from '../../src/lib/server/http/fault.ts';
import { refusalFrom, pageSentence } from '../../src/lib/server/http/status.ts';
import { Refusal } from '../../src/lib/server/kernel/errors.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { eventOf } from '../support/events.ts';
import { openWorld, providers, type World } from '../support/world.ts';

const nobodyThere = 'postgres://hearth:secret@127.0.0.1:1/hearth';

/** The error that the driver throws when nothing listens where Postgres should be. */
const unreachable = (): Promise<unknown> => openDatabase(nobodyThere).then(() => undefined, caught);

/** The error that the Prisma client throws in that case. */
const unreachableForClient = (): Promise<unknown> =>
	new PrismaClient({ adapter: new PrismaPg({ connectionString: nobodyThere }) })
		.$queryRaw`SELECT 1`.then(() => undefined, caught);

/** The error of the system for a write to a connection that the other side has closed. */
async function brokenLine(): Promise<unknown> {
	const server = createServer((theirs) => theirs.destroy()).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	const ours = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume();
	await once(ours, 'end');
	const writing = setInterval(() => ours.write('more'), 1);
	const [error]: unknown[] = await once(ours, 'error');
	clearInterval(writing);
	server.close();
	return error;
}

const caught = (error: unknown): unknown => error;

it('a Postgres that does not answer is distinguished from a fault', async () => {
	expect(isUnavailable(await unreachable())).toBe(true);
	const error = await unreachableForClient();
	expect(String(error)).toContain('queryRaw');
	expect(isUnavailable(error)).toBe(true);
	expect(isUnavailable(new Error('anything else'))).toBe(false);
	const refused = new Prisma.PrismaClientKnownRequestError('x', {
		code: 'P2029',
		clientVersion: ''
	});
	expect(isUnavailable(refused)).toBe(false);
});

it('a connection to Postgres that breaks during a write is no fault', async () => {
	expect(await brokenLine()).toMatchObject({ code: 'EPIPE' });
	expect(isUnavailable(await brokenLine())).toBe(true);
});

/** The error of the system where none of the addresses of a name answers, as of `localhost` on most machines. */
async function noneOfSeveral(): Promise<unknown> {
	const lookup: LookupFunction = (_name, _options, found) =>
		found(null, [
			{ address: '127.0.0.1', family: 4 },
			{ address: '127.0.0.2', family: 4 }
		]);
	const socket = connect({ host: 'localhost', port: 1, lookup });
	const [error]: unknown[] = await once(socket, 'error');
	return error;
}

/** The error of the system where the name of a host cannot be looked up, as before the network is there. */
async function nameless(code: string): Promise<unknown> {
	const failure = Object.assign(new Error(`getaddrinfo ${code} db`), {
		code,
		syscall: 'getaddrinfo'
	});
	const socket = connect({
		host: 'db',
		port: 1,
		lookup: (_name, _options, found) => found(failure, [])
	});
	const [error]: unknown[] = await once(socket, 'error');
	return error;
}

it.each(['EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'])(
	'a Postgres whose name cannot be looked up (%s) is no fault',
	async (code) => {
		const error = await nameless(code);
		expect(isUnavailable(error)).toBe(true);
		expect(unusable('postgres://hearth:secret@db/hearth', error).message).toBe(
			'Postgres at db does not answer; see that it runs, and that DATABASE_URL names it'
		);
	}
);

it('a Postgres that has ended the transaction of a process that was suspended is no fault', async () => {
	const world = await openWorld('postgresql');
	const suspended = (work: (db: Connection) => unknown) =>
		inTransaction(world.database, async (db) => {
			await db.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 50`;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
			await work(db);
		}).catch(caught);
	for (const work of [(db: Connection) => db.section.count(), () => 'only a commit'])
		expect(isUnavailable(await suspended(work))).toBe(true);
	await world.close();
});

it('a Postgres with several addresses that does not answer, or whose socket is gone, is no fault', async () => {
	const none = await noneOfSeveral();
	expect(none).toMatchObject({ name: 'AggregateError', code: 'ECONNREFUSED' });
	expect(isUnavailable(none)).toBe(true);
	expect(inOneLine(none)).toBe('connect ECONNREFUSED 127.0.0.1:1');
	expect(unusable('postgres://hearth:secret@localhost/hearth', none).message).toBe(
		'Postgres at localhost does not answer; see that it runs, and that DATABASE_URL names it'
	);
	const connectionString = 'postgres://hearth@/hearth?host=/nowhere';
	const client = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
	for (const ask of [
		() => openDatabase(connectionString),
		() => client.member.count(),
		() => client.$transaction(async () => {})
	])
		expect(isUnavailable(await ask().then(() => undefined, caught))).toBe(true);
	const fileGone = await readFile('/nowhere').catch(caught);
	expect(isUnavailable(fileGone)).toBe(false);
});

it.each([
	['a session', { cookies: { hearth_session: 'secret' } }],
	['an access token', { headers: { authorization: 'Bearer hearth_secret' } }]
])('a caller who comes with %s meanwhile is told to come again', async (_what, given) => {
	const world = await openWorld('sqlite');
	const error = await unreachable();
	const { event } = eventOf(given);
	const read = { query: () => Promise.reject(error) };
	Object.defineProperty(event.locals.household, 'database', {
		value: { ...world.database, read }
	});
	try {
		const refusal = await callerOf(event).catch((thrown: unknown) => thrown);
		expect(refusalFrom(refusal, faults.request, 'request-1')).toMatchObject({
			kind: 'away',
			retryAfter: 2
		});
	} finally {
		await world.close();
	}
});

it('a visitor whose session cannot be looked up meanwhile keeps what their browser keeps', async () => {
	const error = await unreachable();
	const { event } = eventOf({ cookies: { hearth_session: 'secret' } });
	const reader = { session: { count: () => Promise.reject(error) } };
	Object.defineProperty(event.locals.household, 'database', { value: { reader } });
	expect(await wasEnded(event)).toBe(false);
});

it.each(providers)(
	'the log says once why a database on %s that can only be read refuses, however often a token comes',
	async (provider) => {
		const world = await openWorld(provider);
		const { caller, secret } = await world.tokenOf(await world.member('Ada'));
		const database = await onlyRead(world);
		const household = { ...world.household, database };
		const { event } = eventOf({ headers: { authorization: `Bearer ${secret}` } });
		Object.assign(event.locals, { household });
		for (let times = 0; times < 5; times += 1) {
			expect(await callerOf(event)).toMatchObject({ by: 'token' });
			// The use of before is noted, or refused, no later than this one.
			await expect(
				perform(household, tokens.noteTokenUse, caller, () => ({}))
			).rejects.toMatchObject({ kind: 'away' });
		}
		const warnings = world.logged.filter((line) => line.includes('"warn"'));
		expect(warnings).toEqual([expect.stringMatching(/the database could not be used.*read-?only/)]);
		await database.close();
		await world.close();
	}
);

/** Another connection to the database of this world, which can only be read, as on a standby or on a full disk. */
async function onlyRead({ databaseUrl, household }: World): Promise<Database> {
	if (household.database.dialect.name === 'postgresql')
		return openDatabase(`${databaseUrl}?options=-c%20default_transaction_read_only%3Don`);
	const database = await openDatabase(databaseUrl);
	await database.writer.$queryRaw`PRAGMA query_only = ON`;
	return database;
}

it('an error page has whole sentences, also for errors of the framework', () => {
	for (const [status, said] of [
		[400, 'Malformed URI'],
		[404, 'Not Found'],
		[405, 'Method Not Allowed'],
		[413, 'Payload Too Large'],
		[415, 'Unsupported Media Type']
	] as const)
		expect(pageSentence(status, said)).toMatch(/^(?!.*(URI|Not Found|Allowed|Payload|Media)).+\.$/);
	expect(pageSentence(403, 'Only an admin can do this.')).toBe('Only an admin can do this.');
});

it('the bare error page offers another try of the same address, and none of what was refused', async () => {
	const world = await openWorld('sqlite');
	const template = await readFile('src/error.html', 'utf8');
	const shown = (error: unknown) => barePage(eventOf({}).event, error, template).text();
	const again = '<a class="quiet" href="">Try again</a>';
	expect(await shown(new Refusal('away', 'Not now.'))).toContain(again);
	expect(await shown(new Refusal('forbidden', 'Not from there.'))).not.toContain('class="quiet" ');
	await world.close();
});
