import { areSingleKeysOff } from './single-keys';
import { rows } from './rows';
import type { Shortcut } from './run-shortcut';

const fields = 'input, textarea, select, [contenteditable], dialog, [popover]';

/** Hears shortcuts until the returned function is called. What they do is loaded with the first, and weighs nothing before. */
export function listenForKeys(): () => void {
	const hear = (event: KeyboardEvent): void => {
		const shortcut = shortcutOf(event);
		if (!shortcut) return;
		event.preventDefault();
		void import('./run-shortcut').then(({ run }) => run(shortcut));
	};
	addEventListener('keydown', hear);
	return () => removeEventListener('keydown', hear);
}

function shortcutOf(event: KeyboardEvent): Shortcut | undefined {
	const { target, key, altKey, ctrlKey, metaKey, shiftKey } = event;
	if (event.defaultPrevented || event.isComposing || !(target instanceof Element)) return;
	if (target.closest(fields)) return;
	if (ctrlKey || metaKey) return key === 'k' && !altKey && !shiftKey ? 'search' : undefined;
	if (target.closest(rows) && !shiftKey) {
		const step = (altKey ? moves : steps)[key];
		if (step) return step;
		if (key === ' ' && !altKey && target.matches('a')) return 'tick';
	}
	return altKey || areSingleKeysOff() ? undefined : singleKeys[key];
}

const steps: Record<string, Shortcut> = { ArrowDown: 'go-down', ArrowUp: 'go-up' };
const moves: Record<string, Shortcut> = { ArrowDown: 'move-down', ArrowUp: 'move-up' };
const singleKeys: Record<string, Shortcut> = {
	'/': 'search',
	n: 'add',
	j: 'go-down',
	k: 'go-up',
	e: 'edit',
	'?': 'help'
};
