import { isIPv6 } from 'node:net';

/**
 * The address to count for. An IPv6 network hands every house a /64, whose 2^64 addresses cost nothing; so they count as
 * one. An IPv4 address that is written as IPv6 counts as the IPv4 address.
 */
export function addressBucket(address: string): string {
	const [plain = ''] = address.split('%', 1);
	if (!isIPv6(plain)) return plain;
	const groups = groupsOf(plain);
	const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
	if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.');
	const network = groups.slice(0, 4).map((group) => group.toString(16));
	return `${network.join(':')}::/64`;
}

/** The eight numbers of an IPv6 address, however it is abbreviated. */
function groupsOf(address: string): number[] {
	const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
	const [before = [], after = []] = canonical.split('::').map((half) =>
		half
			.split(':')
			.filter(Boolean)
			.map((group) => parseInt(group, 16))
	);
	return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

const bytesOf = (group: number): number[] => [group >> 8, group & 255];
