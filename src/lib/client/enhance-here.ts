import { applyAction } from '$app/forms';
import { goto } from '$app/navigation';
import { navigating, page } from '$app/state';
import type { ActionResult, SubmitFunction } from '@sveltejs/kit';
import { closeMenuAround } from './close-menu';
import { refresh } from './invalidate';
import { whyNot } from './submit';
import { focusMessage } from './focus';
import { resetWhenDone } from './reset-form';

/**
 * Makes the form of an operation quicker where there is script: the page stays where it is, scrolled as it was, and
 * shows what changed. A second click while the first is on its way does nothing, and what was typed stays when the
 * server is out of reach. What an earlier form of one of `operations` came back with is settled when this one succeeds.
 */
export function stayHere(...operations: [string, ...string[]]): SubmitFunction {
	return ({ cancel, controller, formData, formElement }) => {
		if (underway.has(formElement)) return cancel();
		underway.add(formElement);
		controller.signal.addEventListener('abort', () => underway.delete(formElement));
		const settle = resetWhenDone(formElement);
		return async ({ result, update }) => {
			// What it asked to be shown is there before it can be sent again.
			if (result.type === 'success')
				return update({ reset: false })
					.then(settle)
					.finally(() => underway.delete(formElement));
			underway.delete(formElement);
			if (result.type === 'error') return applyAction(undone(operations[0], formData, result));
			if (result.type === 'failure') return showRefusal(update);
			if (result.type !== 'redirect' || !isHere(result.location)) return update({ reset: false });
			closeMenuAround(formElement);
			await showHere(result.location);
			if (operations.includes(page.form?.form)) await applyAction({ type: 'success', status: 200 });
			settle();
			focusMessage();
		};
	};
}

/** The page as it is now, with what the address says about it, such as what was just deleted. */
async function showHere(location: string): Promise<void> {
	const { pathname, search } = new URL(location, window.location.href);
	// The user has navigated away; do not pull them back.
	if (navigating.complete || search === window.location.search) return refresh();
	const stay = { replaceState: true, noScroll: true, keepFocus: true, invalidateAll: true };
	// eslint-disable-next-line svelte/no-navigation-without-resolve -- the server said where
	await goto(pathname + search, stay);
}

/** Puts what was typed into the form first, and renders the current page around it after that. */
async function showRefusal(update: (options: { reset: boolean }) => Promise<void>): Promise<void> {
	await update({ reset: false });
	await refresh();
}

const underway = new WeakSet<HTMLFormElement>();

function isHere(location: string): boolean {
	return new URL(location, window.location.href).pathname === window.location.pathname;
}

/** As a refusal, so that the page stays and what was typed with it. */
function undone(
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
