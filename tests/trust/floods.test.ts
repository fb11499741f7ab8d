// Visitors flood one endpoint after the other, from one network and from many at once. Others are served meanwhile, and the
// rows that each flood leaves are bounded.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCast, password, type Cast } from '../support/household.ts';
import { isLong, note, quantile } from '../support/figures.ts';
import { floods, pagesWith, underFlood } from '../support/flood.ts';
import { providers } from '../support/world.ts';

const limits = { probeMs: 500, pageMs: 1000, signInMs: 5000 };
/** The quick form runs beside other tests: it allows twice the time, and counts the median page instead of the slowest. */
const slack = isLong ? 1 : 2;
const pageThatCounts = isLong ? 1 : 0.5;
const leastMs = isLong ? 10_000 : 300;

/** The pages that show what visitors leave behind. The long form opens every page. */
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
					sectionUid: rows.section(listUid),
					groupUid: rows.group('Kids', [cast.ben.uid]),
					memberUid: cast.ben.uid,
					tokenUid: rows.token(cast.ada.uid).uid
				}
			};
		});
		session = made;
		pages = pagesWith(uids).filter((page) => isLong || grownByVisitors.includes(page));
		const publicListUid = uids.listUid;
		await cast.database.writer.instance.update({ where: { id: 1 }, data: { publicListUid } });
	});
	afterAll(() => cast.close());

	it.for(floods)(
		'answers the probe and an admin, and lets a member sign in, under a flood of $what',
		{ timeout: 20_000 + 6 * leastMs },
		async (flood, { signal }) => {
			const { email } = await cast.database.reader.member.findUniqueOrThrow({
				where: { uid: cast.ben.uid }
			});
			const member = { email, password };
			const target = { origin: cast.origin, session, pages, member };
			const { answers, probes, opened, signIns } = await underFlood(target, flood, leastMs, signal);
			const times = opened.map(({ ms }) => ms);
			const [probe, page] = [quantile(probes, 0.99), quantile(times, pageThatCounts)];
			const slowest = opened.find(({ ms }) => ms === Math.max(...times));
			note(`a flood of ${flood.what}, ${provider}`, {
				...answers,
				'probe p99 ms': Math.round(probe),
				'slowest sign-in ms': Math.round(Math.max(...signIns)),
				[`slowest page ms (${slowest?.path})`]: Math.round(slowest?.ms ?? 0)
			});
			expect(flood.statuses).toEqual(expect.arrayContaining(Object.keys(answers).map(Number)));
			expect(probe).toBeLessThan(limits.probeMs * slack);
			expect(Math.max(...signIns)).toBeLessThan(limits.signInMs * slack);
			expect(page, slowest?.path).toBeLessThan(limits.pageMs * slack);
		}
	);

	it('keeps no more of them than it may', async () => {
		const { joinRequest, resetRequest, activity, stream } = cast.database.reader;
		expect(await joinRequest.count()).toBeLessThanOrEqual(100);
		const pending = { where: { state: 'PENDING' } };
		expect(await resetRequest.count(pending)).toBeLessThanOrEqual(5);
		const resets = await resetRequest.count();
		expect(resets).toBeLessThanOrEqual(1000);
		const byVisitors = { where: { memberUid: { not: cast.ben.uid } } };
		expect(await activity.count(byVisitors)).toBeLessThanOrEqual(100 + resets);
		await expect.poll(() => stream.count(), { timeout: 5000 }).toBe(0);
	});
});
