import type { RequestEvent } from '@sveltejs/kit';
import { instance } from '$lib/server/instance/operations';
import { items } from '$lib/server/items/operations';
import { callerOf } from '$lib/server/http/caller';
import { submit } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';

/** A visitor who taps a box of the public list has to sign in. The tick is applied after that. */

/** The uid that the address names, whether or not there is such an item; "" where it names none. */
export const tapped = ({ url }: RequestEvent): string => url.searchParams.get('tick') ?? '';

/** The item of the public list that the address names, if it names one. */
export async function wantedTick(
	event: RequestEvent
): Promise<{ uid: string; label: string } | undefined> {
	const wanted = tapped(event);
	if (!wanted) return undefined;
	const { items: published } = await ask(event, instance.getPublicList);
	const item = published.find(({ uid }) => uid === wanted);
	return item && { uid: item.uid, label: item.label };
}

/** Ticks for the member who has just signed in. Returns where to go: to the item, or back with the reason. */
export async function tickOnceIn(event: RequestEvent, itemUid: string): Promise<string> {
	event.locals.caller = await callerOf(event);
	if (event.locals.caller.by !== 'visitor' && event.locals.caller.member.mustChangePassword)
		return '/password';
	const item = encodeURIComponent(itemUid);
	try {
		await submit(event, items.tickItem, () => ({ itemUid, done: true }));
		const { list } = await ask(event, items.getItem, { itemUid });
		return `/lists/${list.uid}?ticked=${item}#${item}`;
	} catch {
		return refusedAt(itemUid);
	}
}

/** The address of the public list with the message that the tick was refused. */
export function refusedAt(itemUid: string): string {
	const item = encodeURIComponent(itemUid);
	return `/public?refused=${item}#${item}`;
}
