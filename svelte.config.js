import adapter from '@sveltejs/adapter-node';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @type {import('@sveltejs/kit').Config} */
export default {
	preprocess: vitePreprocess(),
	compilerOptions: { runes: true },
	kit: {
		adapter: importingMatchersOnce(adapter({ out: 'build' })),
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
		version: { pollInterval: 0 },
		// The one page that is kept on a device is shown at any address.
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
 * Kit's manifest imports every page and endpoint once, but the matchers of parameters anew for each request, and finding a
 * module again takes Node a tenth of a whole answer. See docs/decisions/021-import-route-matchers-once.md.
 * @param {import('@sveltejs/kit').Adapter} adapter
 * @returns {import('@sveltejs/kit').Adapter}
 */
function importingMatchersOnce({ adapt, ...others }) {
	const matchers = /matchers: (async \(\) => \{[^]*?\n\s*\}),(?=\s*server_assets:)/;
	return {
		...others,
		adapt: (builder) => {
			const path = join(builder.getServerDirectory(), 'manifest.js');
			const manifest = readFileSync(path, 'utf8');
			if (!matchers.test(manifest)) throw new Error('Kit writes its manifest otherwise by now.');
			writeFileSync(path, manifest.replace(matchers, 'matchers: __memo($1),'));
			return adapt(builder);
		}
	};
}
