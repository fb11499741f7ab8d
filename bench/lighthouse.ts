// What Lighthouse gives each page on a phone: performance, accessibility and best practices, of 100.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { chromiumFlags, findOrInstallChromium } from '../tests/support/chromium.ts';
import { listOf200, type Measured } from './household.ts';

/** Fetched for this part alone: with its dependencies, Lighthouse is larger than everything else that tests need. */
const version = '13.5.0';
const categories = ['performance', 'accessibility', 'best-practices'] as const;
const runs = 3;

type Scores = Record<(typeof categories)[number], number>;

const score = z.object({ score: z.number() });
const Report = z.object({
	categories: z.object({ performance: score, accessibility: score, 'best-practices': score })
});

/** The lowest of three runs for each category, by the name of the page. */
export async function lighthouseScores(household: Measured): Promise<Map<string, Scores>> {
	const [{ origin }] = household.nodes;
	const cookie = `hearth_session=${household.session}`;
	const long = await listOf200(household);
	const pages: [name: string, path: string, headers: object][] = [
		['sign-in', '/sign-in', {}],
		['the lists', '/', { cookie }],
		['a list of 50 items', `/lists/${household.listUid}`, { cookie }],
		['a list of 200 items', `/lists/${long}`, { cookie }]
	];
	const scores = new Map<string, Scores>();
	for (const [name, path, headers] of pages) {
		const found: Scores[] = [];
		for (let run = 0; run < runs; run += 1) found.push(await look(origin + path, headers));
		scores.set(name, lowest(found));
	}
	return scores;
}

/** Runs Lighthouse's command line, which emulates a phone by default. It reports no errors to its makers, and npm runs no install scripts. */
async function look(address: string, headers: object): Promise<Scores> {
	const { stdout } = await promisify(execFile)(
		'npx',
		[
			'--yes',
			`lighthouse@${version}`,
			address,
			'--output=json',
			'--quiet',
			'--no-enable-error-reporting',
			`--only-categories=${categories.join()}`,
			`--extra-headers=${JSON.stringify(headers)}`,
			`--chrome-flags=${['--headless=new', ...chromiumFlags].join(' ')}`
		],
		{
			env: {
				...process.env,
				CHROME_PATH: findOrInstallChromium(),
				npm_config_ignore_scripts: 'true'
			},
			maxBuffer: 64 * 1024 * 1024
		}
	);
	const found = Report.parse(JSON.parse(stdout)).categories;
	return inEach((category) => Math.round(found[category].score * 100));
}

const lowest = (all: Scores[]): Scores =>
	inEach((category) => Math.min(...all.map((scores) => scores[category])));

const inEach = (figure: (category: (typeof categories)[number]) => number): Scores => ({
	performance: figure('performance'),
	accessibility: figure('accessibility'),
	'best-practices': figure('best-practices')
});
