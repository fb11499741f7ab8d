import { days, later } from '../platform/clock.ts';
import { hashSecret } from '../platform/secrets.ts';
import type { Caller } from './caller.ts';
import { missing, Refusal } from './errors.ts';
import { stillSeen } from './reach.ts';
import type { Change } from './change.ts';
import type { Unit } from './unit.ts';

/**
 * What a command answered the first time, kept with its effect in one transaction: whoever asks again with the same
 * key gets that answer, and the effect happens once, through lost answers, double clicks and restarts.
 */

/** How long an answer is kept. */
export const answersKept = days(7);

export type Keyed = {
	key: string;
	/** The operation's name, and which fields of its answer are shown once. */
	operation: { name: string; secrets?: string[] };
	/**
	 * What was sent, where the input is worked out from more than that: a name means another list once the list was
	 * renamed, and the request is the same one still.
	 */
	sent?: string | undefined;
};

export type Kept = { request: string; sent: string; output: string; listUids: string };

type Asking = Pick<Unit, 'caller' | 'db' | 'now'>;

/** What was answered under this key, if anything was. */
export async function keptUnder(asking: Asking, keyed: Keyed): Promise<Kept | undefined> {
	const row = await asking.db.firstAnswer.findUnique({
		where: { caller_key: rowOf(asking, keyed) }
	});
	return !row || row.createdAt <= later(asking.now, -answersKept) ? undefined : row;
}

/** Whether the same was sent, to the letter. */
export const isSentAgain = (kept: Kept, keyed: Keyed): boolean =>
	keyed.sent !== undefined && kept.sent === hashOf(keyed, keyed.sent);

/** Throws where the key was used for something else than this input. */
export function refuseIfOther(kept: Kept, keyed: Keyed, input: unknown): void {
	if (kept.request === hashOf(keyed, input)) return;
	throw new Refusal(
		'key-reused',
		'This idempotency key was used for another request. Nothing was changed; take a new key.'
	);
}

/** The answer given before. Throws where what it names is out of reach by now. */
export async function answerAgain(asking: Asking, kept: Kept): Promise<unknown> {
	const listUids: string[] = JSON.parse(kept.listUids);
	if (!(await stillSeen(asking, listUids))) throw missing('list');
	return JSON.parse(kept.output);
}

/** Taken before the work: whoever holds the same key at once waits, and then finds the answer. */
export async function takeKey(asking: Asking, keyed: Keyed, input: unknown): Promise<void> {
	const { db, now } = asking;
	const taken = rowOf(asking, keyed);
	await db.firstAnswer.deleteMany({
		where: { ...taken, createdAt: { lte: later(now, -answersKept) } }
	});
	await db.firstAnswer.create({
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

/** A secret is shown once, so it is not kept. */
export async function keepAnswer(
	asking: Asking,
	keyed: Keyed,
	output: object,
	changes: Change[]
): Promise<void> {
	const blank = Object.fromEntries((keyed.operation.secrets ?? []).map((name) => [name, '']));
	const listUids = [...new Set(changes.flatMap(({ listUid }) => (listUid ? [listUid] : [])))];
	await asking.db.firstAnswer.update({
		where: { caller_key: rowOf(asking, keyed) },
		data: { output: JSON.stringify({ ...output, ...blank }), listUids: JSON.stringify(listUids) }
	});
}

const rowOf = ({ caller }: Asking, { key }: Keyed) => ({
	caller: nameOf(caller),
	key: hashSecret(key)
});

function nameOf(caller: Caller): string {
	if (caller.by === 'visitor')
		return `visitor ${hashSecret(`${caller.from.address}\n${caller.from.device}`)}`;
	return caller.by === 'token' ? caller.token.uid : caller.member.uid;
}

/** A password may be among what was sent: without the key, which is not kept, nobody can try which one it was. */
function hashOf({ key, operation }: Keyed, what: unknown): string {
	return hashSecret(`${key}\n${operation.name}\n${JSON.stringify(what)}`);
}
