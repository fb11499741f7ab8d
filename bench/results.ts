import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** bench/results.md: a section for each part of the bench, with the commit that it was last measured at. */

const file = join(import.meta.dirname, 'results.md');

type Part = {
	name: string;
	/** The names of all parts, as they follow each other in the file. */
	order: string[];
	rounds: number;
	seconds: number;
};

/** Puts what was found in place of what the part had found before. Returns its section. */
export function writeSection({ name, order, rounds, seconds }: Part, found: string): string {
	const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
	const section = `## ${name}\n\nAt commit ${commit}.\n\n${found.trim()}\n`;
	const sections = new Map(
		readFileSync(file, 'utf8')
			.split(/^(?=## )/m)
			.map((text) => [/^## (.+)/.exec(text)?.[1] ?? '', text.trimEnd() + '\n'])
	);
	sections.set(name, section);
	const about = `# What it does in a second

Made by \`npm run bench\`, or one of these parts by \`npm run bench -- NAME\`, on ${availableParallelism()} cores that also run the clients and Postgres:
${rounds} rounds of ${seconds} s after one to warm up, in turns, 10 connections, median and spread; times of one item are taken on one
connection. A flood has 64 connections: 32 of one network, and 32 where each request is of a network of its own.
`;
	writeFileSync(file, [about, ...order.flatMap((each) => sections.get(each) ?? [])].join('\n'));
	return section;
}
