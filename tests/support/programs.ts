// Programs of this machine that tests need: whether they are there and run, and how Debian's packages are installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

export function onPath(names: string[]): string[] {
	const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
	return folders.flatMap((folder) => names.map((name) => join(folder, name))).filter(existsSync);
}

/** A program that lacks a system library cannot print its version. */
export const canRun = (path: string): boolean => endsWell(path, '--version');

export function endsWell(path: string, option: string): boolean {
	return spawnSync(path, [option], { stdio: 'ignore', timeout: 10_000 }).status === 0;
}

/** Does nothing where packages may not be installed; without a connection it gives up soon. */
export function installWithApt(name: string): void {
	if (process.getuid?.() !== 0 || onPath(['apt-get']).length === 0) return;
	const soon = ['-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];
	run('apt-get', ['update', ...soon]);
	// A machine that has just started may still be installing something else.
	const inTurn = ['-o', 'DPkg::Lock::Timeout=60'];
	run('apt-get', ['install', ...soon, ...inTurn, '-y', '--no-install-recommends', name]);
}

export function run(command: string, args: string[]): void {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	// The output of a failed try would bury the one line that says what to do.
	spawnSync(command, args, { stdio: 'ignore', env });
}
