import { type AlarmBit, type AlarmType, byUrgency, type Decoded, type Position } from '../message.ts';
import type { Profile } from '../profile.ts';
import { finite, percent, readingsOf } from '../reading.ts';
import type { Span } from '../span.ts';
import { watchTime } from '../watch/position.ts';

/** Parsed text: the comma-separated fields and their ranges. */
export interface H02Text {
  maker: string;
  number: string;
  type: string;
  fields: string[];
  /** Range of each field in the frame. */
  places: [from: number, to: number][];
}

/** Parses a text frame; null without a number and a type. */
export function parseH02Text(frame: Buffer): H02Text | null {
  const text = frame.toString('latin1').replace(/#?[\r\n]*$/, '');
  const [maker, number, type, ...fields] = text.split(',');
  if (maker === undefined || !/^\*[A-Za-z0-9]{2}$/.test(maker) || !/^\d{0,20}$/.test(number ?? '-') || !type)
    return null;
  let offset = maker.length + (number ?? '').length + type.length + 3;
  const places = fields.map((field): [number, number] => {
    const from = offset;
    offset += field.length + 1;
    return [from, from + field.length];
  });
  return { maker: maker.slice(1), number: number ?? '', type, fields, places };
}

/** Bits that mean an alarm when 0 (protocols.md P4). */
const alarmBits: readonly (readonly [bit: number, type: AlarmType])[] = [
  [1, 'sos'],
  [18, 'sos'],
  [19, 'power_off'],
  [0, 'other'],
  [2, 'other'],
];
const alarmNames = ['vibration', 'sos', 'overspeed'];

/** Reads the active-low status word into levels where 1 means the alarm; all zeros mean no status. */
export function readStatus(decoded: Decoded, word: number, customBits: Profile['alarmBits']): void {
  decoded.values.status = word.toString(16).padStart(8, '0');
  // No device has all alarms at once: zeros are the filler of a device without a status.
  if (word === 0) return;
  const raised = ~word >>> 0;
  const meanings = customBits ? [...customBits, ...alarmBits.filter(([bit]) => !customBits.has(bit))] : alarmBits;
  const levels = meanings
    .filter(([bit]) => ((raised >>> bit) & 1) === 1)
    .map(([bit, type]): AlarmBit => ({ bit, type }));
  decoded.alarmBits = raised;
  decoded.levels = levels;
  decoded.alarms = byUrgency(levels.map(({ type }) => type));
  decoded.values.ignition = ((word >>> 10) & 1) === 1;
  const other = levels.find(({ type }) => type === 'other');
  if (other && alarmNames[other.bit] !== undefined) decoded.values.alarm = alarmNames[other.bit];
}

/** Converts the battery levels of different makers to percent. */
export function levelOf(value: number): number | null {
  if (value >= 0xf1 && value <= 0xf6) return value - 0xf0;
  if (value > 6) return percent(value);
  return [null, 0, 10, 20, 60, 80, 100][value] ?? null;
}

/** Converts knots to km/h with three decimals. */
export function kmh(knots: number): number {
  return Math.round(knots * 1852) / 1000;
}

/** Parses degrees and minutes: `ddmm.mmmm`, `ddmmmmmm`, `-dd-mm.mmmm`. */
function degrees(text: string | undefined, limit: number): number | null {
  const [, wholeDegrees, minutes] =
    /^-?(\d{1,3})-(\d{1,2}\.\d+)$/.exec(text ?? '') ??
    /^(\d{0,3}?)(\d{1,2}\.\d+)$/.exec(text ?? '') ??
    /^(\d{1,3})(\d{6})$/.exec(text ?? '') ??
    [];
  if (minutes === undefined) return null;
  const value = Number(wholeDegrees) + Number(minutes.includes('.') ? minutes : Number(minutes) / 10_000) / 60;
  return value <= limit ? Math.round(value * 1e7) / 1e7 : null;
}

const isDate = (text: string | undefined) => /^\d{6}$/.test(text ?? '');
const isWord = (text: string | undefined) => /^[0-9A-Fa-f]{8}$/.test(text ?? '');

/** Input and output of a type's reader: the fields, the message and its spans. */
export interface H02Draft {
  decoded: Decoded;
  text: H02Text;
  profile: Profile;
  spans: Span[] | null;
}

/** Records that fields of the text became one field of the message. */
export function mark({ text, spans }: H02Draft, field: string, first: number, last = first): void {
  const [from, to] = [text.places[first]?.[0], text.places[last]?.[1]];
  if (spans && from !== undefined && to !== undefined && to > from) spans.push({ field, from, to });
}

/** Reads time and date, which are separate fields. */
export function readTime(draft: H02Draft, clockAt: number, dateAt: number): void {
  const { decoded, text, profile } = draft;
  decoded.time = watchTime(text.fields[dateAt], text.fields[clockAt], profile.zoneMinutes ?? 0);
  mark(draft, 'time', clockAt);
  mark(draft, 'time', dateAt);
}

/** Reads the status if the field is a status word. */
export function readStatusWord(draft: H02Draft, index: number): boolean {
  const word = draft.text.fields[index];
  if (!isWord(word)) return false;
  readStatus(draft.decoded, Number.parseInt(word ?? '', 16), draft.profile.alarmBits);
  mark(draft, 'values.status', index);
  return true;
}

/**
 * Returns the index of a time with a position after it (hemisphere letters 3 and 5 fields later); -1 without a
 * position.
 */
function placeAt({ text: { fields } }: H02Draft, from: number): number {
  for (let index = Math.max(0, from); index + 5 < fields.length; index++) {
    if (/^[NS]$/i.test(fields[index + 3]?.trim() ?? '') && /^[EW]$/i.test(fields[index + 5]?.trim() ?? ''))
      return index;
  }
  return -1;
}

function placeOf(draft: H02Draft, index: number): Position | null {
  const { fields } = draft.text;
  const [lat, lng] = [degrees(fields[index + 2]?.trim(), 90), degrees(fields[index + 4]?.trim(), 180)];
  if (lat === null || lng === null || (lat === 0 && lng === 0)) return null;
  // A number instead of the letter encodes a fix.
  const valid = /^(?:A|\d+)$/i.test(fields[index + 1]?.trim() ?? '');
  const speed = finite(fields[index + 6]);
  return {
    lat: /s/i.test(fields[index + 3] ?? '') ? -lat : lat,
    lng: /w/i.test(fields[index + 5] ?? '') ? -lng : lng,
    speed: speed === null ? null : kmh(speed),
    course: finite(fields[index + 7]),
    altitude: null,
    accuracy: null,
    source: valid ? 'gnss' : 'unknown',
    valid,
  };
}

/**
 * Reads a position anywhere in the text, and what follows it. Returns its index, or -1.
 * @param from first field that may be its time
 */
export function readPosition(draft: H02Draft, from = 0): number {
  const index = placeAt(draft, from);
  if (index < 0) return -1;
  const { decoded, text } = draft;
  decoded.position = placeOf(draft, index);
  decoded.values.fix = decoded.position?.valid ?? false;
  mark(draft, 'position.valid', index + 1);
  mark(draft, 'position.lat', index + 2, index + 3);
  mark(draft, 'position.lng', index + 4, index + 5);
  mark(draft, 'position.speed', index + 6);
  mark(draft, 'position.course', index + 7);
  const dateAt = isDate(text.fields[index + 8]) ? index + 8 : isDate(text.fields[index + 9]) ? index + 9 : index + 8;
  if (dateAt === index + 9) readBattery(draft, index + 8);
  readTime(draft, index, dateAt);
  readBehind(draft, dateAt + 1);
  return index;
}

function readBattery(draft: H02Draft, index: number): void {
  const level = finite(draft.text.fields[index]);
  draft.decoded.battery = level === null ? null : levelOf(level);
  mark(draft, 'battery', index);
}

/** Reads the status, possibly after three SIM fields, and maker-specific fields after it. */
function readBehind(draft: H02Draft, from: number): void {
  const index = [from, from + 3, from + 1, from + 2].find((candidate) => isWord(draft.text.fields[candidate]));
  if (index === undefined) return;
  readStatusWord(draft, index);
  const rest = draft.text.fields.slice(index + 1);
  if (readVehicle(draft, index + 1, rest)) return;
  if (rest.length > 0) draft.decoded.values.io = rest.map((field) => field.trim());
  readCell(draft, index + 1, rest);
}

/** Whether the text is eight hex digits with most bits set, like every real status word. */
const isFilled = (text: string | undefined) => isWord(text) && (text ?? '').replaceAll(/[^Ff]/g, '').length >= 4;

/** Reads time, status and cell of a text without a position, so that an SOS without satellites is not lost. */
export function readUnplaced(draft: H02Draft): void {
  const { fields } = draft.text;
  const index = fields.findLastIndex((field, place) => place > 0 && isFilled(field));
  if (index < 0) return;
  draft.decoded.kind = 'position';
  if (isDate(fields[index - 1])) readTime(draft, 0, index - 1);
  readBehind(draft, index);
}

/** Parses a decimal number, or hex if it contains letters. */
function figure(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  if (/^\d{1,10}$/.test(trimmed)) return Number(trimmed);
  return /^[0-9a-f]{1,8}$/i.test(trimmed) ? Number.parseInt(trimmed, 16) : null;
}

/** Reads odometer, temperature, fuel, altitude, LAC and CID. */
function readVehicle(draft: H02Draft, index: number, rest: readonly string[]): boolean {
  const { decoded } = draft;
  if (!/^\d+,-?\d+,\d+\.\d+,-?\d+,[0-9a-f]+,[0-9a-f]+$/i.test(rest.join(','))) return false;
  const [odometer, temp1, fuel, altitude] = rest.map(Number);
  Object.assign(decoded.values, { odometer, temp1, fuel });
  if (decoded.position) decoded.position.altitude = altitude ?? null;
  const [lac, cid] = [Number.parseInt(rest[4] ?? '', 16), Number.parseInt(rest[5] ?? '', 16)];
  if (lac > 0 || cid > 0) decoded.cells.push({ mcc: null, mnc: null, lac, cid, signal: null });
  mark(draft, 'position.altitude', index + 3);
  mark(draft, 'cells', index + 4, index + 5);
  return true;
}

const isCountry = (mcc: number | null): mcc is number => mcc !== null && mcc >= 200 && mcc <= 799;

/** Parses hex digits with any padding of zeros or blanks. */
function hexFigure(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  return /^[0-9a-f]{1,8}$/i.test(trimmed) ? Number.parseInt(trimmed, 16) : null;
}

/** Reads MCC, MNC, LAC and CID: decimal, or on some makers all in hex, recognizable by the country code. */
function readCell(draft: H02Draft, index: number, rest: readonly string[]): void {
  const inDecimal = isCountry(finite(rest[0]));
  const [mcc = null, mnc = null, lac = null, cid = null] = inDecimal
    ? [finite(rest[0]), finite(rest[1]), figure(rest[2]), figure(rest[3])]
    : rest.slice(0, 4).map(hexFigure);
  if (!isCountry(mcc) || mnc === null || lac === null || cid === null || (lac === 0 && cid === 0)) return;
  draft.decoded.cells.push({ mcc, mnc, lac, cid, signal: null });
  mark(draft, 'cells', index, index + 3);
}

/** Reads steps and turns, if the device counts them. */
export function readSteps({ decoded, text }: H02Draft, stepsAt: number): void {
  decoded.steps = finite(text.fields[stepsAt]);
  const rollovers = finite(text.fields[stepsAt + 1]);
  decoded.values.rollovers = rollovers;
  decoded.readings = readingsOf([
    ['steps', decoded.steps],
    ['rollovers', rollovers],
  ]);
}

/** Reads cells of one network: LAC, CID and further fields per cell. */
export function readCells(
  draft: H02Draft,
  network: { mcc: number | null; mnc: number | null },
  index: number,
  each: number,
  end: number,
): void {
  const { decoded, text } = draft;
  for (let field = index; field + each <= end; field += each) {
    const [lac, cid] = [figure(text.fields[field]), figure(text.fields[field + 1])];
    if (lac === null || cid === null || (lac === 0 && cid === 0)) continue;
    decoded.cells.push({ ...network, lac, cid, signal: each === 3 ? finite(text.fields[field + 2]) : null });
  }
  if (end > index) mark(draft, 'cells', index, end - 1);
}
