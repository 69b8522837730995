import { deviceTypes, type WarnFamily, type WarnType } from '#shared/codes.ts';

/** Whose work an alarm is: device staff's, the health staff's, or the SOS queue's. */
export function familyOf(type: WarnType): WarnFamily {
  return deviceTypes.includes(type) ? 'device' : 'sos';
}
