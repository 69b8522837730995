import { blankDecoded, type Decoded, type Message, toMessage } from '#devices/message.ts';
import { next } from '#server/testing/rows.ts';

/** Returns a message as a decoder creates it. */
export function messageOf(sn: string, decoded: Partial<Decoded>, receivedAt = new Date().toISOString()): Message {
  const body = Buffer.from(`${sn} ${decoded.ownKey ?? next()}`);
  const full = { ...blankDecoded('position', sn, body), ownKey: String(next()), ...decoded };
  return toMessage({ source: 'watch', protocol: 'watch', number: sn, body, receivedAt, decoded: full, error: null });
}

/** Returns a valid position at this latitude. */
export const positionAt = (lat: number) => ({
  lat,
  lng: 121,
  speed: null,
  course: null,
  altitude: null,
  accuracy: 10,
  source: 'gnss' as const,
  valid: true,
});
