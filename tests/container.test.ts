// The Dockerfile, carried out step by step in a scratch folder.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildImage, environmentOf, onlyInDocker, type Stage } from './support/container.ts';
import { freePort } from './support/postgres.ts';

let scratch: string;
let image: Stage;
let container: ChildProcess;
let env: NodeJS.ProcessEnv;
let origin: string;
let printed = '';

beforeAll(async () => {
	// A folder such as people have: with spaces, other letters than English ones, and signs that mean something in a pattern.
	scratch = await mkdtemp(join(tmpdir(), "hearth's [häuschen] (1)-"));
	image = await buildImage(scratch);
	const data = join(image.root, 'data');
	await mkdir(data);
	const port = await freePort();
	origin = `http://127.0.0.1:${port}`;
	const databaseUrl = image.env.DATABASE_URL?.replace('/data', data);
	env = { ...environmentOf(image), PORT: String(port), DATABASE_URL: databaseUrl };
	container = start();
}, 600_000);

afterAll(async () => {
	container?.kill('SIGKILL');
	if (scratch) await rm(scratch, { recursive: true, force: true });
});

function start(): ChildProcess {
	const [command = '', ...args] = image.cmd;
	const child = spawn(command, args, { cwd: join(image.root, image.workdir), env });
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
	return child;
}

function healthcheck(): number | null {
	const [command = '', ...args] = image.healthcheck;
	return spawnSync(command, args, { cwd: join(image.root, image.workdir), env }).status;
}

async function readyz(): Promise<number> {
	for (let tries = 0; tries < 200 && container.exitCode === null; tries++) {
		const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
		if (answer?.ok) return answer.status;
		await pause(50);
	}
	throw new Error(`The container is not ready:\n${printed}`);
}

test('the image has what is needed to run, and nothing that is only needed to build', () => {
	const inside = (path: string) => existsSync(join(image.root, 'app', path));
	expect(inside('build/handler.js')).toBe(true);
	expect(inside('prisma/migrations')).toBe(true);
	for (const path of ['src/routes', 'tests', '.git', 'node_modules/vite', 'node_modules/prisma'])
		expect(inside(path), path).toBe(false);
});

test('the image adds at most 180 MB to that of Node', () => {
	const { stdout } = spawnSync('du', ['--summarize', '--block-size=1M', join(image.root, 'app')]);
	expect(Number.parseInt(String(stdout), 10)).toBeLessThanOrEqual(180);
});

test('the container runs as an ordinary account and keeps its data in a volume', () => {
	expect(image.user).toBe('node');
	expect(image.volumes).toEqual(['/data']);
	expect(image.env.DATABASE_URL).toBe('file:/data/hearth.db');
});

test('the folder of the volume is given to that account before the image stops being root', () => {
	const at = (step: string) => image.steps.indexOf(step);
	for (const command of onlyInDocker.map((skipped) => `RUN ${skipped}`)) {
		expect(image.steps.filter((step) => step === command)).toEqual([command]);
		// After USER it would fail, and changes to a volume after its declaration can be lost.
		expect(at(command)).toBeLessThan(Math.min(at('USER node'), at('VOLUME /data')));
	}
});

test('the container gets ready over an empty volume and says so to its health check', async () => {
	expect(await readyz()).toBe(200);
	expect(healthcheck()).toBe(0);
	expect(existsSync(join(image.root, 'data/hearth.db'))).toBe(true);
});

test.each(['127.0.0.2', '::1'])('the health check asks %s where HOST names it', async (HOST) => {
	const server = createServer((_, response) => response.end()).listen(0, HOST);
	await once(server, 'listening');
	const address = server.address();
	const PORT = String(typeof address === 'object' ? address?.port : address);
	const [command = '', ...args] = image.healthcheck;
	const cwd = join(image.root, image.workdir);
	const checked = spawn(command, args, { cwd, env: { ...env, HOST, PORT } });
	expect(await once(checked, 'exit')).toEqual([0, null]);
	server.close();
});

test('the container holds the commands beside the server, which refuse a file that the server has open', async () => {
	const run = (...words: string[]) =>
		spawnSync('node', words, { cwd: join(image.root, image.workdir), env, encoding: 'utf8' });
	const copy = `${env.DATABASE_URL}.copy`;
	expect(run('bin/copy-household.ts', copy).stderr).toContain('another Hearth is running');
	expect(run('bin/set-password.ts', 'ada@mill.test').stderr).toContain('another Hearth is running');
});

test('the container stops cleanly when it is asked to, and its health check then fails', async () => {
	const gone = once(container, 'exit');
	process.kill(container.pid ?? 0, 'SIGTERM');
	expect(await gone).toEqual([0, null]);
	expect(healthcheck()).toBe(1);
});
