import { expect, it } from 'vitest';
import { addressBucket } from '../src/lib/server/platform/address-bucket.ts';

it.each([
	['192.0.2.1', '192.0.2.1'],
	['::ffff:192.0.2.1', '192.0.2.1'],
	['::ffff:c000:201', '192.0.2.1'],
	['2001:db8:0:1::1', '2001:db8:0:1::/64'],
	['2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
	['2001:db8:0:2::1', '2001:db8:0:2::/64'],
	['2001:db8::1', '2001:db8:0:0::/64'],
	['fe80::1%eth0', 'fe80:0:0:0::/64'],
	['::1', '0:0:0:0::/64'],
	['::', '0:0:0:0::/64'],
	['not an address', 'not an address'],
	['', '']
])('counts for %s as %s', (address, bucket) => {
	expect(addressBucket(address)).toBe(bucket);
});
