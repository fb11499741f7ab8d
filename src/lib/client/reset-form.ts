import { page } from '$app/state';
import { noteTaken } from './double-press';

/**
 * Call this as a form is sent, and the returned function once the form went through and the page shows the result. That resets
 * the form: its fields follow the server again, and a form that makes something is empty for the next one. Where somebody
 * typed while it was on its way, the whole form stays as it is.
 */
export function resetWhenDone(form: HTMLFormElement): () => void {
	const sent = new Map(controlsOf(form).map((control) => [control, stateOf(control)]));
	return () => {
		const typedSince = controlsOf(form).some(
			(control) => isEdited(control) && stateOf(control) !== sent.get(control)
		);
		if (!form.isConnected || typedSince) return;
		form.reset();
		noteTaken(form);
	};
}

/** Whether the page holds anything that somebody typed or chose and that is not saved. */
export const hasEdits = (): boolean => controlsOf(document).some(isUnsaved);

/** All that somebody wrote on the page and that is not saved, to be copied. */
export const editedText = (): string =>
	controlsOf(document)
		.filter((control) => !isBox(control) && isUnsaved(control))
		.map(({ value }) => value)
		.join('\n');

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a person can change in a form. */
function controlsOf(form: ParentNode): Control[] {
	return [...form.querySelectorAll<Control>('input:not([type=hidden]), textarea, select')];
}

function stateOf(control: Control): string | boolean {
	return isBox(control) ? control.checked : control.value;
}

const isUnsaved = (control: Control): boolean => isEdited(control) || isRefused(control);

/** What a refused form came back with is the default value of its fields, so it does not count as an edit. */
function isRefused(control: Control): boolean {
	const isFilled = isBox(control) ? control.checked : control.value !== '';
	return isFilled && control.name in (page.form?.values ?? {});
}

function isEdited(control: Control): boolean {
	if (control instanceof HTMLSelectElement)
		return [...control.options].some(
			({ selected, defaultSelected }) => selected !== defaultSelected
		);
	return isBox(control)
		? control.checked !== control.defaultChecked
		: control.value !== control.defaultValue;
}

const isBox = (control: Control): control is HTMLInputElement =>
	control.type === 'checkbox' || control.type === 'radio';
