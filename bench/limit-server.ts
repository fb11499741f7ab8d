// The least that could answer: bare Node over the same file, with the same SQL, through the driver, as durable. Measured beside Hearth.
// It trusts whoever has a token, checks nothing that is sent, and knows six requests.
import Sqlite from 'better-sqlite3';
import { hash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import process from 'node:process';

const database = new Sqlite(process.env.LIMIT_FILE);
for (const setting of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
	database.pragma(setting);

const caller = database
	.prepare(
		`SELECT m."uid" FROM "AccessToken" c JOIN "Member" m ON m."uid" = c."memberUid"
		WHERE c."secretHash" = ? AND m."removedAt" IS NULL`
	)
	.pluck();
const listOf = database.prepare(
	`SELECT l."uid", l."name", l."sharing", l."createdAt", l."updatedAt" FROM "List" l WHERE l."uid" = ? AND l."ownerUid" = ?`
);
const itemsOf = database.prepare(
	`SELECT i."uid", i."label", i."quantity", i."dueOn", i."note", i."doneAt", adder."name" AS "addedByName", ticker."name" AS "doneByName"
	FROM "Item" i LEFT JOIN "Member" adder ON adder."uid" = i."addedByUid" LEFT JOIN "Member" ticker ON ticker."uid" = i."doneByUid"
	WHERE i."listUid" = ? AND i."deletedAt" IS NULL ORDER BY i."rank", i."uid"`
);
const listOfItem = database
	.prepare(
		`SELECT l."uid" FROM "Item" i JOIN "List" l ON l."uid" = i."listUid"
		WHERE i."uid" = ? AND i."deletedAt" IS NULL AND l."ownerUid" = ? AND l."archivedAt" IS NULL`
	)
	.pluck();
const setDone = database.prepare(
	`UPDATE "Item" SET "doneAt" = ?, "doneByUid" = ?, "updatedAt" = ? WHERE "uid" = ?`
);
const touch = database.prepare(`UPDATE "List" SET "updatedAt" = ? WHERE "uid" = ?`);
const tell = database.prepare(
	`INSERT INTO "Change" ("kind", "listUid", "itemUid", "byUid", "at") VALUES (?, ?, ?, ?, ?)`
);
const itemOf = database.prepare(`SELECT "uid", "label", "doneAt" FROM "Item" WHERE "uid" = ?`);
const lastRank = database
	.prepare(`SELECT MAX("rank") FROM "Item" WHERE "listUid" = ? AND "deletedAt" IS NULL`)
	.pluck();
const addItem = database.prepare(
	`INSERT INTO "Item" ("uid", "listUid", "label", "labelWords", "quantity", "rank", "addedByUid", "createdAt", "updatedAt")
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
);

const setQuantity = database.prepare(
	`UPDATE "Item" SET "quantity" = ?, "quantityWords" = ?, "updatedAt" = ? WHERE "uid" = ?`
);
const setRank = database.prepare(`UPDATE "Item" SET "rank" = ?, "updatedAt" = ? WHERE "uid" = ?`);
const rankOf = database.prepare(`SELECT "rank" FROM "Item" WHERE "uid" = ?`).pluck();
const rankBelow = database
	.prepare(
		`SELECT MIN("rank") FROM "Item" WHERE "listUid" = ? AND "deletedAt" IS NULL AND "rank" > ?`
	)
	.pluck();

type Json = Record<string, unknown>;

const tick = database.transaction((by: string, uid: string, done: boolean): Json => {
	const now = new Date().toISOString();
	const listUid = listOfItem.get(uid, by);
	setDone.run(done ? now : null, done ? by : null, now, uid);
	touch.run(now, listUid);
	tell.run(done ? 'item.ticked' : 'item.unticked', listUid, uid, by, now);
	return { item: itemOf.get(uid) };
});

const edit = database.transaction((by: string, uid: string, { quantity }: Json): Json => {
	const now = new Date().toISOString();
	const listUid = listOfItem.get(uid, by);
	setQuantity.run(quantity, quantity, now, uid);
	touch.run(now, listUid);
	tell.run('item.changed', listUid, uid, by, now);
	return { item: itemOf.get(uid) };
});

const move = database.transaction((by: string, uid: string, { afterItemUid }: Json): Json => {
	const now = new Date().toISOString();
	const listUid = listOfItem.get(uid, by);
	const above = Number(rankOf.get(afterItemUid));
	const below = Number(rankBelow.get(listUid, above) ?? above + 2048);
	setRank.run((above + below) / 2, now, uid);
	touch.run(now, listUid);
	tell.run('item.moved', listUid, uid, by, now);
	return {};
});

const add = database.transaction((by: string, listUid: string, { label, quantity }: Json): Json => {
	const now = new Date().toISOString();
	const uid = `itm_${randomBytes(16).toString('base64url')}`;
	const rank = Number(lastRank.get(listUid) ?? 0) + 1024;
	addItem.run(uid, listUid, label, label, quantity, rank, by, now, now);
	touch.run(now, listUid);
	tell.run('item.added', listUid, uid, by, now);
	return { item: itemOf.get(uid) };
});

createServer((request, response) => void answer(request, response)).listen(
	Number(process.env.PORT),
	'127.0.0.1'
);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const [, , , what, uid = ''] = (request.url ?? '').split('/');
	const secret = request.headers.authorization?.slice('Bearer '.length) ?? '';
	const by = String(caller.get(hash('sha256', secret)) ?? '');
	const body = request.method === 'GET' ? {} : await bodyOf(request);
	const { method = '' } = request;
	const isKnown = request.url === '/healthz' || by !== '';
	const done = isKnown ? carryOut({ what, uid, method }, by, body) : { refused: secret };
	const text = JSON.stringify(done);
	response.writeHead(isKnown ? 200 : 401, {
		'content-type': 'application/json',
		'content-length': Buffer.byteLength(text)
	});
	response.end(text);
}

type Asked = { what: string | undefined; uid: string; method: string };

function carryOut({ what, uid, method }: Asked, by: string, body: Json): Json {
	if (!what) return {};
	if (method === 'GET') return { list: listOf.get(uid, by), items: itemsOf.all(uid) };
	if (method === 'PUT') return tick.immediate(by, uid, Boolean(body.done));
	if (method === 'PATCH') return edit.immediate(by, uid, body);
	const [itemUid = '', isMove] = uid.split(':');
	return isMove ? move.immediate(by, itemUid, body) : add.immediate(by, uid, body);
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
	let text = '';
	for await (const part of request.setEncoding('utf8')) text += part;
	return JSON.parse(text);
}
