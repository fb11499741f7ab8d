// The protocol's own conformance suite, every scenario for a server in each generation; what it cannot try here is named.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openCast, type Cast } from '../support/cast.ts';
import { note } from '../support/figures.ts';
import { freePort } from '../support/postgres.ts';
import { openTokenProxy, type TokenProxy } from '../support/token-proxy.ts';

const fixtureTool = 'calls a tool that only the suite’s own example server has';
const fixturePrompt = 'gets a prompt that only the suite’s own example server has';
const fixtureResource = 'reads a resource that only the suite’s own example server has';
const noLine = 'each request is served by itself, so no line is kept on which to tell of changes';

/** Scenarios that cannot succeed here, or single checks of them, by what they are called; and why. */
const leftOut: Record<string, string> = {
	'tools-call-simple-text': fixtureTool,
	'tools-call-image': fixtureTool,
	'tools-call-audio': fixtureTool,
	'tools-call-embedded-resource': fixtureTool,
	'tools-call-mixed-content': fixtureTool,
	'tools-call-with-logging': 'no log is sent to assistants, so there is no level of it to set',
	'logging-set-level': 'no log is sent to assistants, so there is no level of it to set',
	'tools-call-error': fixtureTool,
	'tools-call-with-progress': fixtureTool,
	'tools-call-sampling': fixtureTool,
	'tools-call-elicitation': fixtureTool,
	'json-schema-2020-12': fixtureTool,
	'elicitation-sep1034-defaults': fixtureTool,
	'elicitation-sep1330-enums': fixtureTool,
	'resources-read-text': fixtureResource,
	'resources-read-binary': fixtureResource,
	'resources-templates-read': fixtureResource,
	'resources-subscribe': noLine,
	'resources-unsubscribe': noLine,
	'prompts-get-simple': fixturePrompt,
	'prompts-get-with-args': fixturePrompt,
	'prompts-get-embedded-resource': fixturePrompt,
	'prompts-get-with-image': fixturePrompt,
	'http-custom-header-server-validation': 'no tool takes an argument from a header',
	'input-required-result-basic-elicitation': fixtureTool,
	'input-required-result-basic-sampling': fixtureTool,
	'input-required-result-basic-list-roots': fixtureTool,
	'input-required-result-request-state': fixtureTool,
	'input-required-result-multiple-input-requests': fixtureTool,
	'input-required-result-multi-round': fixtureTool,
	'input-required-result-non-tool-request': fixturePrompt,
	'input-required-result-result-type': fixtureTool,
	'input-required-result-tampered-state': fixtureTool,
	'input-required-result-capability-check': fixtureTool,
	'sep-2575-server-rejects-undeclared-capability': fixtureTool,
	'sep-2575-missing-capability-http-400': fixtureTool,
	'sep-2575-http-server-no-independent-requests-on-stream': fixtureTool,
	'sep-2575-server-no-log-without-loglevel': fixtureTool
};

/** How many scenarios succeed whole; fewer would mean that the suite has not looked. */
const succeeding = { '2025-06-18': 7, '2025-11-25': 9, '2026-07-28': 11 };

const Checks = z.array(
	z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() })
);

type Check = z.infer<typeof Checks>[number] & { scenario: string };

describe('the conformance suite', () => {
	let cast: Cast;
	let proxy: TokenProxy;
	let folder: string;
	const found = new Map<string, Check[]>();

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'hearth-conformance-'));
		const port = await freePort();
		cast = await openCast('sqlite', { ORIGIN: `http://localhost:${port}` });
		const bearer = await cast.write((rows) => {
			rows.item(rows.list(cast.ada.uid));
			return rows.pair(cast.ada.uid);
		});
		proxy = await openTokenProxy(port, { to: cast.origin, bearer });
		for (const revision of Object.keys(succeeding)) found.set(revision, await checksOf(revision));
	}, 180_000);
	afterAll(async () => {
		await proxy.close();
		await cast.close();
		await rm(folder, { recursive: true, force: true });
	});

	it.each(Object.entries(succeeding))(
		'finds nothing wrong in revision %s but for what is named',
		(revision, atLeast) => {
			const checks = found.get(revision) ?? [];
			const failed = checks.filter(({ status }) => status === 'FAILURE');
			expect(failed.filter((check) => !exceptionFor(check))).toEqual([]);
			const broken = new Set(failed.map(({ scenario }) => scenario));
			const tried = new Set(checks.map(({ scenario }) => scenario)).difference(broken);
			expect(tried.size, [...tried].join(' ')).toBeGreaterThanOrEqual(atLeast);
			const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
			note(`conformance, ${revision}`, { scenarios: tried.size, passed, 'not named': 0 });
		}
	);

	it('needs every exception that is named', () => {
		const failed = [...found.values()].flat().filter(({ status }) => status === 'FAILURE');
		const needed = failed.map(exceptionFor);
		expect(Object.keys(leftOut).filter((name) => !needed.includes(name))).toEqual([]);
	});

	const exceptionFor = ({ scenario, id }: Check): string | undefined =>
		[scenario, id].find((name) => name in leftOut);

	async function checksOf(revision: string): Promise<Check[]> {
		const into = join(folder, revision);
		const said = await run('--suite', 'all', '--spec-version', revision, '-o', into);
		const checks: Check[] = [];
		for (const name of await readdir(into).catch(() => [])) {
			const scenario = name.replace(/^server-/, '').replace(/-20\d\d-\d\d-\d\dT.*$/, '');
			const text = await readFile(join(into, name, 'checks.json'), 'utf8');
			checks.push(...Checks.parse(JSON.parse(text)).map((check) => ({ ...check, scenario })));
		}
		if (checks.length === 0) throw new Error(`The suite said nothing of ${revision}:\n${said}`);
		return checks;
	}

	/** What it printed. It exits with 1 for the scenarios that are left out, so its exit code says nothing. */
	function run(...options: string[]): Promise<string> {
		const suite = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
		const args = [suite, 'server', '--url', `${proxy.origin}/mcp`, ...options];
		return new Promise((resolve) =>
			execFile(process.execPath, args, { maxBuffer: 2 ** 28 }, (_, out, wrong) =>
				resolve(out + wrong)
			)
		);
	}
});
