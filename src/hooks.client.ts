import type { HandleClientError } from '@sveltejs/kit';
import { stayAfterRefresh } from '$lib/client/failed-refresh';

/** Kit waits for what this returns before it shows an error page, or loads the page of the request that failed. */
export const handleError: HandleClientError = ({ error, event }) => {
	const staying = stayAfterRefresh(event.url);
	if (!staying) console.error(error);
	return staying ?? stayUnhydrated(event.url);
};

/** On a bad line a part of the script may not load. Then the page stays as the server sent it, and its forms work. */
function stayUnhydrated({ pathname, search }: URL): Promise<never> | undefined {
	if (document.getElementById('svelte-announcer')) return undefined;
	// Kit does not listen to Back here. The page would stay below the address of another one, and send its forms there.
	addEventListener('popstate', () => {
		if (location.pathname !== pathname || location.search !== search) location.reload();
	});
	return new Promise(() => {});
}
