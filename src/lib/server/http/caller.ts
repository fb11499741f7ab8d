import type { RequestEvent } from '@sveltejs/kit';
import { memberHeader } from '../../client/store/names.ts';
import { unauthenticated } from '../kernel/admit.ts';
import type { Caller, MemberCaller } from '../kernel/caller.ts';
import type { Origin } from '../kernel/origin.ts';
import { pairCaller, pairPrefix } from '../sessions/token-pairs.ts';
import { isStored, sessionCaller } from '../sessions/sessions.ts';
import { secretPrefix, tokenCaller } from '../tokens/bearer.ts';
import { waitForTurn } from '../kernel/visitor-turns.ts';
import { Refusal } from '../kernel/errors.ts';
import { perform } from '../kernel/perform.ts';
import { remember, remembered, type Sent } from '../kernel/remembered-callers.ts';
import { refusalFromDatabase } from '../kernel/refusal-from-database.ts';
import { tokens } from '../tokens/operations.ts';
import { clientAddress, hostnameOf, isFromThisMachine } from './address.ts';
import { bindingCookie, refreshCookie, sessionCookie, wasEndedHere } from './credential-cookies.ts';
import { deliver } from './deliver-credentials.ts';

/**
 * Authenticates the request. A bearer header, where there is one, decides alone: a bad one throws, and never falls back to the
 * cookie. Other schemes are for a proxy in front of us and are ignored, but for a token that an assistant has in its address.
 */
export async function callerOf(event: RequestEvent): Promise<Caller> {
	try {
		const caller = await byCredential(event);
		if (isForOther(event, caller)) throw unauthenticated();
		await waitForTurn(caller);
		return caller;
	} catch (error) {
		throw refusalFromDatabase(event.locals.household, error);
	}
}

/** Whether a page that another member has left open in this browser sends this. */
function isForOther({ request }: RequestEvent, caller: Caller): boolean {
	const owner = request.headers.get(memberHeader);
	return owner !== null && caller.by === 'session' && caller.member.uid !== owner;
}

async function byCredential(event: RequestEvent): Promise<Caller> {
	const {
		household,
		caller: { from }
	} = event.locals;
	const sent = sentWith(event);
	if (!sent) return { by: 'visitor', from };
	const known = (await isCheckedByItsCommand(event)) && remembered(household, sent, from);
	if (known) return known;
	const caller = await lookUp(event, sent, from);
	if (caller) {
		remember(household, sent, caller);
		noteUse(event, caller);
		return caller;
	}
	if (sent.as === 'bearer' && event.url.pathname !== signOutAddress)
		throw unauthenticated({ event: 'refused' });
	return { by: 'visitor', from };
}

/**
 * Whether a visitor's browser has to forget what it keeps: its session was ended, here or elsewhere. A browser drops the cookie of
 * a session that has expired. Where it has not, a clock is wrong, and what it keeps may be all that there is of somebody's changes.
 */
export async function wasEnded(event: RequestEvent): Promise<boolean> {
	const secret = sessionCookie(event);
	if (!secret) return wasEndedHere(event);
	// Where the database cannot say it, nothing is forgotten.
	return !(await isStored(event.locals.household, secret).catch(() => true));
}

function sentWith(event: RequestEvent): Sent | undefined {
	const bearer = bearerOf(event.request) ?? tokenInAddress(event);
	if (bearer !== undefined) return { as: 'bearer', secret: bearer };
	const cookie = sessionCookie(event);
	return cookie ? { as: 'cookie', secret: cookie } : undefined;
}

/** Whether the request is for a command that checks its caller when it commits, as all commands below these addresses do. */
async function isCheckedByItsCommand({ locals, request, route }: RequestEvent): Promise<boolean> {
	if (!locals.household.database.dialect.requireRow || reading.has(request.method)) return false;
	return (await checkedCommands()).has(`${request.method} ${addressOf(route.id ?? '')}`);
}

const reading = new Set(['GET', 'HEAD']);

/** The catalogue is imported with the first write, so that the start does not load every operation. */
const checkedCommands = (): Promise<Set<string>> =>
	(checked ??= import('../catalogue.ts').then(({ catalogue }) => {
		const commands = Object.values(catalogue).filter(({ kind }) => kind === 'command');
		const addresses = commands.map(({ address }) => address ?? '');
		return new Set(addresses.filter((address) => /^\w+ \/(lists|items)\b/.test(address)));
	}));

let checked: Promise<Set<string>> | undefined;

/** The address of an operation, as the catalogue spells it. */
const addressOf = (routeId: string): string =>
	routeId
		.replace('/api/v1', '')
		.replaceAll('[x+3a]', ':')
		.replaceAll(/\[(\w+)=uid\]/g, '{$1}');

async function lookUp(
	event: RequestEvent,
	{ as, secret }: Sent,
	from: Origin
): Promise<MemberCaller | undefined> {
	const { household } = event.locals;
	if (as === 'bearer') {
		const isOfPair = secret.startsWith(pairPrefix);
		return isOfPair ? pairCaller(household, secret, from) : tokenCaller(household, secret, from);
	}
	const opened = await sessionCaller(household, secret, from);
	if (opened?.renewed) deliver(event, [{ kind: 'session', ...opened.renewed }]);
	return opened?.caller;
}

/** Signing out may be repeated, so at this address a bearer that has ended counts as a visitor and is not refused. */
const signOutAddress = '/api/v1/auth/sign-out';

/** Not awaited. Where it fails, only the log says so. Why a database refuses is logged already, and seldom. */
function noteUse({ locals: { household, requestId } }: RequestEvent, caller: MemberCaller): void {
	if (caller.by !== 'token' || !caller.token.useIsNews) return;
	perform(household, tokens.noteTokenUse, caller, () => ({})).catch((error: unknown) => {
		if (error instanceof Refusal) return;
		const reason = String(error);
		household.log.warn('could not note when an access token was used', { requestId, reason });
	});
}

/** What follows "Bearer", or undefined where no such header was sent. */
export function bearerOf(request: Request): string | undefined {
	const bearer = /^bearer(?:\s+(.*))?$/is.exec(request.headers.get('authorization') ?? '');
	return bearer ? (bearer[1] ?? '') : undefined;
}

/**
 * The access token in `http://hearth:hearth_…@hearth.lan/mcp`, for assistants that are told an address and nothing else. They send what
 * stands before the @ as a name and a password. A browser sends those only where an answer asks for them, and none does.
 */
function tokenInAddress({ request, url }: RequestEvent): string | undefined {
	const sent = /^basic\s+(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
	if (sent === undefined || url.pathname !== '/mcp') return undefined;
	const password = Buffer.from(sent, 'base64').toString().split(':')[1];
	return password?.startsWith(secretPrefix) ? password : undefined;
}

/** Getters, because few operations read these values, and each takes time to find. */
class OriginOfRequest implements Origin {
	readonly address: string;
	readonly #event: RequestEvent;

	constructor(event: RequestEvent) {
		this.address = clientAddress(event);
		this.#event = event;
	}

	get device() {
		return this.#event.request.headers.get('user-agent')?.slice(0, 500) ?? '';
	}
	get host() {
		return hostnameOf(this.#event);
	}
	get isThisMachine() {
		return isFromThisMachine(this.#event);
	}
	get refreshSecret() {
		return refreshCookie(this.#event);
	}
	get bindingSecret() {
		return bindingCookie(this.#event);
	}
	/** Unknown in development. */
	isGone() {
		return this.#event.platform?.req.socket.destroyed ?? false;
	}
}

export const originOf = (event: RequestEvent): Origin => new OriginOfRequest(event);
