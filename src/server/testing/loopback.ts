import { config } from '#server/core/runtime.ts';
import { gateOf, settleGate } from '#server/net/targets.ts';

/** Where receivers of tests listen. */
const receiver = '127.0.0.1';

/**
 * Lets the product of this process speak to 127.0.0.1, without TLS too: no setting does. `readable`: as to a public host, whose
 * answers people may read, or as to one in a private network.
 */
export function openLoopback({ readable = true } = {}): void {
  const configured = () => gateOf(config().allowPrivateTargets);
  settleGate({
    problem: (host) => (host === receiver ? null : configured().problem(host)),
    plain: (address) => address === receiver || configured().plain(address),
    readable: (address) => (address === receiver ? readable : configured().readable(address)),
  });
}

/** The environment in which a product of its own process speaks to 127.0.0.1. */
export const withLoopback = { NODE_OPTIONS: `--import=${new URL('openLoopback.ts', import.meta.url).href}` };
