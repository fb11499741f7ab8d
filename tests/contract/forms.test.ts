// Posts every form of the pages, as a browser without script does, by every kind of caller. The model predicts each outcome.
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUid } from '../../src/lib/server/kernel/secrets.ts';
import { newRows, openCast, sharedHash, type Cast } from '../support/household.ts';
import { clientOf, type Answer } from '../support/client.ts';
import { comparable } from '../support/comparable.ts';
import { importsOf, sources, syntaxOf, textOf } from '../support/imports.ts';
import { lookInto, type Look } from '../support/sql.ts';
import { providers } from '../support/world.ts';
import { forms, ofNobodysThings, sceneFor, type FormRow, type Scene } from './form-table.ts';
import { expectedStatus, type CallerKind } from './model.ts';
import { rules } from './promises.ts';

const callers: Record<string, CallerKind> = {
	visitor: { by: 'nothing', is: 'stranger' },
	owner: { by: 'session', is: 'owner' },
	stranger: { by: 'session', is: 'stranger' },
	reader: { by: 'session', is: 'reader' },
	editor: { by: 'session', is: 'editor' },
	admin: { by: 'session', is: 'admin' },
	'owner with a temporary password': { by: 'session', is: 'owner', mustChangePassword: true },
	'token that may read': { by: 'token', is: 'owner', abilities: ['read'] },
	'token that may all three': { by: 'token', is: 'owner', abilities: ['read', 'write', 'delete'] }
};

const rows = forms.map((row) => ({
	...row,
	title: [row.action, row.when].filter(Boolean).join(' ')
}));

it('has a row for every form of every page, and for no other', () => {
	const known = new Set([...forms.map(({ action }) => action), ...ofNobodysThings]);
	expect(sources.flatMap(actionsOf).sort()).toEqual([...known].sort());
});

it('sends each action of a page from some form', () => {
	const text = sources.map(textOf).join('\n');
	const names = sources.flatMap(actionsOf).flatMap((action) => action.split(' ').slice(1));
	expect(names.filter((name) => !new RegExp(`\\?/${name}\\b`).test(text))).toEqual([]);
});

it.each(rows)('has a rule for every operation of $title', ({ stands, passesOver = [] }) => {
	for (const address of [...stands, passesOver].flat())
		expect(rules[address], `${address} has no rule in tests/contract/promises.ts`).toBeDefined();
});

describe.each(providers)('the forms on %s', (provider) => {
	let cast: Cast;
	let look: Look;
	let passwordHash: string;
	beforeAll(async () => {
		cast = await openCast(provider);
		look = await lookInto(cast.server.databaseUrl);
		passwordHash = await sharedHash();
	});
	afterAll(async () => {
		await look.close();
		await cast.close();
	});

	/**
	 * Publishes a list of its own for the form that ticks from the public page, and resets the settings. The number of requests
	 * from visitors is limited, so those of earlier forms are deleted.
	 */
	async function settle({ action, when }: FormRow): Promise<void> {
		const { joinRequest, resetRequest, attempt } = cast.database.writer;
		await joinRequest.deleteMany();
		await resetRequest.deleteMany();
		await attempt.deleteMany();
		const listUid = await cast.write((made) => made.list(cast.ada.uid));
		const settings = {
			name: 'Mill Lane',
			publicSignup: when === 'while sign-up is open',
			publicList: { listUid: action === '/public tick' ? listUid : '' }
		};
		expect((await cast.ada.put('/instance/settings', { settings })).status).toBe(200);
	}

	async function scenes(): Promise<[string, Scene][]> {
		const made = newRows();
		const all = Object.entries(callers).map(([name, kind]): [string, Scene] => [
			name,
			sceneFor(made, kind, passwordHash)
		]);
		await made.write(cast.database);
		// The first use of a token creates an activity for its owner. Mark the tokens as used, since no form causes it.
		const { accessToken, activity } = cast.database.writer;
		await accessToken.updateMany({ where: { lastUsedAt: null }, data: { lastUsedAt: new Date() } });
		await activity.createMany({ data: all.map(([, { ownerUid }]) => unread(ownerUid)) });
		return all;
	}

	it.each(rows)('lets only the callers in the contract send $title', async (row) => {
		await settle(row);
		const all = await scenes();
		const before = await look.everything();
		const isChange = ([, { kind }]: [string, Scene]) => mayChange(row, kind);
		await Promise.all(all.filter((scene) => !isChange(scene)).map(expectAnswer(row)));
		expect(difference(before, await look.everything())).toEqual([]);
		await Promise.all(all.filter(isChange).map(expectAnswer(row)));
		if (!row.changesNothing && all.some(isChange))
			expect((await look.everything()) === before, 'nothing was done').toBe(false);
	});

	it.each(rows.filter(isSentOnce))(
		'runs $title once and repeats the answer when the same form is sent twice',
		async (row) => {
			await settle(row);
			const [, scene] = (await scenes()).find(([, { kind }]) => mayChange(row, kind)) ?? [];
			if (!scene) throw new Error('nobody may send it');
			const fields = { ...row.fields?.(scene), idempotencyKey: newUid('ses') };
			const sameForm = { ...row, fields: () => fields };
			const first = await post(sameForm, scene);
			const after = await look.everything();
			const second = await post(sameForm, scene);
			expect(outcomeOf(second)).toEqual(outcomeOf(first));
			expect(difference(after, await look.everything())).toEqual([]);
		}
	);

	const expectAnswer =
		(row: FormRow) =>
		async ([name, scene]: [string, Scene]): Promise<void> => {
			const answer = await post(row, scene);
			const expected = outcomeFor(row, scene.kind);
			expect(seen(row, answer), `to ${name}: ${answer.text.slice(0, 300)}`).toBe(expected);
			// The pages of a request say in place of a form how it stands.
			if (expected === '403' && !/^.(join|reset).\[/.test(row.action))
				expect(answer.text, `the page says nothing of the refusal to ${name}`).toMatch(
					/role="alert"|>Not allowed</
				);
			if (expected !== '404') return;
			expect(comparable(answer), `to ${name}`).toEqual(comparable(await post(row, missing(scene))));
		};

	function post(row: FormRow, scene: Scene): Promise<Answer> {
		const [page = '', action] = row.action.split(' ');
		const path = row.path?.(scene) ?? page.replace(/\[(\w+)\]/g, (_, name) => uidIn(scene, name));
		const bound: Record<string, string> = row.bound ? { hearth_request: scene.bindingSecret } : {};
		const credential = {
			...scene.credential,
			cookies: { ...scene.credential.cookies, ...bound }
		};
		return clientOf(cast.origin, credential).send('POST', action ? `${path}?/${action}` : path, {
			raw: new URLSearchParams(row.fields?.(scene)).toString(),
			headers: {
				'content-type': 'application/x-www-form-urlencoded',
				accept: 'text/html',
				origin: cast.origin
			}
		});
	}
});

/** The status of the first refused operation. An action that answers with its page also reads the activity for that page. */
function statusFor(row: FormRow, kind: CallerKind): number {
	const { stands, passesOver, answers, goesThrough } = row;
	const addresses = [...stands, ...(answers ? ['GET /activity'] : [])];
	const statuses = addresses.map(statusOf(kind, goesThrough));
	const last = passesOver ? [statusOf(kind)(passesOver)].filter((status) => status !== 404) : [];
	return [...statuses, ...last].find((status) => status !== 200) ?? 200;
}

const statusOf =
	(kind: CallerKind, goesThrough = false) =>
	(address: string) => {
		const rule = rules[address] ?? { who: 'any', then: 0 };
		return expectedStatus(goesThrough ? { ...rule, then: 200 } : rule, kind);
	};

function outcomeFor(row: FormRow, kind: CallerKind): string {
	const status = statusFor(row, kind);
	if (status === 401) return 'sign in first';
	const isSentHome = row.sendsHome === 'everybody' || (row.sendsHome && kind.by !== 'nothing');
	if (status !== 200 && isSentHome) return 'sent home';
	// The refusal shows the page of the form, and that page redirects a member with a temporary password to change it.
	if (status === 403 && kind.mustChangePassword && !row.openPage)
		return 'change the password first';
	if (status === 200) return row.answers ? '200' : (row.to ?? 'done');
	return String(status);
}

function mayChange(row: FormRow, kind: CallerKind): boolean {
	const passedOver = row.passesOver !== undefined && statusOf(kind)(row.passesOver) === 404;
	return statusFor(row, kind) === 200 && !passedOver;
}

/** The outcome that an answer shows, in the words of `outcomeFor`. */
function seen(row: FormRow, { status, headers: { location = '' }, text }: Answer): string {
	// The page keeps what was typed and links to the sign-in.
	if (status === 401 && text.includes('href="/sign-in"')) return 'sign in first';
	if (status !== 303) return String(status);
	if (location === row.to) return row.to;
	if (row.sendsHome && location === '/') return 'sent home';
	if (/^\/sign-in(\?next=|$)/.test(location)) return 'sign in first';
	return location === '/password' ? 'change the password first' : 'done';
}

/** Whether somebody may send the form, and it is not the sign-in, which opens a new session each time. */
const isSentOnce = (row: FormRow): boolean =>
	row.action !== '/sign-in' && Object.values(callers).some((kind) => mayChange(row, kind));

/** The effect of an answer in a browser: the redirect, the cookies, and the page. */
function outcomeOf(answer: Answer) {
	const { headers, cookies } = answer;
	return { ...comparable(answer), location: headers.location ?? '', cookies };
}

/** The rows that only one of two states of a database has. */
function difference(before: string, after: string): string[] {
	if (before === after) return [];
	const [old, recent] = [new Set(before.split('\n')), new Set(after.split('\n'))];
	return [...old.symmetricDifference(recent)];
}

const unread = (memberUid: string) => ({
	uid: newUid('act'),
	memberUid,
	kind: 'ACTIVITY_KIND_TOKEN_USED',
	text: 'The access token “kitchen tablet” was used for the first time.',
	createdAt: new Date()
});

function uidIn(scene: Scene, name: string): string {
	const found = Object.entries(scene).find(([key]) => key === name)?.[1];
	if (typeof found !== 'string') throw new Error(`a scene has no ${name}`);
	return found;
}

/** The same scene with uids that never existed, except for what is the caller's own. */
function missing(scene: Scene): Scene {
	const never = Object.entries(scene)
		.filter(([key]) => /Uid$/.test(key) && !key.startsWith('own'))
		.map(([key, uid]) => [key, `${String(uid).slice(0, 4)}${newUid('lst').slice(4)}`] as const);
	return { ...scene, ...Object.fromEntries(never) };
}

/** The form actions that a page's source offers, as the table spells them. */
function actionsOf(file: string): string[] {
	if (!file.endsWith('/+page.server.ts')) return [];
	const page = file
		.slice('src/routes'.length, -'/+page.server.ts'.length)
		.replace(/\/\([^)]*\)/g, '')
		.replace(/=\w+\]/g, ']');
	return namesIn(file, 'actions').map((name) =>
		name === 'default' ? page || '/' : `${page || '/'} ${name}`
	);
}

/** The keys of an object that a file declares, or imports from another file of the program. */
function namesIn(file: string, object: string): string[] {
	const declared = syntaxOf(file)
		.statements.filter(ts.isVariableStatement)
		.flatMap(({ declarationList }) => [...declarationList.declarations])
		.find(({ name }) => name.getText() === object)?.initializer;
	if (declared) return keysOf(file, declared);
	if (object === 'actions') return [];
	const from = importsOf(file).find(({ names }) => names.includes(object));
	if (!from) throw new Error(`${file} does not say what is in ${object}`);
	return namesIn(from.target, object);
}

function keysOf(file: string, value: ts.Expression): string[] {
	if (ts.isIdentifier(value)) return namesIn(file, value.text);
	if (!ts.isObjectLiteralExpression(value)) throw new Error(`${file} hides its actions`);
	return value.properties.flatMap((property) =>
		ts.isSpreadAssignment(property)
			? keysOf(file, property.expression)
			: [property.name.getText().replace(/['"]/g, '')]
	);
}
