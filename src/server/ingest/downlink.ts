import type { CommandInput } from '#devices/framer.ts';

/** An encoded command for a connected device. */
export interface Outgoing {
  bytes: Buffer;
  /** Writes the command; false if the connection has ended. */
  write(): boolean;
}

/** Connections of one protocol's devices to this node. */
interface Downlink {
  prepare(number: string, input: CommandInput, serial: number): Outgoing | null;
  numbers(): string[];
}

const downlinks = new Map<string, Downlink>();

/** Registers the connections of this node for commands of the protocol. */
export function openDownlink(protocol: string, downlink: Downlink): void {
  downlinks.set(protocol, downlink);
}

export function closeDownlinks(): void {
  downlinks.clear();
}

/** Returns the devices connected to this node, by their number in the protocol. */
export function connected(): { protocol: string; number: string }[] {
  return [...downlinks].flatMap(([protocol, way]) => way.numbers().map((number) => ({ protocol, number })));
}

/**
 * Encodes a command for a device connected to this node. Record it as sent before `write`: the device may answer before
 * the commit returns.
 * @returns null if the device is not connected here, or does not support the command
 */
export function prepareDown(protocol: string, number: string, input: CommandInput, serial: number): Outgoing | null {
  return downlinks.get(protocol)?.prepare(number, input, serial) ?? null;
}
