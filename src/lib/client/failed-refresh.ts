/** The page that is refreshed. */
let refreshed: { address: string; fail: () => void } | undefined;

const addressOf = ({ pathname, search }: URL): string => pathname + search;

/** Runs a refresh of the page at `url`. Returns whether it failed. */
export async function didRefreshFail(url: URL, work: () => Promise<void>): Promise<boolean> {
	const failed = new Promise<boolean>(
		(resolve) => (refreshed = { address: addressOf(url), fail: () => resolve(true) })
	);
	const hasFailed = await Promise.race([failed, work().then(() => false)]);
	refreshed = undefined;
	return hasFailed;
}

/**
 * Kit awaits what this returns, and then loads the failed page anew from the server. For a refresh the promise never resolves, so
 * the page stays. Without the server there would be nothing in its place. And when somebody leaves a page, Safari ends its requests
 * with errors and goes on running its scripts: the page would take the place of the one that they go to. Undefined where another
 * page has failed, such as one that somebody clicked.
 */
export function stayAfterRefresh(url: URL): Promise<never> | undefined {
	if (refreshed?.address !== addressOf(url)) return undefined;
	refreshed.fail();
	return new Promise(() => {});
}
