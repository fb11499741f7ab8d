// The household that is measured: one list of fifty items among others, an access token to it, and its owner's browser.
import { items } from '../src/lib/server/items/operations.ts';
import { lists } from '../src/lib/server/lists/operations.ts';
import { newRows } from '../tests/support/household.ts';
import { clientOf } from '../tests/support/client.ts';
import { openDatabase } from '../src/lib/server/data/open-database.ts';
import { pagesWith } from '../tests/support/flood.ts';
import { startServer, type RunningServer, type ServerOptions } from '../tests/support/server.ts';

export type Measured = {
	nodes: [RunningServer, ...RunningServer[]];
	token: string;
	session: string;
	/** The address of every page that the list's owner, an admin, may open. */
	pages: string[];
	listUid: string;
	itemUids: string[];
	/** The owner's other lists, which the token reaches as well. */
	otherListUids: string[];
	stop: () => Promise<void>;
};

/** `nodes` processes on one database; a fresh SQLite file when no address is given. */
export async function openMeasured(
	nodes: number,
	options: Pick<ServerOptions, 'databaseUrl' | 'env'> = {}
): Promise<Measured> {
	const first = await startServer(options);
	const rows = newRows();
	const ada = rows.member('Ada', { role: 'ROLE_ADMIN' });
	const otherListUids = Array.from({ length: 99 }, () => rows.list(ada));
	for (const other of otherListUids) for (let items = 0; items < 50; items += 1) rows.item(other);
	const listUid = rows.list(ada);
	const itemUids = Array.from({ length: 50 }, (_, index) =>
		rows.item(listUid, { label: `item ${index}`, quantity: '2 l', note: 'the blue one' })
	);
	const { uid: tokenUid, secret } = rows.token(ada, { lists: [listUid, ...otherListUids] });
	const session = rows.session(ada);
	const memberUid = rows.member('Ben');
	const groupUid = rows.group('Kids', [memberUid]);
	const publicListUid = rows.list(ada);
	// Not the list that is measured: a section would be part of its answer.
	const [aListUid = ''] = otherListUids;
	const ofAList = {
		listUid: aListUid,
		itemUid: rows.item(aListUid),
		sectionUid: rows.section(aListUid)
	};
	const database = await openDatabase(first.databaseUrl);
	await rows.write(database);
	await database.writer.instance.create({
		data: { name: 'Mill Lane', createdAt: new Date(), publicListUid }
	});
	await database.close();
	const more = await Promise.all(
		Array.from({ length: nodes - 1 }, () =>
			startServer({ ...options, databaseUrl: first.databaseUrl })
		)
	);
	const all: Measured['nodes'] = [first, ...more];
	return {
		nodes: all,
		token: secret,
		session,
		pages: pagesWith({ ...ofAList, memberUid, groupUid, tokenUid }),
		listUid,
		itemUids,
		otherListUids,
		stop: async () => void (await Promise.all(all.map((node) => node.stop())))
	};
}

/** Creates a further list of the owner's, with Thing 0 to Thing 199 on it. Returns its uid. */
export async function listOf200({ nodes: [{ origin }], session }: Measured): Promise<string> {
	const owner = clientOf(origin, { cookies: { hearth_session: session } });
	const { list } = await owner.ask(lists.createList, { name: 'Two hundred' });
	const item = { quantity: '2 l', note: 'the blue one' };
	const added = Array.from({ length: 200 }, (_, number) => ({ ...item, label: `Thing ${number}` }));
	await owner.ask(items.addItems, { listUid: list.uid, items: added });
	return list.uid;
}
