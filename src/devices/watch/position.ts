import {
  type AlarmBit,
  type AlarmType,
  byUrgency,
  type Cell,
  type Decoded,
  type Position,
  type WifiPoint,
} from '../message.ts';
import type { Profile } from '../profile.ts';
import { finite, percent } from '../reading.ts';
import { wallTime } from '../wallTime.ts';

/** Bits of the status word (protocols.md P1): 16–22 alarm, 0–2 state. Bit 3 (worn) is unreliable. */
const bitMeaning: readonly (readonly [bit: number, type: AlarmType])[] = [
  [16, 'sos'],
  [21, 'fall'],
  [22, 'fall'],
  [18, 'fence_out'],
  [19, 'fence_in'],
  [20, 'off_wrist'],
  [17, 'low_batt'],
  [0, 'low_batt'],
  [1, 'fence_out'],
  [2, 'fence_in'],
];

const firstAlarmBit = 16;

/** Returns the bits in order, most urgent first, those of the model before the others. */
function meanings(customBits: Profile['alarmBits']): typeof bitMeaning {
  return customBits ? [...customBits, ...bitMeaning.filter(([bit]) => !customBits.has(bit))] : bitMeaning;
}

/** Returns the alarms of the high half, most urgent first, and every set bit that means one. */
function statusAlarms(word: number, customBits: Profile['alarmBits']): { alarms: AlarmType[]; levels: AlarmBit[] } {
  const levels = meanings(customBits)
    .filter(([bit]) => ((word >>> bit) & 1) === 1)
    .map(([bit, type]) => ({ bit, type }));
  const alarms = levels.filter(({ bit }) => bit >= firstAlarmBit || customBits?.has(bit)).map(({ type }) => type);
  return { alarms: customBits ? byUrgency(alarms) : [...new Set(alarms)], levels };
}

/**
 * Returns the ISO instant of `ddmmyy` and `hhmmss` of a clock that is `zoneMinutes` ahead of UTC; null for an invalid
 * date. The century is always 20: a wrong clock is stored as sent.
 */
export function watchTime(date: string | undefined, time: string | undefined, zoneMinutes: number): string | null {
  if (!sixDigits.test(date ?? '') || !sixDigits.test(time ?? '')) return null;
  const [day, month, year] = pairs(date ?? '');
  return wallTime([2000 + year, month, day, ...pairs(time ?? '')], zoneMinutes);
}

const sixDigits = /^\d{6}$/;

function pairs(digits: string): [number, number, number] {
  const value = Number(digits);
  return [Math.trunc(value / 10_000), Math.trunc(value / 100) % 100, value % 100];
}

function coordinate(text: string | undefined, hemisphere: string | undefined, limit: number): number | null {
  const value = finite(text);
  if (value === null || Math.abs(value) > limit) return null;
  return /^[sw]$/i.test(hemisphere?.trim() ?? '') ? -Math.abs(value) : value;
}

function position(fields: readonly string[], accuracy: number | null): Position | null {
  const lat = coordinate(fields[3], fields[4], 90);
  const lng = coordinate(fields[5], fields[6], 180);
  // 0,0 is "no fix" (protocols.md P0.6).
  if (lat === null || lng === null || (lat === 0 && lng === 0)) return null;
  const valid = fields[2]?.trim().toUpperCase() === 'A';
  return {
    lat,
    lng,
    speed: finite(fields[7]),
    course: finite(fields[8]),
    altitude: finite(fields[9]),
    accuracy,
    source: valid ? 'gnss' : 'unknown',
    valid,
  };
}

const macAddress = /^[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}$/i;

/** Parses a decimal number, or hex if it contains letters; null if missing or damaged. */
function cellNumber(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  if (/^\d+$/.test(trimmed)) return Number(trimmed);
  return /^[0-9a-f]+$/i.test(trimmed) ? Number.parseInt(trimmed, 16) : null;
}

/** Parses MCC or MNC: decimal; `FFFF` means unknown. */
function networkNumber(text: string | undefined): number | null {
  return /^\d{1,3}$/.test(text?.trim() ?? '') ? Number(text) : null;
}

function looksLikeNetwork(mcc: string | undefined, mnc: string | undefined): boolean {
  return /^(?:\d{3}|f{4})$/i.test(mcc ?? '') && /^(?:\d{1,3}|f{4})$/i.test(mnc ?? '');
}

interface Network {
  cells: Cell[];
  wifi: WifiPoint[];
  accuracy: number | null;
}

/** Reads the tail of a position: cells, Wi-Fi points, accuracy. A truncated tail is read as far as possible. */
function network(fields: readonly string[]): Network {
  const count = Math.max(0, Math.trunc(finite(fields[0]) ?? 0));
  const cells: Cell[] = [];
  if (count === 0) {
    const after = looksLikeNetwork(fields[2], fields[3]) ? 4 : 1;
    return { cells, ...wifiList(fields.slice(after)) };
  }
  const mcc = networkNumber(fields[2]);
  const mnc = networkNumber(fields[3]);
  let index = 4;
  for (let cell = 0; cell < count && index < fields.length; cell++, index += 3) {
    const lac = cellNumber(fields[index]);
    const cid = cellNumber(fields[index + 1]);
    // Fewer cells than declared: the Wi-Fi list has begun.
    if (fields.slice(index, index + 3).some((field) => macAddress.test(field.trim()))) break;
    if (lac === null || cid === null) continue;
    cells.push({ mcc, mnc, lac, cid, signal: finite(fields[index + 2]) });
  }
  return { cells, ...wifiList(fields.slice(index)) };
}

/** Reads Wi-Fi points; they are found by MAC, because a name may be empty or contain commas. */
function wifiList(fields: readonly string[]): { wifi: WifiPoint[]; accuracy: number | null } {
  const wifi: WifiPoint[] = [];
  let nameFrom = 1;
  for (let index = 1; index < fields.length; index++) {
    const mac = fields[index]?.trim() ?? '';
    if (!macAddress.test(mac)) continue;
    wifi.push({
      name: fields.slice(nameFrom, index).join(','),
      mac: mac.toLowerCase(),
      signal: finite(fields[index + 1]),
    });
    nameFrom = index + 2;
    index++;
  }
  return { wifi, accuracy: accuracyOf(fields, nameFrom, wifi.length) };
}

/** Returns the number after a complete list; in a truncated list it would be the name of a point. */
function accuracyOf(fields: readonly string[], index: number, points: number): number | null {
  const trailing = finite(fields[index]);
  const complete = index === fields.length - 1 && points >= (finite(fields[0]) ?? 0);
  return complete && trailing !== null && trailing > 0 ? trailing : null;
}

/** Parses the status word: eight hex digits, fewer are tolerated. */
function statusWord(text: string | undefined): number | null {
  return /^[0-9a-f]{1,8}$/i.test(text?.trim() ?? '') ? Number.parseInt(text ?? '', 16) >>> 0 : null;
}

/**
 * Fills `decoded` from position parameters (after the type), any tail of which may be missing. `profile`: clock offset
 * and bits of the model.
 */
export function decodePosition(
  decoded: Decoded,
  fields: readonly string[],
  { zoneMinutes = 0, alarmBits }: Profile,
): void {
  decoded.time = watchTime(fields[0], fields[1], zoneMinutes);
  const tail = network(fields.slice(16));
  decoded.cells = tail.cells;
  decoded.wifi = tail.wifi;
  decoded.position = position(fields, tail.accuracy);
  decoded.battery = percent(fields[12]);
  decoded.steps = finite(fields[13]);
  const word = statusWord(fields[15]);
  decoded.alarmBits = word;
  if (word !== null) Object.assign(decoded, statusAlarms(word, alarmBits));
  Object.assign(decoded.values, {
    fix: decoded.position?.valid ?? false,
    satellites: finite(fields[10]),
    signal: finite(fields[11]),
    rollovers: finite(fields[14]),
    status: fields[15] ?? null,
  });
}
