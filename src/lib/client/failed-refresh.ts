/** The page that is refreshed. */
let refreshed: { address: string; fail: () => void } | undefined;

const addressOf = ({ pathname, search }: URL): string => pathname + search;

/** Runs a refresh of the page at `url`. Returns whether it failed. */
export async function fails(url: URL, work: () => Promise<void>): Promise<boolean> {
	const failed = new Promise<boolean>(
		(resolve) => (refreshed = { address: addressOf(url), fail: () => resolve(true) })
	);
	const hasFailed = await Promise.race([failed, work().then(() => false)]);
	refreshed = undefined;
	return hasFailed;
}

/**
 * Kit waits for what this returns, and then loads the page again that failed. After a refresh that never ends: without the server
 * nothing would come in place of the page. And Safari ends the requests of a page with errors as soon as somebody leaves it, and
 * goes on running its scripts: the page would come in place of the one that they go to. Undefined where the failure is that of
 * another page, such as one that somebody clicked.
 */
export function stayAfterRefresh(url: URL): Promise<never> | undefined {
	if (refreshed?.address !== addressOf(url)) return undefined;
	refreshed.fail();
	return new Promise(() => {});
}
