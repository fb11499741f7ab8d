import { lockMember } from '../data/locks.ts';
import { saying } from '../kernel/saying.ts';
import { actor, type Unit } from '../kernel/unit.ts';

/** Notes when a token was last used, to the minute. The first use is told to the token's member. */
export async function noteTokenUse(unit: Unit): Promise<void> {
	const caller = actor(unit);
	if (caller.by !== 'token') return;
	const { uid, name } = caller.token;
	await lockMember(unit, caller.member.uid);
	const first = await unit.db.accessToken.updateMany({
		where: { uid, lastUsedAt: null },
		data: { lastUsedAt: unit.now }
	});
	if (first.count === 0)
		await unit.db.accessToken.updateMany({ where: { uid }, data: { lastUsedAt: unit.now } });
	else
		unit.record({
			kind: 'activity.changed',
			toUid: caller.member.uid,
			notice: {
				to: [caller.member.uid],
				kind: 'ACTIVITY_KIND_TOKEN_USED',
				text: saying('token_first_used', { name }),
				targetUid: uid
			}
		});
}
