// Visitors flood one door after the other, from one network and from many at once. The others are served meanwhile, and what
// is left of each flood has a bound.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCast, type Cast } from '../support/cast.ts';
import { isLong, note } from '../support/figures.ts';
import { floods, pagesWith, underFlood } from '../support/flood.ts';
import { providers } from '../support/world.ts';

/** The quick form often runs on a machine that is busy with other tests, so it allows twice as much. */
const slack = isLong ? 1 : 2;
const probeLimitMs = 500 * slack;
const pageLimitMs = 1000 * slack;
const leastMs = isLong ? 10_000 : 300;

/** Those that show what visitors leave behind; the long form opens all there are. */
const grownByVisitors = ['/', '/activity', '/settings/requests', '/settings/members'];

describe.each(providers)('a household on %s', (provider) => {
	let cast: Cast;
	let session: string;
	let pages: string[];

	beforeAll(async () => {
		cast = await openCast(provider);
		const { made, uids } = await cast.write((rows) => {
			const listUid = rows.list(cast.ada.uid);
			return {
				made: rows.session(cast.ada.uid),
				uids: {
					listUid,
					itemUid: rows.item(listUid),
					groupUid: rows.group('Kids', [cast.ben.uid]),
					memberUid: cast.ben.uid,
					tokenUid: rows.token(cast.ada.uid).uid
				}
			};
		});
		session = made;
		pages = isLong ? pagesWith(uids) : grownByVisitors;
		const publicListUid = uids.listUid;
		await cast.database.writer.instance.update({ where: { id: 1 }, data: { publicListUid } });
	});
	afterAll(() => cast.close());

	it.each(floods)(
		'answers the probe and an admin under a flood of $what',
		{ timeout: 20_000 + 6 * leastMs },
		async (flood) => {
			const { origin } = cast;
			const figures = await underFlood({ origin, session, pages }, flood, leastMs);
			const { answers, probe, page, slowestPage } = figures;
			note(`a flood of ${flood.what}, ${provider}`, {
				...answers,
				'probe p99 ms': Math.round(probe),
				[`slowest page ms (${slowestPage})`]: Math.round(page)
			});
			expect(Object.keys(answers).map(Number)).toEqual(flood.statuses);
			expect(probe).toBeLessThan(probeLimitMs);
			expect(page, slowestPage).toBeLessThan(pageLimitMs);
		}
	);

	it('keeps no more of them than it may', async () => {
		const { joinRequest, resetRequest, activity, stream } = cast.database.reader;
		expect(await joinRequest.count()).toBe(100);
		expect(await resetRequest.count({ where: { state: 'PENDING' } })).toBe(5);
		const resets = await resetRequest.count();
		expect(resets).toBeLessThanOrEqual(1000);
		expect(await activity.count()).toBeLessThanOrEqual(100 + resets);
		await expect.poll(() => stream.count(), { timeout: 5000 }).toBe(0);
	});
});
