// The Dockerfile carried out without Docker: every stage becomes a folder on this machine.
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, readdir, stat } from 'node:fs/promises';
import { basename, delimiter, dirname, join, matchesGlob } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

export type Stage = {
	/** The folder that stands for `/`. */
	root: string;
	workdir: string;
	env: Record<string, string>;
	user: string;
	volumes: string[];
	cmd: string[];
	healthcheck: string[];
	/** Every instruction after FROM, in order. */
	steps: string[];
};

type Instruction = { word: string; rest: string };

const project = join(import.meta.dirname, '../..');

/** Instructions that are skipped here: they need root, and the folders of this machine do not need them. */
export const onlyInDocker = ['mkdir -p /data && chown node:node /data'];

/** What `npm test` and vitest set for themselves. */
const notInherited =
	/^(npm_(package|lifecycle)_.*|npm_config_local_prefix|NODE_(ENV|OPTIONS)|VITEST.*|TEST.*)$/;

/** Carries out the whole Dockerfile inside `scratch` and answers with its last stage. */
export async function buildImage(scratch: string): Promise<Stage> {
	const stages = new Map<string, Stage>();
	let stage: Stage | undefined;
	for (const { word, rest } of instructions(await readFile(join(project, 'Dockerfile'), 'utf8'))) {
		if (word === 'FROM') {
			stage = emptyStage(join(scratch, String(stages.size)));
			stages.set(/ AS (\S+)$/i.exec(rest)?.[1] ?? String(stages.size), stage);
			await mkdir(stage.root);
		} else {
			if (!stage) throw new Error(`${word} before the first FROM`);
			await follow(word, rest, stage, stages);
		}
	}
	if (!stage) throw new Error('The Dockerfile has no stage.');
	return stage;
}

/** The environment of a command in that stage: its own settings over this machine's. */
export function environmentOf(stage: Stage): NodeJS.ProcessEnv {
	const ours = Object.entries(process.env).filter(([name]) => !notInherited.test(name));
	// The image's `node` is the one that runs these tests, not another one on this machine's PATH.
	const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
	return {
		...Object.fromEntries(ours),
		npm_config_prefer_offline: 'true',
		PATH: path,
		...stage.env
	};
}

function emptyStage(root: string): Stage {
	const unsaid = { volumes: [], cmd: [], healthcheck: [], steps: [] };
	return { root, workdir: '/', env: {}, user: 'root', ...unsaid };
}

function instructions(text: string): Instruction[] {
	return text
		.replace(/^\s*#.*$/gm, '')
		.replace(/\\\n/g, ' ')
		.split('\n')
		.map((line) => line.trim())
		.filter(Boolean)
		.map((line) => ({ word: line.split(/\s/, 1).join(), rest: line.replace(/^\S+\s+/, '') }));
}

async function follow(word: string, rest: string, stage: Stage, stages: Map<string, Stage>) {
	stage.steps.push(`${word} ${rest}`);
	if (word === 'WORKDIR') {
		stage.workdir = rest;
		await mkdir(join(stage.root, rest), { recursive: true });
	} else if (word === 'ENV') {
		const [name = '', value = ''] = rest.split(/=(.*)/);
		stage.env[name] = value;
	} else if (word === 'COPY') await copy(rest.split(/\s+/), stage, stages);
	else if (word === 'RUN') await run(rest, stage);
	else if (word === 'USER') stage.user = rest;
	else if (word === 'VOLUME') stage.volumes.push(rest);
	else if (word === 'CMD') stage.cmd = words(rest);
	else if (word === 'HEALTHCHECK') stage.healthcheck = words(rest.replace(/^.*?\bCMD\s+/, ''));
	else if (word !== 'EXPOSE') throw new Error(`This test does not know the instruction ${word}.`);
}

function words(json: string): string[] {
	const parsed: unknown = JSON.parse(json);
	if (!Array.isArray(parsed)) throw new Error(`Not a list of words: ${json}`);
	return parsed.map(String);
}

async function run(command: string, stage: Stage): Promise<void> {
	if (onlyInDocker.includes(command)) return;
	const cwd = join(stage.root, stage.workdir);
	await promisify(execFile)('sh', ['-c', command], {
		cwd,
		env: environmentOf(stage),
		maxBuffer: 64 * 1024 * 1024
	});
}

async function copy(args: string[], stage: Stage, stages: Map<string, Stage>): Promise<void> {
	const from = args.find((arg) => arg.startsWith('--from='))?.slice('--from='.length);
	const paths = args.filter((arg) => !arg.startsWith('--'));
	const target = paths.pop() ?? '.';
	const source = from === undefined ? project : stages.get(from)?.root;
	if (!source) throw new Error(`COPY from an unknown stage: ${from}`);
	const wanted = from === undefined ? await inContext() : () => true;
	for (const path of paths) {
		const origin = join(source, path);
		const isFolder = (await stat(origin)).isDirectory();
		const folder = join(stage.root, target.startsWith('/') ? '/' : stage.workdir, target);
		const intoFolder = target.endsWith('/') || target === '.';
		const destination = !isFolder && intoFolder ? join(folder, basename(path)) : folder;
		if (!wanted(path)) throw new Error(`.dockerignore leaves out ${path}, which is copied.`);
		await copyTree(origin, destination, path, wanted);
	}
}

async function copyTree(
	origin: string,
	destination: string,
	path: string,
	wanted: (path: string) => boolean
): Promise<void> {
	if (path !== '.') {
		const filter = (from: string) => wanted(join(path, from.slice(origin.length)));
		return cp(origin, destination, { recursive: true, verbatimSymlinks: true, filter });
	}
	for (const name of await readdir(origin))
		if (wanted(name)) await copyTree(join(origin, name), join(destination, name), name, wanted);
}

/** Whether a path of the project is part of the build's context: the last pattern decides. */
async function inContext(): Promise<(path: string) => boolean> {
	const patterns = (await readFile(join(project, '.dockerignore'), 'utf8'))
		.split('\n')
		.filter((line) => line.trim() && !line.startsWith('#'));
	return (path) =>
		path === '.' ||
		!patterns.reduce((left, line) => {
			const pattern = line.replace(/^!/, '');
			const hit = matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`);
			return hit ? !line.startsWith('!') : left;
		}, false);
}
