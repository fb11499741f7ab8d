import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Loads the engine as a bundler for browsers would resolve the package's `import … from '….wasm'`. */
export async function loadEngine() {
	const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
	const place = createRequire(import.meta.url).resolve(
		'@prisma/schema-engine-wasm/schema_engine_bg'
	);
	const module = new WebAssembly.Module(await readFile(place.replace(/\.js$/, '.wasm')));
	const timers = Object.keys(glue).filter((name) => name.startsWith('__wbg_setTimeout'));
	const imports = { ...glue, ...Object.fromEntries(timers.map((name) => [name, idleTimer])) };
	const { exports } = new WebAssembly.Instance(module, { './schema_engine_bg.js': imports });
	glue.__wbg_set_wasm(exports);
	const start = exports['__wbindgen_start'];
	if (typeof start === 'function') start();
	return glue;
}

/** The engine never clears the timer of its wait for the lock, which would keep a program running for ten seconds. */
const idleTimer = (callback: () => void, ms: number) => setTimeout(callback, ms).unref();
