import type { Reader } from '../data/reader.ts';
import type { Caller, MemberCaller } from './caller.ts';
import { abilitiesIn } from './abilities.ts';
import { asCallingMember } from './calling-member.ts';
import { timestamp } from './text.ts';
import { rowsOfCaller } from './credential-rows.ts';

export type Asking<By = Caller> = { caller: By; read: Reader; now: Date };

/** Undefined where the credential has ended or the member was removed. */
export async function currentCaller({
	caller,
	read,
	now
}: Asking<MemberCaller>): Promise<MemberCaller | undefined> {
	const [row] = await rowsOfCaller(caller, read);
	const expiresAt = caller.by === 'pair' ? caller.expiresAt : row?.expiresAt;
	if (!row || (expiresAt && new Date(timestamp(expiresAt)) <= now)) return undefined;
	const member = asCallingMember(row);
	const looked = { ...caller, member, isRemembered: false };
	if (looked.by !== 'token') return looked;
	const token = {
		...looked.token,
		abilities: abilitiesIn(row),
		allLists: Boolean(row.allLists)
	};
	return { ...looked, token };
}
