// Compiles the catalogues in src/messages into one function for each message. Says nothing unless it fails.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileProject } from '@inlang/paraglide-js';
import plugin from '@inlang/plugin-message-format';
import { loadProjectInMemory, newProject } from '@inlang/sdk';

const root = join(import.meta.dirname, '..');
const catalogues = join(root, 'src/messages');
const compiled = join(root, 'src/lib/paraglide');

const locales = readdirSync(catalogues);
const settings = { baseLocale: 'en', locales };
const project = await loadProjectInMemory({
	blob: await newProject({ settings }),
	// The plugin is passed here: named in the settings, it would be loaded over the network.
	providePlugins: [plugin]
});
await project.importFiles({
	pluginKey: plugin.key,
	files: locales.map((locale) => ({
		locale,
		content: new TextEncoder().encode(JSON.stringify(catalogueOf(locale)))
	}))
});
const output = await compileProject({
	project,
	compilerOptions: {
		strategy: ['baseLocale'],
		// A module for each message, so that a page loads only those that it shows.
		outputStructure: 'message-modules',
		emitReadme: false,
		emitGitIgnore: false,
		emitPrettierIgnore: false
	}
});
const registry = readFileSync(join(import.meta.dirname, 'message-registry.js'), 'utf8');
refuseUnlessComplete(registry, output);
const errors = await project.errors.get();
await project.close();
if (errors.length > 0) throw new AggregateError(errors, 'The messages do not compile.');
// A message that was renamed leaves no module behind.
rmSync(compiled, { recursive: true, force: true });
for (const [file, text] of Object.entries({ ...output, 'registry.js': registry })) {
	mkdirSync(dirname(join(compiled, file)), { recursive: true });
	writeFileSync(join(compiled, file), text);
}

/** Checks that our registry can replace Paraglide's: it must have every function that a message calls. */
function refuseUnlessComplete(registry, output) {
	if (!('registry.js' in output)) throw new Error('Paraglide no longer writes registry.js.');
	const called = Object.values(output).flatMap((text) =>
		[...text.matchAll(/\bregistry\.(\w+)\(/g)].map(([, name]) => name)
	);
	for (const name of new Set(called))
		if (!registry.includes(`export function ${name}(`))
			throw new Error(`bin/message-registry.js has no ${name}, which a message calls.`);
}

/** Merges all files of one language. Throws where a key stands twice. */
function catalogueOf(locale) {
	const folder = join(catalogues, locale);
	const catalogue = {};
	const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
	for (const file of files.sort()) {
		const messages = JSON.parse(readFileSync(join(folder, file), 'utf8'));
		for (const [key, message] of Object.entries(messages)) {
			if (key in catalogue) throw new Error(`${key} stands twice, again in ${file}.`);
			catalogue[key] = message;
		}
	}
	return catalogue;
}
