import type { SubmitFunction } from '@sveltejs/kit';
import { tick } from 'svelte';
import { focusMessage } from './focus';
import { resetWhenDone } from './reset-form';

/**
 * For `use:enhance`: the same form without leaving the page. A second click waits for nothing and does nothing. What
 * was typed stays until the form went through, and after a refusal the focus is where the first problem is: on the field that is wrong, or else on
 * the password, which is all that is left to doubt.
 */
export const inPlace: SubmitFunction = ({ formElement, cancel }) => {
	if (sending.has(formElement)) return cancel();
	sending.add(formElement);
	const settle = resetWhenDone(formElement);
	return async ({ update, result }) => {
		sending.delete(formElement);
		await update({ reset: false });
		await tick();
		if (result.type !== 'failure') {
			settle();
			return focusMessage();
		}
		const wrong = formElement.querySelector<HTMLElement>(
			'[aria-invalid="true"], fieldset:has(.problem)'
		);
		(wrong ?? formElement.querySelector<HTMLElement>('input[type="password"]'))?.focus();
	};
};

const sending = new WeakSet<HTMLFormElement>();
