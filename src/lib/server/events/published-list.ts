import type { Connection } from '../data/client.ts';

/** The list that anyone may see, "" where there is none. */
export async function publishedList(db: Connection): Promise<string> {
	const instance = await db.instance.findFirst({
		where: { id: 1, publicList: { deletedAt: null, archivedAt: null } },
		select: { publicListUid: true }
	});
	return instance?.publicListUid ?? '';
}
