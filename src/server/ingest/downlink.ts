import type { DeviceCommand } from '#devices/framer.ts';

type Send = (number: string, command: DeviceCommand, serial: number) => boolean;

const doors = new Map<string, Send>();

/** From now on commands to devices of the protocol leave through this door of this node. */
export function openDownlink(protocol: string, send: Send): void {
  doors.set(protocol, send);
}

export function closeDownlinks(): void {
  doors.clear();
}

/** The protocols whose devices may be connected to this node. */
export function downlinks(): string[] {
  return [...doors.keys()];
}

/**
 * Writes a command to the device where it is connected to this node.
 * @returns false when it is not, or cannot be asked that
 */
export function sendDown(protocol: string, number: string, command: DeviceCommand, serial: number): boolean {
  return doors.get(protocol)?.(number, command, serial) ?? false;
}
