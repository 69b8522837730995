import { isIP } from 'node:net';
import { isInside, networkList, type Reach, reachOf } from '#server/core/networks.ts';
import { config } from '#server/core/runtime.ts';

/** Policy of outbound requests: hosts and addresses allowed, and how. */
export interface OutboundPolicy {
  /** Returns the reason as a sentence if a host or address is refused; null if allowed. */
  problem(host: string): string | null;
  /** Returns whether an address may be reached without TLS. */
  plain(address: string): boolean;
  /** Returns whether users may read answers of an address: answers from private networks may be confidential. */
  readable(address: string): boolean;
}

/** Returns the reach of a host; for a name, as far as the name shows it. */
function reachOfHost(host: string): Reach {
  if (isIP(host)) return reachOf(host);
  if (/(^|\.)localhost$/.test(host)) return 'closed';
  return !host.includes('.') || /\.(local|internal|intranet|lan|corp|home|arpa)$/.test(host) ? 'private' : 'public';
}

/** Normalizes a host name or address: lower case, without brackets, zone and final dot. */
function plainHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/%.*$/, '')
    .replace(/\.$/, '');
}

/**
 * Builds a policy: public hosts over https; listed private networks, also over http. Loopback, link-local and metadata
 * are never allowed. A private name passes if any network is listed; its addresses are checked later.
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

/** Replaces the default policy of this process. */
export function settleGate(gate: OutboundPolicy): void {
  settled = { networks: null, gate };
}

/** Returns the policy of this process, by `ALLOW_PRIVATE_TARGETS`. */
export function defaultPolicy(): OutboundPolicy {
  if (settled?.networks === null) return settled.gate;
  const networks = config().allowPrivateTargets;
  if (settled?.networks !== networks) settled = { networks, gate: gateOf(networks) };
  return settled.gate;
}

/** Returns the reason as a sentence if the product may not link or send to a URL; null if allowed. */
export function targetProblem(url: URL, gate = defaultPolicy()): string | null {
  return gate.problem(url.hostname);
}
