import type { HandleClientError } from '@sveltejs/kit';
import { reloadUnlessLeft } from '$lib/client/failed-refresh';

/** Kit waits for what this returns before it shows an error page, or loads the page of the request that failed. */
export const handleError: HandleClientError = ({ error, event }) => {
	const reloading = reloadUnlessLeft(event.url);
	if (!reloading) console.error(error);
	return reloading;
};
