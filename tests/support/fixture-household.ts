// The household that the examples of the published document speak of, with the uids that they name.
import type { Connection, Database } from '../../src/lib/server/data/client.ts';
import { hashSecret } from '../../src/lib/server/kernel/secrets.ts';
import { exampleUids } from '../../src/lib/server/kernel/example-household.ts';
import { columnsOf, eachText, texts } from '../../src/lib/server/items/fields.ts';
import { sharedHash } from './household.ts';

/** When everything in it was made. */
export const movedInAt = new Date('2026-11-20T09:00:00.000Z');
const at = movedInAt;

/** What Ada's clients hold, and the client that asked to join and for a new password. */
export const secrets = {
	session: 'session-of-ada',
	pair: 'hearthpair_of-ada',
	refresh: 'hearthrefresh_of-ada',
	token: 'hearth_kitchen-tablet',
	request: 'the-client-that-asked'
};

/** Empties the household. */
export const moveOut = ({ writer }: Database): Promise<void> => writer.$transaction(empty);

async function empty(writer: Connection): Promise<void> {
	await writer.instance.deleteMany();
	await writer.change.deleteMany();
	await writer.joinRequest.deleteMany();
	await writer.resetRequest.deleteMany();
	await writer.item.deleteMany();
	await writer.list.deleteMany();
	await writer.group.deleteMany();
	await writer.member.deleteMany();
	await writer.attempt.deleteMany();
	await writer.idempotencyKey.deleteMany();
}

/** Ada and Ben, their list of groceries, and a thing of every kind. */
export async function moveIn({ writer, dialect }: Database, now = new Date()): Promise<void> {
	const passwordHash = await sharedHash();
	// Some suites fill the household a hundred times; they need not wait for the disk each time.
	if (dialect.name === 'sqlite') await writer.$executeRaw`PRAGMA synchronous = OFF`;
	await writer.$transaction((db) => fill(db, passwordHash, now));
}

async function fill(writer: Connection, passwordHash: string, now: Date): Promise<void> {
	const later = new Date(now.getTime() + 86_400_000);
	const person = (uid: string, name: string, role: string) => ({
		...{ uid, name, role, passwordHash, createdAt: at, lastSignedInAt: at },
		...{ email: `${name.toLowerCase()}@mill.test`, emailFolded: `${name.toLowerCase()}@mill.test` }
	});
	const asked = (uid: string, state: string) => ({
		...{ uid, state, createdAt: at, bindingHash: hashSecret(secrets.request) },
		decidedAt: state === 'APPROVED' ? now : null
	});
	await empty(writer);
	await writer.member.createMany({
		data: [
			person(exampleUids.ada, 'Ada', 'ROLE_ADMIN'),
			person(exampleUids.ben, 'Ben', 'ROLE_MEMBER')
		]
	});
	await writer.session.create({
		data: {
			...{
				idHash: hashSecret(secrets.session),
				uid: exampleUids.browser,
				memberUid: exampleUids.ada
			},
			...{ createdAt: now, lastUsedAt: now, expiresAt: later },
			device: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'
		}
	});
	await writer.pair.create({
		data: {
			...{ uid: 'fam_of-ada', memberUid: exampleUids.ada, createdAt: now },
			accessTokens: { create: { hash: hashSecret(secrets.pair), expiresAt: later } },
			refreshTokens: {
				create: {
					...{ hash: hashSecret(secrets.refresh), createdAt: now, expiresAt: later, salt: 'salt' }
				}
			}
		}
	});
	await writer.group.create({
		data: {
			...{ uid: exampleUids.cooks, name: 'Cooks', nameFolded: 'cooks', createdAt: at },
			members: { create: { memberUid: exampleUids.ben } }
		}
	});
	await writer.list.create({
		data: {
			...{
				uid: exampleUids.groceries,
				ownerUid: exampleUids.ada,
				name: 'Groceries',
				nameWords: 'groceries'
			},
			...{ sharing: 'SHARING_SPECIFIC', sharedEdit: true, createdAt: at, updatedAt: at },
			members: { create: { memberUid: exampleUids.ben } },
			groups: { create: { groupUid: exampleUids.cooks } },
			pins: { create: { memberUid: exampleUids.ada } }
		}
	});
	await writer.instance.create({
		data: {
			...{
				name: 'Mill Lane',
				publicSignup: true,
				createdAt: at,
				publicListUid: exampleUids.groceries
			},
			...{ publicShowNames: true, publicShowMeta: true, publicAllowJoin: true }
		}
	});
	await writer.accessToken.create({
		data: {
			...{ uid: exampleUids.tablet, memberUid: exampleUids.ada, name: 'Kitchen tablet' },
			...{ secretHash: hashSecret(secrets.token), createdAt: at, lastUsedAt: at },
			...{ canRead: true, canWrite: true, canDelete: false, allLists: false },
			lists: { create: { listUid: exampleUids.groceries } }
		}
	});
	const onList = {
		listUid: exampleUids.groceries,
		addedByUid: exampleUids.ada,
		createdAt: at,
		updatedAt: at
	};
	await writer.section.create({
		data: {
			...{
				uid: exampleUids.dairy,
				listUid: exampleUids.groceries,
				name: 'Dairy',
				rank: 0,
				createdAt: at
			},
			labels: { create: { listUid: exampleUids.groceries, label: 'milk', at } }
		}
	});
	await writer.item.createMany({
		data: [
			{
				...{ ...onList, ...columnsOf(eachText((field) => texts[field].example)) },
				...{
					uid: exampleUids.milk,
					sectionUid: exampleUids.dairy,
					rank: 1024,
					addedViaTokenUid: exampleUids.tablet
				}
			},
			{
				...{ ...onList, uid: exampleUids.eggs, label: 'Eggs', labelWords: 'eggs', rank: 2048 },
				...{ sectionUid: exampleUids.dairy, quantity: '12', doneAt: at, doneByUid: exampleUids.ben }
			},
			{
				...{ ...onList, uid: exampleUids.soap, label: 'Soap', labelWords: 'soap', rank: 3072 },
				...{ deletedAt: now, deletedByUid: exampleUids.ada }
			}
		]
	});
	await writer.change.create({
		data: {
			...{
				kind: 'item.added',
				listUid: exampleUids.groceries,
				itemUid: exampleUids.milk,
				byUid: exampleUids.ada,
				at
			},
			...{ viaToken: 'Kitchen tablet', viaTokenUid: exampleUids.tablet }
		}
	});
	await writer.activity.create({
		data: {
			...{
				uid: exampleUids.entry,
				memberUid: exampleUids.ada,
				kind: 'ACTIVITY_KIND_TOKEN_USED',
				createdAt: at
			},
			text: 'The access token “Kitchen tablet” was used for the first time.',
			targetUid: exampleUids.tablet
		}
	});
	const message = 'from next door';
	await writer.joinRequest.createMany({
		data: [
			{ ...asked(exampleUids.cleo, 'PENDING'), name: 'Cleo', email: 'cleo@mill.test', message },
			{ ...asked(exampleUids.dora, 'APPROVED'), name: 'Dora', email: 'dora@mill.test', message }
		]
	});
	await writer.resetRequest.createMany({
		data: [
			{ ...asked(exampleUids.forgotten, 'PENDING'), memberUid: exampleUids.ben },
			{ ...asked(exampleUids.approved, 'APPROVED'), memberUid: exampleUids.ben }
		]
	});
}
