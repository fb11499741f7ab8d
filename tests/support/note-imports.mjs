// Loaded before a program (`node --import`): appends the path of every file that it loads as a module to the file that
// HEARTH_TEST_IMPORTS names, a line each.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const file = process.env.HEARTH_TEST_IMPORTS;

registerHooks({
	load: (url, context, next) => {
		if (url.startsWith('file:')) appendFileSync(file, `${fileURLToPath(url)}\n`);
		return next(url, context);
	}
});
