import type { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { hashSecret, newSecret, newUid } from '../kernel/secrets.ts';
import type { MemberCaller } from '../kernel/caller.ts';
import { endTokens } from '../kernel/end-tokens.ts';
import { forbidden, malformed, missing } from '../kernel/errors.ts';
import { lockListsOfToken } from '../data/locks.ts';
import { sql } from '../data/sql.ts';
import { inReach, inReachOf } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { secretPrefix } from './bearer.ts';
import { asAccessToken, withMemberName, type AccessToken } from './token.ts';
import { type Abilities } from './token-input.ts';

/** The calling member's own tokens, or everybody's for an admin in the browser; the newest first. */
export async function getAccessTokens(
	unit: Unit,
	{ all = false }: { all?: boolean | undefined }
): Promise<{ tokens: AccessToken[] }> {
	const caller = actor(unit);
	if (all && !overseesTokens(caller)) throw forbidden(m.only_admin_sees_all_tokens());
	const rows = await unit.db.accessToken.findMany({
		where: all ? {} : { memberUid: caller.member.uid },
		include: withMemberName,
		orderBy: [{ createdAt: 'desc' }, { uid: 'asc' }]
	});
	const names = await namesInScope(
		unit,
		rows.map(({ uid }) => uid)
	);
	return { tokens: rows.map((row) => asAccessToken(row, names.get(row.uid) ?? [])) };
}

type NewToken = {
	name: string;
	abilities: z.output<typeof Abilities>;
	listUids: string[];
	allLists: boolean;
	expiresAt: string;
};

/** Makes a token, which never reaches further than its member. Returns its secret, of which only the hash is stored. */
export async function makeAccessToken(
	unit: Unit,
	input: NewToken
): Promise<{ token: AccessToken; secret: string }> {
	refuseUseless(unit, input);
	const listNames = await namesOf(unit, input.allLists ? [] : input.listUids);
	const secret = newSecret(secretPrefix);
	const { read = false, write = false, delete: remove = false } = input.abilities;
	const row = await unit.db.accessToken.create({
		data: {
			uid: newUid('tok'),
			memberUid: actor(unit).member.uid,
			name: input.name,
			secretHash: hashSecret(secret),
			canRead: read,
			canWrite: write,
			canDelete: remove,
			allLists: input.allLists,
			createdAt: unit.now,
			expiresAt: input.expiresAt ? new Date(input.expiresAt) : null,
			lists: { create: [...listNames.keys()].map((listUid) => ({ listUid })) }
		},
		include: withMemberName
	});
	unit.audit({ event: 'token-made', tokenUid: row.uid });
	return { token: asAccessToken(row, [...listNames.values()]), secret };
}

/** Revokes a token, from the next request on. What it added stays; nothing names the token any more. */
export async function revokeAccessToken(
	unit: Unit,
	{ tokenUid }: { tokenUid: string }
): Promise<void> {
	const caller = actor(unit);
	await lockListsOfToken(unit, tokenUid);
	const others = overseesTokens(caller) ? {} : { memberUid: caller.member.uid };
	const count = await endTokens(unit, { uid: tokenUid, ...others });
	if (count === 0) throw missing('access token');
	unit.audit({ event: 'token-revoked', tokenUid });
}

const overseesTokens = (caller: MemberCaller): boolean =>
	caller.by === 'session' && caller.member.isAdmin;

function refuseUseless(unit: Unit, { abilities, listUids, allLists, expiresAt }: NewToken): void {
	if (!abilities.read && !abilities.write && !abilities.delete)
		throw malformed('abilities', m.permission_needed());
	if (!allLists && listUids.length === 0) throw malformed('listUids', m.token_lists_needed());
	if (expiresAt && new Date(expiresAt) <= unit.now)
		throw malformed('expiresAt', m.token_expiry_passed());
}

/** The names by uid of the lists that are asked for. Throws for a list out of reach as for one that never was. */
async function namesOf(unit: Unit, listUids: string[]): Promise<Map<string, string>> {
	const wanted = [...new Set(listUids)];
	if (wanted.length === 0) return new Map();
	const rows = await unit.read.query<{ uid: string; name: string }>(sql`
		SELECT l."uid", l."name" FROM "List" l WHERE l."uid" IN (${sql.join(wanted)}) AND ${inReach(actor(unit))}
		ORDER BY l."nameWords" ${unit.dialect.byCodePoint}, l."uid"`);
	if (rows.length < wanted.length) throw missing('list');
	return new Map(rows.map((row) => [row.uid, row.name]));
}

/** For each token the names of its lists, as far as its member and the caller still reach them. */
async function namesInScope(unit: Unit, tokenUids: string[]): Promise<Map<string, string[]>> {
	if (tokenUids.length === 0) return new Map();
	const rows = await unit.read.query<{ tokenUid: string; name: string }>(sql`
		SELECT given."tokenUid", l."name" FROM "TokenList" given JOIN "AccessToken" a ON a."uid" = given."tokenUid"
		JOIN "List" l ON l."uid" = given."listUid"
		WHERE given."tokenUid" IN (${sql.join(tokenUids)}) AND ${inReach(actor(unit))} AND ${inReachOf(sql`a."memberUid"`)}
		ORDER BY l."nameWords" ${unit.dialect.byCodePoint}, l."uid"`);
	const byToken = Map.groupBy(rows, (row) => row.tokenUid);
	return new Map([...byToken].map(([uid, lists]) => [uid, lists.map(({ name }) => name)]));
}
