import type { DeviceOrder } from '#devices/framer.ts';

type Send = (number: string, order: DeviceOrder, serial: number) => Buffer | null;

const ways = new Map<string, Send>();

/** From now on commands to devices of the protocol leave through this connection of this node. */
export function openDownlink(protocol: string, send: Send): void {
  ways.set(protocol, send);
}

export function closeDownlinks(): void {
  ways.clear();
}

/** The protocols whose devices may be connected to this node. */
export function downlinks(): string[] {
  return [...ways.keys()];
}

/**
 * Writes a command to the device where it is connected to this node.
 * @returns what was written; null when it is not, or cannot be asked that
 */
export function sendDown(protocol: string, number: string, order: DeviceOrder, serial: number): Buffer | null {
  return ways.get(protocol)?.(number, order, serial) ?? null;
}
