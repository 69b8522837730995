import type { DeviceOrder } from '#devices/framer.ts';

/** A command as it will leave for a device that is connected. */
export interface Outgoing {
  bytes: Buffer;
  /** Writes it; false when the connection ended meanwhile. */
  write(): boolean;
}

type Prepare = (number: string, order: DeviceOrder, serial: number) => Outgoing | null;

const ways = new Map<string, Prepare>();

/** From now on commands to devices of the protocol leave through this connection of this node. */
export function openDownlink(protocol: string, prepare: Prepare): void {
  ways.set(protocol, prepare);
}

export function closeDownlinks(): void {
  ways.clear();
}

/** The protocols whose devices may be connected to this node. */
export function downlinks(): string[] {
  return [...ways.keys()];
}

/**
 * A command made for the device where it is connected to this node. Whoever writes it has noted before that it left: a device
 * may answer sooner than a commit comes back.
 * @returns null when it is not connected here, or cannot be asked that
 */
export function prepareDown(protocol: string, number: string, order: DeviceOrder, serial: number): Outgoing | null {
  return ways.get(protocol)?.(number, order, serial) ?? null;
}
