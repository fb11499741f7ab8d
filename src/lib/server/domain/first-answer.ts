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
	input: unknown;
};

type Asking = Pick<Unit, 'caller' | 'db' | 'now'>;

/** The answer given before, or undefined. Throws where the key was used for something else, or where what it names is out of reach by now. */
export async function firstAnswer(asking: Asking, keyed: Keyed): Promise<unknown> {
	const row = await asking.db.firstAnswer.findUnique({
		where: { caller_key: rowOf(asking, keyed) }
	});
	if (!row || row.createdAt <= later(asking.now, -answersKept)) return undefined;
	if (row.request !== requestOf(keyed))
		throw new Refusal(
			'key-reused',
			'This idempotency key was used for another request. Nothing was changed; take a new key.'
		);
	const listUids: string[] = JSON.parse(row.listUids);
	if (!(await stillSeen(asking, listUids))) throw missing('list');
	return JSON.parse(row.output);
}

/** Taken before the work: whoever holds the same key at once waits, and then finds the answer. */
export async function takeKey(asking: Asking, keyed: Keyed): Promise<void> {
	const { db, now } = asking;
	const taken = rowOf(asking, keyed);
	await db.firstAnswer.deleteMany({
		where: { ...taken, createdAt: { lte: later(now, -answersKept) } }
	});
	await db.firstAnswer.create({
		data: { ...taken, request: requestOf(keyed), output: '', listUids: '[]', createdAt: now }
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
function requestOf({ key, operation, input }: Keyed): string {
	return hashSecret(`${key}\n${operation.name}\n${JSON.stringify(input)}`);
}
