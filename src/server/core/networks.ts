import { BlockList, isIP } from 'node:net';

/** Reach of an address: from the internet, only in a private network, or never allowed for this product. */
export type Reach = 'public' | 'private' | 'closed';

/** Networks by family: in a common list ::ffff:0:0/96 would contain every IPv4 address. */
export interface NetworkList {
  ipv4: BlockList;
  ipv6: BlockList;
}

/** Builds a list of addresses and networks such as 10.0.0.0/8. */
export function networkList(networks: readonly string[]): NetworkList {
  const list = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    list[family].addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return list;
}

/** Networks that no setting opens: this machine, link-local, multicast, cloud metadata, IPv4 inside IPv6. */
const closed = networkList([
  ...['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3'],
  // Metadata of Alibaba Cloud, Azure, Oracle, AWS and Google, besides 169.254.169.254.
  ...['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'],
  ...['::/96', 'fe80::/10', 'ff00::/8'],
  // Mapped, NAT64, Teredo, 6to4: the IPv4 address inside would not be checked.
  ...['::ffff:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16'],
]);

/** Special-purpose networks of the IANA registries (RFC 6890 and later) that are not reachable from the internet. */
const special = networkList([
  ...['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['2001::/23', '2001:db8::/32', '3fff::/20', 'fc00::/7', 'fec0::/10'],
]);

/** IPv6 space that IANA assigns to the internet: 100::/64, 5f00::/16, fc00::/7 and unassigned space are outside. */
const globalUnicast = networkList(['2000::/3']);

/** Private networks that `ALLOW_PRIVATE_TARGETS=on` opens. */
export const privateNetworks = ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];

/** Returns whether an address is in one of the networks of a list. */
export function isInside(list: NetworkList, address: string): boolean {
  const [bare = ''] = address.split('%');
  const version = isIP(bare);
  if (version === 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return list[family].check(bare, family);
}

/** Returns the reach of an address; closed for a text that is no address. */
export function reachOf(address: string): Reach {
  const [bare = ''] = address.split('%');
  const family = isIP(bare);
  if (family === 0 || isInside(closed, bare)) return 'closed';
  return isInside(special, bare) || (family === 6 && !isInside(globalUnicast, bare)) ? 'private' : 'public';
}
