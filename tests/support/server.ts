// The built application as its own process, over a database of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './postgres.ts';

export type ServerOptions = {
	/** A fresh SQLite file when left out. */
	databaseUrl?: string;
	env?: Record<string, string>;
	port?: number;
	/** The folder that holds `build` and `bin`; the project itself when left out. */
	folder?: string;
	/** A command that runs the server, such as `prlimit` with its arguments; it becomes the server's process. */
	within?: string[];
};

export type RunningServer = {
	/** `http://127.0.0.1:…`, without a slash at its end. */
	origin: string;
	/** Equal to `origin`: what a test gives to `fetch` or to a page. */
	url: string;
	databaseUrl: string;
	pid: number;
	process: ChildProcess;
	/** All output since the first start. */
	output: () => string;
	/** SIGTERM; resolves with the exit code, and deletes the SQLite file if `startServer` created it. */
	stop: () => Promise<number>;
	/** SIGKILL; the database stays for `restart`. */
	kill: () => Promise<void>;
	/** Starts again on the same port and database, after a kill or in place of the running server. */
	restart: () => Promise<void>;
};

const PATIENCE = 20_000;

export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
	const port = options.port ?? (await freePort());
	const scratch = await mkdtemp(join(tmpdir(), 'hearth-server-'));
	const databaseUrl = options.databaseUrl ?? `file:${join(scratch, 'hearth.db')}`;
	const origin = `http://127.0.0.1:${port}`;
	const env = { PORT: String(port), HOST: '127.0.0.1', DATABASE_URL: databaseUrl, ...options.env };
	let printed = '';
	let child = launch();

	function launch(): ChildProcess {
		const cwd = options.folder ?? join(import.meta.dirname, '../..');
		const [program = '', ...words] = [...(options.within ?? []), process.execPath, 'bin/serve.mjs'];
		const started = spawn(program, words, {
			cwd,
			env: { ...inherited(), ...env },
			stdio: ['ignore', 'pipe', 'pipe']
		});
		for (const stream of [started.stdout, started.stderr])
			stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
		return started;
	}

	async function end(signal: NodeJS.Signals): Promise<number> {
		if (child.exitCode === null && child.signalCode === null) {
			const gone = once(child, 'exit');
			child.kill(signal);
			await gone;
		}
		return child.exitCode ?? -1;
	}

	const server: RunningServer = {
		origin,
		url: origin,
		databaseUrl,
		get pid() {
			return child.pid ?? 0;
		},
		get process() {
			return child;
		},
		output: () => printed,
		async stop() {
			const code = await end('SIGTERM');
			await rm(scratch, { recursive: true, force: true });
			return code;
		},
		async kill() {
			await end('SIGKILL');
		},
		async restart() {
			await end('SIGTERM');
			child = launch();
			await answers(server);
		}
	};
	try {
		await answers(server);
	} catch (cause) {
		await end('SIGKILL');
		await rm(scratch, { recursive: true, force: true });
		throw cause;
	}
	return server;
}

/** The machine's own environment, without variables that a developer has set for Hearth. */
function inherited(): NodeJS.ProcessEnv {
	const { PATH, HOME, TMPDIR, TZ, LANG } = process.env;
	// As under `npm start`, the server ends when the process that started it does.
	const npm_lifecycle_event = 'start';
	return { PATH, HOME, TMPDIR, TZ, LANG, NODE_ENV: 'production', npm_lifecycle_event };
}

async function answers(server: RunningServer): Promise<void> {
	for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(25)) {
		const { exitCode, signalCode } = server.process;
		if (exitCode !== null || signalCode !== null)
			throw new Error(`The server ended (${exitCode ?? signalCode}):\n${server.output()}`);
		const ready = await fetch(`${server.origin}/readyz`).catch(() => undefined);
		if (ready?.status === 200) return;
	}
	throw new Error(`The server is not ready after ${PATIENCE} ms:\n${server.output()}`);
}
