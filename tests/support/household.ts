// A household over real HTTP: the built server on a database of its own, and its people with every kind of credential.
import { hash } from '@node-rs/argon2';
import { hashSecret, newSecret, newUid } from '../../src/lib/server/kernel/secrets.ts';
import type { Connection, Database, Prisma } from '../../src/lib/server/data/client.ts';
import { openDatabase } from '../../src/lib/server/data/open-database.ts';
import type { Provider } from '../../src/lib/server/data/dialect.ts';
import { clientOf } from './client.ts';
import { freshDatabase } from './postgres.ts';
import { startServer } from './server.ts';

export const password = 'correct horse battery staple';

export type Cast = Awaited<ReturnType<typeof openCast>>;

/** Ada has set the household up and is its admin; Ben is a member of it; both are signed in with a browser. */
export async function openCast(provider: Provider, env: Record<string, string> = {}) {
	const setupCode = 'the-code-of-a-test';
	const house = await openHouse(provider, { SETUP_CODE: setupCode, ...env });
	const visitor = clientOf(house.origin);
	const ada = clientOf(house.origin);
	const first = {
		instanceName: 'Mill Lane',
		name: 'Ada',
		email: 'ada@mill.test',
		password,
		setupCode
	};
	const { status, body } = await ada.post('/instance:setup', first);
	if (status !== 200) throw new Error(`first run answered ${status}: ${JSON.stringify(body)}`);
	const { uid: adaUid } = await house.database.reader.member.findFirstOrThrow({
		where: { name: 'Ada' }
	});
	const ben = await house.person('Ben');
	return { ...house, visitor, ada: { ...ada, uid: adaUid }, ben };
}

/** The built server before its first run. */
export async function openHouse(provider: Provider, env: Record<string, string> = {}) {
	const server = await startServer({
		env,
		...(provider === 'postgresql' ? { databaseUrl: await freshDatabase() } : {})
	});
	const database = await openDatabase(server.databaseUrl);
	const write = async <Made>(fill: (rows: Rows) => Made): Promise<Made> => {
		const rows = newRows();
		const made = fill(rows);
		await rows.write(database);
		// On SQLite a server may miss what another process writes in the same turn of its event loop. A turn ends with this answer. A test
		// may have stopped the server.
		await fetch(`${server.origin}/healthz`).catch(() => {});
		return made;
	};
	return {
		server,
		database,
		origin: server.origin,
		/** Writes rows straight into the database, all at once. */
		write,
		/** A new member as a signed-in browser; the password is `password`. */
		person: async (name: string, given: MemberGiven = {}) => {
			const passwordHash = await sharedHash();
			const made = await write((rows) => {
				const uid = rows.member(name, { passwordHash, ...given });
				return { uid, secret: rows.session(uid) };
			});
			return { ...clientOf(server.origin, { cookies: { hearth_session: made.secret } }), ...made };
		},
		/** Copies of an item on its list, many at once. */
		copies: async (itemUid: string, count: number): Promise<void> => {
			await database.writer.$executeRaw`
				INSERT INTO "Item" ("uid", "listUid", "label", "labelWords", "rank", "createdAt", "updatedAt")
				WITH RECURSIVE n("i") AS (SELECT 1 UNION ALL SELECT "i" + 1 FROM n WHERE "i" < ${count})
				SELECT "uid" || "i", "listUid", "label", "labelWords", "rank" + "i", "createdAt", "updatedAt"
				FROM "Item" CROSS JOIN n WHERE "uid" = ${itemUid}`;
		},
		bearer: (secret: string) => clientOf(server.origin, { bearer: secret }),
		close: async () => {
			await database.close();
			return server.stop();
		}
	};
}

let hashed: Promise<string> | undefined;

/** A hash of `password` that is quick to check, for tests that do not measure that time. */
export const sharedHash = (): Promise<string> =>
	(hashed ??= hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 }));

type MemberGiven = Partial<Prisma.MemberCreateManyInput>;
type ListGiven = Partial<Prisma.ListCreateManyInput> & {
	members?: string[];
	groups?: string[];
};
export type TokenGiven = {
	abilities?: ('read' | 'write' | 'delete')[];
	/** All lists when left out. */
	lists?: string[];
	expiresAt?: Date;
	name?: string;
};

export type Rows = ReturnType<typeof newRows>;

/** Collects rows to be written together, bypassing every rule of the product. Each function returns the new uid or secret. */
export function newRows(now = new Date()) {
	const members: Prisma.MemberCreateManyInput[] = [];
	const sessions: Prisma.SessionCreateManyInput[] = [];
	const pairs: Prisma.PairCreateManyInput[] = [];
	const pairAccess: Prisma.PairAccessTokenCreateManyInput[] = [];
	const tokens: Prisma.AccessTokenCreateManyInput[] = [];
	const tokenLists: Prisma.TokenListCreateManyInput[] = [];
	const groups: Prisma.GroupCreateManyInput[] = [];
	const groupMembers: Prisma.GroupMemberCreateManyInput[] = [];
	const lists: Prisma.ListCreateManyInput[] = [];
	const listMembers: Prisma.ListMemberCreateManyInput[] = [];
	const listGroups: Prisma.ListGroupCreateManyInput[] = [];
	const sections: Prisma.SectionCreateManyInput[] = [];
	const items: Prisma.ItemCreateManyInput[] = [];
	const joinRequests: Prisma.JoinRequestCreateManyInput[] = [];
	const resetRequests: Prisma.ResetRequestCreateManyInput[] = [];
	const activity: Prisma.ActivityCreateManyInput[] = [];
	const later = new Date(now.getTime() + 86_400_000);

	return {
		member(name: string, given: MemberGiven = {}): string {
			const uid = newUid('mem');
			const email = `${name.toLowerCase()}.${uid.slice(4, 12).toLowerCase()}@mill.test`;
			members.push({
				uid,
				name,
				email,
				emailFolded: email,
				role: 'ROLE_MEMBER',
				passwordHash: '',
				createdAt: now,
				...given
			});
			return uid;
		},
		session(memberUid: string, given: Partial<Prisma.SessionCreateManyInput> = {}): string {
			const secret = newSecret('');
			const times = { createdAt: now, lastUsedAt: now, expiresAt: later };
			sessions.push({
				idHash: hashSecret(secret),
				uid: newUid('ses'),
				memberUid,
				device: 'a test',
				...times,
				...given
			});
			return secret;
		},
		/** The access token of a new sign-in pair. */
		pair(memberUid: string, uid = newUid('fam')): string {
			const secret = newSecret('hearthpair_');
			pairs.push({ uid, memberUid, createdAt: now });
			pairAccess.push({ hash: hashSecret(secret), pairUid: uid, expiresAt: later });
			return secret;
		},
		token(memberUid: string, given: TokenGiven = {}): { uid: string; secret: string } {
			const {
				abilities = ['read', 'write', 'delete'],
				lists: scope,
				expiresAt = null,
				name = 'kitchen tablet'
			} = given;
			const made = { uid: newUid('tok'), secret: newSecret('hearth_') };
			tokens.push({
				uid: made.uid,
				memberUid,
				name,
				secretHash: hashSecret(made.secret),
				canRead: abilities.includes('read'),
				canWrite: abilities.includes('write'),
				canDelete: abilities.includes('delete'),
				allLists: scope === undefined,
				createdAt: now,
				expiresAt
			});
			for (const listUid of scope ?? []) tokenLists.push({ tokenUid: made.uid, listUid });
			return made;
		},
		group(name: string, memberUids: string[] = []): string {
			const uid = newUid('grp');
			groups.push({ uid, name, nameFolded: `${name} ${uid}`.toLowerCase(), createdAt: now });
			for (const memberUid of memberUids) groupMembers.push({ groupUid: uid, memberUid });
			return uid;
		},
		list(
			ownerUid: string,
			{ members: sharedWith = [], groups: sharedTo = [], ...given }: ListGiven = {}
		): string {
			const uid = newUid('lst');
			lists.push({
				uid,
				ownerUid,
				name: 'Groceries',
				nameWords: 'groceries',
				createdAt: now,
				updatedAt: now,
				...given
			});
			for (const memberUid of sharedWith) listMembers.push({ listUid: uid, memberUid });
			for (const groupUid of sharedTo) listGroups.push({ listUid: uid, groupUid });
			return uid;
		},
		section(listUid: string, given: Partial<Prisma.SectionCreateManyInput> = {}): string {
			const uid = newUid('sec');
			sections.push({
				uid,
				listUid,
				name: 'Dairy',
				rank: sections.length,
				createdAt: now,
				...given
			});
			return uid;
		},
		item(listUid: string, given: Partial<Prisma.ItemCreateManyInput> = {}): string {
			const uid = newUid('itm');
			const rank = items.length * 1024;
			items.push({
				uid,
				listUid,
				label: 'milk',
				labelWords: 'milk',
				rank,
				createdAt: now,
				updatedAt: now,
				...given
			});
			return uid;
		},
		joinRequest(given: Partial<Prisma.JoinRequestCreateManyInput> = {}): string {
			const uid = newUid('req');
			const email = `${uid.toLowerCase()}@mill.test`;
			joinRequests.push({
				uid,
				name: 'Cleo',
				email,
				message: '',
				bindingHash: hashSecret(uid),
				createdAt: now,
				...given
			});
			return uid;
		},
		/** `memberUid` is null for a request with an email or name that no member has. */
		resetRequest(
			memberUid: string | null,
			given: Partial<Prisma.ResetRequestCreateManyInput> = {}
		): string {
			const uid = newUid('req');
			resetRequests.push({
				uid,
				memberUid,
				bindingHash: hashSecret(uid),
				createdAt: now,
				...given
			});
			return uid;
		},
		activity(
			memberUid: string,
			given: Pick<Prisma.ActivityCreateManyInput, 'kind' | 'text'> &
				Partial<Prisma.ActivityCreateManyInput>
		): void {
			activity.push({ uid: newUid('act'), memberUid, createdAt: now, ...given });
		},
		write: ({ writer }: Database): Promise<void> =>
			writer.$transaction(insertAll, { maxWait: 60_000, timeout: 60_000 })
	};

	async function insertAll(db: Connection): Promise<void> {
		await insert(db.member, members);
		await insert(db.session, sessions);
		await insert(db.pair, pairs);
		await insert(db.pairAccessToken, pairAccess);
		await insert(db.group, groups);
		await insert(db.groupMember, groupMembers);
		await insert(db.list, lists);
		await insert(db.listMember, listMembers);
		await insert(db.listGroup, listGroups);
		await insert(db.accessToken, tokens);
		await insert(db.tokenList, tokenLists);
		await insert(db.section, sections);
		await insert(db.item, items);
		await insert(db.joinRequest, joinRequests);
		await insert(db.resetRequest, resetRequests);
		await insert(db.activity, activity);
	}
}

type Table<Row> = { createMany(rows: { data: Row[] }): Promise<unknown> };

async function insert<Row>(table: Table<Row>, data: Row[]): Promise<void> {
	if (data.length > 0) await table.createMany({ data });
}
