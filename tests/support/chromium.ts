// The browser of the page tests: one that is there already, or else one that is installed now.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { chromium } from '@playwright/test';
import { canRun, installWithApt, onPath, run } from './programs.ts';

/** Playwright leaves Chromium's sandbox off by default. Root could not use it anyway. */
export const chromiumFlags = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync'
];

/** The path of a Chromium that runs. It is looked for once and kept for child processes. Throws an error of one line. */
export function findOrInstallChromium(): string {
	return (process.env.TEST_CHROMIUM ??=
		findShell() ?? installShell() ?? findBrowser() ?? install());
}

/** Chromium's headless shell. The page tests take two thirds of the time in it. */
const findShell = () => onPath(['chromium-headless-shell']).find(canRun);

/** A downloaded Chromium may lack a system library, so it counts only if it can print its version. */
const findBrowser = () =>
	[...onPath(['chromium', 'chromium-browser', 'google-chrome']), chromium.executablePath()].find(
		canRun
	);

/** Installs the shell from Debian's packages. Undefined without root or apt-get, or where the installation fails. */
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
