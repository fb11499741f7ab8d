// The browser of the page tests: one that is there already, or else one that is installed now.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { chromium } from '@playwright/test';
import { canRun, installWithApt, onPath, run } from './programs.ts';

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
	return (process.env.TEST_CHROMIUM ??=
		findShell() ?? installShell() ?? findBrowser() ?? install());
}

/** The one without windows: the pages' tests take two thirds of the time in it. */
const findShell = () => onPath(['chromium-headless-shell']).find(canRun);

/** A downloaded one may lack a library of the system, so it counts only where it can say its version. */
const findBrowser = () =>
	[...onPath(['chromium', 'chromium-browser', 'google-chrome']), chromium.executablePath()].find(
		canRun
	);

/** Where Debian's packages may be installed; nothing where they may not, or are out of reach. */
function installShell(): string | undefined {
	if (process.getuid?.() !== 0 || onPath(['apt-get']).length === 0) return undefined;
	console.log('Installing Chromium …');
	installWithApt('chromium-headless-shell');
	return findShell();
}

function install(): string {
	console.log('Installing Chromium …');
	if (process.getuid?.() === 0)
		run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
	if (!findBrowser()) run(process.execPath, [playwrightCommand(), 'install', 'chromium']);
	const installed = findBrowser();
	if (!installed)
		throw new Error(
			'The page tests need Chromium and could not install it. Install it (on Debian: apt-get install chromium), then run npm test again.'
		);
	return installed;
}

function playwrightCommand(): string {
	const entry = createRequire(import.meta.url).resolve('@playwright/test/package.json');
	return join(dirname(entry), 'cli.js');
}
