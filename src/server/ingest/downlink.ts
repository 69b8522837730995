import type { CommandInput } from '#devices/framer.ts';

/** An encoded command for a connected device. */
export interface Outgoing {
  bytes: Buffer;
  /** Writes the command; false if the connection has ended. */
  write(): boolean;
}

/** Connections of one protocol's devices to this node, by one way. */
export interface Downlink {
  prepare(number: string, input: CommandInput, serial: number): Outgoing | null;
  numbers(): string[];
}

const downlinks = new Map<string, { protocol: string; downlink: Downlink }>();

/**
 * Registers the connections of this node for commands of the protocol.
 * @param way other than the protocol's own port: `http`
 */
export function openDownlink(protocol: string, downlink: Downlink, way = ''): void {
  downlinks.set(`${protocol} ${way}`, { protocol, downlink });
}

export function closeDownlinks(): void {
  downlinks.clear();
}

/** Returns the devices connected to this node, by their number in the protocol. */
export function connected(): { protocol: string; number: string }[] {
  return [...downlinks.values()].flatMap(({ protocol, downlink }) =>
    downlink.numbers().map((number) => ({ protocol, number })),
  );
}

/**
 * Encodes a command for a device connected to this node. Record it as sent before `write`: the device may answer before
 * the commit returns.
 * @returns null if the device is not connected here, or does not support the command
 */
export function prepareDown(protocol: string, number: string, input: CommandInput, serial: number): Outgoing | null {
  for (const { protocol: own, downlink } of downlinks.values()) {
    const out = own === protocol ? downlink.prepare(number, input, serial) : null;
    if (out) return out;
  }
  return null;
}
