import { applyAction } from '$app/forms';
import { goto, invalidateAll } from '$app/navigation';
import { page } from '$app/state';
import type { ActionResult, SubmitFunction } from '@sveltejs/kit';
import { tick } from 'svelte';
import { announce } from './announcer.svelte';
import { closeMenuAround } from './close-menu';
import { isSecondPress } from './double-press';
import { navigationEnds, refresh } from './refresh';
import { whyNot } from './submit';
import { focusMessage, focusPage, isFocusLost } from './focus';
import { keyField } from './idempotency-key';
import { gone } from './page-gone.svelte';
import { hasEdits, resetWhenDone } from './reset-form';
import { sending } from './sending';

/**
 * For `use:enhance`: sends the form of `operation` without leaving the page, which stays scrolled as it is and shows what
 * changed; `done` is called once it went through, and hears whether the page was left meanwhile and what was sent. A second
 * click while the first is on its way, or right after it, does nothing. What was typed stays when the server refuses it or is out of reach, and
 * after a refusal the focus is on what is wrong.
 */
export function inPlace(
	operation: string,
	done?: (isLeft: boolean, sent: FormData) => void
): SubmitFunction {
	return ({ action, cancel, controller, formData, formElement }) => {
		if (sending.has(formElement) || (lacksText(formElement) && isSecondPress(formElement)))
			return cancel();
		sending.add(formElement);
		const key = unanswered.get(formElement);
		if (key) formData.set(keyField, key);
		unanswered.delete(formElement);
		controller.signal.addEventListener('abort', () => sending.delete(formElement));
		const settle = resetWhenDone(formElement);
		const { activeElement } = document;
		return async ({ result, update }) => {
			await navigationEnds();
			const isElsewhere = () => document.activeElement !== activeElement && !isFocusLost();
			const hasMovedOn = isElsewhere();
			const refused = result.type === 'error' ? asFailure(operation, formData, result) : result;
			if (action.pathname !== window.location.pathname) {
				sending.delete(formElement);
				if (wentThrough(result)) done?.(true, formData);
				return tellElsewhere(refused);
			}
			// The form can be sent again once the page shows its answer, and not before.
			if (result.type === 'success')
				return showSuccess(action, result, isElsewhere)
					.then(settle)
					.finally(() => sending.delete(formElement));
			sending.delete(formElement);
			// An open menu would cover the message of the failure. Any other fold stays open: it may hold what was typed.
			if (result.type !== 'redirect' && formElement.closest('.menu, [popover]'))
				closeMenuAround(formElement);
			if (result.type === 'error') {
				unanswered.set(formElement, formData.get(keyField));
				return applyAction(refused);
			}
			if (result.type === 'failure') {
				refusedForm = formElement;
				return showRefusal(formElement, update);
			}
			const to = urlOf(result.location);
			if (isSignedOut(to) && hasEdits()) return void (gone.why = 'signedOut');
			await follow(to, operation, formElement, hasMovedOn, update);
			settle();
			// A menu has given the focus back to its button, and the message on the page may be an older one.
			if (!hasMovedOn && !formElement.closest('.menu')) focusMessage();
			done?.(false, formData);
			focusPage();
		};
	};
}

/**
 * The idempotency keys of forms whose answer was lost. What they asked for may have been done, so the next try is the same
 * request, although the form gets a new key with each refresh of its page.
 */
const unanswered = new WeakMap<HTMLFormElement, FormDataEntryValue | null>();

/** The form that was refused last. A refresh clears Kit's `page.form`, while the page still shows the refusal. */
let refusedForm: HTMLFormElement | undefined;

type Update = (options: { reset: boolean }) => Promise<void>;

/** Whether this went through, and did not only find out that the session has ended. */
const wentThrough = (result: ActionResult): boolean =>
	result.type === 'redirect' && !isSignedOut(urlOf(result.location));

/** The user has navigated away; do not pull them back, and put nothing of this form into the next page. */
function tellElsewhere(refused: ActionResult): Promise<void> {
	if (refused.type === 'failure') announce(String(refused.data?.message), 'failure');
	return refresh();
}

/** Goes where an answer leads. Where that is the current page, it stays scrolled as it is. */
async function follow(
	to: URL,
	operation: string,
	form: HTMLFormElement,
	hasMovedOn: boolean,
	update: Update
): Promise<void> {
	if (to.pathname !== window.location.pathname) return update({ reset: false });
	if (!hasMovedOn) closeMenuAround(form);
	const wasRefused = refusedForm === form || page.form?.form === operation;
	await showHere(to);
	// After a success Kit would move the focus.
	if (wasRefused) await applyAction({ type: 'failure', status: 200 });
}

/** Shows an answer that leads nowhere. Somebody who types elsewhere once the page is refreshed keeps the focus. */
async function showSuccess(
	action: URL,
	result: Extract<ActionResult, { type: 'success' }>,
	isElsewhere: () => boolean
): Promise<void> {
	await invalidateAll();
	// The user has navigated away meanwhile.
	if (action.pathname !== window.location.pathname) return;
	// After a success Kit moves the focus, and after a failure it does not.
	if (isElsewhere()) return applyAction({ ...result, type: 'failure' });
	await applyAction(result);
	// Kit moves the focus once more, a moment later, to the fragment in the address.
	setTimeout(focusMessage);
}

/** Refreshes the page, with what the new address tells, such as what was just deleted. */
async function showHere({ pathname, search }: URL): Promise<void> {
	if (search === window.location.search) return refresh();
	const stay = { replaceState: true, noScroll: true, keepFocus: true, invalidateAll: true };
	// eslint-disable-next-line svelte/no-navigation-without-resolve -- the server said where
	await goto(pathname + search, stay);
}

/** Puts what was typed into the form first, and renders the current page around it after that. */
async function showRefusal(form: HTMLFormElement, update: Update): Promise<void> {
	await update({ reset: false });
	await tick();
	focusProblem(form);
	await refresh();
	await tick();
	// The refreshed page may show the refusal in another place. The element that had the focus is gone then.
	if (isFocusLost()) focusProblem(form);
}

/** Focuses the field that is wrong. Where none is marked, focuses the password, or else the sentence that says what is wrong. */
function focusProblem(form: HTMLFormElement): void {
	const problem = [
		'[aria-invalid="true"], fieldset:has(.problem)',
		'input[type="password"]',
		'.said[role="alert"]'
	].map((target) => form.querySelector<HTMLElement>(target));
	problem.find((target) => target !== null)?.focus();
}

/** Whether a field that is needed is empty. */
const lacksText = (form: HTMLFormElement): boolean =>
	form.querySelector<HTMLInputElement>('[aria-required]')?.value === '';

const urlOf = (location: string): URL => new URL(location, window.location.href);

/** Whether a member's form was redirected to sign-in, because the session has ended elsewhere. */
function isSignedOut({ pathname }: URL): boolean {
	return !!page.data.member?.uid && pathname === '/sign-in';
}

/** Turns an error into a refusal, so that the page stays, with what was typed. */
function asFailure(
	operation: string,
	fields: FormData,
	result: Extract<ActionResult, { type: 'error' }>
): ActionResult {
	const values = Object.fromEntries([...fields].map(([name, value]) => [name, String(value)]));
	return {
		type: 'failure',
		status: result.status ?? 503,
		data: { form: operation, message: whyNot(result), problems: {}, values }
	};
}
