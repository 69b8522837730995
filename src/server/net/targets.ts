import { isIP } from 'node:net';
import { isInside, networkList, type Reach, reachOf } from '#server/core/networks.ts';
import { config } from '#server/core/runtime.ts';

/** Which hosts and addresses the product speaks to, and how. */
export interface OutboundPolicy {
  /** Why nothing is sent to a host or an address, as a sentence; null where it may. */
  problem(host: string): string | null;
  /** Whether an address is spoken to without TLS. */
  plain(address: string): boolean;
  /** Whether people may read what an address answers: what answers inside a private network may be anything. */
  readable(address: string): boolean;
}

/** How a host is reached; of a name as far as the name tells it. */
function reachOfHost(host: string): Reach {
  if (isIP(host)) return reachOf(host);
  if (/(^|\.)localhost$/.test(host)) return 'closed';
  return !host.includes('.') || /\.(local|internal|intranet|lan|corp|home|arpa)$/.test(host) ? 'private' : 'public';
}

/** A host name or address as it is compared: lower case, without brackets, zone and last dot. */
function plainHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/%.*$/, '')
    .replace(/\.$/, '');
}

/**
 * Builds the gate that lets public hosts through, and private ones in the networks that are listed; http to these alone.
 * Loopback, link-local and metadata stay closed whatever is listed. A private name passes where any network is open, its
 * addresses are judged then.
 */
export function gateOf(networks: readonly string[]): OutboundPolicy {
  const open = networkList(networks);
  const isOpen = (address: string) => reachOf(address) === 'private' && isInside(open, address);
  return {
    problem(hostname) {
      const host = plainHost(hostname);
      const reach = reachOfHost(host);
      if (reach === 'public' || (reach === 'private' && (isIP(host) ? isOpen(host) : networks.length > 0))) return null;
      return reach === 'closed'
        ? `${host} 是本机、链路本地一类的内网地址，本平台从不访问`
        : `${host} 是内网地址，本平台没有开放内网地址`;
    },
    plain: isOpen,
    readable: (address) => reachOf(address) === 'public',
  };
}

let settled: { networks: readonly string[] | null; gate: OutboundPolicy } | undefined;

/** Settles the gate of this process in place of the configured one. */
export function settleGate(gate: OutboundPolicy): void {
  settled = { networks: null, gate };
}

/** The gate of this process: by `ALLOW_PRIVATE_TARGETS`. */
export function defaultPolicy(): OutboundPolicy {
  if (settled?.networks === null) return settled.gate;
  const networks = config().allowPrivateTargets;
  if (settled?.networks !== networks) settled = { networks, gate: gateOf(networks) };
  return settled.gate;
}

/** Why the product does not lead or send anything to an address, as a sentence; null when it may. */
export function targetProblem(url: URL, gate = defaultPolicy()): string | null {
  return gate.problem(url.hostname);
}
