// The protocol's own conformance suite, every scenario for a server in each generation; what it cannot try here is named.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openCast, type Cast } from '../support/household.ts';
import { note } from '../support/figures.ts';
import { openHttpProxy } from '../support/http-proxy.ts';

const revisions = ['2025-06-18', '2025-11-25', '2026-07-28'] as const;

type Revision = (typeof revisions)[number];

type Exception = { name: string; for: readonly Revision[]; says: RegExp; why: string };

const handshakes = ['2025-06-18', '2025-11-25'] as const;

const fixture = 'asks for what only the suite’s own example server has';
const noSession =
	'each request is served by itself, so there is no session to keep or to come back to';
const noLine = 'each request is served by itself, so no line is kept on which to tell of changes';
const noLog = 'no log is sent to assistants, so there is no level of it to set';
const oneEvent =
	'an answer is a single event, so there is nothing in it to resume or to come back for';
const unchanging = 'no tool and no prompt comes or goes, so there is no news of them';

const noTool = { says: /There is no tool test_/, why: fixture };
const noPrompt = { says: /There is no prompt test_/, why: fixture };
const noResource = { says: /Resource not found: test:\/\//, why: fixture };
const notListed = { says: /Not testable: server does not list the diagnostic tool/, why: fixture };

/**
 * Scenarios, or single checks of them, that cannot succeed here, by name: the revisions in which, the only complaint that
 * is allowed, and the reason. Any other complaint of such a scenario fails the test.
 */
const leftOut: Exception[] = [
	...named(revisions, noTool, [
		'tools-call-simple-text',
		'tools-call-image',
		'tools-call-audio',
		'tools-call-embedded-resource',
		'tools-call-mixed-content',
		'tools-call-error',
		'tools-call-with-progress'
	]),
	...named(handshakes, noTool, ['tools-call-sampling', 'tools-call-elicitation']),
	...named(['2025-11-25'], noTool, ['elicitation-sep1034-defaults', 'elicitation-sep1330-enums']),
	...named(['2026-07-28'], noTool, [
		'input-required-result-basic-elicitation',
		'input-required-result-basic-sampling',
		'input-required-result-basic-list-roots',
		'input-required-result-request-state',
		'input-required-result-multiple-input-requests',
		'input-required-result-result-type',
		'input-required-result-capability-check',
		'input-required-result-ignore-extra-params',
		'input-required-result-validate-input'
	]),
	...named(['2026-07-28'], { says: /Expected InputRequiredResult with/, why: fixture }, [
		'input-required-result-multi-round'
	]),
	...named(['2026-07-28'], { says: /could not get initial InputRequiredResult/, why: fixture }, [
		'input-required-result-tampered-state'
	]),
	...named(['2026-07-28'], { says: /JSON-RPC error instead of re-requesting/, why: fixture }, [
		'input-required-result-missing-input-response'
	]),
	...named(
		['2025-11-25', '2026-07-28'],
		{ says: /'json_schema_2020_12_tool' not found/, why: fixture },
		['json-schema-2020-12']
	),
	...named(['2026-07-28'], notListed, [
		'sep-2575-server-rejects-undeclared-capability',
		'sep-2575-missing-capability-http-400',
		'sep-2575-http-server-no-independent-requests-on-stream',
		'sep-2575-server-no-log-without-loglevel'
	]),
	...named(revisions, noPrompt, [
		'prompts-get-simple',
		'prompts-get-with-args',
		'prompts-get-embedded-resource',
		'prompts-get-with-image'
	]),
	...named(['2026-07-28'], noPrompt, ['input-required-result-non-tool-request']),
	...named(revisions, noResource, [
		'resources-read-text',
		'resources-read-binary',
		'resources-templates-read'
	]),
	...named(handshakes, { says: /Method not found/, why: noLine }, [
		'resources-subscribe',
		'resources-unsubscribe'
	]),
	...named(handshakes, { says: /Method not found/, why: noLog }, [
		'tools-call-with-logging',
		'logging-set-level'
	]),
	...named(handshakes, { says: /did not return an MCP-Session-Id/, why: noSession }, [
		'server-session-lifecycle'
	]),
	...named(['2025-11-25'], { says: /did not provide session ID/, why: noSession }, [
		'server-sse-multiple-streams',
		'server-sse-polling-session'
	]),
	...named(['2025-11-25'], { says: /did not send (priming event|retry field)/, why: oneEvent }, [
		'server-sse-priming-event',
		'server-sse-retry-field'
	]),
	...named(
		['2026-07-28'],
		{ says: /did not declare (tools|prompts)\.listChanged/, why: unchanging },
		[
			'sep-2575-server-sends-tools-list-changed-on-subscription',
			'sep-2575-server-sends-prompts-list-changed-on-subscription'
		]
	),
	...named(
		['2026-07-28'],
		{
			says: /Not testable: server exposes no tool with x-mcp-header/,
			why: 'no tool takes an argument from a header'
		},
		['http-custom-header-server-validation']
	)
];

function named(
	where: readonly Revision[],
	how: Pick<Exception, 'says' | 'why'>,
	names: string[]
): Exception[] {
	return names.map((name) => ({ name, for: where, ...how }));
}

const ofHandshakes = [
	'completion-complete',
	'ping',
	'prompts-list',
	'resources-list',
	'server-initialize',
	'tools-list'
];

/** The scenarios that succeed completely. The test fails if one is missing, and also if there is a new one. */
const succeeding: Record<Revision, string[]> = {
	'2025-06-18': ofHandshakes,
	'2025-11-25': [...ofHandshakes, 'dns-rebinding-protection'].sort(),
	'2026-07-28': [
		'caching',
		'completion-complete',
		'dns-rebinding-protection',
		'http-header-validation',
		'input-required-result-unsupported-methods',
		'prompts-list',
		'resources-list',
		'sep-2164-resource-not-found',
		'server-sse-multiple-streams',
		'tools-list'
	]
};

const Told = z.object({ message: z.string().optional() });
const Checks = z.array(
	z.object({
		id: z.string(),
		status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO']),
		errorMessage: z.string().optional(),
		details: Told.extend({
			note: z.string().optional(),
			error: Told.optional().catch(undefined)
		}).optional()
	})
);

type Check = z.infer<typeof Checks>[number] & { scenario: string };

describe('the conformance suite', () => {
	let cast: Cast;
	let proxy: Awaited<ReturnType<typeof openHttpProxy>>;
	let folder: string;
	const found = new Map<Revision, Check[]>();

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'hearth-conformance-'));
		cast = await openCast('sqlite');
		const bearer = await cast.write((rows) => {
			rows.item(rows.list(cast.ada.uid));
			return rows.pair(cast.ada.uid);
		});
		// The suite has no credential of its own.
		proxy = await openHttpProxy(cast.origin, ({ headers }, _, passOn) =>
			passOn({ headers: { ...headers, authorization: `Bearer ${bearer}` } })
		);
		for (const revision of revisions) found.set(revision, await checksOf(revision));
	}, 180_000);
	afterAll(async () => {
		await proxy.close();
		await cast.close();
		await rm(folder, { recursive: true, force: true });
	});

	it.each(revisions)(
		'finds nothing wrong in revision %s except for the listed exceptions',
		(revision) => {
			const checks = found.get(revision) ?? [];
			const wanting = wantingIn(checks);
			expect(wanting.filter((check) => !exceptionFor(check, revision))).toEqual([]);
			const broken = new Set(wanting.map(({ scenario }) => scenario));
			const whole = new Set(checks.map(({ scenario }) => scenario)).difference(broken);
			expect([...whole].sort()).toEqual(succeeding[revision]);
			const passed = checks.filter(isSuccess).length;
			note(`conformance, ${revision}`, { scenarios: whole.size, passed, 'not named': 0 });
		}
	);

	it('needs every listed exception, in each of its revisions', () => {
		for (const revision of revisions) {
			const needed = wantingIn(found.get(revision) ?? []).map((one) => exceptionFor(one, revision));
			const given = leftOut.filter((exception) => exception.for.includes(revision));
			expect(given.filter((exception) => !needed.includes(exception))).toEqual([]);
		}
	});

	/** The checks that keep scenarios from succeeding; for a scenario with no success and no failure, all its checks. */
	function wantingIn(checks: Check[]): Check[] {
		const scenarios = Object.values(Object.groupBy(checks, ({ scenario }) => scenario));
		return scenarios.flatMap((all = []) => {
			const wanting = all.filter((check) => check.status !== 'INFO' && !isSuccess(check));
			// The form of messages is checked in every scenario, so it does not count as a success of its own.
			const own = all.filter(({ id }) => id !== 'wire-schema-valid');
			return wanting.length > 0 || own.some(isSuccess) ? wanting : all;
		});
	}

	/** Whether a check succeeded for a reason other than that its tool does not exist here. */
	const isSuccess = (check: Check): boolean =>
		check.status === 'SUCCESS' && !noTool.says.test(wordsOf(check));

	const wordsOf = ({ errorMessage, details }: Check): string =>
		errorMessage ?? details?.error?.message ?? details?.message ?? details?.note ?? '';

	const exceptionFor = (check: Check, revision: Revision): Exception | undefined =>
		leftOut
			.filter(({ name }) => name === check.scenario || name === check.id)
			.find((one) => one.for.includes(revision) && one.says.test(wordsOf(check)));

	async function checksOf(revision: Revision): Promise<Check[]> {
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

	/** The output of the suite. Its exit code is ignored: it is 1 because of the exceptions. */
	function run(...options: string[]): Promise<string> {
		const suite = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
		const args = [suite, 'server', '--url', `${proxy.url}/mcp`, ...options];
		return new Promise((resolve) =>
			execFile(process.execPath, args, { maxBuffer: 2 ** 28 }, (_, out, wrong) =>
				resolve(out + wrong)
			)
		);
	}
});
