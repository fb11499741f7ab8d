import { isOfInputMethod } from '$lib/client/input-method';
import { rows } from './rows';
import type { Shortcut } from './run-shortcut';

// A dialog that was closed has the focus until the next frame.
const fields = 'input, textarea, select, [contenteditable], dialog[open], [popover]';

/** Which shortcut a key stands for; none while something is typed. */
export function shortcutOf(event: KeyboardEvent): Shortcut | undefined {
	const { target, altKey, ctrlKey, metaKey, shiftKey } = event;
	const key = latinKey(event);
	if (event.defaultPrevented || isOfInputMethod(event) || !(target instanceof Element)) return;
	if (target.closest(fields)) return;
	if (ctrlKey || metaKey) return key === 'k' && !altKey && !shiftKey ? 'search' : undefined;
	if (target.closest(rows) && !shiftKey) {
		const step = (altKey ? moves : steps)[key];
		if (step) return step;
		if (key === ' ' && !altKey && target.matches('a')) return 'tick';
	}
	return altKey || areSingleKeysOff() ? undefined : singleKeys[key];
}

/** The key, or the Latin letter on it where the keyboard writes others, such as Arabic ones. */
const latinKey = ({ key, code, shiftKey }: KeyboardEvent): string =>
	(key > '~' && !shiftKey && /^Key(.)$/.exec(code)?.[1]?.toLowerCase()) || key;

const steps: Record<string, Shortcut> = { ArrowDown: 'go-down', ArrowUp: 'go-up' };
const moves: Record<string, Shortcut> = { ArrowDown: 'move-down', ArrowUp: 'move-up' };
const singleKeys: Record<string, Shortcut> = {
	'/': 'search',
	n: 'add',
	j: 'go-down',
	k: 'go-up',
	e: 'edit',
	'?': 'help',
	'؟': 'help'
};

/** Kept by the browser, because a keyboard belongs to a device and not to a member. A page of the settings writes it. */
const areSingleKeysOff = (): boolean => document.cookie.split('; ').includes('hearth_keys=off');
