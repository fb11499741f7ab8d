// Before `npm start` and `npm test`: installs, generates and builds whatever is missing or out of
// date. Runs on the machine's own Node (20.19 or newer), so: no packages, plain JavaScript.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

process.chdir(join(import.meta.dirname, '..'));

// npm puts the `node` package in front of the machine's own Node, but only once it is installed.
const [major, minor] = process.versions.node.split('.').map(Number);
const program = process.platform === 'win32' ? 'node.exe' : 'node';
const recent = major > 22 || (major === 22 && minor >= 17);
const node = recent ? process.execPath : join('node_modules/node/bin', program);

const generated = 'src/lib/server/platform/generated';

const kit = ['svelte.config.js', 'package-lock.json'];
const clients = [
	'prisma/schema.prisma',
	'prisma.config.ts',
	'bin/generate.mjs',
	'src/lib/server/platform/schema-engine.ts',
	'package-lock.json'
];
const everything = [
	...new Set([...kit, ...clients, 'package.json', 'vite.config.ts', 'prisma', 'static', 'src'])
];

if (!packagesInstalled()) step('Installing the packages', installPackages);
make('.svelte-kit', kit, 'Preparing', ['node_modules/@sveltejs/kit/svelte-kit.js', 'sync']);
make(generated, clients, 'Generating the database clients', ['bin/generate.mjs']);
make('build', everything, 'Building', ['node_modules/vite/bin/vite.js', 'build']);

/** npm keeps its own record of what it installed: compare that with the lockfile. */
function packagesInstalled() {
	if (!existsSync(node) || !existsSync('node_modules/.package-lock.json')) return false;
	const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
	const present = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')).packages;
	return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
		if (path === '') return true;
		const found = present[path];
		return found ? found.version === version && found.integrity === integrity : optional === true;
	});
}

function installPackages() {
	const npm = process.env.npm_execpath;
	const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
	// Prisma's install script would download an engine that nothing here uses.
	const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
	return npm
		? spawnSync(process.execPath, [npm, ...args], { encoding: 'utf8', env })
		: spawnSync('npm', args, { encoding: 'utf8', env, shell: process.platform === 'win32' });
}

/** Runs the script unless `folder` was already made from exactly these sources. */
function make(folder, sources, title, script) {
	const stamp = join(folder, '.made-from');
	const now = fingerprint(sources);
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
	step(title, () => {
		const env = { ...process.env, NODE_ENV: 'production' };
		return spawnSync(node, script, { encoding: 'utf8', env });
	});
	writeFileSync(stamp, now);
}

function step(title, run) {
	process.stdout.write(`${title} …`);
	const begun = performance.now();
	const { status, stdout, stderr, error } = run();
	if (status === 0) return console.log(` ${((performance.now() - begun) / 1000).toFixed(1)} s`);
	console.log(' failed');
	console.error([stdout, stderr, error?.message].filter(Boolean).join('\n'));
	process.exit(1);
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
		.filter((child) => child !== join(generated))
		.flatMap(filesUnder);
}
