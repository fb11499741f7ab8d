// `npm run test:browsers`: the main flows in Firefox. Further words go to Playwright, as in
// `npm run test:browsers -- --project=no-script`.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { findOrInstallFirefox } from '../tests/support/firefox.ts';
import { makeScratch } from './scratch.mjs';

process.chdir(join(import.meta.dirname, '..'));
const scratch = makeScratch();
process.exitCode = run();
rmSync(scratch, { recursive: true, force: true });

function run() {
	try {
		const firefox = findOrInstallFirefox();
		console.log(spawnSync(firefox, ['--version'], { encoding: 'utf8' }).stdout.trim());
	} catch (cause) {
		console.error(cause.message);
		return 1;
	}
	const config = '--config=tests/browsers/firefox.config.ts';
	const { status } = spawnSync(
		process.execPath,
		['node_modules/@playwright/test/cli.js', 'test', config, ...process.argv.slice(2)],
		{ stdio: 'inherit' }
	);
	return status ?? 1;
}
