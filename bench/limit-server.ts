// The limit that Hearth is measured against, the least that could answer: bare Node over the same database, with the same SQL through the
// driver, and as durable. It trusts anybody with a token, validates nothing, and knows six requests.
import { hash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import process from 'node:process';
import { limitOnPostgres } from './limit-postgres.ts';
import { limitOnSqlite } from './limit-sqlite.ts';
import type { Row, Work } from './limit-statements.ts';

const { DATABASE_URL: url = '', PORT: port } = process.env;
const limit = url.startsWith('file:')
	? limitOnSqlite(url.slice('file:'.length))
	: limitOnPostgres(url);

function* callerOf(secret: string): Work {
	const [member] = yield ['caller', hash('sha256', secret)];
	return member ?? {};
}

function* listOf(by: string, uid: string): Work {
	const [list] = yield ['list', uid, by];
	return { list, items: yield ['items', uid] };
}

function* tick(by: string, uid: string, { done }: Row): Work {
	const now = new Date().toISOString();
	const [list] = yield ['listOfItem', uid, by];
	yield ['setDone', done ? now : null, done ? by : null, now, uid];
	yield ['touch', now, list?.uid];
	yield ['tell', done ? 'item.ticked' : 'item.unticked', list?.uid, uid, by, now];
	const [item] = yield ['item', uid];
	return { item };
}

function* edit(by: string, uid: string, { quantity }: Row): Work {
	const now = new Date().toISOString();
	const [list] = yield ['listOfItem', uid, by];
	yield ['setQuantity', quantity, quantity, now, uid];
	yield ['touch', now, list?.uid];
	yield ['tell', 'item.changed', list?.uid, uid, by, now];
	const [item] = yield ['item', uid];
	return { item };
}

function* move(by: string, uid: string, { afterItemUid }: Row): Work {
	const now = new Date().toISOString();
	const [list] = yield ['listOfItem', uid, by];
	const [after] = yield ['rankOf', afterItemUid];
	const above = Number(after?.rank);
	const [next] = yield ['rankBelow', list?.uid, above];
	const below = Number(next?.rank ?? above + 2048);
	yield ['setRank', (above + below) / 2, now, uid];
	yield ['touch', now, list?.uid];
	yield ['tell', 'item.moved', list?.uid, uid, by, now];
	return {};
}

function* add(by: string, listUid: string, { label, quantity }: Row): Work {
	const now = new Date().toISOString();
	const uid = `itm_${randomBytes(16).toString('base64url')}`;
	const [last] = yield ['lastRank', listUid];
	const rank = Number(last?.rank ?? 0) + 1024;
	yield ['addItem', uid, listUid, label, label, quantity, rank, by, now, now];
	yield ['touch', now, listUid];
	yield ['tell', 'item.added', listUid, uid, by, now];
	const [item] = yield ['item', uid];
	return { item };
}

// Where answering fails, the connection is closed. A client that is still there sees a connection error.
createServer((request, response) => {
	answer(request, response).catch(() => response.destroy());
}).listen(Number(port), '127.0.0.1');

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { method = '', url: path = '' } = request;
	const [, , , what, uid = ''] = path.split('/');
	const secret = request.headers.authorization?.slice('Bearer '.length) ?? '';
	const { uid: by } = path === '/healthz' ? {} : await limit.read(callerOf(secret));
	const body = method === 'GET' ? {} : await bodyOf(request);
	const isKnown = path === '/healthz' || by !== undefined;
	const done = what && isKnown ? await carryOut({ uid, method }, String(by), body) : {};
	const text = JSON.stringify(done);
	response.writeHead(isKnown ? 200 : 401, {
		'content-type': 'application/json',
		'content-length': Buffer.byteLength(text)
	});
	response.end(text);
}

type Asked = { uid: string; method: string };

function carryOut({ uid, method }: Asked, by: string, body: Row): Row | Promise<Row> {
	if (method === 'GET') return limit.read(listOf(by, uid));
	if (method === 'PUT') return limit.write(tick(by, uid, body));
	if (method === 'PATCH') return limit.write(edit(by, uid, body));
	const [itemUid = '', isMove] = uid.split(':');
	return limit.write(isMove ? move(by, itemUid, body) : add(by, uid, body));
}

async function bodyOf(request: IncomingMessage): Promise<Row> {
	let text = '';
	for await (const part of request.setEncoding('utf8')) text += part;
	return JSON.parse(text);
}
