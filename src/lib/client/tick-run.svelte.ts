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
		/** Counts what the fields of a form tick or untick, and says what that is. */
		add(fields: FormData): string[] {
			const named = fields.getAll('itemUid').map(String);
			const done = fields.get('done') === 'true';
			const others = isOver && done ? [] : uids.filter((uid) => !named.includes(uid));
			uids = done ? [...others, ...named] : others;
			if (done) isOver = false;
			return named;
		},
		end(): void {
			isOver = true;
		}
	};
}
