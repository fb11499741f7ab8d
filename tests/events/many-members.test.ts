// Open streams are checked twice a second. What is read for that must not grow with the members who reach the lists that are open.
// A member who opens too many loses their own alone.
import { expect, it } from 'vitest';
import { enterStream } from '../../src/lib/server/events/stream-rows.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import type { Reader } from '../../src/lib/server/data/reader.ts';
import { openStreams } from '../../src/lib/server/runtime/open-streams.ts';
import type { Stream } from '../../src/lib/server/runtime/stream.ts';
import { openWorld, providers } from '../support/world.ts';

it.each(providers)(
	'on %s the check of an open stream reads no row for each member',
	async (provider) => {
		const world = await openWorld(provider);
		const ada = await world.signedIn('Ada');
		const { uid: listUid } = await world.listOf(ada);
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_INSTANCE' });
		for (let member = 0; member < 30; member += 1) await world.member(`Member ${member}`);

		let rowCount = 0;
		const read: Reader = {
			query: async <Row>(asked: Parameters<Reader['query']>[0]) => {
				const rows = await world.database.read.query<Row>(asked);
				rowCount += rows.length;
				return rows;
			}
		};
		const household = { ...world.household, database: { ...world.database, read } };
		const streams = openStreams(household, () => {});
		const stream: Stream = {
			...{ uid: 'str_1', caller: ada, listUid, position: 0, isBehind: false, presence: '' },
			...{ out: { send: () => true, drained: async () => {}, close: () => {} }, network: '' }
		};
		await enterStream(household, { uid: stream.uid, memberUid: ada.member.uid, listUid });
		streams.all.add(stream);
		await streams.closeEnded([stream]);
		expect([...streams.all]).toEqual([stream]);
		expect(rowCount).toBeLessThan(10);
		streams.close();
		await world.close();
	}
);

it.each(providers)(
	'on %s a member’s twenty-first stream ends their oldest, and nobody else’s',
	async (provider) => {
		const world = await openWorld(provider);
		const enter = (memberUid: string, uid: string) =>
			enterStream(world.household, { uid, memberUid, listUid: '' });
		await enter('mem_ben', 'str_ben');
		for (let index = 0; index < 21; index += 1) {
			world.setClock(new Date(world.now().getTime() + 1000));
			await enter('mem_ada', `str_${index}`);
		}
		const open = await world.database.reader.stream.findMany({ orderBy: { startedAt: 'asc' } });
		const expected = ['str_ben', ...Array.from({ length: 20 }, (_, index) => `str_${index + 1}`)];
		expect(open.map(({ uid }) => uid)).toEqual(expected);
		await world.close();
	}
);
