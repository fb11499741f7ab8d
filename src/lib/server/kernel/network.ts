import { isIPv6 } from 'node:net';

/**
 * The network that an address is counted for. A provider gives each customer of IPv6 a /64 or more, so all of its 2⁶⁴
 * addresses count as one; an IPv4 address counts by itself, however it is written.
 */
export function networkOf(address: string): string {
	const [bare = ''] = address.split('%');
	if (!isIPv6(bare)) return address;
	const groups = groupsOf(bare);
	const isMappedIPv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
	if (isMappedIPv4) return groups.slice(6).flatMap(bytesOf).join('.');
	return `${groups
		.slice(0, 4)
		.map((group) => group.toString(16))
		.join(':')}::/64`;
}

/** The eight groups, whichever way the address is shortened. */
function groupsOf(address: string): number[] {
	// The parser of addresses writes an IPv4 tail as two groups.
	const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
	const [head = '', tail] = canonical.split('::');
	const numbers = (text = '') => (text ? text.split(':').map((group) => parseInt(group, 16)) : []);
	const [before, after] = [numbers(head), numbers(tail)];
	return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

const bytesOf = (group: number): number[] => [group >> 8, group & 255];
