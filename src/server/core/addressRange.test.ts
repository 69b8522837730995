import { expect, test } from 'vitest';
import { rangeOf } from './addressRange.ts';

test('an address lies in the range of its /24 or /64, however it is written', () => {
  expect(rangeOf('203.0.113.77')).toBe('203.0.113.0/24');
  expect(rangeOf('::ffff:203.0.113.77')).toBe('203.0.113.0/24');
  expect(rangeOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(rangeOf('2001:0db8:0001:0002::9')).toBe('2001:db8:1:2::/64');
  expect(rangeOf('::1')).toBe('0:0:0:0::/64');
  expect(rangeOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  for (const none of [null, undefined, '', 'here']) expect(rangeOf(none)).toBeNull();
});
