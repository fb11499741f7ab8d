import { build, files, version } from '$service-worker';

declare const self: ServiceWorkerGlobalScope;

/**
 * The cache of this build holds its files and one page without anybody's data; the page shows what IndexedDB holds of the lists
 * that were last seen. Nothing else that the server answers is kept here, so nobody can be shown another member's data.
 */
const cacheName = `hearth-${version}`;
const shell = '/offline';
const program = new Set([...build, ...files]);

/** A page that takes longer than this is shown as it was last seen. */
const navigationWaitMs = 3_000;

self.addEventListener('install', (event) => event.waitUntil(keepProgram()));

/** The page and its scripts are kept in the language that this browser is answered in. */
async function keepProgram(): Promise<void> {
	const page = await fetch(new Request(shell, { cache: 'reload', redirect: 'error' }));
	if (!page.ok) throw new Error(`The page for no connection was answered with ${page.status}.`);
	const kept = inScriptsOf(languageOf(page));
	const itsFiles = (await page.clone().text()).match(/\/_app\/immutable\/[^"]+/g) ?? [];
	// A proxy with a sign-in of its own redirects once its session is over, or answers with a page that has none of our files. And during
	// a rolling upgrade a node of another build may answer, whose files this cache does not get.
	if (itsFiles.length === 0 || !itsFiles.every((path) => kept.includes(path)))
		throw new Error('The page for no connection is of a proxy, or of another build.');
	const cache = await caches.open(cacheName);
	await cache.addAll(kept);
	await cache.put(shell, page);
}

const languageOf = ({ headers }: Response): string => headers.get('content-language') ?? 'en';

/** Where the server has the scripts of a language; see http/script-files.ts. */
function inScriptsOf(language: string): string[] {
	const scripts = /^\/_app\/immutable\/(?=(?:entry|nodes|chunks)\/)/;
	const folder = language === 'en' ? '' : `${language}/`;
	return [...program].map((path) => path.replace(scripts, `$&${folder}`));
}

// Pages that are still open ask for the files that they were built with, and the server has them no longer. A page may stay open for
// weeks, so three builds before this one stay; each is less than 1 MB.
self.addEventListener('activate', (event) => {
	event.waitUntil(
		caches.keys().then((names) => {
			const older = names.filter((name) => name !== cacheName && name.startsWith('hearth-'));
			return Promise.all(older.slice(0, -3).map((name) => caches.delete(name)));
		})
	);
});

self.addEventListener('fetch', (event) => {
	const { request } = event;
	const url = new URL(request.url);
	if (request.method !== 'GET' || url.origin !== self.location.origin) return;
	if (request.mode === 'navigate') event.respondWith(pageOrShell(event));
	else if (program.has(url.pathname) || url.pathname.startsWith('/_app/immutable/'))
		event.respondWith(fileOf(request));
});

/** The cache of an older build comes first where all are searched, so this build's own is asked before them. */
async function fileOf(request: Request): Promise<Response> {
	const own = await (await caches.open(cacheName)).match(request);
	return own ?? (await caches.match(request)) ?? fetch(request);
}

async function pageOrShell(event: FetchEvent): Promise<Response> {
	// The next page is the moment for a newer worker: nobody is in the middle of anything.
	self.registration.waiting?.postMessage('take-over');
	const kept = await (await caches.open(cacheName)).match(shell);
	// Browsers may remove what was stored and not the worker.
	if (!kept) event.waitUntil(keepProgram());
	if (!kept || new URL(event.request.url).pathname.startsWith('/api')) return fetch(event.request);
	const late = new Promise<undefined>((resolve) => setTimeout(resolve, navigationWaitMs));
	const answer = await Promise.race([fetch(event.request).catch(() => undefined), late]);
	if (!answer || isAway(answer)) return kept;
	// Somebody chose another language, so its files are kept instead. A redirect names no language.
	const language = answer.headers.get('content-language');
	if (language && language !== languageOf(kept)) event.waitUntil(keepProgram());
	return answer;
}

/**
 * What a proxy answers while it does not reach the server. Some have statuses of their own for it, above 504. Others know no server
 * while its container starts, and answer with a 404 that does not have Hearth's header.
 */
const isAway = ({ status, headers }: Response): boolean =>
	status >= 502 || (status === 404 && !headers.has('x-request-id'));

self.addEventListener('message', ({ data }) => {
	if (data === 'take-over') void self.skipWaiting();
});
