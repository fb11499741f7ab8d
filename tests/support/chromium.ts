// The browser of the page tests: one that is there already, or else one that is installed now.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { chromium } from '@playwright/test';

/** Chromium refuses its sandbox to root, and only to root is it worth going without. */
export const chromiumFlags = [
	...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync'
];

/** The path of a Chromium; throws in one line where there is none and none could be installed. */
export function findOrInstallChromium(): string {
	const found = findChromium();
	if (found) return found;
	console.log('Installing Chromium …');
	if (process.getuid?.() === 0) run('apt-get', ['update', '-qq']);
	for (const name of ['chromium-headless-shell', 'chromium'])
		if (process.getuid?.() === 0 && !findChromium())
			run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
	if (!findChromium()) run(process.execPath, [playwrightCommand(), 'install', 'chromium']);
	const installed = findChromium();
	if (!installed) throw new Error('The page tests need Chromium, and it could not be installed.');
	return installed;
}

export function findChromium(): string | undefined {
	return (
		onPath(['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']) ??
		[chromium.executablePath()].find((path) => existsSync(path))
	);
}

function onPath(names: string[]): string | undefined {
	const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
	return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

function playwrightCommand(): string {
	const entry = createRequire(import.meta.url).resolve('@playwright/test/package.json');
	return join(dirname(entry), 'cli.js');
}

function run(command: string, args: string[]): void {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
}
