// The server's metrics, in the text format of Prometheus.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCast, type Cast } from '../support/household.ts';
import { clientOf } from '../support/client.ts';
import { providers } from '../support/world.ts';

const token = 'a-token-for-prometheus';

type Sample = { name: string; labels: Record<string, string>; value: number };
type Family = { type: string; help: string; samples: Sample[] };

/** Parses the format strictly: each family has its help and type first, and each sample stands once, below its own family. */
function parsed(text: string): Map<string, Family> {
	expect(text.endsWith('\n')).toBe(true);
	const families = new Map<string, Family>();
	const seen = new Set<string>();
	let current = '';
	for (const line of text.slice(0, -1).split('\n')) {
		const [, help = '', about = ''] = /^# HELP ([a-z_][a-z0-9_]*) (\S.*)$/.exec(line) ?? [];
		const [, typed = '', type = ''] =
			/^# TYPE ([a-z0-9_]+) (gauge|counter|histogram)$/.exec(line) ?? [];
		if (help) {
			expect(families.has(help), help).toBe(false);
			families.set((current = help), { type: '', help: about, samples: [] });
		} else if (typed) {
			expect(typed).toBe(current);
			families.set(current, { type, help: families.get(current)?.help ?? '', samples: [] });
		} else {
			expect(seen.has(line.replace(/ \S+$/, '')), line).toBe(false);
			seen.add(line.replace(/ \S+$/, ''));
			families.get(current)?.samples.push(sampleIn(line, current));
		}
	}
	return families;
}

function sampleIn(line: string, family: string): Sample {
	const [, name = '', inner = '', value = ''] =
		/^([a-z0-9_]+)(?:\{((?:[a-z]+="[^"\\\n]*",?)+)\})? ([0-9.e+-]+)$/.exec(line) ?? [];
	expect(line).toMatch(new RegExp(`^${family}(_bucket|_sum|_count)?[{ ]`));
	expect(Number.isFinite(Number(value)), line).toBe(true);
	const pairs = [...inner.matchAll(/([a-z]+)="([^"]*)"/g)];
	const labels = Object.fromEntries(pairs.map(([, label = '', text = '']) => [label, text]));
	return { name, labels, value: Number(value) };
}

describe.each(providers)('the metrics on %s', (provider) => {
	let cast: Cast;
	beforeAll(async () => void (cast = await openCast(provider, { METRICS_TOKEN: token })));
	afterAll(async () => void (await cast.close()));

	const scraped = async () => {
		const headers = { authorization: `Bearer ${token}` };
		const answer = await cast.visitor.send('GET', '/metrics', { headers });
		expect([
			answer.status,
			answer.headers['content-type'],
			answer.headers['cache-control']
		]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8', 'no-store']);
		return { text: answer.text, families: parsed(answer.text) };
	};
	const valueOf = (families: Map<string, Family>, name: string, labels: object = {}) =>
		families
			.get(name.replace(/_(bucket|sum|count)$/, ''))
			?.samples.find(
				(sample) => sample.name === name && JSON.stringify(sample.labels) === JSON.stringify(labels)
			)?.value;

	it('can be parsed, and tell about the process and its database', async () => {
		const { families } = await scraped();
		for (const [name, { type, help }] of families) expect([name, type, help]).not.toContain('');
		for (const name of ['process_resident_memory_bytes', 'nodejs_heap_size_used_bytes'])
			expect(valueOf(families, name), name).toBeGreaterThan(1_000_000);
		for (const name of ['process_uptime_seconds', 'hearth_outbox_position'])
			expect(valueOf(families, name), name).toBeGreaterThan(0);
		for (const name of ['p50', 'p99', 'max'])
			expect(valueOf(families, `nodejs_eventloop_lag_${name}_seconds`)).toBeGreaterThanOrEqual(0);
		for (const name of ['hearth_write_queue', 'hearth_hash_queue', 'hearth_streams_open'])
			expect(valueOf(families, name), name).toBeGreaterThanOrEqual(0);
		expect(valueOf(families, 'hearth_database_up')).toBe(1);
	});

	it('count requests and their time by transport and class of status', async () => {
		const { families: before } = await scraped();
		await cast.ada.get('/lists');
		await cast.visitor.get('/lists');
		await cast.ada.send('GET', '/nothing-here');
		await cast.ada.send('GET', '/');
		await cast.visitor.send('POST', '/sign-in?/default');
		await cast.visitor.send('POST', '/mcp', { json: {} });
		const { families: after } = await scraped();
		const more = (name: string, labels: object) =>
			(valueOf(after, name, labels) ?? 0) - (valueOf(before, name, labels) ?? 0);
		const requests = (door: string, status: string) =>
			more('hearth_requests_total', { door, status });
		expect({
			rest: [requests('rest', '2xx'), requests('rest', '4xx')],
			pages: [requests('pages', '2xx'), requests('pages', '4xx')],
			mcp: requests('mcp', '4xx')
		}).toEqual({ rest: [1, 1], pages: [1, 2], mcp: 1 });
		const duration = 'hearth_request_duration_seconds';
		expect(more(`${duration}_count`, { door: 'rest' })).toBe(2);
		expect(more(`${duration}_bucket`, { door: 'rest', le: '+Inf' })).toBe(2);
		expect(more(`${duration}_sum`, { door: 'rest' })).toBeGreaterThan(0);
	});

	it('have cumulative buckets', async () => {
		const { families } = await scraped();
		const { samples = [] } = families.get('hearth_request_duration_seconds') ?? {};
		const buckets = samples.filter(
			({ name, labels }) => name.endsWith('_bucket') && labels.door === 'rest'
		);
		const values = buckets.map(({ value }) => value);
		expect(buckets).toHaveLength(12);
		expect(values).toEqual([...values].sort((one, other) => one - other));
		expect(values.at(-1)).toBe(
			valueOf(families, 'hearth_request_duration_seconds_count', { door: 'rest' })
		);
	});

	it('contain no name, uid or address', async () => {
		await cast.write((rows) => rows.item(rows.list(cast.ada.uid, { name: 'Surprise' })));
		await cast.ada.get(`/members/${cast.ben.uid}`);
		const { text, families } = await scraped();
		expect(text).not.toMatch(/Ada|Ben|Mill|Surprise|127\.0\.0\.1|(mem|lst|itm|tok|req|ses)_/);
		const labels = [...families.values()].flatMap(({ samples }) =>
			samples.flatMap((sample) => Object.keys(sample.labels))
		);
		expect([...new Set(labels)].sort()).toEqual(['door', 'le', 'status']);
	});

	it('need METRICS_TOKEN where it is set, on this machine too, and answer under any host name', async () => {
		const { secret } = await cast.write((rows) => rows.token(cast.ada.uid));
		for (const authorization of [
			undefined,
			'Bearer',
			'Bearer wrong',
			`Basic ${token}`,
			`Bearer ${secret}`
		]) {
			const answer = await cast.visitor.send('GET', '/metrics', { headers: { authorization } });
			expect([answer.status, answer.text.includes('process_')]).toEqual([401, false]);
			expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
		}
		expect((await cast.ada.send('GET', '/metrics')).status).toBe(401);
		const headers = { authorization: `Bearer ${token}`, host: 'node-1.compose.test:3000' };
		expect((await cast.visitor.send('GET', '/metrics', { headers })).status).toBe(200);
		expect((await cast.bearer(token).get('/lists')).status).toBe(401);
	});
});

describe('the metrics without METRICS_TOKEN', () => {
	let cast: Cast;
	beforeAll(async () => void (cast = await openCast('sqlite')));
	afterAll(async () => void (await cast.close()));

	it('answer only this machine', async () => {
		const statusOf = async (headers: Record<string, string | undefined>) =>
			(await clientOf(cast.origin).send('GET', '/metrics', { headers })).status;
		expect(await statusOf({})).toBe(200);
		expect(await statusOf({ host: 'localhost' })).toBe(200);
		for (const headers of [
			{ 'x-forwarded-for': '203.0.113.9' },
			{ 'x-forwarded-for': '127.0.0.1' },
			{ forwarded: 'for=127.0.0.1' },
			{ host: 'pi.local' }
		])
			expect(await statusOf(headers)).toBe(403);
		expect(await statusOf({ host: 'evil.test' })).toBe(421);
	});
});
