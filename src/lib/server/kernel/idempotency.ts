import * as m from '../../paraglide/messages.js';
import { days, later, minutes } from '../runtime/clock.ts';
import { hashSecret } from './secrets.ts';
import { seal, unseal } from './seal.ts';
import type { Caller } from './caller.ts';
import { Refusal } from './errors.ts';
import { refuseUnlessReached } from './replayed-reach.ts';
import { withReachedNames } from './reached-names.ts';
import { uidsBehind } from './uids-behind.ts';
import type { Change } from './change-event.ts';
import type { Unit } from './unit.ts';
import type { Credential } from './credential.ts';

/**
 * Stores the answer of a command under the key of its request, in the transaction of its effect. A request with the same key
 * gets that answer. So the effect happens once, through lost answers, double clicks and restarts.
 */

/** How long an answer is kept. */
export const storedForMs = days(7);

/** How long the secrets and credentials of an answer are kept for a form that is sent again. */
const secretsKeptMs = minutes(10);

export type KeyedRequest = {
	key: string;
	/** The operation's name, and which fields of its answer are shown once. */
	operation: { name: string; secrets?: string[] };
	/** What was sent, where the input depends on more: once a list is renamed, its old name means another one. */
	sent?: string | undefined;
	/**
	 * The key is a form's own: random, unguessable, and given to one browser alone. On a double click the browser throws
	 * the first answer away, so the second one must be whole. The secrets and credentials are
	 * kept for a short while, encrypted with the key, of which only the hash is stored.
	 */
	replaysSecrets?: boolean | undefined;
};

/** `listUids` holds what `uidsBehind` found, not only uids of lists. */
export type StoredAnswer = {
	request: string;
	sent: string;
	output: string;
	sealed: string;
	listUids: string;
	createdAt: Date;
};

type Asking = Pick<Unit, 'caller' | 'db' | 'read' | 'now'>;

/** What was answered under this key, if anything was. */
export async function findStored(
	asking: Asking,
	keyed: KeyedRequest
): Promise<StoredAnswer | undefined> {
	const row = await asking.db.idempotencyKey.findUnique({
		where: { caller_key: rowOf(asking, keyed) }
	});
	return !row || row.createdAt <= later(asking.now, -storedForMs) ? undefined : row;
}

/** Whether the stored request was sent with the same text, to the letter. */
export const isSameRequest = (stored: StoredAnswer, keyed: KeyedRequest): boolean =>
	keyed.sent !== undefined && stored.sent === hashOf(keyed, keyed.sent);

/** Throws where the key was used for something else than this input. */
export function refuseReuse(stored: StoredAnswer, keyed: KeyedRequest, input: unknown): void {
	if (stored.request === hashOf(keyed, input)) return;
	throw new Refusal('key-reused', m.idempotency_key_reused());
}

/**
 * The stored answer, with the credentials that it issued. Throws where what it names is out of reach now. The right to edit is not
 * checked again: the effect is there, and a refusal would deny it.
 */
export async function replay(
	asking: Asking,
	keyed: KeyedRequest,
	stored: StoredAnswer
): Promise<{ output: Record<string, unknown>; issued: Credential[] }> {
	await refuseUnlessReached(asking, JSON.parse(stored.listUids));
	const { secrets, issued } = openSealed(asking, keyed, stored);
	return { output: { ...(await withReachedNames(asking, stored.output)), ...secrets }, issued };
}

type Sealed = { secrets: Record<string, unknown>; issued: Credential[] };

function openSealed(
	asking: Asking,
	keyed: KeyedRequest,
	{ sealed, createdAt }: StoredAnswer
): Sealed {
	const isRecent = createdAt > later(asking.now, -secretsKeptMs);
	const text =
		keyed.replaysSecrets && isRecent
			? unseal(sealed, keyed.key, purposeOf(asking, keyed))
			: undefined;
	return text === undefined ? { secrets: {}, issued: [] } : JSON.parse(text, asCredentialDate);
}

/** Ties what is sealed to one session and one operation. */
function purposeOf({ caller }: Asking, { operation }: KeyedRequest): string {
	const session = caller.by === 'session' ? caller.sessionUid : '';
	return `${nameOf(caller)}\n${session}\n${operation.name}`;
}

/** JSON has no dates. */
const asCredentialDate = (name: string, value: unknown): unknown =>
	name === 'expiresAt' && typeof value === 'string' ? new Date(value) : value;

/** Claimed before the work: a second request with the key waits here, and then finds the answer. */
export async function claimKey(asking: Asking, keyed: KeyedRequest, input: unknown): Promise<void> {
	const { db, now } = asking;
	const taken = rowOf(asking, keyed);
	await db.idempotencyKey.deleteMany({
		where: { ...taken, createdAt: { lte: later(now, -storedForMs) } }
	});
	await db.idempotencyKey.create({
		data: {
			...taken,
			request: hashOf(keyed, input),
			sent: keyed.sent === undefined ? '' : hashOf(keyed, keyed.sent),
			output: '',
			listUids: '[]',
			createdAt: now
		}
	});
}

type Done = { input: unknown; output: object; changes: Change[]; issued: Credential[] };

/**
 * Stores the answer. A secret is shown once, so it is stored encrypted or not at all. The uids of all that the answer is
 * about are stored with it, so that a replay can check their reach again.
 */
export async function store(
	asking: Asking,
	keyed: KeyedRequest,
	{ input, output, changes, issued }: Done
): Promise<void> {
	const names = keyed.operation.secrets ?? [];
	const blank = Object.fromEntries(names.map((name) => [name, '']));
	const secrets = Object.fromEntries(
		Object.entries(output).filter(([name]) => names.includes(name))
	);
	const sealed: Sealed = { secrets, issued };
	const changed = changes.map(({ listUid, itemUid }) => ({ listUid, itemUid }));
	await asking.db.idempotencyKey.update({
		where: { caller_key: rowOf(asking, keyed) },
		data: {
			output: JSON.stringify({ ...output, ...blank }),
			sealed:
				keyed.replaysSecrets && names.length + issued.length > 0
					? seal(JSON.stringify(sealed), keyed.key, purposeOf(asking, keyed))
					: '',
			listUids: JSON.stringify(await uidsBehind(asking, [input, output, changed]))
		}
	});
}

/**
 * The same text each time that a browser sends this request, also long after its key has expired: a phone may have lain in a drawer.
 * Undefined for other callers. They may use a key again after `storedForMs`; a browser's keys are random.
 */
export const fingerprintOf = (
	caller: Caller,
	keyed: KeyedRequest,
	input: unknown
): string | undefined =>
	caller.by === 'session' ? hashOf(keyed, [caller.member.uid, input]) : undefined;

const rowOf = ({ caller }: Asking, { key }: KeyedRequest) => ({
	caller: nameOf(caller),
	key: hashSecret(key)
});

function nameOf(caller: Caller): string {
	if (caller.by === 'visitor')
		return `visitor ${hashSecret(`${caller.from.address}\n${caller.from.device}`)}`;
	return caller.by === 'token' ? caller.token.uid : caller.member.uid;
}

/** A password may be among what was sent. The key, which is not stored, keeps anybody from trying passwords on it. */
function hashOf({ key, operation }: KeyedRequest, what: unknown): string {
	return hashSecret(`${key}\n${operation.name}\n${JSON.stringify(what)}`);
}
