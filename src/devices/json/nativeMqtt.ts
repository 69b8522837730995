import { emptySplit, type Format, formatState } from '../format.ts';
import type { Decoded } from '../message.ts';
import type { Profile } from '../profile.ts';
import { isRecord, parseJson } from '../text.ts';
import { nativeSpans } from './jsonSpans.ts';
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

/** Our own format: a device speaks for itself, on its own topic. */
export const nativeFormat: Format = {
  name: 'mqtt',
  mayPublish: (topic, { sn }) => topic === nativeTopic(sn),
  filters: ({ sn }) => ['#', '+', 'down', 'up'].map((end) => `equipment/${sn}/${end}`),
  createState: formatState,
  split: (body) => ({ ...emptySplit(), parts: [{ number: null, word: 'up', body }] }),
  read: ({ body }, { number, profile }) => decodeNativeMqtt(number, body, profile),
  spans: nativeSpans,
};
