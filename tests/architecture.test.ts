import { matchesGlob } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { formsWithoutKey, unboundControls } from './support/controls.ts';
import {
	circleIn,
	exportsOf,
	importsOf,
	othersOfTheProject,
	sources,
	syntaxOf,
	textOf,
	type Import
} from './support/imports.ts';
import { lateQuestions } from './support/late-questions.ts';

type Ring =
	| 'base'
	| 'data'
	| 'sqlite'
	| 'postgres'
	| 'migrations'
	| 'kernel'
	| 'entity'
	| 'operations'
	| 'http'
	| 'mcp'
	| 'runtime'
	| 'routes'
	| 'format'
	| 'client'
	| 'ui'
	| 'browser';

/** The first pattern that matches a file decides its ring. */
const rings: [pattern: string, ring: Ring][] = [
	['src/lib/server/runtime/{clock,config,log}.ts', 'base'],
	['src/lib/server/runtime/**', 'runtime'],
	['src/lib/server/data/sqlite/**', 'sqlite'],
	['src/lib/server/data/postgres/**', 'postgres'],
	['src/lib/server/data/migrations/**', 'migrations'],
	['src/lib/server/data/**', 'data'],
	['src/lib/server/kernel/**', 'kernel'],
	['src/lib/server/http/**', 'http'],
	['src/lib/server/mcp/**', 'mcp'],
	['src/lib/server/*/operations.ts', 'operations'],
	['src/lib/server/catalogue.ts', 'operations'],
	['src/lib/server/**', 'entity'],
	['src/hooks.server.ts', 'routes'],
	['src/routes/**/+{server,page.server,layout.server}.ts', 'routes'],
	['src/routes/**/*.server.ts', 'routes'],
	['src/lib/client/format/**', 'format'],
	['src/lib/client/**', 'client'],
	['src/lib/ui/**', 'ui'],
	['src/**', 'browser']
];

const base = 'src/lib/server/runtime/{clock,config,log}.ts';
const data = ['src/lib/server/data/*.ts', 'src/lib/server/data/generated/**'];
const isOfData = (file: string) => file.startsWith('src/lib/server/data/');
const entities =
	'src/lib/server/{activity,events,groups,instance,items,lists,members,requests,search,sections,sessions,sidebar,tokens,trash}/**';
const operations = 'src/lib/server/{*/operations,catalogue}.ts';
/** The messages that people read; the server imports the file with its ending. */
const messages = 'src/lib/paraglide/messages{,.js}';

/** What a transport may import from the kernel: to run an operation, and to put its result into words. */
const asked = `src/lib/server/kernel/{${[
	'abilities',
	'access',
	'admit',
	'app-version',
	'called',
	'caller',
	'change-event',
	'errors',
	'etag',
	'example-household',
	'household',
	'log-refusal',
	'operation',
	'origin',
	'output',
	'parse-input',
	'perform',
	'refusal-from-database',
	'similarity',
	'text'
].join()}}.ts`;

/** Imports point one way. `files` are patterns of the project's own files, `packages` of everything else. */
const mayImport: Record<Ring, { files: string[]; packages: string[] }> = {
	base: { files: [base, 'src/lib/server/data/startup-error.ts'], packages: ['zod'] },
	// Code for one database stays in its own folder. Other files use the dialect.
	data: {
		files: [...data, 'src/lib/server/data/{sqlite,postgres}/open.ts', base],
		packages: ['**']
	},
	sqlite: { files: [...data, 'src/lib/server/data/sqlite/**', base], packages: ['**'] },
	postgres: { files: [...data, 'src/lib/server/data/postgres/**', base], packages: ['**'] },
	migrations: { files: [...data, 'src/lib/server/data/migrations/**', base], packages: ['**'] },
	kernel: {
		files: ['src/lib/server/kernel/**', ...data, base, 'package.json'],
		packages: ['zod', 'lru-cache', 'node:crypto', 'node:net', '@node-rs/argon2', '@scure/bip39/**']
	},
	entity: {
		files: [entities, 'src/lib/server/kernel/**', ...data, base],
		packages: ['zod']
	},
	operations: { files: [entities, operations, 'src/lib/server/kernel/**'], packages: ['zod'] },
	http: {
		files: [
			'src/lib/server/http/**',
			operations,
			asked,
			'src/lib/server/runtime/stream.ts',
			'src/lib/client/format/language.ts'
		],
		packages: ['**']
	},
	mcp: {
		files: [
			'src/lib/server/mcp/**',
			'src/lib/server/http/**',
			operations,
			asked,
			'src/lib/server/runtime/stream.ts'
		],
		packages: ['**']
	},
	runtime: {
		files: [
			'src/lib/server/runtime/**',
			...data,
			'src/lib/server/data/{migrations/migrate,sqlite/take-file}.ts',
			'src/lib/server/kernel/**',
			'src/lib/server/events/**'
		],
		packages: ['node:*', 'node:*/*', 'p-limit']
	},
	routes: {
		files: [
			'src/lib/server/{http,mcp}/**',
			operations,
			'src/lib/server/kernel/{caller,log-refusal,operation,perform}.ts',
			'src/lib/client/**',
			'src/lib/ui/**',
			'src/routes/**'
		],
		packages: ['**']
	},
	format: { files: ['src/lib/client/format/**'], packages: ['**'] },
	client: { files: ['src/lib/client/**'], packages: ['**'] },
	ui: { files: ['src/lib/client/**', 'src/lib/ui/**'], packages: ['**'] },
	browser: {
		files: ['src/lib/client/**', 'src/lib/ui/**', 'src/routes/**', 'src/styles/index.css'],
		packages: ['**']
	}
};

/** Exceptions to the table above, each with its reason. An entry that is no longer needed fails a test. */
const additions: { files: string; may: string; why: string; typesOnly?: true }[] = [
	{
		files: 'src/lib/server/kernel/{command,perform}.ts',
		may: 'src/lib/server/{activity/notify,events/outbox}.ts',
		why: 'writes what a command changed in its own transaction'
	},
	{
		files: 'src/lib/server/sessions/sessions.ts',
		may: 'lucia',
		why: "lucia's sessions live in this one file"
	},
	{
		files: 'src/lib/server/kernel/saying.ts',
		may: 'src/lib/client/format/device.ts',
		why: 'Activity names a browser as the page of sessions does'
	},
	{
		files:
			'src/lib/server/{kernel/{called,text},mcp/placed,items/{add,move,place,sections-of-new},sections/remembered-sections}.ts',
		may: 'src/lib/client/format/{fold,place-key}.ts',
		why: 'a page compares labels as the server does'
	},
	{
		files:
			'src/lib/server/{kernel/output,instance/public-list,items/{kept-reads,store},sidebar/links}.ts',
		may: 'src/lib/client/format/reused.ts',
		why: 'a page reads what the server made once of a value'
	},
	{
		files:
			'src/lib/server/{data/{result-rows,transaction},http/{sse-pipe,text},items/kept-reads,lists/list,kernel/{log-limit,output,remembered-callers},mcp/words,tokens/bearer-row}.ts',
		may: 'src/lib/client/format/made-once.ts',
		why: 'what is made once of a value is kept in the same way on the server and on pages'
	},
	{
		files: 'src/lib/server/items/{operations,place}.ts',
		may: 'src/lib/client/format/places.ts',
		why: 'a page with script steps through a list as the server does for one without'
	},
	{
		files: 'src/lib/server/http/caller.ts',
		may: 'src/lib/server/{sessions/sessions,sessions/token-pairs,tokens/bearer}.ts',
		why: 'turns a credential into a caller'
	},
	{
		files: 'src/lib/server/http/{caller,visitor-queues}.ts',
		may: 'src/lib/server/kernel/visitor-turns.ts',
		why: 'once it is known that nobody is signed in, the request waits for its turn'
	},
	{
		files: 'src/lib/server/http/caller.ts',
		may: 'src/lib/server/kernel/remembered-callers.ts',
		why: 'a credential of the last minute is not looked up again for a command that checks it'
	},
	{
		files: 'src/lib/server/http/caller.ts',
		may: 'src/lib/client/store/names.ts',
		why: 'a page says in a header whose it is'
	},
	{
		files: 'src/lib/{client/format/language,server/http/{language,request-context}}.ts',
		may: 'src/lib/paraglide/runtime.js',
		why: 'they say which language a message is in'
	},
	{
		files: 'src/lib/server/http/{appearance,html-attributes,time-zone}.ts',
		may: 'src/lib/client/{format/{day,folded-sections},theme}.ts',
		why: 'it reads the cookie that a page writes, and says the day and colours the bar as a page does'
	},
	{
		files: 'src/lib/server/events/event-id.ts',
		may: 'src/lib/client/event-id.ts',
		why: 'a page reads the number in the id of an event'
	},
	{
		files: 'src/lib/server/mcp/prompts.ts',
		may: 'src/lib/client/format/day.ts',
		why: 'it counts the days of a week as a page does'
	},
	{
		files: 'src/lib/server/http/{form,unsaved}.ts',
		may: 'src/lib/client/idempotency-key.ts',
		why: 'a form is read as pages write it'
	},
	{
		files: 'src/lib/server/http/bare-page.ts',
		may: 'src/lib/client/format/error-title.ts',
		why: 'what is refused before any page was reached is called as on every error page'
	},
	{
		files: 'src/lib/server/http/in-trash.ts',
		may: 'src/lib/client/format/relative-time.ts',
		why: 'an error page loads no script for what it tells'
	},
	{
		files: 'src/lib/server/instance/settings.ts',
		may: 'src/lib/client/format/language.ts',
		why: 'the default language is one of those that there are messages in'
	},
	{
		files: 'src/lib/server/http/{host,language}.ts',
		may: 'src/lib/server/kernel/household-row.ts',
		why: 'the name it was set up under and its default language count before anybody is known'
	},
	{
		files: 'src/lib/server/http/metrics.ts',
		may: 'src/lib/server/kernel/secrets.ts',
		why: 'METRICS_TOKEN is compared in constant time'
	},
	{
		files: 'src/lib/server/http/measure-request.ts',
		may: 'src/lib/server/runtime/request-metrics.ts',
		why: 'the doors that it counts',
		typesOnly: true
	},
	{
		files: 'src/lib/server/http/deliver-credentials.ts',
		may: 'src/lib/server/kernel/credential.ts',
		why: 'what an operation hands out travels in a cookie',
		typesOnly: true
	},
	{
		files: 'src/lib/server/runtime/lifecycle.ts',
		may: 'src/lib/server/instance/setup-code.ts',
		why: 'prints the code for the first run'
	},
	{
		files: 'src/lib/server/runtime/open-migrated.ts',
		may: 'src/lib/server/search/old-quantities.ts',
		why: 'indexes what an older version wrote, before the port opens'
	},
	{
		files: 'src/hooks.server.ts',
		may: 'src/error.html',
		why: 'what is refused before any page was reached is shown on the page that Kit has for faults'
	},
	{
		files: 'src/hooks.server.ts',
		may: 'src/lib/server/runtime/lifecycle.ts',
		why: 'starts the program'
	},
	{
		files: 'src/routes/readyz/+server.ts',
		may: 'src/lib/server/runtime/lifecycle.ts',
		why: 'asks whether the database answers'
	},
	{
		files: 'src/app.d.ts',
		may: 'src/lib/server/{kernel/caller,runtime/lifecycle,trash/trash}.ts',
		why: 'what a request carries, and what an error page tells',
		typesOnly: true
	}
];

/** Which entity may import which other. All may import the kernel, which imports none of them. */
const arrows: Record<string, { to: string[]; why?: string }> = {
	groups: { to: [] },
	sessions: { to: [] },
	members: { to: ['groups', 'sessions'], why: 'signing in starts a session' },
	requests: {
		to: ['members', 'sessions'],
		why: 'whom an admin lets in is a member, and signed in'
	},
	lists: { to: ['groups'] },
	sections: { to: ['lists'] },
	items: { to: ['lists', 'sections'], why: 'an item goes to where its label last stood' },
	search: { to: ['lists', 'sections', 'items'] },
	trash: { to: ['lists', 'items'], why: 'what is in it are lists and items' },
	activity: { to: [] },
	sidebar: {
		to: ['lists', 'items', 'activity', 'requests'],
		why: 'what stands beside every page is read in one query'
	},
	events: { to: [] },
	tokens: { to: ['lists', 'sections', 'items'], why: 'what a token did to them can be taken back' },
	instance: {
		to: ['members', 'lists', 'items'],
		why: 'first run makes the first member, and the public list is a list'
	}
};

/** `operations.ts` is how transports see an entity. It may import more entities than the entity itself does. */
const operationsAlsoKnow: Record<string, { to: string[]; why: string }> = {
	lists: {
		to: ['items', 'sections'],
		why: 'a list is read, copied and cleared with what is on it, and its changes tell of its sections'
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
	it('are all found: there are many sources, and each import leads to a file', () => {
		expect(sources.length).toBeGreaterThan(80);
		expect(every.length).toBeGreaterThan(300);
		const lost = ours.filter(({ target }) => !/\.\w+$/.test(target));
		expect(lost.map(inWords)).toEqual([]);
	});

	it('point one way, from the transports through an entity and the kernel to the database', () => {
		expect(every.filter((found) => !isAllowed(found)).map(inWords)).toEqual([]);
	});

	it('have no exception that is not needed', () => {
		const idle = additions.filter(
			(addition) => !every.some((found) => !isInTable(found) && isCovered(addition, found))
		);
		expect(idle).toEqual([]);
	});

	it('are never circular, not even for types', () => {
		expect(circleIn(ours)).toBeUndefined();
	});

	it('between entities follow the arrows', () => {
		const against = ours.filter(({ file, target }) => {
			const [from, to] = [entityOf(file), entityOf(target)];
			return from && to && from !== to && !known(file, from).includes(to);
		});
		expect(against.map(inWords)).toEqual([]);
	});

	it('have no arrow that is not needed', () => {
		const used = new Set(ours.map(({ file, target }) => `${entityOf(file)} ${entityOf(target)}`));
		const all = [...Object.entries(arrows), ...Object.entries(operationsAlsoKnow)];
		const idle = all.flatMap(([from, { to }]) =>
			to.map((target) => `${from} ${target}`).filter((arrow) => !used.has(arrow))
		);
		expect(idle).toEqual([]);
	});

	it('know every entity', () => {
		const found = new Set(sources.map(entityOf).filter((entity) => entity !== undefined));
		expect([...found].sort()).toEqual(Object.keys(arrows).sort());
	});

	it('inside the server are relative, with the file’s full name, so that it runs without a bundler', () => {
		const foreign = every.filter(
			({ file, specifier }) =>
				file.startsWith('src/lib/server/') &&
				(/^(\$|src\/|\/)/.test(specifier) ||
					(specifier.startsWith('.') && !/\.(ts|js|json)$/.test(specifier)))
		);
		expect(foreign.map(inWords)).toEqual([]);
	});

	it('of the framework are only in the transports', () => {
		const framework = every.filter(
			({ file, specifier }) =>
				file.startsWith('src/lib/server/') &&
				!['http', 'mcp'].includes(ringOf(file)) &&
				/^(@sveltejs\/|svelte\b|\$)/.test(specifier)
		);
		expect(framework.map(inWords)).toEqual([]);
	});

	it('of Prisma and of SQL are only in data, the kernel and the entities', () => {
		const leaked = every.filter(
			({ file, specifier, names }) =>
				!isOfData(file) &&
				!['kernel', 'entity'].includes(ringOf(file)) &&
				(/prisma|generated|data\/sql\.ts$/i.test(specifier) ||
					names.some((name) => name === 'Prisma' || name === 'PrismaClient'))
		);
		expect(leaked.map(inWords)).toEqual([]);
	});

	it('of the drivers are only in data', () => {
		const leaked = every.filter(
			({ file, target }) => !isOfData(file) && drivers.some((driver) => matchesGlob(target, driver))
		);
		expect(leaked.map(inWords)).toEqual([]);
	});

	it('of the server are types only in what a browser runs', () => {
		const atRunTime = ours.filter(
			({ file, target, typesOnly }) =>
				isInBrowser(file) && target.startsWith('src/lib/server/') && !typesOnly
		);
		expect(atRunTime.map(inWords)).toEqual([]);
	});
});

describe('files', () => {
	it('that only re-export do not exist', () => {
		const barrels = sources.filter(
			(file) => /(^|\/)index\.(ts|js)$/.test(file) || (!file.endsWith('.svelte') && passesOn(file))
		);
		expect(barrels).toEqual([]);
	});

	it('outside data write only through `inTransaction`, which queues writers', () => {
		const others = sources.filter((file) => !isOfData(file) && says('writer', syntaxOf(file)));
		expect(others).toEqual([]);
	});

	it('export nothing that no other file imports', () => {
		const imports = [...every, ...othersOfTheProject.flatMap(importsOf)];
		const imported = new Set(
			imports.flatMap(({ target, names }) => names.map((name) => `${target} ${name}`))
		);
		// A namespace import, an `import()` or its type imports every export of the file.
		const whole = new Set(
			imports.filter(({ names }) => names.length === 0).map(({ target }) => target)
		);
		const unused = [...sources, ...othersOfTheProject]
			.filter((file) => /\.m?[tj]s$/.test(file) && !isTakenByName(file) && !whole.has(file))
			.flatMap((file) => exportsOf(file).map((name) => `${file} ${name}`))
			.filter((exported) => !imported.has(exported));
		expect(unused).toEqual([]);
	});

	it('are at most 250 lines long, except for those that only describe', () => {
		const long = sources.filter((file) => textOf(file).split('\n').length > 251);
		expect(long.sort()).toEqual([
			'src/lib/server/items/operations.ts',
			'src/lib/server/lists/operations.ts'
		]);
	});

	it('of the server are short: half of them have at most 45 lines', () => {
		const lengths = sources
			.filter((file) => file.startsWith('src/lib/server/'))
			.map((file) => textOf(file).trimEnd().split('\n').length)
			.toSorted((one, other) => one - other);
		expect(lengths[Math.floor((lengths.length - 1) / 2)]).toBeLessThanOrEqual(45);
	});

	it('of pages ask at once what does not depend on each other', () => {
		expect(lateQuestions()).toEqual([]);
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

/** `members` for a file of src/lib/server/members; undefined for a file of no entity. */
function entityOf(file: string): string | undefined {
	if (!['entity', 'operations'].includes(ringOf(file))) return undefined;
	return /^src\/lib\/server\/(\w[\w-]*)\//.exec(file)?.[1];
}

const known = (file: string, entity: string): string[] => [
	...(arrows[entity]?.to ?? []),
	...(ringOf(file) === 'operations' ? (operationsAlsoKnow[entity]?.to ?? []) : [])
];

const isInBrowser = (file: string): boolean =>
	['format', 'client', 'ui', 'browser'].includes(ringOf(file));

const isAllowed = (found: Import): boolean =>
	isInTable(found) || additions.some((addition) => isCovered(addition, found));

function isInTable({ file, target, typesOnly }: Import): boolean {
	const ring = ringOf(file);
	if (matchesGlob(target, messages)) return ring !== 'base';
	// An entity's own code does not import its operations.ts.
	if (ring === 'entity' && matchesGlob(target, operations)) return false;
	if (isInBrowser(file) && typesOnly && target.startsWith('src/lib/server/'))
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

/** Files whose exports the framework, the build or a test tool takes by their names. */
const takenByName = [
	'src/{hooks*,params/*,routes/**/+*}.ts',
	'bin/{client-languages.ts,message-registry.js}',
	'tests/support/{cheap-password-cost,postgres}.ts',
	// Only the type checker reads it.
	'tests/lists/unlocked.ts'
];

const isTakenByName = (file: string): boolean =>
	takenByName.some((pattern) => matchesGlob(file, pattern));

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

/** Whether the code, without comments, has this word as a name or as a whole string. */
function says(word: string, node: ts.Node): boolean {
	if ((ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === word) return true;
	return ts.forEachChild(node, (child) => says(word, child)) ?? false;
}

const inWords = ({ file, specifier }: Import): string => `${file} imports ${specifier}`;

describe('form controls', () => {
	it('are bound, so that a refresh keeps what somebody typed or chose', () => {
		expect(unboundControls()).toEqual([]);
	});

	it('are in a form with an idempotency key of its own, where it is posted', () => {
		expect(formsWithoutKey()).toEqual([]);
	});
});
