import type { Unit } from '../kernel/unit.ts';
import { standingOfJoin } from './join.ts';
import { boundHashes } from './requester-cookie.ts';
import type { Standing } from './standing.ts';

export const openStandings = ['waiting', 'approved'] as const;
type OpenStanding = (typeof openStandings)[number];

type OwnJoin = { requestUid: string; standing: OpenStanding };

/**
 * The request to join that this client can go on with; an approved one first, then the latest. Found by the hash of the
 * cookie that binds it, so nobody else is told. One that was ignored looks pending here too, as on its own page.
 */
export async function findOwnJoin(unit: Unit): Promise<{ request: OwnJoin | null }> {
	const bindingHash = { in: boundHashes(unit) };
	if (bindingHash.in.length === 0) return { request: null };
	const rows = await unit.db.joinRequest.findMany({
		where: { bindingHash },
		orderBy: [{ createdAt: 'desc' }, { uid: 'desc' }]
	});
	const asked = rows.map((row) => ({ ...row, standing: standingOfJoin(unit, row) }));
	const used = asked.filter(({ standing }) => standing === 'used');
	const joined = new Set(used.map(({ email }) => email));
	const open = asked.filter(({ email }) => !joined.has(email)).flatMap(openOne);
	const request = open.find(({ standing }) => standing === 'approved') ?? open[0];
	return { request: request ?? null };
}

function openOne({ uid, standing }: { uid: string; standing: Standing }): OwnJoin[] {
	return standing === 'waiting' || standing === 'approved' ? [{ requestUid: uid, standing }] : [];
}
