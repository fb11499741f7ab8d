import adapter from '@sveltejs/adapter-node';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { minifySync, transformWithOxc } from 'vite';

/** @type {import('@sveltejs/kit').Config} */
export default {
	preprocess: vitePreprocess(),
	compilerOptions: {
		runes: true,
		// Each row of a list has seven scoped classes. Svelte's own names begin with "svelte-", which is 4 % of the page.
		cssHash: ({ hash, filename }) => `s${hash(filename)}`
	},
	kit: {
		adapter: withoutRedundantWork(adapter({ out: 'build' })),
		// The built-in check cannot tell http from https behind a proxy and never looks at JSON;
		// hooks.server.ts makes its own.
		csrf: { trustedOrigins: ['*'] },
		csp: {
			mode: 'auto',
			directives: {
				'default-src': ['self'],
				'script-src': ['self'],
				'style-src': ['self'],
				// The one style attribute that Kit itself writes: it hides the announcer of new pages.
				'style-src-attr': ['unsafe-hashes', 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='],
				'img-src': ['self', 'data:'],
				'font-src': ['self'],
				'connect-src': ['self'],
				'manifest-src': ['self'],
				'object-src': ['none'],
				'base-uri': ['none'],
				'form-action': ['self'],
				'frame-ancestors': ['none']
			}
		},
		// Kit would name a build by its time. The same sources make the same files; by the same name browsers keep those they have.
		version: { name: process.env.HEARTH_BUILD_NAME, pollInterval: 0 },
		// The offline page is shown at any address, so the paths of its files must be absolute.
		paths: { relative: false },
		files: { serviceWorker: 'src/service-worker/worker' },
		// See src/lib/client/register-worker.ts.
		serviceWorker: { register: false },
		typescript: {
			config: (config) => ({
				...config,
				include: [
					...config.include,
					'../*.ts',
					'../bin/**/*.ts',
					'../prisma/**/*.ts',
					'../bench/**/*.ts'
				]
			})
		}
	}
};

/**
 * Removes work that Kit repeats for each request though nobody needs it, an encoding that open pages of an older build cannot
 * read, and a wait before a page's own scripts. See docs/decisions/021-import-route-matchers-once.md,
 * docs/decisions/065-cache-plural-rules-and-drop-page-etags.md, docs/decisions/080-make-native-requests-and-responses-late.md and
 * docs/decisions/088-ask-for-a-pages-own-scripts-after-its-font.md.
 * @param {import('@sveltejs/kit').Adapter} adapter
 * @returns {import('@sveltejs/kit').Adapter}
 */
function withoutRedundantWork({ adapt, ...others }) {
	return {
		...others,
		adapt: async (builder) => {
			for (const { file, pattern, replacement } of redundantWork)
				rewrite(join(builder.getServerDirectory(), file), pattern, replacement);
			// The adapter finds its own files by a glob. The parentheses in "hearth (1)" would be a part of its pattern.
			const getBuildDirectory = (/** @type {string} */ name) =>
				relative('', builder.getBuildDirectory(name));
			await adapt({ ...builder, getBuildDirectory });
			const lazyNative = readFileSync('src/lib/server/http/lazy-native.ts', 'utf8');
			const { code } = await transformWithOxc(lazyNative, 'lazy-native.ts');
			writeFileSync('build/server/lazy-native.js', minifySync('lazy-native.js', code).code);
			for (const { chunk, imported, replaced } of changedChunks) {
				const [file = ''] = globSync(`build/server/chunks/${chunk}{,.js}-*.js`);
				for (const [pattern, replacement] of replaced) rewrite(file, pattern, replacement);
				rewrite(file, /^/, `import { ${imported} } from '../lazy-native.js';\n`);
			}
		}
	};
}

const redundantWork = [
	// Kit imports pages and endpoints once, but the param matchers for each request. Finding a module again takes Node a tenth of
	// a whole answer.
	{
		file: 'manifest.js',
		pattern: /matchers: (async \(\) => \{[^]*?\n\s*\}),(?=\s*server_assets:)/,
		replacement: 'matchers: __memo($1),'
	},
	// A route without parameters is its own address, and a page with a hundred lists resolves two hundred of them.
	{
		file: 'chunks/routing.js',
		pattern: /(function resolve_route\(id, params\) \{\n)/,
		replacement: '$1\tif (!/[[(]/.test(id)) return id;\n'
	},
	// Each page has another nonce and other idempotency keys, so its ETag would never match again.
	{
		file: 'index.js',
		pattern: /if \(!chunks\) headers\.set\("etag", `"\$\{hash\(transformed\)\}"`\);/,
		replacement: ''
	},
	// What an open page fetches goes as it is: the page may be of an older build, which cannot read what src/hooks.ts encodes.
	{
		file: 'index.js',
		pattern:
			/\.\.\.Object\.fromEntries\(Object\.entries\(options\.hooks\.transport\)\.map\(\(\[key, value\]\) => \[key, value\.encode\]\)\),/,
		replacement: ''
	},
	{
		file: 'index.js',
		pattern: /(?<=stringify_action_response\([\w.]+, event\.route\.id, )options\.hooks\.transport/g,
		replacement: '{}'
	},
	// Kit asks for the scripts of the page itself once those that start it have run. They wait for the font alone, which is seen first.
	// Where one does not come, Kit tells of it when it asks.
	{
		file: 'index.js',
		pattern: /(?=Promise\.all\(\[\s*import\(\$\{s\(prefixed\(client\.start\)\)\}\))/,
		replacement:
			'document.fonts.ready.then(() => Promise.all([${[...modulepreloads].filter((file) => !client.imports.includes(file)).map((file) => `import(${s(prefixed(file))})`)}])).catch(() => {});\n\n\t\t\t\t\t'
	}
];

/**
 * Where the adapter makes a Request of what arrived and sends a Response, and where Kit makes the Response of a page. Browsers
 * compare the adapter's files by their ETag, so Last-Modified is left out, which is 46 bytes.
 */
const changedChunks = [
	{
		chunk: 'handler',
		imported: 'lazyRequest, sendWhole',
		replaced: [
			[
				/return (new Request\(base \+ request\.url, \{[^]*?\n\t\}\));/,
				'return lazyRequest({ url: base + request.url, incoming: request, signal: controller.signal, bodySizeLimit, makeNative: () => $1 });'
			],
			[
				/await setResponse\(res, response\);/,
				'if (!sendWhole(res, response)) await setResponse(res, response);'
			],
			// Nobody awaits the last of the adapter's handlers, and a rejection that nobody handles ends the process.
			[
				/serve_prerendered\(\), ssr\]/,
				"serve_prerendered(), (req, res) => ssr(req, res).catch((cause) => res.emit('hearth:failed', cause))]"
			],
			[/'Last-Modified': stats\.mtime\.toUTCString\(\),\s*/, '']
		]
	},
	{
		chunk: 'index',
		imported: 'wholeResponse',
		replaced: [
			[
				/return !chunks \? text\(transformed, \{\s*status,\s*headers\s*\}\)/,
				'return !chunks ? wholeResponse(transformed, { status, headers })'
			]
		]
	}
];

/**
 * @param {string} path
 * @param {RegExp} pattern
 * @param {string} replacement
 */
function rewrite(path, pattern, replacement) {
	const text = readFileSync(path, 'utf8');
	if (!pattern.test(text)) throw new Error(`Kit's ${basename(path)} no longer matches ${pattern}.`);
	writeFileSync(path, text.replace(pattern, replacement));
}
