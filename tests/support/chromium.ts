// The browser of the page tests: one that is there already, or else one that is installed now.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { chromium } from '@playwright/test';

/** Playwright goes without Chromium's sandbox unless asked for it, which root could not have anyway. */
export const chromiumFlags = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync'
];

/** The path of a Chromium that runs; looked for once and kept for the processes started from here. Throws in one line. */
export function findOrInstallChromium(): string {
	return (process.env.TEST_CHROMIUM ??= findChromium() ?? installChromium());
}

function installChromium(): string {
	console.log('Installing Chromium …');
	if (process.getuid?.() === 0) run('apt-get', ['update', '-qq']);
	for (const name of ['chromium-headless-shell', 'chromium'])
		if (process.getuid?.() === 0 && !findChromium())
			run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
	if (!findChromium()) run(process.execPath, [playwrightCommand(), 'install', 'chromium']);
	const installed = findChromium();
	if (!installed)
		throw new Error(
			'The page tests need Chromium and could not install it. Install it (on Debian: apt-get install chromium), then run npm test again.'
		);
	return installed;
}

/** A downloaded one may lack a library of the system, so it counts only where it can say its version. */
export function findChromium(): string | undefined {
	const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
	return [...onPath(names), chromium.executablePath()].find(canRun);
}

function onPath(names: string[]): string[] {
	const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
	return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

function canRun(path: string): boolean {
	if (!existsSync(path)) return false;
	return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 10_000 }).status === 0;
}

function playwrightCommand(): string {
	const entry = createRequire(import.meta.url).resolve('@playwright/test/package.json');
	return join(dirname(entry), 'cli.js');
}

function run(command: string, args: string[]): void {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	// What a failed try says would bury the one line of what to do.
	spawnSync(command, args, { stdio: 'ignore', env });
}
