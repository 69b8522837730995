import { isIP, isIPv4, isIPv6 } from 'node:net';

/** The first four groups of an IPv6 address, without leading zeros. */
function network(address: string): string {
  const [head = '', tail] = address.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const middle = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  const groups = [...left, ...middle, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}

/** An IPv4 address that is written as an IPv6 one, as itself; whatever has no zone of an interface behind it. */
export function plainAddress(address: string): string {
  const [bare = ''] = address.split('%');
  return bare.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * The range in which an address lies, as one subscriber or carrier's gate has it: 203.0.113.0/24, 2001:db8:1:2::/64. Null
 * for what is none.
 */
export function rangeOf(address: string | null | undefined): string | null {
  const plain = plainAddress(address ?? '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  return isIPv6(plain) ? network(plain) : null;
}

/** An address as one subscriber has it: IPv4 by itself, of IPv6 the /64. */
export function subscriberOf(address: string): string {
  const plain = plainAddress(address);
  return plain.includes(':') ? (rangeOf(plain) ?? plain) : plain;
}

/** Whether a text is an address, or a network such as 10.0.0.0/8 or 2001:db8::/32. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
