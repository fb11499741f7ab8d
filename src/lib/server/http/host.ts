import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import * as m from '../../paraglide/messages.js';
import { malformed, type Refusal } from '../kernel/errors.ts';
import { refusalFromDatabase } from '../kernel/refusal-from-database.ts';
import type { Household } from '../kernel/household.ts';
import { recentHouseholdRow } from '../kernel/household-row.ts';
import { faults } from './fault.ts';
import { refusalFrom, errorBodyAt, errorHeaders, statuses } from './status.ts';

/**
 * Under which names the household is served. A page of another site can have its name point to this address ("DNS
 * rebinding") and is then of the same origin as the household's own pages; its Host gives it away.
 */

type PlainAnswer = { status: number; headers: Record<string, string>; body: string };

type Served = Pick<Household, 'config' | 'database' | 'log'>;

/**
 * Answers a request whose Host is malformed or not served; undefined for every other. Runs before anything else,
 * because the framework builds the address of a request from its Host.
 */
export function hostCheck(
	household: Served
): (request: IncomingMessage) => Promise<PlainAnswer | undefined> {
	const { config, database } = household;
	const configured = config.origin && hostnameIn(new URL(config.origin).host);

	/** Whether people may use this name. Before the first run they may use any: the setup code protects the first run. */
	async function isServed(name: string): Promise<boolean> {
		if (isIP(name) > 0 || isLoopbackName(name)) return true;
		if (configured) return name === configured;
		if (isHouseholdName(name)) return true;
		const settled = await recentHouseholdRow(database.read);
		return !settled || settled.host === name;
	}

	return async ({ headersDistinct, url = '' }) => {
		const path = url.split('?')[0] ?? '';
		const named = namesIn(headersDistinct, config.trustedProxies);
		if (!named) return refusedAt(path, 400, malformedHost());
		if (!path.startsWith('/')) return refusedAt('/', 400, malformedAddress());
		if (isProbe(path) || (config.metricsToken && path === '/metrics')) return undefined;
		try {
			const { used, passedOnTo = used } = named;
			const isOurs =
				(await isServed(used)) && (isHouseholdName(passedOnTo) || (await isServed(passedOnTo)));
			return isOurs ? undefined : refusedAt(path, 421, notServed());
		} catch (error) {
			const refusal = refusalFrom(refusalFromDatabase(household, error), faults.host, '-');
			household.log.warn(faults.host.log, { reason: String(error) });
			return refusedAt(path, statuses[refusal.kind].status, refusal);
		}
	};
}

/** The name in `host` or `host:port`, in small letters and without brackets; undefined where it is neither. */
export function hostnameIn(host: string): string | undefined {
	if (host.length > 255 + ':65535'.length) return undefined;
	const [, address, name] =
		/^(?:\[([0-9a-f:.]+)\]|((?:[\w-]+\.)*[\w-]+\.?))(?::\d{1,5})?$/i.exec(host) ?? [];
	// A port that is too high, what is no IPv6 address, and what ends in a number without being an IPv4 address cannot stand in a URL.
	if (!URL.canParse(`http://${host}`)) return undefined;
	return (address ?? name?.replace(/\.$/, ''))?.toLowerCase();
}

/** localhost and the names below it, which browsers resolve to this machine without DNS. */
export const isLoopbackName = (name: string): boolean => /^(?:.+\.)?localhost$/.test(name);

/** Names that no stranger can register, so that none can point them here. */
const isHouseholdName = (name: string): boolean =>
	isIP(name) > 0 ||
	!name.includes('.') ||
	/\.(?:local|localhost|lan|home\.arpa|internal)$/.test(name);

/** The Host under which a trusted proxy was asked, from its header. Each proxy adds its own to the end. */
export function forwardedHost(
	header: string | null | undefined,
	trusted: number
): string | undefined {
	const told = header?.split(',').map((host) => host.trim()) ?? [];
	return trusted > 0 && told.length > 0 ? told.at(-Math.min(trusted, told.length)) : undefined;
}

type HostNames = { used: string; passedOnTo?: string };

/** The name that people used, and the one that a trusted proxy uses; undefined where either is missing or malformed. */
function namesIn(
	headers: IncomingMessage['headersDistinct'],
	trusted: number
): HostNames | undefined {
	const [host, ...others] = headers.host ?? [];
	const name = hostnameIn(host ?? '');
	if (!name || others.length > 0) return undefined;
	const forwarded = forwardedHost(headers['x-forwarded-host']?.join(','), trusted);
	if (forwarded === undefined) return { used: name };
	const used = hostnameIn(forwarded);
	return used ? { used, passedOnTo: name } : undefined;
}

/** Whether a probe is asked for. Probing machines may use any Host, and learn about the process alone. */
export const isProbe = (path: string): boolean => path === '/healthz' || path === '/readyz';

const malformedHost = () => malformed('Host', m.host_malformed());
const malformedAddress = () => malformed('', m.address_without_slash());
const notServed = () => malformed('Host', m.host_not_served());

/** Answers programs in the shape of every error, and everybody else in plain text. */
function refusedAt(path: string, status: number, refusal: Refusal): PlainAnswer {
	const isForPrograms = /^\/(?:api\/|mcp(?:\/|$))/.test(path);
	const type = isForPrograms ? 'application/json' : 'text/plain; charset=utf-8';
	const body = isForPrograms ? JSON.stringify(errorBodyAt(path, refusal)) : `${refusal.message}\n`;
	const headers = {
		...errorHeaders(refusal),
		'cache-control': 'no-store',
		'content-type': type,
		'content-length': `${Buffer.byteLength(body)}`,
		connection: 'close'
	};
	return { status, headers, body };
}
