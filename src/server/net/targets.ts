import { BlockList, isIP } from 'node:net';
import { config } from '#server/core/runtime.ts';

/** Networks that lead nowhere from the internet: private, carrier, link-local, documentation, multicast, this machine. */
const inner = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inner.ipv4.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
  // Addresses of version 4 in other clothes are judged by nobody's rule, so they are refused whole.
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['2002::', 16],
] as const)
  inner.ipv6.addSubnet(net, bits, 'ipv6');

/** True for a host of an address that lies inside: a private address, or a name that only an inner network knows. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  const family = isIP(host);
  if (family === 4) return inner.ipv4.check(host, 'ipv4');
  if (family === 6) return inner.ipv6.check(host, 'ipv6');
  return !host.includes('.') || /\.(local|localhost|internal|intranet|lan|corp|home|arpa)$/.test(host);
}

/**
 * Why the product does not lead or send anything to an address, as a sentence; null when it may. `ALLOW_PRIVATE_TARGETS`
 * opens inner networks for a deployment whose partners stand in one.
 */
export function targetProblem(url: URL, allowed = config().allowPrivateTargets): string | null {
  if (allowed || !isPrivateHost(url.hostname)) return null;
  return `${url.hostname} 是内网地址，本平台没有开放内网地址`;
}
