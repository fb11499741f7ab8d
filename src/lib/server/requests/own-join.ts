import type { Unit } from '../kernel/unit.ts';
import { isFresh, standingOf, type JoinRow } from './join.ts';
import { boundHashes } from './requester-cookie.ts';

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
	const joined = new Set(rows.filter(isCompleted).map(({ email }) => email));
	const open = rows.filter((row) => !joined.has(row.email)).flatMap((row) => openOne(unit, row));
	const request = open.find(({ standing }) => standing === 'approved') ?? open[0];
	return { request: request ?? null };
}

const isCompleted = ({ state }: JoinRow): boolean => standingOf(state) === 'used';

function openOne(unit: Unit, row: JoinRow): OwnJoin[] {
	const standing = standingOf(row.state);
	if (standing === 'waiting') return [{ requestUid: row.uid, standing }];
	return standing === 'approved' && isFresh(unit, row) ? [{ requestUid: row.uid, standing }] : [];
}
