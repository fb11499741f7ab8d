import { matchesGlob } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { formsWithoutKey, unboundControls } from './support/controls.ts';
import { circleIn, importsOf, sources, syntaxOf, textOf, type Import } from './support/imports.ts';

type Ring =
	'platform' | 'domain' | 'operations' | 'transports' | 'lifecycle' | 'routes' | 'browser';

/** The first pattern that fits says in which ring a file is. */
const rings: [pattern: string, ring: Ring][] = [
	['src/lib/server/platform/**', 'platform'],
	['src/lib/server/domain/**', 'domain'],
	['src/lib/server/operations/**', 'operations'],
	['src/lib/server/transports/**', 'transports'],
	['src/lib/server/{lifecycle,metrics,sweep}.ts', 'lifecycle'],
	['src/hooks.server.ts', 'routes'],
	['src/routes/**/+{server,page.server,layout.server}.ts', 'routes'],
	['src/routes/**/*.server.ts', 'routes'],
	['src/**', 'browser']
];

/** Files of domain that belong to no word of the household: every word may import them, and they import no word. */
const kernel = 'src/lib/server/domain/*.ts';

/** Imports point inwards. `files` are patterns of the project's own files, `packages` of everything else. */
const mayImport: Record<Ring, { files: string[]; packages: string[] }> = {
	platform: { files: ['src/lib/server/platform/**', 'package.json'], packages: ['**'] },
	domain: {
		files: ['src/lib/server/platform/**', 'src/lib/server/domain/**'],
		packages: ['zod']
	},
	operations: {
		files: ['src/lib/server/domain/**', 'src/lib/server/operations/**'],
		packages: ['zod']
	},
	transports: {
		files: [
			'src/lib/server/transports/**',
			'src/lib/server/operations/**',
			'src/lib/server/domain/caller.ts',
			'src/lib/server/domain/errors.ts',
			'src/lib/server/domain/events/**',
			'src/lib/language.ts'
		],
		packages: ['**']
	},
	lifecycle: {
		files: [
			'src/lib/server/platform/**',
			'src/lib/server/{metrics,sweep}.ts',
			'src/lib/server/domain/events/{event,hub}.ts',
			'src/lib/server/domain/instance/setup-code.ts',
			'src/lib/server/domain/search/old-quantities.ts',
			'src/lib/server/domain/{retention,first-answer,throttle}.ts'
		],
		packages: ['node:*', 'node:*/*']
	},
	routes: {
		files: [
			'src/lib/server/transports/**',
			'src/lib/server/operations/**',
			'src/lib/*',
			'src/lib/components/**',
			'src/routes/**'
		],
		packages: ['**']
	},
	browser: {
		files: ['src/lib/*', 'src/lib/components/**', 'src/routes/**', 'src/*.css'],
		packages: ['**']
	}
};

/** Where the table above gives way, for one reason each. An entry that nobody needs any more is to go. */
const additions: { files: string; may: string; why: string; typesOnly?: true }[] = [
	{
		files: 'src/lib/server/operations/perform.ts',
		may: 'src/lib/server/platform/transaction.ts',
		why: 'it opens the transaction'
	},
	{
		files: 'src/lib/server/operations/perform.ts',
		may: 'src/lib/server/platform/{faults,fair-queue}.ts',
		why: 'it puts the faults of the platform into our words'
	},
	{
		files: 'src/lib/server/operations/perform.ts',
		may: 'src/lib/server/platform/{household,database}.ts',
		why: 'what it is given',
		typesOnly: true
	},
	{
		files: 'src/lib/server/domain/members/sessions.ts',
		may: 'lucia',
		why: "lucia's sessions live in this one file"
	},
	{
		files: 'src/lib/server/domain/members/sign-in.ts',
		may: 'src/lib/device.ts',
		why: 'it names a browser as the page of sessions does'
	},
	{
		files: 'src/lib/server/transports/caller.ts',
		may: 'src/lib/server/domain/members/{sessions,pairs}.ts',
		why: 'turns a credential into a caller'
	},
	{
		files: 'src/lib/server/transports/caller.ts',
		may: 'src/lib/server/domain/tokens/bearer.ts',
		why: 'turns a credential into a caller'
	},
	{
		files: 'src/lib/server/transports/caller.ts',
		may: 'src/lib/server/domain/visitor-turns.ts',
		why: 'once it is known that nobody is signed in, the request waits for its turn'
	},
	{
		files: 'src/lib/server/transports/caller.ts',
		may: 'src/lib/server/domain/access.ts',
		why: 'a bad bearer is refused in the same words'
	},
	{
		files: 'src/lib/server/transports/sse.ts',
		may: 'src/lib/server/domain/access.ts',
		why: 'a stream is no operation, and admits in the same words'
	},
	{
		files: 'src/lib/server/transports/{mcp,mcp/asking,mcp/tools}.ts',
		may: 'src/lib/server/domain/access.ts',
		why: 'what the caller may not ask for is not offered to them, and whoever comes without a token is refused in the same words'
	},
	{
		files: 'src/lib/server/transports/mcp/{hints,sharing}.ts',
		may: 'src/lib/server/domain/text.ts',
		why: 'names are the same where the household takes them for the same: without case and accents'
	},
	{
		files: 'src/lib/server/transports/mcp/given.ts',
		may: 'src/lib/server/domain/likeness.ts',
		why: 'the nearest argument is found as the nearest list is'
	},
	{
		files: 'src/lib/server/transports/mcp/server.ts',
		may: 'src/lib/server/platform/version.ts',
		why: 'it introduces itself'
	},
	{
		files: 'src/lib/server/transports/host.ts',
		may: 'src/lib/server/platform/household.ts',
		why: 'what it is given',
		typesOnly: true
	},
	{
		files: 'src/lib/server/transports/metrics.ts',
		may: 'src/lib/server/platform/secrets.ts',
		why: 'METRICS_TOKEN is compared in constant time'
	},
	{
		files: 'src/lib/server/transports/metrics.ts',
		may: 'src/lib/server/metrics.ts',
		why: 'the doors that it counts',
		typesOnly: true
	},
	{
		files: 'src/lib/server/transports/rest.ts',
		may: 'src/lib/server/domain/version.ts',
		why: 'what is read carries its ETag'
	},
	{
		files: 'src/lib/server/transports/cookies.ts',
		may: 'src/lib/server/domain/unit.ts',
		why: 'what an operation hands out travels in a cookie',
		typesOnly: true
	},
	{ files: 'src/hooks.server.ts', may: 'src/lib/server/lifecycle.ts', why: 'starts the program' },
	{
		files: 'src/routes/readyz/+server.ts',
		may: 'src/lib/server/lifecycle.ts',
		why: 'asks whether the database answers'
	},
	{
		files: 'src/app.d.ts',
		may: 'src/lib/server/{domain/caller,lifecycle}.ts',
		why: 'what a request carries',
		typesOnly: true
	}
];

/** Which word of the household may know which other; `kernel` is everybody's. */
const arrows: Record<string, { to: string[]; why?: string }> = {
	groups: { to: [] },
	members: { to: ['groups'] },
	requests: { to: ['members'] },
	lists: { to: ['groups'] },
	items: { to: ['lists'] },
	search: { to: ['lists', 'items'] },
	trash: { to: ['lists', 'items'], why: 'what is in it are lists and items' },
	activity: { to: [] },
	events: { to: [] },
	tokens: { to: ['lists', 'items'], why: 'what a token did to them can be taken back' },
	instance: {
		to: ['members', 'lists', 'items'],
		why: 'first run makes the first member, and the public list is a list'
	}
};

const drivers = [
	'pg',
	'pg-*',
	'better-sqlite3',
	'@prisma/adapter-*',
	'@prisma/driver-adapter-utils'
];

const every = sources.flatMap(importsOf);
const ours = every.filter(({ target }) => target.startsWith('src/'));

describe('imports', () => {
	it('are all found: the sources are more than a few and each import leads somewhere', () => {
		expect(sources.length).toBeGreaterThan(80);
		expect(every.length).toBeGreaterThan(300);
		const lost = ours.filter(({ target }) => !/\.\w+$/.test(target));
		expect(lost.map(inWords)).toEqual([]);
	});

	it('point inwards, from ring to ring', () => {
		expect(every.filter((found) => !isAllowed(found)).map(inWords)).toEqual([]);
	});

	it('have no exception that is not needed', () => {
		const idle = additions.filter(
			(addition) => !every.some((found) => !isInTable(found) && isCovered(addition, found))
		);
		expect(idle).toEqual([]);
	});

	it('never run in a circle, be it of types', () => {
		expect(circleIn(ours)).toBeUndefined();
	});

	it('between the words of the household follow the arrows', () => {
		const against = ours.filter(({ file, target }) => {
			const [from, to] = [wordOf(file), wordOf(target)];
			return from && to && from !== to && to !== 'kernel' && !arrows[from]?.to.includes(to);
		});
		expect(against.map(inWords)).toEqual([]);
	});

	it('know every word of the household', () => {
		const words = new Set(sources.map(wordOf).filter((word) => word && word !== 'kernel'));
		expect([...words].filter((word) => word && !arrows[word])).toEqual([]);
	});

	it('leave activity to itself: it is fed by Changes', () => {
		const known = ours.filter(
			({ file, target }) =>
				wordOf(target) === 'activity' && ringOf(file) === 'domain' && wordOf(file) !== 'activity'
		);
		expect(known.map(inWords)).toEqual([]);
	});

	it('inside the server are relative and name the file whole, so that it runs without a bundler', () => {
		const foreign = every.filter(
			({ file, specifier }) =>
				file.startsWith('src/lib/server/') &&
				(/^(\$|src\/|\/)/.test(specifier) ||
					(specifier.startsWith('.') && !/\.(ts|js|json)$/.test(specifier)))
		);
		expect(foreign.map(inWords)).toEqual([]);
	});

	it('of the framework stay out of platform, domain and operations', () => {
		const framework = every.filter(
			({ file, specifier }) =>
				['platform', 'domain', 'operations', 'lifecycle'].includes(ringOf(file)) &&
				/^(@sveltejs\/|svelte\b|\$)/.test(specifier)
		);
		expect(framework.map(inWords)).toEqual([]);
	});

	it('of Prisma stay in platform and domain', () => {
		const leaked = every.filter(
			({ file, specifier, names }) =>
				!['platform', 'domain'].includes(ringOf(file)) &&
				(/prisma|generated/i.test(specifier) ||
					names.some((name) => name === 'Prisma' || name === 'PrismaClient'))
		);
		expect(leaked.map(inWords)).toEqual([]);
	});

	it('of the drivers stay in platform', () => {
		const leaked = every.filter(
			({ file, target }) =>
				ringOf(file) !== 'platform' && drivers.some((driver) => matchesGlob(target, driver))
		);
		expect(leaked.map(inWords)).toEqual([]);
	});

	it('of the server are types alone in what a browser runs', () => {
		const atRunTime = ours.filter(
			({ file, target, typesOnly }) =>
				ringOf(file) === 'browser' && target.startsWith('src/lib/server/') && !typesOnly
		);
		expect(atRunTime.map(inWords)).toEqual([]);
	});
});

describe('files', () => {
	it('that only pass on what others define do not exist', () => {
		const barrels = sources.filter(
			(file) => /(^|\/)index\.(ts|js)$/.test(file) || (!file.endsWith('.svelte') && passesOn(file))
		);
		expect(barrels).toEqual([]);
	});

	it('outside platform leave the writer to `inTransaction`, which sees to the turns', () => {
		const others = sources.filter(
			(file) => ringOf(file) !== 'platform' && says('writer', syntaxOf(file))
		);
		expect(others).toEqual([]);
	});

	it('put no text into a page as HTML', () => {
		const raw = sources.filter(
			(file) => file.endsWith('.svelte') && /\{\s*@html\b/.test(textOf(file))
		);
		expect(raw).toEqual([]);
	});
});

const ringOf = (file: string): Ring =>
	rings.find(([pattern]) => matchesGlob(file, pattern))?.[1] ?? 'browser';

/** `members` for a file of domain/members; `kernel` for one of domain itself; nothing for every other. */
function wordOf(file: string): string | undefined {
	if (matchesGlob(file, kernel)) return 'kernel';
	return /^src\/lib\/server\/domain\/(\w[\w-]*)\//.exec(file)?.[1];
}

const isAllowed = (found: Import): boolean =>
	isInTable(found) || additions.some((addition) => isCovered(addition, found));

function isInTable({ file, target, typesOnly }: Import): boolean {
	const ring = ringOf(file);
	if (wordOf(file) === 'kernel' && (wordOf(target) ?? 'kernel') !== 'kernel') return false;
	if (ring === 'browser' && typesOnly && target.startsWith('src/lib/server/'))
		return !file.endsWith('.d.ts');
	const isOurs = target.startsWith('src/') || target.endsWith('package.json');
	const { files, packages } = mayImport[ring];
	return (isOurs ? files : packages).some((pattern) => matchesGlob(target, pattern));
}

function isCovered({ files, may, typesOnly }: (typeof additions)[number], found: Import): boolean {
	return (
		matchesGlob(found.file, files) &&
		matchesGlob(found.target, may) &&
		(!typesOnly || found.typesOnly)
	);
}

function passesOn(file: string): boolean {
	const { statements } = syntaxOf(file);
	const passing = statements.filter((statement) => ts.isExportDeclaration(statement));
	if (passing.some(({ moduleSpecifier }) => moduleSpecifier)) return true;
	return (
		passing.length > 0 &&
		statements.every(
			(statement) => ts.isExportDeclaration(statement) || ts.isImportDeclaration(statement)
		)
	);
}

/** Whether the code, comments apart, has this word as a name or as the whole of a text. */
function says(word: string, node: ts.Node): boolean {
	if ((ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === word) return true;
	return ts.forEachChild(node, (child) => says(word, child)) ?? false;
}

const inWords = ({ file, specifier }: Import): string => `${file} imports ${specifier}`;

describe('form controls', () => {
	it('are bound, so that a refresh leaves what somebody typed or chose', () => {
		expect(unboundControls()).toEqual([]);
	});

	it('stand in a form with a key of its own, where it is posted', () => {
		expect(formsWithoutKey()).toEqual([]);
	});
});
