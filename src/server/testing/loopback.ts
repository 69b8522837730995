import { config } from '#server/core/runtime.ts';
import { gateOf, settleGate } from '#server/net/targets.ts';

/** Address of test receivers. */
const receiver = '127.0.0.1';

/**
 * Allows outbound requests of this process to 127.0.0.1, also without TLS, which no setting allows. `readable`: treat
 * it like a public host, whose answers users may read, else like a private one.
 */
export function openLoopback({ readable = true } = {}): void {
  const configured = () => gateOf(config().allowPrivateTargets);
  settleGate({
    problem: (host) => (host === receiver ? null : configured().problem(host)),
    plain: (address) => address === receiver || configured().plain(address),
    readable: (address) => (address === receiver ? readable : configured().readable(address)),
  });
}

/** Returns the environment in which a product in another process may reach 127.0.0.1. */
export const withLoopback = { NODE_OPTIONS: `--import=${new URL('openLoopback.ts', import.meta.url).href}` };
