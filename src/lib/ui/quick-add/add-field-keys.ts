import { isOfInputMethod } from '$lib/client/input-method';
import { rows } from '../keys/rows';

type Suggestions = {
	/** Whether there are any in sight. */
	areShown: () => boolean;
	show: (areOpen: boolean) => void;
};

/**
 * Attached to the strip above the field: the arrow up leads from the field into it, those to the sides move within it, and the
 * arrow down and Escape lead back. From the empty field the arrow down leads to the first row. Escape closes the suggestions,
 * and once there are none it leaves the field.
 */
export const addFieldKeys = (suggestions: Suggestions) => (strip: HTMLElement) => {
	const field = document.getElementById('add');
	const listening = new AbortController();
	const { signal } = listening;
	const buttons = () => [...strip.querySelectorAll<HTMLElement>('button:not(.gone)')];

	function leave(event: KeyboardEvent): void {
		if (isOfInputMethod(event) || !(event.target instanceof HTMLInputElement)) return;
		const { key, target } = event;
		const [first] = buttons();
		if (key === 'ArrowUp' && first) first.focus();
		else if (key === 'ArrowDown' && !target.value) focusFirstRow();
		else if (key === 'Escape' && suggestions.areShown()) suggestions.show(false);
		else if (key === 'Escape') target.blur();
		else return;
		event.preventDefault();
	}

	function move(event: KeyboardEvent): void {
		const onward = getComputedStyle(strip).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
		const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: -1, [onward]: 1 };
		const step = steps[event.key];
		if (event.key === 'ArrowDown' || event.key === 'Escape') field?.focus();
		else if (step) beside(step)?.focus();
		else return;
		if (event.key === 'Escape') suggestions.show(false);
		event.preventDefault();
	}

	function beside(step: number): HTMLElement | undefined {
		const all = buttons();
		const at = all.findIndex((button) => button === document.activeElement);
		return all.at((at + step) % all.length);
	}

	const showAgain = () => suggestions.show(true);

	field?.addEventListener('keydown', leave, { signal });
	field?.addEventListener('input', showAgain, { signal });
	field?.addEventListener('focus', showAgain, { signal });
	strip.addEventListener('keydown', move, { signal });
	return () => listening.abort();
};

/** Does what `j` does. `keys/run-shortcut` is not imported, because it brings the styles of the list of keys. */
function focusFirstRow(): void {
	const first = [...document.querySelectorAll<HTMLElement>(rows)].find((row) =>
		row.checkVisibility()
	);
	first?.querySelector<HTMLElement>('.label a')?.focus();
}
