// The events of a stream are as the document describes them.
import type { oas32 } from 'zod-openapi';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exampleUids } from '../../src/lib/server/kernel/example-household.ts';
import { openHouse } from '../support/household.ts';
import { clientOf } from '../support/client.ts';
import { committed } from '../support/document.ts';
import { compiled } from '../support/documented.ts';
import { listenTo } from '../support/listener.ts';
import { moveIn, secrets } from '../support/fixture-household.ts';

let house: Awaited<ReturnType<typeof openHouse>>;
beforeAll(async () => {
	house = await openHouse('sqlite');
	await moveIn(house.database);
});
afterAll(async () => void (await house.close()));

it('every event fits its schema in the document', async () => {
	const cookie = `hearth_session=${secrets.session}`;
	// Nothing that this household has done has this id: as after a restored backup, the stream begins with a reset.
	const fromElsewhere = '1';
	const stream = listenTo(
		house.origin,
		`/api/v1/events?listUid=${exampleUids.groceries}`,
		{ cookie },
		fromElsewhere
	);
	const ada = clientOf(house.origin, { cookies: { hearth_session: secrets.session } });
	await expect.poll(stream.status, { timeout: 10_000 }).toBe(200);
	await ada.put(`/items/${exampleUids.milk}/done`, { done: true });
	await ada.patch('/members/me', { name: 'Ada L.' });
	const kinds = () =>
		new Set(stream.heard.map(({ event, data }) => `${event} ${String(data.kind ?? '')}`.trim()));
	await expect
		.poll(kinds, { timeout: 10_000 })
		.toEqual(new Set(['reset', 'presence', 'change item.ticked', 'change members.changed']));
	stream.cut();
	const { schema, 'x-event-data': said } = mediaOfEvents();
	for (const { event, data } of stream.heard) {
		for (const each of [said[event] ?? false, schema ?? false]) {
			const fits = compiled(each);
			expect([event, data, fits(data), fits.errors]).toEqual([event, data, true, null]);
		}
	}
});

it('the schema of a stream lists one schema for each event', () => {
	const { schema, 'x-event-data': said } = mediaOfEvents();
	expect(schema).toEqual({ $ref: '#/components/schemas/StreamEvent' });
	expect(committed.components?.schemas?.StreamEvent).toMatchObject({ oneOf: Object.values(said) });
	expect(Object.keys(said)).toEqual(['change', 'presence', 'reset']);
});

/** The document's description of a stream: the schema of any event's data, and the schemas by the name of the event. */
function mediaOfEvents(): oas32.MediaTypeObject {
	const success = committed.paths?.['/events']?.get?.responses?.['200'];
	const media =
		success && 'content' in success ? success.content?.['text/event-stream'] : undefined;
	if (!media || '$ref' in media) throw new Error('the document says nothing of streams');
	return media;
}
