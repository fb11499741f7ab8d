import type { SubmitFunction } from '@sveltejs/kit';

/** A form that names items, and whether they are `done`: that of a row, or of an undo. */
export type Tick = Pick<Parameters<SubmitFunction>[0], 'formData' | 'cancel'>;

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
		/** Adds what a form ticks to the run, or takes out what it unticks. Returns the uids that the form names. */
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
