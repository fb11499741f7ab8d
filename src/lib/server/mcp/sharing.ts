import type { z } from 'zod';
import { malformed, Refusal } from '../kernel/errors.ts';
import { called } from '../kernel/called.ts';
import { lists } from '../lists/operations.ts';
import { members } from '../members/operations.ts';
import { mayNow, type Arguments, type Asking } from './asking.ts';
import { clipped, quoted } from './quoted.ts';
import { lines, namedLine, names, where, type List, type Named } from './words.ts';

/** Whom a list is shared with: arguments may name members and groups, and answers do. */

type People = Record<'members' | 'groups', Named[]>;

type Shared = Omit<z.output<typeof lists.getSharing.output>, 'memberUids' | 'groupUids'>;

type SharedAs = Pick<Shared, 'sharing' | 'canEdit' | 'members' | 'groups'>;

/** `Owned by "Ada". Shared with "Ben" and the group "Kids", who may see it but not change it.` */
export function sharingLines(shared: Shared): string {
	return lines(
		`Owned by ${quoted(shared.ownerName)}. ${sharedWith(shared)}`,
		...shared.members.map(namedLine),
		...shared.groups.map(({ uid, name }) => `${uid} group ${quoted(name)}`),
		shared.isPublic && 'It is the public list: anyone who has the address may read it.'
	);
}

/** What a list was shared as, from the arguments: sharing replaces whatever was before. */
export function sharedLines(list: List, shared: SharedAs): string {
	return `${where('', [list]).trim()}: ${sharedWith(shared)}`;
}

function sharedWith({ sharing, canEdit, members, groups }: SharedAs): string {
	if (sharing === 'SHARING_PRIVATE') return 'Private: nobody else sees it.';
	const may = canEdit ? 'may see and change it' : 'may see it, not change it';
	if (sharing === 'SHARING_INSTANCE') return `Shared with everyone in the household, who ${may}.`;
	const named = [
		members.length > 0 && names(members),
		groups.length > 0 && `the members of ${names(groups)}`
	];
	const whom = named.filter(Boolean).join(' and ');
	return whom
		? `Shared with ${whom}, who ${may}.`
		: `Shared with people whom its owner has named; they ${may}.`;
}

/**
 * Refuses to share by name with nobody, which sounds like sharing and would take every share away. Refuses names beside any other
 * sharing too, which would ignore them: what is meant for one person could be shared with everyone.
 */
export function refuseUnfitNames({ sharing, members = [], groups = [] }: Arguments): void {
	const isByName = sharing === 'SHARING_SPECIFIC';
	const nobody = [members, groups].every((all) => Array.isArray(all) && all.length === 0);
	// The operation refuses a sharing that there is not, and says which there are.
	if (isByName !== nobody || !Sharing.safeParse(sharing).success) return;
	throw malformed(
		'members',
		isByName
			? 'Name at least one member or group to share it with, or say SHARING_PRIVATE.'
			: 'Members and groups are named with SHARING_SPECIFIC alone. Leave them out, or say SHARING_SPECIFIC.'
	);
}

/**
 * The uids of members or groups that are named by uid or by name. Throws, with the candidates, where not just one has
 * the name.
 */
export async function uidsOf(
	asking: Asking,
	what: 'members' | 'groups',
	given: unknown
): Promise<unknown> {
	if (!Array.isArray(given) || !given.some(isName)) return given;
	// The operation refuses so many. To look for each among all people would take long.
	if (given.length > maxNamed) return given;
	if (!mayNow(asking.caller, 'read'))
		throw malformed(what, `This access token may not read, so name ${what} by their uids.`);
	const people = await asking.ask(members.getPeople, {});
	return given.map((one: unknown) => (isName(one) ? uidCalled(people, what, one) : one));
}

/** The members or groups that the arguments name, with their uids and names as far as the caller may know them. */
export async function peopleNamed(
	asking: Asking,
	what: 'members' | 'groups',
	given: unknown
): Promise<Named[]> {
	const wanted = Array.isArray(given) ? given.map(String) : [];
	if (wanted.length === 0) return [];
	const known: Named[] = mayNow(asking.caller, 'read')
		? (await asking.ask(members.getPeople, {}))[what]
		: [];
	return wanted.map(
		(one) =>
			known.find(({ uid }) => uid === one) ?? called(known, one)[0] ?? { uid: one, name: one }
	);
}

const { sharing: Sharing } = lists.shareList.input.shape;

const isName = (given: unknown): given is string =>
	typeof given === 'string' && !/^(mem|grp)_[\w-]{22}$/.test(given);

function uidCalled(people: People, what: 'members' | 'groups', name: string): string {
	const found = called(people[what], name);
	const [first, another] = found;
	if (first && !another) return first.uid;
	const candidates = (first ? found : people[what]).slice(0, maxCandidates);
	const others = what === 'members' ? 'groups' : 'members';
	throw new Refusal(
		'missing',
		lines(
			first
				? `More than one of the ${what} is called ${quoted(clipped(name))}. Name one by its uid:`
				: `There is nobody among the ${what} called ${quoted(clipped(name))}. These can be named, by uid or name:`,
			...candidates.map(namedLine),
			!first &&
				called(people[others], name).length > 0 &&
				`It is one of the ${others}: name it there.`
		)
	);
}

const maxCandidates = 20;
const maxNamed = 1000;
