import { bit, FieldReader } from '../fieldReader.ts';
import { blankDecoded, type Decoded } from '../message.ts';
import type { Profile } from '../profile.ts';
import type { Span } from '../span.ts';
import { wallTime } from '../wallTime.ts';
import { numberBytes } from './frame.ts';
import { kmh, levelOf, readStatus } from './text.ts';

/** Returns the BCD digits; null if they are invalid. */
function bcd(bytes: Buffer): string | null {
  const text = bytes.toString('hex');
  return /^\d+$/.test(text) ? text : null;
}

function point(text: string | null, degreeDigits: number): number | null {
  if (text === null) return null;
  const minutes = Number(text.slice(degreeDigits, degreeDigits + 6)) / 10_000;
  return Math.round((Number(text.slice(0, degreeDigits)) + minutes / 60) * 1e7) / 1e7;
}

function recordTime(text: string | null, { zoneMinutes = 0 }: Profile): string | null {
  const [hour = 0, minute = 0, second = 0, day = 0, month = 0, year = 0] = (text?.match(/../g) ?? []).map(Number);
  return text === null ? null : wallTime([2000 + year, month, day, hour, minute, second], zoneMinutes);
}

/** Reads latitude, battery level, longitude with flags, speed and course. */
function readPlace(f: FieldReader, decoded: Decoded): void {
  const lat = point(bcd(f.take(4, 'position.lat')), 2);
  decoded.battery = levelOf(f.uint(1, 'battery'));
  const lngAndFlags = f.take(5, 'position.lng').toString('hex');
  const lng = point(/^\d{9}/.test(lngAndFlags) ? lngAndFlags.slice(0, 9) : null, 3);
  const flags = Number.parseInt(lngAndFlags.slice(9), 16) || 0;
  const motion = bcd(f.take(3, 'position.speed'));
  const valid = bit(flags, 1);
  decoded.values.fix = valid;
  if (lat === null || lng === null || lat > 90 || lng > 180 || (lat === 0 && lng === 0)) return;
  decoded.position = {
    lat: bit(flags, 2) ? lat : -lat,
    lng: bit(flags, 3) ? lng : -lng,
    speed: motion === null ? null : kmh(Number(motion.slice(0, 3))),
    course: motion === null ? null : Number(motion.slice(3)),
    altitude: null,
    accuracy: null,
    source: valid ? 'gnss' : 'unknown',
    valid,
  };
}

/**
 * Reads a record after `$`: number, time, date, position, speed and course in BCD, status word; further bytes are
 * stored.
 */
export function readRecord(frame: Buffer, profile: Profile, spans: Span[] | null): Decoded {
  const f = new FieldReader(frame, 1, frame.length, spans);
  const long = numberBytes(frame) === 8;
  const number = f.take(long ? 8 : 5, 'number').toString('hex');
  const decoded = blankDecoded('position', number.slice(0, long ? 15 : 10), frame);
  decoded.time = recordTime(bcd(f.take(6, 'time')), profile);
  readPlace(f, decoded);
  if (f.remaining >= 4) readStatus(decoded, f.uint(4, 'values.status'), profile.alarmBits);
  if (f.remaining > 0) decoded.values.data = f.take(f.remaining, 'values.data').toString('hex');
  return decoded;
}
