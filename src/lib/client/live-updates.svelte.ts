import { navigating, page } from '$app/state';
import { getContext, setContext } from 'svelte';
import { followChanges, type Present } from './follow-changes';
import { highlightedRows } from './highlighted-rows.svelte';
import { includesEvent, type Version } from './store/list-state';
import { isOfList, type Store } from './store/store.svelte';

/** What a member's pages hear of others: what they change on the lists in reach, and who else has this list open. */
function openLive() {
	const highlighted = highlightedRows();
	/** What others changed on this list and `takeChanged` has not returned yet: each item, with the number of its last event. */
	let changed: { itemUid: string; number: number }[] = [];
	/** Counts the events that came after the store had their change already. */
	let toldLate = $state(0);
	let present = $state<Present[]>([]);

	/** The page of a list shows nothing of its items but what the store has of them. Other pages, also one on its way, need a refresh. */
	const isOnList = (): boolean => isOfList(page.data) && !navigating.to;

	/** Listens until the returned function is called. */
	function listen(listUid: string, me: string, heard: number, store: Store): () => void {
		const end = followChanges(
			`/api/v1/events${listUid ? `?listUid=${encodeURIComponent(listUid)}` : ''}`,
			heard,
			{
				change(told, number) {
					const { listUid: changedUid } = told;
					const isOfOthers = told.byUid !== me || told.viaToken !== '';
					if (told.itemUid && changedUid === listUid && isOfOthers)
						noteChanged(told.itemUid, number);
					const asked = changedUid || listUid;
					if (asked && store.includes(asked, number)) toldLate += 1;
					else if (asked) void store.refresh(asked);
					return told.itemUid !== '' && isOnList();
				},
				comeback(isReset) {
					store.nudge();
					if (listUid) void store.refresh(listUid);
					if (isReset) void store.refreshAll();
					return isOnList();
				},
				lost: () => void (listUid && store.refresh(listUid)),
				presence: ({ members }) => (present = members.filter(({ uid }) => uid !== me))
			}
		);
		return () => {
			end();
			[present, changed] = [[], []];
		};
	}

	function noteChanged(itemUid: string, number: number): void {
		changed = [...changed.filter((told) => told.itemUid !== itemUid), { itemUid, number }];
		highlighted.add(itemUid);
	}

	return {
		listen,
		highlighted,
		/**
		 * The items of this list that others changed since the last call, as far as `version` includes the changes; the rest
		 * comes with a later version. An effect that calls this runs again when an event comes after its change.
		 */
		takeChanged(version: Version): string[] {
			void toldLate;
			const isShown = ({ number }: { number: number }) => includesEvent(version, number);
			const taken = changed.filter(isShown);
			changed = changed.filter((told) => !isShown(told));
			return taken.map(({ itemUid }) => itemUid);
		},
		/** Who else has this list open. */
		get present(): Present[] {
			return present;
		}
	};
}

export type Live = ReturnType<typeof openLive>;

const key = Symbol('live');

/** For the layout; the pages below it ask with `live`. */
export const provideLive = (): Live => setContext(key, openLive());
export const live = (): Live => getContext<Live>(key);
