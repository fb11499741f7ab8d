import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig, type Plugin } from 'vite';

/** One file for all that pages share: of forty small ones each would be a request of its own. */
const oneSharedFile: Plugin = {
	name: 'one-shared-file',
	apply: 'build',
	config: ({ build }) =>
		build?.ssr === false
			? {
					build: {
						rolldownOptions: {
							output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } }
						}
					}
				}
			: undefined
};

export default defineConfig({
	plugins: [sveltekit(), oneSharedFile],
	// A data: URL for a font or a script would be refused by our own Content-Security-Policy.
	build: { assetsInlineLimit: 0 }
});
