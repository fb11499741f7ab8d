// What a process has used, as Linux tells it.
import { readFileSync } from 'node:fs';

/** The processor time of a process since its start, in milliseconds. */
export function processorMs(pid: number): number {
	const [, , ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
		.replace(/\(.*\)/, '')
		.split(' ');
	const ticks = Number(fields[11]) + Number(fields[12]);
	return ticks * 10;
}

/** The memory that a process holds now, in kilobytes. */
export function residentKilobytes(pid: number): number {
	return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}
