/** The headers for a path. Files of the program get fewer: browsers heed the others on documents only. */
export function headersAt(path = ''): Record<string, string> {
	if (path === '/service-worker.js') return onWorker;
	if (!path.startsWith('/_app/immutable/') || leadsElsewhere.test(path)) return onEverything;
	return path.endsWith('.js') ? onScripts : onFiles;
}

/** A `.` or `..` in the path, also percent-encoded, may lead out of the folder. */
const leadsElsewhere = /\/(?:\.|%2e)/i;

const onFiles = {
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'same-origin',
	'content-security-policy':
		"default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
};

/** A script of a page loads by the policy of the page. Its own is as short as it is strict, because a list loads four of them. */
const onScripts = {
	...onFiles,
	'content-security-policy': "default-src 'none'; frame-ancestors 'none'"
};

/**
 * Set on every answer, also on those that Kit gives by itself. bin/serve.mjs sets them, so `vite dev` does without. The policy is that of
 * files, a worker's script among them.
 */
const onEverything = {
	...onFiles,
	'cross-origin-opener-policy': 'same-origin',
	'permissions-policy': 'camera=(), geolocation=(), microphone=()'
};

/** Some networks keep every `.js` for hours: after an upgrade a new device would get a worker that does not fit the pages. */
const onWorker = { ...onEverything, 'cache-control': 'no-cache' };
