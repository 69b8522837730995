import type { WarnFamily, WarnType } from '#shared/codes.ts';

/**
 * Returns whether a warn is device work, which has its own tab and figures; a press on an unregistered number is an
 * SOS.
 */
export const isDeviceWork = ({ family, type }: { family: WarnFamily; type: WarnType }): boolean =>
  family === 'device' && type !== 'unknown';
