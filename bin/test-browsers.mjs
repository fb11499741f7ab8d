// `npm run test:browsers`: the main flows in Firefox, and then in WebKit. `-- firefox` and `-- webkit` try one of them. Further words
// go to Playwright, as in `npm run test:browsers -- webkit -g "server is down"`.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { findOrInstallFirefox } from '../tests/support/firefox.ts';
import { findOrInstallWebKit } from '../tests/support/webkit.ts';
import { makeScratch } from './scratch.mjs';

process.chdir(join(import.meta.dirname, '..'));
const browsers = { firefox: findOrInstallFirefox, webkit: findOrInstallWebKit };
const [first, ...rest] = process.argv.slice(2);
const chosen = first in browsers ? [first] : Object.keys(browsers);
const words = first in browsers ? rest : process.argv.slice(2);

const scratch = makeScratch();
process.exitCode = chosen.map(run).find((status) => status !== 0) ?? 0;
rmSync(scratch, { recursive: true, force: true });

function run(name) {
	try {
		const browser = browsers[name]();
		if (name === 'firefox')
			console.log(spawnSync(browser, ['--version'], { encoding: 'utf8' }).stdout.trim());
	} catch (cause) {
		console.error(cause.message);
		return 1;
	}
	const config = `--config=tests/browsers/${name}.config.ts`;
	const { status } = spawnSync(
		process.execPath,
		['node_modules/@playwright/test/cli.js', 'test', config, ...words],
		{ stdio: 'inherit' }
	);
	return status ?? 1;
}
