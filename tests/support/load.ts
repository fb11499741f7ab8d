// Clients that change lists over HTTP, each in its own order, and record what the server acknowledged.
import {
	asText,
	hall,
	openJournal,
	settle,
	type Journal,
	type Kept,
	type KeptItem,
	type KeptList,
	type Step
} from './journal.ts';
import { chance, nextStep, pick } from './steps.ts';

/** `token` and `cookie` are both its admin's. */
export type Household = { origin: string; token: string; cookie: string; hallUid: string };

/** First run, and one access token with every permission that all clients share. */
export async function setUpHousehold(origin: string): Promise<Household> {
	const password = 'correct horse battery staple';
	const ada = { instanceName: 'Mill Lane', name: 'Ada', email: 'ada@mill.test', password };
	const setUp = await post(`${origin}/api/v1/instance:setup`, ada, {});
	const cookie = setUp.headers
		.getSetCookie()
		.map((header) => header.split(';')[0])
		.join('; ');
	const abilities = { read: true, write: true, delete: true };
	const wanted = { name: 'load', abilities, listUids: [], allLists: true, expiresAt: '' };
	const made = await post(`${origin}/api/v1/access-tokens`, wanted, {
		cookie,
		'sec-fetch-site': 'same-origin'
	});
	const token: string = (await made.json()).secret;
	return { origin, token, cookie, hallUid: await newList({ origin, token }, hall) };
}

/** Creates a list and returns its uid. */
export async function newList(
	{ origin, token }: Pick<Household, 'origin' | 'token'>,
	name = 'More'
): Promise<string> {
	const authorization = `Bearer ${token}`;
	const answer = await post(`${origin}/api/v1/lists`, { name }, { authorization });
	return (await answer.json()).list.uid;
}

export const openJournals = (household: Household, count: number): Journal[] =>
	Array.from({ length: count }, (_, index) => openJournal(`c${index}`, household.hallUid));

/**
 * Sends one request after the other until `isOver`, or until one is cut off; that one stays pending. Throws if the server
 * refuses what it should carry out, or shows something other than what it acknowledged before.
 */
export async function work(
	household: Household,
	journal: Journal,
	isOver: () => boolean
): Promise<void> {
	while (!isOver()) {
		const step = chance(0.15) ? undefined : nextStep(journal);
		const done = step
			? await carryOut(household, journal, step)
			: await readBack(household, journal);
		if (!done) return;
	}
}

/** What the server shows now to a client: its own lists, and its own items in the hall. */
export async function lookUp(household: Household): Promise<(client: string) => Kept> {
	const { lists } = await ask(household, '/lists');
	const all: Shown[] = await Promise.all(
		lists.map(({ uid }: { uid: string }) => ask(household, `/lists/${uid}`))
	);
	const isOf = (client: string, name: string) =>
		name === hall || tagOf(name).startsWith(`${client}.`);
	return (client) =>
		all.filter(({ list }) => isOf(client, list.name)).map((shown) => ownOf(client, shown));
}

async function carryOut(household: Household, journal: Journal, step: Step): Promise<boolean> {
	journal.pending = step;
	const response = await send(household, step.method, step.path, step.body);
	if (!response || response.status >= 500) return false;
	const answer = await response.json().catch(() => undefined);
	if (!answer) return false;
	if (response.status !== 200)
		throw new Error(`${step.method} ${step.path}: ${response.status} ${JSON.stringify(answer)}`);
	settle(journal, step, made(answer));
	journal.acknowledged += 1;
	return true;
}

/** Checks that a client reads its own writes, also while others write. */
async function readBack(household: Household, { client, kept }: Journal): Promise<boolean> {
	const list = pick(kept);
	const found = await lookUpList(household, client, list.uid).catch(() => undefined);
	if (!found) return false;
	if (asText([found]) !== asText([list]))
		throw new Error(`read:\n${asText([found])}\nwritten:\n${asText([list])}`);
	return true;
}

async function lookUpList(household: Household, client: string, uid: string): Promise<KeptList> {
	return ownOf(client, await ask(household, `/lists/${uid}`));
}

type Shown = {
	list: { uid: string; name: string };
	items: Parameters<typeof asKept>[0][];
};

function ownOf(client: string, { list: { uid, name }, items }: Shown): KeptList {
	const own = items.map(asKept).filter(({ tag }) => tag.startsWith(`${client}.`));
	return { uid, tag: tagOf(name), name, items: own };
}

const asKept = ({
	uid,
	quantity,
	label,
	note,
	done
}: KeptItem & { quantity: string }): KeptItem => ({ uid, tag: quantity, label, note, done });

const tagOf = (name: string): string => name.split(' ', 1).join();

/** The list and items that an answer shows, for the uids of what was created. */
function made(answer: {
	list?: { uid: string; name: string };
	item?: never;
	items?: never[];
}): Kept {
	const { list, item, items = item ? [item] : [] } = answer;
	return [
		{ uid: list?.uid ?? '', tag: tagOf(list?.name ?? ''), name: '', items: items.map(asKept) }
	];
}

async function ask(household: Household, path: string) {
	const response = await send(household, 'GET', path);
	if (response?.status !== 200) throw new Error(`GET ${path}: ${response?.status}`);
	return response.json();
}

/** The answer; undefined if none came. */
function send(
	{ origin, token }: Household,
	method: string,
	path: string,
	body?: object
): Promise<Response | undefined> {
	const headers = {
		authorization: `Bearer ${token}`,
		...(body ? { 'content-type': 'application/json' } : {})
	};
	return fetch(`${origin}/api/v1${path}`, {
		method,
		headers,
		body: body ? JSON.stringify(body) : null
	}).catch(() => undefined);
}

async function post(url: string, body: object, headers: Record<string, string>): Promise<Response> {
	const response = await fetch(url, {
		method: 'POST',
		headers: { ...headers, 'content-type': 'application/json' },
		body: JSON.stringify(body)
	});
	if (response.status !== 200)
		throw new Error(`${url}: ${response.status} ${await response.text()}`);
	return response;
}
