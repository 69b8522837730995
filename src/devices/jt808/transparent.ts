// Transparent messages (0x0900) that carry a place: of recorders and of tags. Of others the bytes are kept.

import { gbkText } from '../items.ts';
import type { Decoded } from '../message.ts';
import type { Profile } from '../profile.ts';
import { bcdTime, readMotion, readPlace } from './location.ts';

/** Signed coordinates behind the time. */
function readSigned(decoded: Decoded, data: Buffer, profile: Profile): void {
  if (data.length < 20) return;
  const [lat, lng] = [data.readInt32BE(6) / 1e6, data.readInt32BE(10) / 1e6];
  decoded.kind = 'position';
  decoded.time = bcdTime(data.subarray(0, 6), profile);
  if ((lat === 0 && lng === 0) || Math.abs(lat) > 90 || Math.abs(lng) > 180) return;
  const rest = { speed: null, course: null, altitude: null, accuracy: null };
  decoded.position = { lat, lng, ...rest, source: 'gnss', valid: true };
  readMotion(decoded, data, 14);
}

/** Status, place, motion and time; what follows is of tags. */
function readPlaced(decoded: Decoded, data: Buffer, profile: Profile): void {
  if (data.length < 24) return;
  decoded.kind = 'position';
  readPlace(decoded, data, 0);
  readMotion(decoded, data, 12);
  decoded.time = bcdTime(data.subarray(18, 24), profile);
}

/** Ids and values of a trip, the place behind them. */
function readTrip(decoded: Decoded, data: Buffer, profile: Profile): void {
  decoded.time = bcdTime(data.subarray(0, 6), profile);
  decoded.backlog = data[6] === 1;
  if (data[8] === 0x02 && data.length >= 23) placeAtEnd(decoded, data);
  if (data[8] !== 0x01 && data[8] !== 0x03) return;
  const idBytes = data[8] === 0x01 ? 2 : 1;
  let at = 10;
  for (let left = data[9] ?? 0; left > 0; left--) at += idBytes + 1 + (data[at + idBytes] ?? 0);
  if (at + 12 > data.length) return;
  decoded.kind = 'position';
  readPlace(decoded, data, at);
}

function placeAtEnd(decoded: Decoded, data: Buffer): void {
  decoded.kind = 'position';
  readPlace(decoded, data, data.length - 12);
}

/** Reads type and data of a transparent message. */
export function readTransparent(decoded: Decoded, body: Buffer, profile: Profile): void {
  const [type = 0] = body;
  const data = body.subarray(1);
  decoded.kind = 'information';
  decoded.values.dataType = type;
  if (type === 0xff) readSigned(decoded, data, profile);
  else if (type === 0x53 || type === 0x54) readPlaced(decoded, data, profile);
  else if (type === 0xf0) readTrip(decoded, data, profile);
  else if (type === 0x40 || type === 0x41) decoded.values.text = gbkText(data);
  decoded.values.data = data.toString('hex', 0, 512);
}
