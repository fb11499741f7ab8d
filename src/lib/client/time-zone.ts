import { refresh } from './invalidate';
import { whenIdle } from './when-idle';

/** Tells the server which time zone this browser is in, where it does not know. */
export function tellTimeZone(zone: string): () => void {
	// A browser takes long to name its zone for the first time.
	return whenIdle(() => {
		const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
		if (!here || here === zone) return;
		const said = `hearth_zone=${here}`;
		// The server does not know such a zone. To tell it again after each refresh would never end.
		if (document.cookie.split('; ').includes(said)) return;
		document.cookie = `${said}; path=/; max-age=31536000; samesite=lax`;
		void refresh();
	});
}
