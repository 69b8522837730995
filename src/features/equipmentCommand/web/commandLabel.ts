import { type DeviceCommand, deviceCommands } from '#shared/codes.ts';

/** Returns 立即定位 and other labels of commands. */
export const commandLabel = (command: DeviceCommand): string => deviceCommands[command];
