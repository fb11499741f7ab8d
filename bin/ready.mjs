// Installs, generates and builds what is missing or out of date. Runs on the machine's own Node (20.19 or newer), so:
// no packages, plain JavaScript.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	existsSync,
	readFileSync,
	readdirSync,
	readlinkSync,
	realpathSync,
	statSync,
	writeFileSync
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { installPackages, packagedNode, packagesInstalled } from './install.mjs';

process.chdir(join(import.meta.dirname, '..'));

const sync = 'node_modules/@sveltejs/kit/svelte-kit.js';
const vite = 'node_modules/vite/bin/vite.js';
const generated = 'src/lib/server/data/generated';
const messages = 'src/lib/paraglide';

const kit = ['svelte.config.js', 'package-lock.json'];
const clients = [
	'prisma/schema.prisma',
	'prisma.config.ts',
	'bin/generate.mjs',
	'bin/diff-schemas.ts',
	'package-lock.json'
];
const catalogues = [
	'src/messages',
	'bin/messages.mjs',
	'bin/message-registry.js',
	'package-lock.json'
];
const everything = [
	...new Set([
		...kit,
		...clients,
		...catalogues,
		'package.json',
		'vite.config.ts',
		'bin/client-languages.ts',
		'prisma',
		'static',
		'src'
	])
];

if (!isMade('build', fingerprint(everything))) {
	refuseUnfitFolder();
	refuseWhileInUse();
}
if (!packagesInstalled()) step('Installing the packages', installPackages);
make('.svelte-kit', kit, 'Preparing', [sync, 'sync']);
make(generated, clients, 'Generating the database clients', ['bin/generate.mjs']);
make(messages, catalogues, 'Compiling the messages', ['bin/messages.mjs']);
make('build', everything, 'Building', [vite, 'build']);

/** Runs the script unless `folder` was already made from exactly these sources. */
function make(folder, sources, title, script) {
	const now = fingerprint(sources);
	if (isMade(folder, now)) return;
	step(title, () => {
		const env = { ...process.env, NODE_ENV: 'production', HEARTH_BUILD_NAME: now.slice(0, 12) };
		return spawnSync(packagedNode, script, { encoding: 'utf8', env });
	});
	writeFileSync(stampOf(folder), now);
}

function isMade(folder, print) {
	const stamp = stampOf(folder);
	return existsSync(stamp) && readFileSync(stamp, 'utf8') === print;
}

function stampOf(folder) {
	return join(folder, '.made-from');
}

/** Vite takes these characters of a path for a part of an address, or for a pattern. */
function refuseUnfitFolder() {
	const [unfit] = /[#?*]/.exec(process.cwd()) ?? [];
	if (!unfit) return;
	console.error(
		`Nothing can be built in ${process.cwd()}: the path contains "${unfit}". Rename that folder, or move Hearth to another one.`
	);
	process.exit(1);
}

/**
 * Ends this process where a Hearth runs from this folder, which loads packages and its scripts when they are first needed, or where
 * another build does, as of a second `npm test`: each would remove what the other has made. Two that begin at the same moment do not see
 * each other.
 */
function refuseWhileInUse() {
	const [server] = processesOf('bin/serve.mjs');
	const [build] = [sync, 'bin/generate.mjs', 'bin/messages.mjs', vite].flatMap(processesOf);
	if (!server && !build) return;
	console.error(
		server
			? `Nothing is built while Hearth runs from this folder (process ${server}): that would replace the scripts that it serves. Stop it first.`
			: `Nothing is built while another build of this folder runs (process ${build}). Wait until it has ended.`
	);
	process.exit(1);
}

/** The processes that run this script of this folder. Linux alone can tell. */
function processesOf(script) {
	if (!existsSync('/proc/self')) return [];
	return readdirSync('/proc').filter((pid) => {
		if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
		try {
			const program = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
				.split('\0')
				.find((word) => word.endsWith(basename(script)));
			const path = resolve(readlinkSync(`/proc/${pid}/cwd`), program ?? '');
			return realpathSync(path) === join(import.meta.dirname, '..', script);
		} catch {
			// The process has ended, or belongs to another account.
			return false;
		}
	});
}

function step(title, run) {
	process.stdout.write(`${title} …`);
	const begun = performance.now();
	const { status, stdout, stderr, error } = run();
	if (status === 0) return console.log(` ${((performance.now() - begun) / 1000).toFixed(1)} s`);
	console.log(' failed');
	console.error(causeIn([stdout, stderr, error?.message].filter(Boolean).join('\n')));
	process.exit(1);
}

/** npm says why it gave up in a few lines among hundreds. The output of any other program is printed whole. */
function causeIn(output) {
	const errors = output.split('\n').filter((line) => /^npm (error|ERR!)/.test(line));
	return errors.length > 0 ? errors.slice(0, 12).join('\n') : output;
}

function fingerprint(paths) {
	const hash = createHash('sha256');
	for (const file of paths.filter(existsSync).flatMap(filesUnder)) {
		hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
	}
	return hash.digest('hex');
}

function filesUnder(path) {
	if (statSync(path).isFile()) return [path];
	return readdirSync(path)
		.sort()
		.map((name) => join(path, name))
		.filter((child) => child !== join(generated) && child !== join(messages))
		.flatMap(filesUnder);
}
