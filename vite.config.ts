import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig, type Plugin } from 'vite';
import { clientLanguages } from './bin/client-languages.ts';

/**
 * Two files for all that pages share, of which the list's page needs one: of forty small ones each would be a request of its
 * own, and what doors and settings share would be loaded in the shop.
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
										{ name: 'keys', test: tellsOfKeys, minShareCount: 2, priority: 1 },
										{ name: 'settings', minShareCount: 2 }
									]
								}
							}
						}
					}
				}
			: undefined
};

/** What reads dates in any language, which comes late. */
const readsDates = /\/node_modules\/chrono-node\/|\/format\/dates\/(?!load)/;

/** The list of keys, which comes with the first of them. */
const tellsOfKeys = /\/ui\/keys\/|\/paraglide\/messages\/key/;

type Importers = {
	getModuleInfo(
		id: string
	): { isEntry: boolean; importers: readonly string[]; code: string | null } | null;
};

/** Kit's own modules for pages other than the list's are named by number, so the page itself is looked for. */
const otherPage = /\/routes\/.*\/\+(page|layout|error)\.svelte$/;
const onTheWayToAList =
	/\/routes\/(\(home\)\/)?(\(lists\)\/)?(lists\/\[listUid=uid\]\/\+page|\+layout|\+error)\.svelte$/;

/** The file for what a list's page and its layouts import at once; none for the rest. */
function nameForLists(id: string, modules: Importers): string | undefined {
	if (readsDates.test(id)) return undefined;
	const message = /\/paraglide\/messages\/([a-z]\w*)\.js$/.exec(id)?.[1];
	const above = new Set([id]);
	for (const one of above) {
		if (onTheWayToAList.test(one)) return 'shared';
		if (otherPage.test(one)) continue;
		const { isEntry = false, importers = [] } = modules.getModuleInfo(one) ?? {};
		if (isEntry) return 'shared';
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

export default defineConfig({
	plugins: [sveltekit(), clientLanguages(), sharedFiles],
	// Bundled together, so that there is one Zod, without its sentences in fifty languages.
	ssr: {
		noExternal: ['zod', 'zod-openapi', '@modelcontextprotocol/server', '@modelcontextprotocol/core']
	},
	// A data: URL for a font or a script would be refused by our own Content-Security-Policy.
	build: { assetsInlineLimit: 0 }
});
