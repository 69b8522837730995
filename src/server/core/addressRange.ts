import { isIP, isIPv4, isIPv6 } from 'node:net';

/** Returns the /64 of an IPv6 address, groups without leading zeros. */
function network(address: string): string {
  const [head = '', tail] = address.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const middle = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  const groups = [...left, ...middle, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}

/** Returns an IPv4-mapped IPv6 address as IPv4, and removes an interface zone. */
export function plainAddress(address: string): string {
  const [bare = ''] = address.split('%');
  return bare.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * Returns the network of a subscriber or carrier gateway: 203.0.113.0/24, 2001:db8:1:2::/64. Null if it is no address.
 */
export function rangeOf(address: string | null | undefined): string | null {
  const plain = plainAddress(address ?? '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  return isIPv6(plain) ? network(plain) : null;
}

/** Returns the address that identifies a subscriber: the IPv4 address, or the IPv6 /64. */
export function subscriberOf(address: string): string {
  const plain = plainAddress(address);
  return plain.includes(':') ? (rangeOf(plain) ?? plain) : plain;
}

/** Returns whether a text is an address, or a network such as 10.0.0.0/8 or 2001:db8::/32. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
