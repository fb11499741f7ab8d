// The browser of `npm run test:browsers`: a Firefox that is there already, or else one that is installed now.
import process from 'node:process';
import { canRun, installWithApt, onPath } from './programs.ts';

/** The path of a Firefox that runs. Throws in one line. */
export function findOrInstallFirefox(): string {
	const found = process.env.TEST_FIREFOX ?? find() ?? install();
	if (found) return (process.env.TEST_FIREFOX = found);
	throw new Error(
		'These tests need Firefox and could not install it. Install it (on Debian: apt-get install firefox-esr) or set TEST_FIREFOX to its path, then run npm run test:browsers again.'
	);
}

const find = (): string | undefined => onPath(['firefox-esr', 'firefox']).find(canRun);

function install(): string | undefined {
	console.log('Installing Firefox …');
	installWithApt('firefox-esr');
	return find();
}
