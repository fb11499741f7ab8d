import { expect, it } from 'vitest';
import { networkOf } from '../../src/lib/server/kernel/network.ts';

it.each([
	['2001:db8:1:2::1', '2001:db8:1:2::/64'],
	['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
	['2001:0DB8:0001:0002:0:0:0:1', '2001:db8:1:2::/64'],
	['2001:db8:1:3::1', '2001:db8:1:3::/64'],
	['2001:db8::1', '2001:db8:0:0::/64'],
	['::1', '0:0:0:0::/64'],
	['1::', '1:0:0:0::/64'],
	['fe80::1%eth0', 'fe80:0:0:0::/64'],
	['::ffff:192.0.2.7', '192.0.2.7'],
	['::ffff:c000:207', '192.0.2.7'],
	['192.0.2.7', '192.0.2.7'],
	['', ''],
	['what a proxy made up', 'what a proxy made up'],
	['1:2:3', '1:2:3']
])('counts %s for the network %s', (address, network) => {
	expect(networkOf(address)).toBe(network);
});
