import { may } from '../caller.ts';
import { byCodePoint, Prisma } from '../../platform/database.ts';
import { inReach } from '../reach.ts';
import { actor, type Unit } from '../unit.ts';

export type Named = { uid: string; name: string };

/** So many are named to whoever asked for one that is not there. */
const mostOffered = 20;

/**
 * The lists in reach, archived ones too, of exactly this name; and, for a caller who may read, those that may have
 * been meant: what is called alike if anything is, otherwise any.
 */
export async function findLists(
	unit: Unit,
	{ name }: { name: string }
): Promise<{ found: Named[]; candidates: Named[] }> {
	const caller = actor(unit);
	const rows = await unit.db.$queryRaw<Named[]>(Prisma.sql`
		SELECT l."uid", l."name" FROM "List" l WHERE ${inReach(caller)} ORDER BY l."nameWords" ${byCodePoint(unit.provider)}, l."uid"`);
	const found = rows.filter((list) => list.name === name);
	if (found.length === 1 || !may(caller, 'read')) return { found, candidates: [] };
	return { found, candidates: (found.length > 1 ? found : rows).slice(0, mostOffered) };
}
