import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { sources, syntaxOf } from '../support/imports.ts';

/**
 * What the interface promises, by address: who may call, the fields it reads beside those of the address, the fields it
 * answers with.
 */
const promised: Record<string, [who: string, reads: string, answers: string]> = {
	'GET /instance': ['visitor', '', 'name version needsSetup publicSignup defaultLocale'],
	'POST /instance:setup': ['visitor', 'instanceName name email password setupCode', 'member'],
	'GET /instance/settings': ['admin', '', 'settings'],
	'PUT /instance/settings': ['admin', 'settings', 'settings'],
	'GET /instance/about': [
		'signed-in',
		'',
		'instanceName version startedAt memberCount listCount itemCount storageDriver storageBytes licence'
	],
	'POST /instance:delete': ['admin', 'password instanceName', ''],
	'POST /auth/sign-in': ['visitor', 'email password', 'accessToken expiresAt member'],
	'POST /auth/refresh': ['visitor', '', 'accessToken expiresAt'],
	'POST /auth/sign-out': ['visitor', '', ''],
	'GET /auth/me': ['member', '', 'member'],
	'POST /auth/password': ['signed-in', 'currentPassword newPassword', 'member'],
	'POST /auth/sign-up': ['visitor', 'name email password', 'member'],
	'POST /auth/join-requests': ['visitor', 'name email message', 'requestUid'],
	'GET /auth/join-requests/{requestUid}': ['visitor', '', 'status name email'],
	'POST /auth/join-requests/{requestUid}:complete': ['visitor', 'name password', 'member'],
	'POST /auth/reset-requests': ['visitor', 'emailOrName', 'requestUid checkPhrase'],
	'GET /auth/reset-requests/{requestUid}': ['visitor', '', 'status'],
	'POST /auth/reset-requests/{requestUid}:complete': ['visitor', 'newPassword', 'member'],
	'GET /lists': ['member read', 'status order', 'lists'],
	'POST /lists': ['member write', 'name', 'list'],
	'GET /lists/{listUid}': ['member read', '', 'list items'],
	'GET /lists/{listUid}/changes': [
		'member read',
		'after',
		'list version reset items sections removedItemUids'
	],
	'GET /lists/{listUid}/sections': ['member read', '', 'sections'],
	'POST /lists/{listUid}/sections': ['member write', 'name afterSectionUid', 'section'],
	'PATCH /sections/{sectionUid}': ['member write', 'name afterSectionUid', 'section'],
	'DELETE /sections/{sectionUid}': ['member delete', '', ''],
	'PATCH /lists/{listUid}': ['member write', 'name', 'list'],
	'DELETE /lists/{listUid}': ['member delete', '', ''],
	'POST /lists/{listUid}/archived': ['member write', 'archived', 'list'],
	'PUT /lists/{listUid}/adds-on-top': ['member write', 'addsOnTop', 'list'],
	'PUT /lists/{listUid}/sharing': ['member write', 'sharing canEdit memberUids groupUids', 'list'],
	'GET /lists/{listUid}/sharing': [
		'member read',
		'',
		'ownerName sharing canEdit memberUids groupUids members groups isPublic'
	],
	'GET /lists/{listUid}/shares': ['member read', '', 'memberUids groupUids'],
	'PUT /lists/{listUid}/pinned': ['member write', 'pinned', ''],
	'POST /lists/{listUid}:duplicate': ['member write', 'name', 'list'],
	'POST /lists/{listUid}:clear-done': ['member delete', '', 'removedCount'],
	'GET /lists/{listUid}/suggestions': ['member write', 'query', 'suggestions'],
	'POST /lists/{listUid}/items': ['member write', 'label quantity dueOn note sectionUid', 'item'],
	'POST /lists/{listUid}/items:batch': ['member write', 'items', 'items'],
	'GET /items/{itemUid}': ['member read', '', 'item list'],
	'PATCH /items/{itemUid}': [
		'member write',
		'label quantity dueOn note expectedLabel expectedNote',
		'item'
	],
	'PUT /items/{itemUid}/done': ['member write', 'done', 'item'],
	'POST /items/{itemUid}:move': ['member write', 'afterItemUid toListUid sectionUid', ''],
	'DELETE /items/{itemUid}': ['member delete', '', ''],
	'GET /dated-items': ['member read', 'from to', 'items'],
	'GET /search': ['member read', 'query', 'hits hitCount'],
	'GET /trash': ['member read', '', 'entries'],
	'POST /trash/{uid}:restore': ['member write', '', ''],
	'GET /members': ['member read', '', 'members'],
	'POST /members': ['admin', 'name email role', 'member temporaryPassword'],
	'PATCH /members/me': ['signed-in', 'name email', 'member'],
	'PUT /members/{memberUid}/role': ['admin', 'role', 'member'],
	'DELETE /members/{memberUid}': ['admin', '', ''],
	'GET /groups': ['member read', '', 'groups'],
	'POST /groups': ['admin', 'name memberUids', 'group'],
	'PATCH /groups/{groupUid}': ['admin', 'name', 'group'],
	'PUT /groups/{groupUid}/members': ['admin', 'memberUids', 'group'],
	'DELETE /groups/{groupUid}': ['admin', '', ''],
	'GET /access-tokens': ['signed-in', 'all', 'tokens'],
	'POST /access-tokens': ['browser', 'name abilities listUids allLists expiresAt', 'token secret'],
	'DELETE /access-tokens/{tokenUid}': ['signed-in', '', ''],
	'GET /access-tokens/{tokenUid}/changes': ['signed-in', '', 'changes'],
	'POST /access-tokens/{tokenUid}:undo': ['signed-in', 'since dryRun', 'undone skipped'],
	'GET /requests': ['admin', '', 'joinRequests resetRequests'],
	'POST /requests/join/{requestUid}:decide': ['admin', 'approve', ''],
	'POST /requests/reset/{requestUid}:decide': ['admin', 'approve', ''],
	'GET /public-list': [
		'visitor',
		'',
		'published instanceName listName items allowJoin openCount updatedAt'
	],
	'GET /activity': ['signed-in', '', 'activity unreadCount'],
	'POST /activity:mark-read': ['signed-in', '', ''],
	'GET /sessions': ['signed-in', '', 'sessions'],
	'DELETE /sessions/{sessionUid}': ['signed-in', '', '']
};

/** Exactly the fields of each resource, in the interface's own order. */
const fields: Record<string, string> = {
	List: 'uid name sharing canEdit isOwner isPinned addsOnTop openCount doneCount createdAt updatedAt archivedAt archivedByName',
	Item: 'uid label quantity dueOn done addedByName doneByName doneAt doneByUid note addedViaToken',
	PlacedItem:
		'uid label quantity dueOn done addedByName doneByName doneAt doneByUid note addedViaToken place sectionUid',
	Section: 'uid name itemUids',
	KnownSection: 'uid name labels',
	DatedItem: 'item listUid listName',
	Member: 'uid name email role mustChangePassword createdAt lastSignedInAt',
	Group: 'uid name members listNames',
	Named: 'uid name',
	AccessToken: 'uid name abilities listNames allLists expiresAt lastUsedAt createdAt memberName',
	Settings: 'name publicSignup publicList defaultLocale',
	PublicListSettings: 'listUid showNames showMeta allowJoin listName',
	JoinRequest: 'requestUid name email message createdAt',
	ResetRequest: 'requestUid member createdAt',
	Session: 'uid device createdAt lastUsedAt isCurrent',
	Instance: 'name version needsSetup publicSignup defaultLocale',
	Abilities: 'read write delete',
	SearchHit: 'kind listUid itemUid text listName label where done archived',
	TrashEntry: 'uid kind name listUid listName deletedAt deletedByName deletedViaToken purgeAt',
	Suggestion: 'label quantity onList',
	PublicItem: 'uid label done quantity dueOn addedByName',
	TokenChange: 'kind listUid itemUid listName label at',
	Skipped: 'itemUid listUid reason',
	Activity: 'uid kind text targetUid createdAt unread outcome'
};

/** Which of them stands in which field of an answer. */
const resourceOf: Record<string, string[]> = {
	list: ['List'],
	lists: ['List'],
	section: ['Section'],
	sections: ['Section', 'KnownSection'],
	item: ['Item'],
	items: ['Item', 'PlacedItem', 'DatedItem', 'PublicItem'],
	member: ['Member'],
	members: ['Member', 'Named'],
	group: ['Group'],
	groups: ['Group', 'Named'],
	token: ['AccessToken'],
	tokens: ['AccessToken'],
	abilities: ['Abilities'],
	settings: ['Settings'],
	publicList: ['PublicListSettings'],
	joinRequests: ['JoinRequest'],
	resetRequests: ['ResetRequest'],
	sessions: ['Session'],
	hits: ['SearchHit'],
	entries: ['TrashEntry'],
	suggestions: ['Suggestion'],
	changes: ['TokenChange'],
	skipped: ['Skipped'],
	activity: ['Activity']
};

/** Tools of assistants: over REST the same is one request an item, or one of the addresses that they put together. */
const toolsOnly =
	'appendToNote changeItems changeList deleteItems fetch getOwnChanges getPeople getReach moveItems restoreEntries tickItems undoOwnChanges'.split(
		' '
	);

/** What has no address of its own and is no tool, and why. */
const withoutAddress: Record<string, string> = {
	addLines: 'only the page reads a pasted text; a client sends items',
	clearTicked: 'only the page offers to undo it; a client has the trash',
	compareLines: 'only the page shows a preview; a client has the list',
	findLists: 'assistants name a list by its name; a client has the lists',
	followJoin: 'only the page that waits shows it; a client asks for the status',
	followReset:
		'only the pages show it; a client asks for the status, and got the words when it asked for the reset',
	getSidebar: 'only the pages show all of it at once; a client asks for what it shows',
	getSharedNames: 'only the pages of many lists show them; a client asks how one list is shared',
	getRequestsToDecide:
		'only the pages show them beside the words to compare; a client reads the requests themselves',
	placeItem: 'only the pages move by a step, and offer the way back; a client names the item above',
	noteTokenUse: 'nobody asks for it: it comes with whatever else a token is used for',
	startSession:
		'a browser session lives in a cookie, and only the sign-in page hands it out; a client signs in for a pair'
};

/** Exported methods below /api/v1 that are no operation's, and why. */
const writtenByHand: Record<string, string> = {
	'GET /events': 'a stream, not an answer',
	'GET /public-list/events': 'a stream, not an answer',
	'GET /openapi.json': 'says what the others are'
};

const operations = Object.entries(catalogue);
const addressed = operations.filter(([, { address }]) => address);

describe('the catalogue', () => {
	it('calls each operation by the name it is kept under', () => {
		expect(
			operations.map(([key, { name }]) => [key, name]).filter(([key, name]) => key !== name)
		).toEqual([]);
		expect(operations.length).toBeGreaterThan(25);
	});

	it('has every operation that a file of operations describes', () => {
		expect(described.map(({ key }) => key).sort()).toEqual(operations.map(([key]) => key).sort());
	});

	it('runs the domain function of that name', () => {
		const other = described.filter(
			({ key, name, runs, from }) =>
				name !== key || runs !== key || !from?.startsWith('.') || from.includes('operations')
		);
		expect(other).toEqual([]);
	});

	it('names what has no address, and why', () => {
		const without = operations
			.filter(([, { address, tool }]) => !address && !tool)
			.map(([name]) => name);
		expect(without.filter((name) => !withoutAddress[name])).toEqual([]);
		const asTools = operations.filter(([, { address, tool }]) => !address && tool);
		expect(asTools.map(([name]) => name).sort()).toEqual(toolsOnly);
		expect(Object.keys(withoutAddress).filter((name) => !without.includes(name))).toEqual([]);
	});

	it('gives each address to one operation', () => {
		const addresses = addressed.map(([, { address }]) => address);
		expect(addresses.length).toBe(new Set(addresses).size);
	});

	it('asks for every part of its address, and for a text', () => {
		const unasked = addressed.flatMap(([name, { address = 'GET /', input }]) =>
			parametersOf(address)
				.filter((parameter) => !(input.shape[parameter] instanceof z.ZodString))
				.map((parameter) => `${name} ${parameter}`)
		);
		expect(unasked).toEqual([]);
	});

	it('changes nothing with GET and everything else with another method', () => {
		const odd = addressed.filter(
			([, { kind, address }]) => (kind === 'query') !== address?.startsWith('GET ')
		);
		expect(odd.map(([name]) => name)).toEqual([]);
	});

	it('says in a sentence what each operation does', () => {
		expect(
			operations
				.filter(([, { summary }]) => !/^[A-Z].{10,140}\.$/.test(summary))
				.map(([name]) => name)
		).toEqual([]);
	});
});

describe('the routes below /api/v1', () => {
	it('are the operations of the catalogue, each at its address', () => {
		const bound = routes
			.filter(({ operation }) => operation)
			.map(({ address, operation }) => `${address} ${operation}`);
		expect(bound.sort()).toEqual(
			addressed.map(([name, { address }]) => `${address} ${name}`).sort()
		);
	});

	it('are named with a reason where they are written by hand', () => {
		const byHand = routes.filter(({ operation }) => !operation).map(({ address }) => address);
		expect(byHand.sort()).toEqual(Object.keys(writtenByHand).sort());
	});
});

describe('the interface', () => {
	it('has no address that was not promised', () => {
		expect(
			addressed.map(([, { address = '' }]) => address).filter((address) => !promised[address])
		).toEqual([]);
	});

	it('has every address that was promised', () => {
		const there = new Set<string>(addressed.map(([, { address = '' }]) => address));
		expect(Object.keys(promised).filter((address) => !there.has(address))).toEqual([]);
		expect(there.size).toBeGreaterThanOrEqual(Object.keys(promised).length);
	});

	it.each(addressed)('lets call %s whom it promised to', (_name, { access, address = '' }) => {
		const ability = 'ability' in access ? access.ability : undefined;
		expect([access.who, ability].filter(Boolean).join(' ')).toBe(promised[address]?.[0]);
	});

	it.each(addressed)('reads for %s the fields it promised', (_name, { input, address = '' }) => {
		const inAddress = parametersOf(address);
		const read = Object.keys(input.shape).filter((field) => !inAddress.includes(field));
		expect(read.sort()).toEqual(words(promised[address]?.[1]).sort());
	});

	it.each(addressed)(
		'answers %s with the fields it promised',
		(_name, { output, address = '' }) => {
			expect(Object.keys(output.shape)).toEqual(words(promised[address]?.[2]));
		}
	);

	it.each(addressed)(
		'shows in the answer to %s each resource with exactly its fields',
		(_name, { output, address = '' }) => {
			for (const [path, object] of objectsIn(output).filter(([path]) => path !== '')) {
				const named = resourceOf[path.split('.').at(-1) ?? ''];
				const kinds = address === 'GET /dated-items' && path === 'items' ? ['DatedItem'] : named;
				expect(
					kinds?.map((kind) => fields[kind]),
					`${address} ${path}`
				).toContain(Object.keys(object.shape).join(' '));
				const id = z.globalRegistry.get(object)?.id;
				if (id) expect(fields[id]).toBe(Object.keys(object.shape).join(' '));
			}
		}
	);

	it('never lets a hash or a stored secret out: only what is shown once is called a secret', () => {
		const shownOnce = ['secret', 'temporaryPassword', 'mustChangePassword'];
		const out = operations.flatMap(([, { output }]) =>
			objectsIn(output).flatMap(([, object]) => Object.keys(object.shape))
		);
		const secret = out.filter((field) =>
			/hash|salt|secret|password|folded|deletedBy(?!Name)/i.test(field)
		);
		expect(secret.filter((field) => !shownOnce.includes(field))).toEqual([]);
	});
});

type Described = {
	key: string;
	name: string | undefined;
	runs: string | undefined;
	from: string | undefined;
};

/** What the files of operations say, read from their source. */
const described: Described[] = sources
	.filter((file) => /^src\/lib\/server\/\w+\/operations\.ts$/.test(file))
	.flatMap((file) => {
		const source = syntaxOf(file);
		const found: Described[] = [];
		const visit = (node: ts.Node): void => {
			if (isDescription(node)) found.push(asDescribed(node, source));
			ts.forEachChild(node, visit);
		};
		visit(source);
		return found;
	});

type Description = (ts.PropertyAssignment | ts.VariableDeclaration) & {
	initializer: ts.Expression;
};

/** In its place in the catalogue, or before it where others name it. */
function isDescription(node: ts.Node): node is Description {
	const named = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);
	return named && !!node.initializer && isCallOf(node.initializer, 'operation');
}

function asDescribed(node: Description, source: ts.SourceFile): Described {
	const description = ts.isCallExpression(node.initializer)
		? node.initializer.arguments[0]
		: undefined;
	const properties =
		description && ts.isObjectLiteralExpression(description) ? description.properties : [];
	const valueOf = (name: string) =>
		[...properties]
			.filter((property) => ts.isPropertyAssignment(property))
			.find((property) => property.name.getText() === name)?.initializer;
	const name = valueOf('name');
	const called = functionIn(valueOf('run'));
	return {
		key: node.name.getText(),
		name: name && ts.isStringLiteral(name) ? name.text : undefined,
		...(called ? exportOf(source, called) : { runs: undefined, from: undefined })
	};
}

/** The function itself, or the one that an arrow calls. */
function functionIn(run: ts.Expression | undefined): string | undefined {
	if (run && ts.isIdentifier(run)) return run.text;
	const body = run && ts.isArrowFunction(run) ? run.body : undefined;
	return body && ts.isCallExpression(body) && ts.isIdentifier(body.expression)
		? body.expression.text
		: undefined;
}

/** The name under which a file exports what is called `name` here, and that file. */
function exportOf(source: ts.SourceFile, name: string): Pick<Described, 'runs' | 'from'> {
	for (const statement of source.statements.filter((statement) =>
		ts.isImportDeclaration(statement)
	)) {
		const bindings = statement.importClause?.namedBindings;
		const found =
			bindings && ts.isNamedImports(bindings)
				? bindings.elements.find((element) => element.name.text === name)
				: undefined;
		if (found && ts.isStringLiteral(statement.moduleSpecifier))
			return {
				runs: (found.propertyName ?? found.name).text,
				from: statement.moduleSpecifier.text
			};
	}
	return { runs: undefined, from: undefined };
}

function isCallOf(node: ts.Expression, name: string): boolean {
	return (
		ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name
	);
}

type Route = { address: string; operation: string | undefined };

/** Every exported method, with the operation it binds where it is `rest(word.operation)`. */
const routes: Route[] = globSync('src/routes/api/v1/**/+server.ts', {
	cwd: join(import.meta.dirname, '../..')
}).flatMap((file) => {
	const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
	const exported = [
		...text.matchAll(
			/^export (?:const|async function|function) (\w+)(?:[^=\n]*= rest\((\w+)\.(\w+)\))?/gm
		)
	];
	return exported.map(([, method = '', , operation]) => ({
		address: `${method} ${addressOf(file)}`,
		operation
	}));
});

function addressOf(file: string): string {
	return file
		.replaceAll('\\', '/')
		.replace(/^src\/routes\/api\/v1/, '')
		.replace(/\/\+server\.ts$/, '')
		.replaceAll('[x+3a]', ':')
		.replace(/\/\([^)]*\)/g, '')
		.replace(/\[(\w+)(?:=\w+)?\]/g, '{$1}');
}

const parametersOf = (address: string): string[] =>
	[...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

const words = (text = ''): string[] => text.split(' ').filter(Boolean);

/** Every object in a schema, with the names of the fields that lead to it. */
function objectsIn(schema: z.core.$ZodType, path = ''): [path: string, object: z.ZodObject][] {
	if (schema instanceof z.ZodArray) return objectsIn(schema.def.element, path);
	if (
		schema instanceof z.ZodOptional ||
		schema instanceof z.ZodDefault ||
		schema instanceof z.ZodNullable
	)
		return objectsIn(schema.def.innerType, path);
	if (!(schema instanceof z.ZodObject)) return [];
	const inner = Object.entries(schema.shape).flatMap(([name, field]) =>
		objectsIn(field, path ? `${path}.${name}` : name)
	);
	return [[path, schema], ...inner];
}
