import { sayNotLoaded } from '$lib/client/say-not-loaded';
import { shortcutOf } from './shortcut-of-key';

/** Hears shortcuts until the returned function is called. What they do is loaded with the first, and weighs nothing before. */
export function listenForKeys(): () => void {
	const hear = (event: KeyboardEvent): void => {
		const shortcut = shortcutOf(event);
		if (!shortcut) return;
		event.preventDefault();
		void import('./run-shortcut').then(({ run }) => run(shortcut), sayNotLoaded);
	};
	addEventListener('keydown', hear);
	return () => removeEventListener('keydown', hear);
}
