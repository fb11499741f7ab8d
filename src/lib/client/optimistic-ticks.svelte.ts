import type { ActionResult, SubmitFunction } from '@sveltejs/kit';
import { SvelteMap } from 'svelte/reactivity';
import { refresh } from './invalidate';
import { send, sentenceFor } from './submit';

type Ticked = { uid: string; done: boolean };

/**
 * Ticks that show at once. What was tapped last wins over whatever the server still says; taps on one item follow each
 * other, so that they arrive in the order they were made; one that fails is put back, with a sentence.
 */
export function ticksHere() {
	const wanted = new SvelteMap<string, boolean>();
	const problems = new SvelteMap<string, string>();
	const underway = new SvelteMap<string, { action: URL; done: boolean }>();
	let refused = $state.raw({ uid: '', sentence: '' });

	const submit: SubmitFunction = ({ action, cancel, formData }) => {
		cancel();
		const done = formData.get('done') === 'true';
		refused = { uid: '', sentence: '' };
		for (const uid of formData.getAll('itemUid')) want(action, String(uid), done);
	};

	function want(action: URL, uid: string, done: boolean): void {
		wanted.set(uid, done);
		problems.delete(uid);
		if (!underway.has(uid)) void deliver(action, uid);
	}

	async function deliver(action: URL, uid: string): Promise<void> {
		for (let done = wanted.get(uid); done !== undefined;) {
			underway.set(uid, { action, done });
			const sentence = sentenceFor(await tick(action, uid, done));
			if (sentence) putBack(uid, sentence);
			// What was tapped meanwhile goes first.
			if (sentence || wanted.get(uid) === done) await refresh();
			if (wanted.get(uid) === done) wanted.delete(uid);
			done = wanted.get(uid);
		}
		underway.delete(uid);
	}

	/** Sends what still waits as the page is left, so that a tap just before leaving counts. */
	function leave(): void {
		for (const [uid, { action, done }] of underway) {
			const last = wanted.get(uid);
			if (last !== undefined && last !== done) void tick(action, uid, last);
		}
	}

	$effect(() => {
		window.addEventListener('pagehide', leave);
		return () => window.removeEventListener('pagehide', leave);
	});

	function putBack(uid: string, sentence: string): void {
		wanted.delete(uid);
		problems.set(uid, sentence);
		refused = { uid, sentence };
	}

	return {
		submit,
		isDone: ({ uid, done }: Ticked): boolean => wanted.get(uid) ?? done,
		/** Still on its way. */
		isUnderway: (uid: string): boolean => wanted.has(uid),
		problemOf: (uid: string): string => problems.get(uid) ?? '',
		/** What was refused last, until the next is ticked: the page may show that item no longer. */
		get refused() {
			return refused;
		}
	};
}

function tick(action: URL, uid: string, done: boolean): Promise<ActionResult> {
	const fields = new FormData();
	fields.set('itemUid', uid);
	fields.set('done', String(done));
	return send(action, fields);
}

export type Ticks = ReturnType<typeof ticksHere>;
