import { comma } from '$lib/client/format/language';
import * as m from '$lib/paraglide/messages';

type Named = { uid: string; name: string };
type Group = Named & { members: Named[] };
export type Shares = { memberUids: string[]; groupUids: string[] };

/** Who sees a list that is shared by name, and why: named themselves, or through which groups. */
export function whoSees(others: Named[], groups: Group[], { memberUids, groupUids }: Shares) {
	const through = groups.filter(({ uid }) => groupUids.includes(uid));
	return others
		.map(({ uid, name }) => {
			const inside = through.filter(({ members }) => members.some((member) => member.uid === uid));
			const because = inside.map((group) => m.sees_through_group({ name: group.name }));
			return {
				uid,
				name,
				why: memberUids.includes(uid) ? [m.sees_by_name(), ...because] : because
			};
		})
		.filter(({ why }) => why.length > 0)
		.map(({ why, ...person }) => ({ ...person, why: why.join(comma()) }));
}
