// `npm run bench`: what the server does in a second. The households take turns, so that a busy machine slows all of them alike.
// `npm run bench -- floods` measures a part alone. Each part has a section in bench/results.md, and is written when it has ended.
import { writtenOf } from '../tests/support/assistant.ts';
import { quantile } from '../tests/support/figures.ts';
import { floods, underFlood } from '../tests/support/flood.ts';
import { freshDatabase, startPostgres } from '../tests/support/postgres.ts';
import { openMeasured, type Measured } from './household.ts';
import { lighthouseScores } from './lighthouse.ts';
import { besideALargeHouse } from './large.ts';
import { besideTheLimit, columns } from './limit.ts';
import { answersASecond, expectWhole, ticks, timesAsLong, type Asked } from './load.ts';
import { memoryAfterWork } from './memory.ts';
import { writeSection } from './results.ts';
import { onASlowDisk } from './slow-sync.ts';
import { onASmallMachine } from './small-machine.ts';
import { startAgain } from './start.ts';
import { timeStreams } from './streams.ts';
import { tapsToPaint } from './taps.ts';

const rounds = 5;
const seconds = 4;

const parts: Record<string, () => Promise<void>> = {
	start: measureStart,
	answers: measureAnswers,
	limit: measureLimit,
	large: measureLarge,
	small: measureSmall,
	syncs: measureSyncs,
	streams: measureStreams,
	taps: measureTaps,
	lighthouse: measureLighthouse,
	// Leaves some items ticked, which `get_list` leaves out. So it comes after the answers, which expect all fifty.
	memory: measureMemory,
	// The last, so that what the floods leave behind disturbs no other part.
	floods: measureFloods
};
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) {
	const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.keys(parts));
	console.error(`Nothing is measured: ${unknown} is unknown. A part is ${names}.`);
	process.exit(1);
}

const postgres = await startPostgres();
process.env.TEST_POSTGRES_URL = postgres.url;
const households: Record<string, Measured> = {
	SQLite: await openMeasured(1),
	Postgres: await openMeasured(1, { databaseUrl: await freshDatabase() }),
	'Postgres, two nodes': await openMeasured(2, { databaseUrl: await freshDatabase() })
};
const oneNode = ['SQLite', 'Postgres'];

/** What the part that is measured has found: rows of one table, and tables of its own. */
const lines: string[] = [];
const tables: string[] = [];
const head = ['| work | median, a second unless it says otherwise | spread |', '|---|---|---|'];
try {
	for (const [name, measure] of Object.entries(parts))
		if (wanted.length === 0 || wanted.includes(name)) {
			await measure();
			const rows = lines.splice(0);
			const found = [...(rows.length > 0 ? [...head, ...rows, ''] : []), ...tables.splice(0)];
			const about = { name, order: Object.keys(parts), rounds, seconds };
			console.log(writeSection(about, found.join('\n')));
		}
} finally {
	for (const household of Object.values(households)) await household.stop();
	await postgres.stop();
}

async function measureStart(): Promise<void> {
	for (const name of oneNode) {
		const household = households[name];
		if (!household) continue;
		const { readyMs, megabytes } = await startAgain(household, 9);
		const [least, median, most] = [0, 0.5, 1].map((of) => quantile(readyMs, of).toFixed(0));
		lines.push(
			`| from start to ready, ${name} (700 ms and 110 MB at most) | ${median} ms, ${megabytes.toFixed(0)} MB | ${least} to ${most} ms |`
		);
	}
}

async function measureMemory(): Promise<void> {
	for (const name of oneNode) {
		const household = households[name];
		if (!household) continue;
		for (const { what, after, rested } of await memoryAfterWork(household))
			lines.push(
				`| memory after ${what}; and when it has rested for 30 s (180 MB at most), ${name} | ${after.toFixed(0)} MB; ${rested.toFixed(0)} MB | |`
			);
	}
}

async function measureAnswers(): Promise<void> {
	for (const household of Object.values(households))
		for (const asked of [list(household), called(household), page(household)])
			await expectWhole(household, asked);
	const etag = await etagOf(households.SQLite);
	await table('does nothing (`/healthz`)', () => [{ method: 'GET', path: '/healthz' }]);
	await table('a list of 50 items', (household) => [list(household)]);
	await table(
		'the same, not changed (304)',
		(household) => [{ ...list(household), headers: { 'if-none-match': etag } }],
		304,
		['SQLite']
	);
	await table('an assistant’s `get_list`, 50 items', (household) => [called(household)]);
	await table('a tick, on the disk when it is answered', ticks);
	await inTurns('200 items in one request, in times of one item (3 at most)', timesAsLong, {
		names: oneNode,
		asText: (times) => `${times.toFixed(1)} ×`
	});
	// After the others, so that their figures stay comparable with those from before pages were measured here.
	await table('the page of a list of 50 items', (household) => [page(household)]);
}

/** Tables of their own: what is wanted is a share of what the machine can do, not a number of answers. */
async function measureLimit(): Promise<void> {
	for (const name of oneNode) {
		const household = households[name];
		if (!household) continue;
		const rows = await besideTheLimit(household, 3, 2);
		tables.push(
			`Beside the least that could answer (\`bench/limit-server.ts\`) and the endpoint that does nothing, three rounds of 2 s, on ${name}:`,
			'',
			`| ${columns.join(' | ')} |`,
			`|${'---|'.repeat(columns.length)}`,
			...rows,
			''
		);
	}
}

async function measureLarge(): Promise<void> {
	for (const provider of ['sqlite', 'postgresql'] as const)
		tables.push(
			`With the same lists in reach, in a house of their own and in one of 1,000,000 items, on ${provider}, in ms:`,
			'',
			'| work | median | median, large | p99 | p99, large | times | event loop of the large house held, at most (50, and 20 between two looks) |',
			'|---|---|---|---|---|---|---|',
			...(await besideALargeHouse(provider)),
			''
		);
}

async function measureSmall(): Promise<void> {
	tables.push(
		'On one core, and a disk whose sync takes 10 ms, on SQLite:',
		'',
		'| work | wanted | measured |',
		'|---|---|---|',
		...(await onASmallMachine(seconds)),
		''
	);
}

async function measureSyncs(): Promise<void> {
	tables.push(
		'On a disk whose sync takes 10 ms, on Postgres:',
		'',
		'| work | wanted | measured |',
		'|---|---|---|',
		...(await onASlowDisk(seconds)),
		''
	);
}

async function measureStreams(): Promise<void> {
	for (const name of oneNode) {
		const household = households[name];
		if (!household) continue;
		const { streams, kilobytesEach, p50, p99 } = await timeStreams(household, 1000, 10);
		lines.push(
			`| ${streams.toLocaleString('en')} open streams, 20 changes/s, ${name} | ${kilobytesEach.toFixed(0)} KB a stream, delivered in ${p50.toFixed(0)} ms (median), ${p99.toFixed(0)} ms (p99) | |`
		);
	}
}

async function measureTaps(): Promise<void> {
	if (!households.SQLite) return;
	const took = await tapsToPaint(households.SQLite);
	const [p50, p95] = [0.5, 0.95].map((of) => `${quantile(took, of)} ms`);
	lines.push(
		`| ${took.length} taps on a list of 200 items, a sixth of the processor, until painted (p95 200 ms at most) | ${p50} (median), ${p95} (p95) | ${Math.min(...took)} to ${Math.max(...took)} ms |`
	);
}

async function measureLighthouse(): Promise<void> {
	if (!households.SQLite) return;
	for (const [page, scores] of await lighthouseScores(households.SQLite)) {
		const { performance, accessibility } = scores;
		lines.push(
			`| Lighthouse on a phone, ${page}, the lowest of three (98 at least) | performance ${performance}, accessibility ${accessibility}, best practices ${scores['best-practices']} | |`
		);
	}
}

/** How long others wait under each flood: the health probe, and an admin who opens one page after the other. */
async function measureFloods(): Promise<void> {
	const inMs = (ms: number) => `${ms.toFixed(0)} ms`;
	for (const flood of floods) {
		const found = await inRounds(oneNode, async (household) => {
			const { origin = '' } = household.nodes[0] ?? {};
			const { probes, opened } = await underFlood({ ...household, origin }, flood, seconds * 1000);
			return { probe: quantile(probes, 0.99), page: Math.max(...opened.map(({ ms }) => ms)) };
		});
		const figuresOf = (of: 'probe' | 'page') =>
			new Map([...found].map(([name, all]) => [name, all.map((figures) => figures[of])]));
		addLines(`a flood of ${flood.what}: \`/healthz\`, p99`, figuresOf('probe'), inMs);
		addLines(`a flood of ${flood.what}: an admin’s slowest page`, figuresOf('page'), inMs);
	}
}

async function table(
	what: string,
	asked: (household: Measured) => Asked[],
	status = 200,
	names = Object.keys(households)
): Promise<void> {
	await inTurns(
		what,
		(household) => answersASecond(household, asked(household), seconds, { status }),
		{
			names,
			asText: (figure) => Math.round(figure).toLocaleString('en')
		}
	);
}

/** A line for each of `names`: the median of the rounds, and their spread. */
async function inTurns(
	what: string,
	measure: (household: Measured) => Promise<number>,
	{ names, asText }: { names: string[]; asText: (figure: number) => string }
): Promise<void> {
	addLines(what, await inRounds(names, measure), asText);
}

/** What was measured in each round, by household. The households take turns, and the first round is to warm up. */
async function inRounds<Found>(
	names: string[],
	measure: (household: Measured) => Promise<Found>
): Promise<Map<string, Found[]>> {
	const found = new Map<string, Found[]>(names.map((name) => [name, []]));
	for (let round = 0; round <= rounds; round += 1)
		for (const name of names) {
			const household = households[name];
			if (!household) continue;
			const figure = await measure(household);
			if (round > 0) found.get(name)?.push(figure);
		}
	return found;
}

function addLines(
	what: string,
	found: Map<string, number[]>,
	asText: (figure: number) => string
): void {
	for (const [name, figures] of found) {
		const [least, middle, most] = [0, 0.5, 1].map((of) => asText(quantile(figures, of)));
		lines.push(`| ${what}, ${name} | ${middle} | ${least} to ${most} |`);
	}
}

function list({ listUid }: Measured): Asked {
	return { method: 'GET', path: `/api/v1/lists/${listUid}` };
}

function page({ listUid, session }: Measured): Asked {
	const headers = { accept: 'text/html', cookie: `hearth_session=${session}` };
	return { method: 'GET', path: `/lists/${listUid}`, headers };
}

function called({ listUid }: Measured): Asked {
	const params = { name: 'get_list', arguments: { list: listUid } };
	const { json, headers } = writtenOf('tools/call', params);
	return {
		method: 'POST',
		path: '/mcp',
		headers: { ...headers, 'content-type': 'application/json' },
		body: JSON.stringify(json)
	};
}

async function etagOf(household: Measured | undefined): Promise<string> {
	const [node] = household?.nodes ?? [];
	const answer = await fetch(`${node?.origin}/api/v1/lists/${household?.listUid}`, {
		headers: { authorization: `Bearer ${household?.token}` }
	});
	return answer.headers.get('etag') ?? '';
}
