import type { HandleClientError } from '@sveltejs/kit';
import { stayAfterRefresh } from '$lib/client/failed-refresh';

/** Kit waits for what this returns before it shows an error page, or loads the page of the request that failed. */
export const handleError: HandleClientError = ({ error, event }) => {
	const staying = stayAfterRefresh(event.url);
	if (!staying) console.error(error);
	return staying ?? stayUnhydrated();
};

/** On a bad line a part of the script may not load. Then the page stays as the server sent it, and its forms work. */
const stayUnhydrated = (): Promise<never> | undefined =>
	document.getElementById('svelte-announcer') ? undefined : new Promise(() => {});
