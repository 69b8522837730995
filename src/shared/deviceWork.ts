import type { WarnFamily, WarnType } from '#shared/codes.ts';

/** Device work has its own tab and figures; an unregistered number's press is a call for help, whoever answers it. */
export const isDeviceWork = ({ family, type }: { family: WarnFamily; type: WarnType }): boolean =>
  family === 'device' && type !== 'unknown';
