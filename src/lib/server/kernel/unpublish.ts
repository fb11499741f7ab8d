import type { Prisma } from '../data/client.ts';
import type { Unit } from './unit.ts';

/**
 * Takes a list off the public page, when it is one of these. Whatever brings the list back later, only an admin who
 * publishes it anew shows it to strangers again.
 */
export async function unpublish(unit: Unit, which: Prisma.ListWhereInput): Promise<void> {
	const { count } = await unit.db.instance.updateMany({
		where: { publicList: which },
		data: { publicListUid: null }
	});
	if (count === 0) return;
	unit.record({ kind: 'settings.changed' });
	unit.record({ kind: 'public-list.changed' });
}
