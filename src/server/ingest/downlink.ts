import type { CommandInput } from '#devices/framer.ts';

/** A command as it will leave for a device that is connected. */
export interface Outgoing {
  bytes: Buffer;
  /** Writes it; false when the connection ended meanwhile. */
  write(): boolean;
}

/** Connections of devices of one protocol to this node. */
interface Downlink {
  prepare(number: string, input: CommandInput, serial: number): Outgoing | null;
  numbers(): string[];
}

const downlinks = new Map<string, Downlink>();

/** From now on commands to devices of the protocol leave through these connections of this node. */
export function openDownlink(protocol: string, downlink: Downlink): void {
  downlinks.set(protocol, downlink);
}

export function closeDownlinks(): void {
  downlinks.clear();
}

/** The devices that are connected to this node, by what they call themselves. */
export function connected(): { protocol: string; number: string }[] {
  return [...downlinks].flatMap(([protocol, way]) => way.numbers().map((number) => ({ protocol, number })));
}

/**
 * A command made for the device where it is connected to this node. Whoever writes it has noted before that it left: a device
 * may answer sooner than a commit comes back.
 * @returns null when it is not connected here, or cannot be asked that
 */
export function prepareDown(protocol: string, number: string, input: CommandInput, serial: number): Outgoing | null {
  return downlinks.get(protocol)?.prepare(number, input, serial) ?? null;
}
