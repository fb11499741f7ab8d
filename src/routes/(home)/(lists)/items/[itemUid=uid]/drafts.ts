import { draftsKey, keepsNothingKey } from '$lib/client/store/names';
import type { Texts } from '$lib/server/items/fields';

/** What somebody changed in the form of an item and left unsaved, and what the form showed before. */
type Draft = { shown: Texts & { uid: string }; texts: Partial<Texts> };

/**
 * By the uid of the item. It lives as long as the window, which is loaded anew as a member signs out or another one signs in.
 */
const drafts = new Map<string, Draft>();

export const draftOf = (uid: string): Draft | undefined => drafts.get(uid);

export const dropDraft = (uid: string): void => void drafts.delete(uid);

export function keepDraft(draft: Draft): void {
	const { uid } = draft.shown;
	if (Object.keys(draft.texts).length > 0) drafts.set(uid, draft);
	else drafts.delete(uid);
}

/**
 * Keeps the drafts for when the window is loaded anew: a phone ends a window while another app is in front. Pages are not stored by the
 * browser, so it does not bring back what was typed. Where the member is no longer signed in, and where the device is to keep nothing,
 * what was kept before is removed.
 */
export function leaveDrafts(memberUid: string, isSignedIn: boolean): void {
	try {
		const mayStay = isSignedIn && !localStorage.getItem(keepsNothingKey);
		if (drafts.size > 0 && mayStay)
			sessionStorage.setItem(draftsKey, JSON.stringify({ memberUid, left: [...drafts] }));
		else sessionStorage.removeItem(draftsKey);
	} catch {
		// The browser forbids it, or is full.
	}
}

/** Takes what `leaveDrafts` kept. What another member left is only removed. */
export function takeDrafts(memberUid: string): void {
	try {
		const kept: Left = JSON.parse(sessionStorage.getItem(draftsKey) ?? '{}');
		sessionStorage.removeItem(draftsKey);
		if (kept.memberUid !== memberUid) return;
		for (const [uid, draft] of kept.left ?? []) if (!drafts.has(uid)) drafts.set(uid, draft);
	} catch {
		// The browser forbids it.
	}
}

type Left = { memberUid?: string; left?: [uid: string, draft: Draft][] };

/** Types the texts of a draft into the form again, so that they count as typed. */
export function typeAgain(form: HTMLFormElement, { texts }: Draft): void {
	for (const [name, text] of Object.entries(texts)) {
		const field = form.elements.namedItem(name);
		if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
		field.value = text;
		field.dispatchEvent(new Event('input', { bubbles: true }));
	}
}
