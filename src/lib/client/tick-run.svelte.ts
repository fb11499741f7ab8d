/** Items that are ticked or unticked together: one by a tap on its row, several by an undo. */
export type Tick = { uids: string[]; isTicked: boolean };

/** What one person ticked in a row, to be undone together. A run is over once its rows have moved away. */
export function tickRun() {
	let uids = $state.raw<string[]>([]);
	let isOver = $state(false);

	return {
		get uids(): string[] {
			return uids;
		},
		/** Ticked in this run, and still in its place. */
		holds: (uid: string): boolean => !isOver && uids.includes(uid),
		/** Adds what was ticked to the run, or takes out what was unticked. */
		add({ uids: tapped, isTicked }: Tick): void {
			const others = isOver && isTicked ? [] : uids.filter((uid) => !tapped.includes(uid));
			uids = isTicked ? [...others, ...tapped] : others;
			if (isTicked) isOver = false;
		},
		end(): void {
			isOver = true;
		}
	};
}
