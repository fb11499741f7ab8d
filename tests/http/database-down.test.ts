// A database that cannot be reached is nobody's fault here: come again, and never "something went wrong".
import { PrismaPg } from '@prisma/adapter-pg';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { Prisma } from '../../src/lib/server/data/client.ts';
import { openDatabase } from '../../src/lib/server/data/open-database.ts';
import { PrismaClient } from '../../src/lib/server/data/generated/postgresql/client.ts';
import { isUnavailable } from '../../src/lib/server/data/faults.ts';
import { callerOf } from '../../src/lib/server/http/caller.ts';
import { faults } from '../../src/lib/server/http/fault.ts';
import { refusalFrom, pageSentence } from '../../src/lib/server/http/status.ts';
import { eventOf } from '../support/events.ts';
import { openWorld } from '../support/world.ts';

const nobodyThere = 'postgres://hearth:secret@127.0.0.1:1/hearth';

/** What the driver throws when nobody listens where Postgres should be. */
const unreachable = (): Promise<unknown> => openDatabase(nobodyThere).then(() => undefined, caught);

/** What the client makes of it. */
const unreachableForClient = (): Promise<unknown> =>
	new PrismaClient({ adapter: new PrismaPg({ connectionString: nobodyThere }) })
		.$queryRaw`SELECT 1`.then(() => undefined, caught);

/** What the system says where somebody goes on writing to who has gone. */
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

it('a Postgres that does not answer is told from a fault of ours', async () => {
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

it('a line to Postgres that breaks while something is written to it is no fault of ours', async () => {
	expect(await brokenLine()).toMatchObject({ code: 'EPIPE' });
	expect(isUnavailable(await brokenLine())).toBe(true);
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

it('an error page speaks in sentences, also for what the framework turns away', () => {
	for (const [status, said] of [
		[404, 'Not Found'],
		[405, 'Method Not Allowed'],
		[413, 'Payload Too Large'],
		[415, 'Unsupported Media Type']
	] as const)
		expect(pageSentence(status, said)).toMatch(/^(?!.*(Not Found|Allowed|Payload|Media)).+\.$/);
	expect(pageSentence(403, 'Only an admin can do this.')).toBe('Only an admin can do this.');
});
