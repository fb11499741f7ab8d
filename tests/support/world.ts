// A household of named people, on either database, reached through `perform` like every transport.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { z } from 'zod';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { tokenCaller } from '../../src/lib/server/tokens/bearer.ts';
import { instance } from '../../src/lib/server/instance/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import type { Operation } from '../../src/lib/server/kernel/operation.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { readConfig } from '../../src/lib/server/runtime/config.ts';
import { openDatabase } from '../../src/lib/server/data/open-database.ts';
import type { Prisma } from '../../src/lib/server/data/client.ts';
import { insertMany } from '../../src/lib/server/data/insert-many.ts';
import type { Value } from '../../src/lib/server/data/sql.ts';
import type { Provider } from '../../src/lib/server/data/dialect.ts';
import type { Household } from '../../src/lib/server/kernel/household.ts';
import { logTo } from '../../src/lib/server/runtime/log.ts';
import { migrate } from '../../src/lib/server/data/migrations/migrate.ts';
import { newUid } from '../../src/lib/server/kernel/secrets.ts';
import { freshDatabase } from './postgres.ts';

export const providers: Provider[] = ['sqlite', 'postgresql'];

export type World = Awaited<ReturnType<typeof openWorld>>;

/** An empty, migrated household whose clock stands still until it is told otherwise. Close it when done. */
export const openWorld = async (provider: Provider) =>
	worldOn(provider, await migratedDatabase(provider));

/** A world on a database that has a household already. */
export async function worldOn(provider: Provider, databaseUrl: string) {
	const database = await openDatabase(databaseUrl);
	const logged: string[] = [];
	let now = new Date('2026-11-20T09:00:00.000Z');
	const log = logTo((line) => logged.push(line), 'debug');
	const notifier = database.dialect.openNotifier(databaseUrl, log);
	const household: Household = {
		database,
		clock: () => now,
		config: readConfig({ DATABASE_URL: databaseUrl }),
		log,
		notifier
	};

	/** What an operation answers to this caller; throws its Refusal. */
	async function ask<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
		operation: Operation<Input, Output, Prepared>,
		caller: Caller,
		input: z.input<Input>
	): Promise<z.output<Output>> {
		return (await perform(household, operation, caller, () => input)).output;
	}

	/** A member who exists without first run, as a signed-in browser; their password is `password` below. */
	async function member(name: string, role: 'ROLE_ADMIN' | 'ROLE_MEMBER' = 'ROLE_MEMBER') {
		const uid = newUid('mem');
		const email = `${name.toLowerCase()}@mill.test`;
		await database.writer.member.create({
			data: { uid, name, email, emailFolded: email, role, passwordHash: '', createdAt: now }
		});
		const caller = sessionOf({
			uid,
			name,
			isAdmin: role === 'ROLE_ADMIN',
			mustChangePassword: false
		});
		await openSession(caller, new Date('2100-01-01'));
		return caller;
	}

	async function openSession(
		{ sessionUid: uid, member: { uid: memberUid } }: ReturnType<typeof sessionOf>,
		expiresAt: Date
	) {
		const times = { createdAt: now, lastUsedAt: now, expiresAt };
		await database.writer.session.upsert({
			where: { uid },
			create: { idHash: uid, uid, memberUid, device: '', ...times },
			update: times
		});
	}

	/** A member whose browser session lasts a day. */
	async function signedIn(name: string, role?: 'ROLE_ADMIN' | 'ROLE_MEMBER') {
		const caller = await member(name, role);
		await database.writer.session.update({
			where: { uid: caller.sessionUid },
			data: { expiresAt: new Date(now.getTime() + 86_400_000) }
		});
		return caller;
	}

	/** A caller with a new access token of this member. */
	async function tokenOf(owner: Caller, given: TokenGiven = {}) {
		const {
			abilities = { read: true, write: true, delete: true },
			listUids = [],
			expiresAt = ''
		} = given;
		const allLists = listUids.length === 0;
		const input = {
			name: given.name ?? 'kitchen tablet',
			abilities,
			listUids,
			allLists,
			expiresAt
		};
		const made = await ask(tokens.makeAccessToken, owner, input);
		const caller = await tokenCaller(household, made.secret, from);
		if (!caller) throw new Error('a token that was just made opens nothing');
		return { caller, secret: made.secret, uid: made.token.uid };
	}

	return {
		household,
		database,
		databaseUrl,
		logged,
		ask,
		member,
		signedIn,
		/** Opens an ended session of this caller again. */
		reopen: (caller: ReturnType<typeof sessionOf>) => openSession(caller, new Date('2100-01-01')),
		tokenOf,
		now: () => now,
		setClock: (to: Date | string) => void (now = new Date(to)),
		/** First run: Ada, an admin. Her password is `correct horse battery staple`. */
		setUp: async () => {
			const input = { instanceName: 'Mill Lane', name: 'Ada', email: 'ada@mill.test', password };
			const { member: ada } = await ask(instance.setUpInstance, visitor, input);
			const person = { uid: ada.uid, name: ada.name, isAdmin: true, mustChangePassword: false };
			const { uid: sessionUid } = await database.reader.session.findFirstOrThrow({
				where: { memberUid: ada.uid }
			});
			const caller = { ...sessionOf(person), sessionUid };
			await openSession(caller, new Date('2100-01-01'));
			return caller;
		},
		/** Writes rows, bypassing every rule of the product. */
		insert: <Row extends Record<string, Value>>(table: Prisma.ModelName, rows: Row[]) =>
			insertMany({ db: database.writer, dialect: database.dialect }, table, rows),
		listOf: async (owner: Caller, name = 'Groceries') =>
			(await ask(lists.createList, owner, { name })).list,
		close: async () => {
			await notifier.close();
			await database.close();
		}
	};
}

type TokenGiven = {
	name?: string;
	abilities?: { read?: boolean; write?: boolean; delete?: boolean };
	listUids?: string[];
	expiresAt?: string;
};

export const password = 'correct horse battery staple';

// On the machine that the server runs on, so that first run needs no setup code.
const from = { address: '192.0.2.1', device: 'a test', isThisMachine: true };

export const visitor: Caller = { by: 'visitor', from };

type Person = Extract<Caller, { by: 'session' }>['member'];

const sessionOf = (member: Person) =>
	({ by: 'session', sessionUid: newUid('ses'), member, from }) as const;

/** Migrating takes a second; every world after the first is a copy. */
async function migratedDatabase(provider: Provider): Promise<string> {
	templates[provider] ??= template[provider]();
	const original = await templates[provider];
	if (provider === 'postgresql') return freshDatabase(undefined, original);
	const file = join(await scratch(), `${newUid('lst')}.db`);
	await copyFile(original, file);
	return `file:${file}`;
}

const templates: Partial<Record<Provider, Promise<string>>> = {};

const template: Record<Provider, () => Promise<string>> = {
	sqlite: async () => {
		const file = join(await scratch(), 'template.db');
		await migrate(`file:${file}`);
		return file;
	},
	postgresql: async () => {
		const name = `template_${process.pid}_${Date.now()}`;
		await migrate(await freshDatabase(name));
		return name;
	}
};

let folder: Promise<string> | undefined;

/** One folder for this process's files; gone when it ends. */
export function scratch(): Promise<string> {
	folder ??= mkdtemp(join(tmpdir(), 'hearth-world-')).then((made) => {
		process.once('beforeExit', () => void rm(made, { recursive: true, force: true }));
		return made;
	});
	return folder;
}
