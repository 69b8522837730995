import type { Decoded } from './message.ts';
import { decodeOwn } from './nativeMessage.ts';
import type { Profile } from './profile.ts';
import { isRecord, parseJson } from './text.ts';

/** The topic on which a device of ours publishes; `sn` has no wildcard or slash. */
export function upTopic(sn: string): string {
  return `equipment/${sn}/up`;
}

/** Payload of `equipment/<sn>/up` to a message, or the reason why there is none. */
export function decodeUp(
  sn: string,
  payload: Buffer,
  profile: Profile = {},
): { message: Decoded | null; error: string | null } {
  const body = parseJson(payload);
  if (!isRecord(body)) return { message: null, error: 'not a JSON object' };
  return { message: decodeOwn(sn, body, payload, profile), error: null };
}
