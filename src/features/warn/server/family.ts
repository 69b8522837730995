import { deviceTypes, type WarnFamily, type WarnType } from '#shared/codes.ts';

/** Returns which staff a warn belongs to: device staff, health staff, or the SOS queue. */
export function familyOf(type: WarnType): WarnFamily {
  return deviceTypes.includes(type) ? 'device' : 'sos';
}
