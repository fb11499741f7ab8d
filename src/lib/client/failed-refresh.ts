import { pause } from './store/pause';

/** How long a page that is left has for going away, in milliseconds. */
const leavingMs = 10_000;

let isUnderWay = false;

/** Runs a refresh. What fails meanwhile counts as a failure of it. */
export async function duringRefresh(work: () => Promise<void>): Promise<void> {
	isUnderWay = true;
	try {
		await work();
	} finally {
		isUnderWay = false;
	}
}

/**
 * Safari ends the requests of a page with errors as soon as somebody leaves it, and goes on running its scripts. Kit would load
 * the page again after such an error, in place of the page that somebody goes to. So it waits for what this returns. A page
 * that is still there after that, or again, is loaded anew. Undefined where no refresh is under way.
 */
export function reloadUnlessLeft({ pathname, search }: URL): Promise<void> | undefined {
	if (!isUnderWay) return undefined;
	return pause(leavingMs, new AbortController().signal).then(() => {
		if (pathname + search !== location.pathname + location.search) return undefined;
		location.reload();
		return new Promise(() => {});
	});
}
