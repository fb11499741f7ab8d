import type { Unit } from '../kernel/unit.ts';

/** Ignores a member's open reset requests but `but`: their clients may not be the member's. Lock the member first. */
export async function ignoreOpenResets(
	unit: Unit,
	memberUid: string,
	{ but = '' }: { but?: string } = {}
): Promise<void> {
	const open = { memberUid, uid: { not: but }, state: { in: ['PENDING', 'APPROVED'] } };
	const rows = await unit.db.resetRequest.findMany({ where: open, select: { uid: true } });
	if (rows.length === 0) return;
	await unit.db.resetRequest.updateMany({
		where: open,
		data: { state: 'IGNORED', decidedAt: unit.now }
	});
	for (const { uid: targetUid } of rows)
		unit.record({
			kind: 'requests.changed',
			settles: { targetUid, outcome: 'ACTIVITY_OUTCOME_IGNORED' }
		});
}
