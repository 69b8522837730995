import type { Decoded } from '../message.ts';
import type { Profile } from '../profile.ts';
import { isRecord, parseJson } from '../text.ts';
import { decodeNative } from './nativeMessage.ts';

/** Returns the topic on which our device publishes; `sn` has no wildcard or slash. */
export function nativeTopic(sn: string): string {
  return `equipment/${sn}/up`;
}

/** Converts a payload of `equipment/<sn>/up` to a message, or returns the reason why there is none. */
export function decodeNativeMqtt(
  sn: string,
  payload: Buffer,
  profile: Profile = {},
): { message: Decoded | null; error: string | null } {
  const body = parseJson(payload);
  if (!isRecord(body)) return { message: null, error: 'not a JSON object' };
  return { message: decodeNative(sn, body, payload, profile), error: null };
}
