import { type AlarmType, blankDecoded, byUrgency, type Decoded, isAlarmType, type Position } from '../message.ts';
import { markPress, type Profile } from '../profile.ts';
import { finite, isReadingKind, percent, readingOf } from '../reading.ts';
import { instantOf, isRecord } from '../text.ts';
import { isSet, kindOf } from './childProperties.ts';

/**
 * Decodes our own message (names.md): `{id, ts, alarms, battery, position, readings}`. Invalid fields are listed in
 * `values.errors`, unknown ones stay in `values`. A model may have its own alarm codes.
 */
export function decodeNative(
  number: string,
  body: Record<string, unknown>,
  raw: Buffer,
  profile: Profile = {},
): Decoded {
  const { id, ts, alarms, battery, position, readings, steps, backlog, ...rest } = body;
  const decoded = blankDecoded('heartbeat', number, raw);
  const errors: string[] = [];
  const checked = <T>(name: string, input: unknown, value: T | null): T | null => {
    if (input !== undefined && input !== null && value === null) errors.push(name);
    return value;
  };

  decoded.ownKey = checked('id', id, ownKeyOf(id));
  decoded.time = checked('ts', ts, instantOf(ts));
  decoded.battery = checked('battery', battery, percent(battery));
  decoded.steps = checked('steps', steps, finite(steps));
  decoded.position = checked('position', position, positionOf(position));
  decoded.backlog = backlog === true;
  decoded.values = rest;
  readReadings(decoded, readings, errors);
  readAlarms(decoded, alarms, errors, profile.words);
  for (const [key, value] of Object.entries(rest)) if (isSet(value)) markPress(decoded, profile, key);
  decoded.kind = kindOf(decoded, 'heartbeat');
  if (errors.length > 0) decoded.values.errors = errors;
  return decoded;
}

function ownKeyOf(id: unknown): string | null {
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id).slice(0, 128) : null;
}

function inRange(value: unknown, limit: number): number | null {
  const number = finite(value);
  return number !== null && Math.abs(number) <= limit ? number : null;
}

/** Returns a WGS-84 position from `{lat, lng, …}`; null without coordinates or at 0,0. */
export function positionOf(value: unknown): Position | null {
  if (!isRecord(value)) return null;
  const lat = inRange(value.lat, 90);
  const lng = inRange(value.lng, 180);
  if (lat === null || lng === null || (lat === 0 && lng === 0)) return null;
  return {
    lat,
    lng,
    speed: finite(value.speed),
    course: finite(value.course),
    altitude: finite(value.altitude),
    accuracy: finite(value.accuracy),
    source: 'unknown',
    valid: value.valid !== false,
  };
}

function readReadings(decoded: Decoded, value: unknown, errors: string[]): void {
  if (value === undefined || value === null) return;
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const refused = list.filter((item) => {
    const reading = isRecord(item) ? readingOf(...readingFields(item)) : null;
    if (reading) decoded.readings.push(reading);
    return reading === null;
  });
  if (refused.length === 0) return;
  errors.push('readings');
  decoded.values.readings = refused;
}

function readingFields(item: Record<string, unknown>): [kind: string, value: number | null, unit?: string] {
  const kind = isReadingKind(item.kind) ? item.kind : '';
  return typeof item.unit === 'string' && item.unit !== ''
    ? [kind, finite(item.value), item.unit]
    : [kind, finite(item.value)];
}

/** Returns the codes of a list, one code, or `{code: true}`. */
function codesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (isRecord(value)) return Object.keys(value).filter((key) => value[key] === true);
  return value === undefined || value === null || value === '' ? [] : [value];
}

/** Reads alarms; an unknown code is still an alarm. */
function readAlarms(decoded: Decoded, value: unknown, errors: string[], words: Profile['words']): void {
  const codes = codesOf(value);
  const types = codes.map((code): AlarmType => {
    const lower = typeof code === 'string' ? code.trim().toLowerCase() : code;
    return words?.get(String(lower)) ?? (isAlarmType(lower) ? lower : 'unknown');
  });
  decoded.alarms = byUrgency(types);
  decoded.press = types.length > 0;
  if (types.includes('unknown')) {
    errors.push('alarms');
    decoded.values.alarmCodes = codes;
  }
}
