import { hasEdits } from './reset-form';
import { pause } from './store/pause';

/** How long a page that is left has for going away, in milliseconds. */
const leavingMs = 10_000;

/** How often a page that holds unsaved text is asked whether it still does, in milliseconds. */
const heldMs = 1_000;

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
 * that is still there after that, or again, is loaded anew, once it holds nothing that somebody typed. Undefined where no
 * refresh is under way.
 */
export function reloadUnlessLeft({ pathname, search }: URL): Promise<void> | undefined {
	if (!isUnderWay) return undefined;
	return leftOrReloaded(pathname + search);
}

async function leftOrReloaded(path: string): Promise<void> {
	const { signal } = new AbortController();
	const isHere = () => path === location.pathname + location.search;
	await pause(leavingMs, signal);
	while (isHere() && hasEdits()) await pause(heldMs, signal);
	if (!isHere()) return;
	location.reload();
	await new Promise(() => {});
}
