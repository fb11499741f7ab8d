import { sveltekit } from '@sveltejs/kit/vite';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig, type Manifest, type Plugin } from 'vite';
import { clientLanguages } from './bin/client-languages.ts';

/**
 * Bundles what pages share into two files, of which a list's page needs one, and what is loaded late into two more. Forty small
 * files would each be a request, and a single file would load in the shop what only sign-in and settings share.
 */
const sharedFiles: Plugin = {
	name: 'shared-files',
	apply: 'build',
	config: ({ build }) =>
		build?.ssr === false
			? {
					build: {
						rolldownOptions: {
							output: {
								codeSplitting: {
									groups: [
										{ name: nameForLists, minShareCount: 2, priority: 2 },
										{ name: 'dates', test: readsDates, minShareCount: 2, priority: 1 },
										{ name: 'refused', test: showsRefused, priority: 1 },
										{ name: 'settings', minShareCount: 2 }
									]
								}
							}
						}
					}
				}
			: undefined
};

/**
 * The list of keys: a page of the settings imports it, and so does a sheet that every page loads late. A list's page does without it.
 */
const listOfKeys = /\/ui\/keys\/KeyList\.svelte|\/paraglide\/messages\/keys?_/;

/** The code that reads dates, in any language. It is loaded late. */
const readsDates = /\/node_modules\/chrono-node\/|\/format\/dates\/(?!load)/;

/** What shows that something was refused or lost. It is loaded late, and a page names one file for all of it. */
const showsRefused = /\/ui\/(?:GoneItems|GoneLists|LostChanges|Refusal|UnsavedTexts)\.svelte/;

type Importers = {
	getModuleInfo(id: string): { importers: readonly string[]; code: string | null } | null;
};

/** Kit's own modules for pages other than the list's are named by number, so the page itself is looked for. */
const otherPage = /\/routes\/.*\/\+(page|layout|error)\.svelte$/;
const onTheWayToAList =
	/\/routes\/(\(home\)\/)?(\(lists\)\/)?(lists\/\[listUid=uid\]\/\+page|\+layout|\+error)\.svelte$/;

/**
 * The file for what a list's page and its layouts import; none for the rest. What only their late scripts import belongs here as well: if
 * such a script shared it with other pages, it would load all that these share.
 */
function nameForLists(id: string, modules: Importers): string | undefined {
	if (readsDates.test(id) || listOfKeys.test(id)) return undefined;
	const message = /\/paraglide\/messages\/([a-z]\w*)\.js$/.exec(id)?.[1];
	const above = new Set([id]);
	for (const one of above) {
		if (onTheWayToAList.test(one)) return 'shared';
		if (otherPage.test(one)) continue;
		const importers = modules.getModuleInfo(one)?.importers ?? [];
		if (importers.length === 0 && !one.includes('/client-optimized/nodes/')) return 'shared';
		const isOfAll = message && one.endsWith('/paraglide/messages.js');
		for (const importer of importers)
			if (!isOfAll || messagesIn(importer, modules).has(message)) above.add(importer);
	}
	return undefined;
}

const asked = new Map<string, ReadonlySet<string>>();

/** The messages that a module asks for, as in `m.undo()`: it imports all of them. */
function messagesIn(id: string, modules: Importers): ReadonlySet<string> {
	const known = asked.get(id);
	if (known) return known;
	const code = modules.getModuleInfo(id)?.code ?? '';
	const found = new Set([...code.matchAll(/\bm\.(\w+)/g)].map(([, name = '']) => name));
	asked.set(id, found);
	return found;
}

const allOfSvelte = `import * as svelte from 'svelte';`;
const usedOfSvelte = ['onMount', 'settled', 'tick', 'untrack'];

/** Changes the code of Kit's client. `change` calls `refuse` where a newer Kit has other code. */
const inKitsClient = (
	name: string,
	change: (code: string, refuse: (sentence: string) => never) => string
): Plugin => ({
	name,
	apply: 'build',
	transform: {
		filter: { id: /\/kit\/src\/runtime\/client\/client\.js$/ },
		handler(code) {
			return change(code, (sentence) => this.error(sentence));
		}
	}
});

/** Kit's client uses these four functions and imports the whole of Svelte, which adds 1.4 KB and a file to every page. */
const fewOfSvelte = inKitsClient('few-of-svelte', (code, refuse) => {
	if (!code.includes(allOfSvelte)) refuse('Kit imports Svelte in another way now.');
	const imported = usedOfSvelte.map((name) => `${name} as its_${name}`);
	const named = usedOfSvelte.map((name) => `${name}: its_${name}`);
	return code.replace(
		allOfSvelte,
		`import { ${imported.join()} } from 'svelte'; const svelte = { ${named.join()} };`
	);
});

const linksInSight = /const observer = new IntersectionObserver\([^]*?\{ threshold: 0 \}\s*\);/;
const lookAtEachLink =
	/function after_navigate\(\) \{[^]*?\n\t\}\s*after_navigate_callbacks\.add\(after_navigate\);\s*after_navigate\(\);/;

/**
 * Kit looks at each link of a page for one whose code is to be loaded before it is tapped. No page of Hearth has one, and a list
 * has a link in each of its thousands of rows.
 */
const linksLeftAlone = inKitsClient('links-left-alone', (code, refuse) => {
	if (!linksInSight.test(code) || !lookAtEachLink.test(code))
		refuse('Kit looks at the links of a page in another way now.');
	return code.replace(linksInSight, '').replace(lookAtEachLink, '');
});

const loadsPage = 'location.href = url.href;';

/**
 * Where a page cannot be loaded in place, Kit sets the address anew. As Back has set it already, that loads nothing if the address has a
 * fragment: the old page would stay under the new address.
 */
const loadedAfterBack = inKitsClient('loaded-after-back', (code, refuse) => {
	if (code.split(loadsPage).length !== 2) refuse('Kit loads a page in another way now.');
	return code.replace(
		loadsPage,
		`if (location.href === url.href) location.reload(); else ${loadsPage}`
	);
});

const noteOfFailure = /seen\[href\] = void 0;(?=\s*throw err)/;
const failedStyles = 'if (e.type === "error") rej(';

/**
 * Vite asks for the styles of a late script once. Where that failed, as without a connection, it would load the script without them the
 * next time. So what failed is forgotten.
 */
const retriedStyles: Plugin = {
	name: 'retried-styles',
	apply: 'build',
	transform: {
		filter: { id: /vite\/preload-helper/ },
		handler(code) {
			if (!noteOfFailure.test(code) || !code.includes(failedStyles))
				this.error('Vite loads late styles in another way now.');
			return code
				.replace(noteOfFailure, 'delete seen[href];')
				.replace(failedStyles, 'if (e.type === "error") link.remove(), rej(');
		}
	}
};

/** The numbers of the layouts of a list, as in `"/(home)/(lists)/lists/[listUid=uid]": [~22,[3,4],[,5]]`. */
const layoutsInTable = /"[^"]*\/lists\/\[listUid=uid\]": \[~\d+,\[([\d,]+)\]/;

/** Kit reads in the manifest which files a page needs. */
function changeManifest(dir: string, change: (manifest: Manifest) => void): void {
	const path = join(dir, '.vite/manifest.json');
	const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'));
	change(manifest);
	writeFileSync(path, JSON.stringify(manifest));
}

const onlyAComponent = /^export \{ default as component \} from "[^"]+";\s*$/;

/**
 * Kit loads each layout as a file of its own once it has started, and with them the error page. Those of a list come with what pages
 * share: a list has four files and a wait less.
 */
const layoutsOfLists: Plugin = {
	name: 'layouts-of-lists',
	apply: 'build',
	transform: {
		filter: { id: /\/client-optimized\/app\.js$/ },
		handler(code, id) {
			const [, layouts] = layoutsInTable.exec(code) ?? [];
			if (!layouts) return this.error('Kit lists the layouts of a page in another way now.');
			let changed = code;
			for (const number of ['0', '1', ...layouts.split(',')]) {
				const file = `./nodes/${number}`;
				const loader = `() => import('${file}')`;
				const isWhole = onlyAComponent.test(readFileSync(join(dirname(id), `${file}.js`), 'utf8'));
				if (!code.includes(loader) || !isWhole)
					this.error('Kit loads a layout in another way now.');
				changed = `import { component as component${number} } from '${file}';\n${changed}`;
				changed = changed.replace(loader, `async () => ({ component: component${number} })`);
			}
			return changed;
		}
	},
	// A file without a module of its own only names another one, and no page loads it.
	writeBundle({ dir = '' }, bundle) {
		changeManifest(dir, (manifest) => {
			for (const [key, chunk] of Object.entries(manifest)) {
				const written = bundle[chunk.file];
				const holdsNothing = written?.type === 'chunk' && written.moduleIds.length === 0;
				const [shared = ''] = chunk.imports ?? [];
				if (key.includes('/client-optimized/nodes/') && holdsNothing)
					chunk.file =
						manifest[shared]?.file ?? this.error('Vite writes its manifest in another way now.');
			}
		});
	}
};

/**
 * Kit follows a page's files through the manifest to the styles that it links. A file that a late script shares with a page may be reached
 * through that script first, and its styles would be missing on the page until scripts run. Late scripts draw nothing on the server, so the
 * manifest leaves them out.
 */
const lateScriptsLeftOut: Plugin = {
	name: 'late-scripts-left-out',
	apply: 'build',
	writeBundle({ dir = '' }) {
		changeManifest(dir, (manifest) => {
			for (const chunk of Object.values(manifest)) delete chunk.dynamicImports;
		});
	}
};

/** The placeholders of app.html as Kit writes them into a script, and what fills each. */
const places = {
	'lang=\\"%hearth.lang%\\" dir=\\"%hearth.dir%\\" data-theme=\\"%hearth.theme%\\"':
		'htmlAttributes()',
	'%hearth.light%': "barMediaOf('light')",
	'%hearth.dark%': "barMediaOf('dark')"
};

/** Fills the placeholders of app.html while Kit puts a page together. To replace them in the finished page would copy it twice. */
const filledPlaces: Plugin = {
	name: 'filled-places',
	transform: {
		filter: { id: /\/generated\/server\/internal\.js$/ },
		handler(code) {
			let filled = `import { barMediaOf, htmlAttributes } from '$lib/server/http/html-attributes';\n${code}`;
			for (const [place, call] of Object.entries(places)) {
				if (!filled.includes(place)) this.error('Kit writes app.html in another way now.');
				filled = filled.replace(place, `" + ${call} + "`);
			}
			return filled;
		}
	}
};

export default defineConfig({
	plugins: [
		sveltekit(),
		clientLanguages(),
		sharedFiles,
		fewOfSvelte,
		linksLeftAlone,
		loadedAfterBack,
		retriedStyles,
		layoutsOfLists,
		lateScriptsLeftOut,
		filledPlaces
	],
	// Bundled together, so that there is one Zod, without its sentences in fifty languages.
	ssr: {
		noExternal: ['zod', 'zod-openapi', '@modelcontextprotocol/server', '@modelcontextprotocol/core']
	},
	// A data: URL for a font or a script would be refused by our own Content-Security-Policy.
	build: {
		assetsInlineLimit: 0,
		// A process would hold the comments, and the paths of the modules, in memory with the code.
		rolldownOptions: {
			experimental: { attachDebugInfo: 'none' },
			output: { comments: { jsdoc: false } }
		}
	}
});
