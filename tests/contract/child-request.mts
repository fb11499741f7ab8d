// A client by a third party: types generated from the published document, requests with openapi-fetch, and no casts.
// tests/contract/stranger.test.ts copies this program, puts hearth.d.ts beside it, checks its types and runs it.
import createClient from 'openapi-fetch';
import process from 'node:process';
import type { components, paths } from './hearth.d.ts';

type Item = components['schemas']['Item'];
type Told = paths['/events']['get']['responses'][200]['content']['text/event-stream'];
type Sharing = components['schemas']['Sharing'];

/** An event of any kind in words. */
function toldOf(event: Told): string {
	if ('members' in event) return event.members.map(({ name }) => name).join();
	if (!('kind' in event)) return 'read everything again';
	return event.kind === 'item.ticked' ? `ticked ${event.itemUid}` : event.kind;
}

const inWords: Record<Sharing, string> = {
	SHARING_PRIVATE: 'nobody else',
	SHARING_INSTANCE: 'everyone here',
	SHARING_SPECIFIC: 'some'
};

const [origin = '', token = ''] = process.argv.slice(2);
const hearth = createClient<paths>({
	baseUrl: `${origin}/api/v1`,
	headers: { Authorization: `Bearer ${token}` }
});

const made = await hearth.POST('/lists', { body: { name: 'Saturday' } });
if (!made.data) throw new Error(made.error.message);
const listUid = made.data.list.uid;

const added = await hearth.POST('/lists/{listUid}/items:batch', {
	params: { path: { listUid }, header: { 'Idempotency-Key': `saturday-${listUid}` } },
	body: { items: [{ label: 'Milk', quantity: '2 l' }, { label: 'Eggs' }, { label: 'Flour' }] }
});
const [milk, eggs, flour] = added.data?.items ?? [];
if (!milk || !eggs || !flour) throw new Error(added.error?.message);

await hearth.PUT('/items/{itemUid}/done', {
	params: { path: { itemUid: eggs.uid } },
	body: { done: true }
});
await hearth.POST('/items/{itemUid}:move', {
	params: { path: { itemUid: flour.uid } },
	body: { after_item_uid: '' }
});
await hearth.PATCH('/items/{itemUid}', {
	params: { path: { itemUid: milk.uid } },
	body: { dueOn: '2026-11-22' }
});
const dated = await hearth.GET('/dated-items', { params: { query: { to: '2026-11-30' } } });
const found = await hearth.GET('/search', { params: { query: { query: 'flo' } } });
const { data: shared } = await hearth.GET('/lists/{listUid}/sharing', {
	params: { path: { listUid } }
});
if (!shared) throw new Error('the sharing cannot be read');
await hearth.PUT('/lists/{listUid}/sharing', { params: { path: { listUid } }, body: shared });
const refused = await hearth.DELETE('/lists/{listUid}', { params: { path: { listUid } } });
const { data } = await hearth.GET('/lists/{listUid}', { params: { path: { listUid } } });

const asLine = ({ label, done }: Item) => `${done ? '[x]' : '[ ]'} ${label}`;
console.log(
	JSON.stringify({
		items: data?.items.map(asLine),
		open: data?.list.openCount,
		due: dated.data?.items.map(({ item, listName }) => `${item.label} on ${listName}`),
		found: found.data?.hits.map(({ text }) => text),
		shared: inWords[shared.sharing],
		told: [
			toldOf({ listUid, members: [{ uid: 'mem_1', name: 'Ada' }] }),
			toldOf({ kind: 'list.shared', listUid, itemUid: '', byUid: '', viaToken: '', at: '' }),
			toldOf({})
		],
		refused: [refused.response.status, refused.error?.code === 7, refused.error?.message]
	})
);
