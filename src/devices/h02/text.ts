import { type AlarmBit, type AlarmType, byUrgency, type Decoded, type Position } from '../message.ts';
import type { Profile } from '../profile.ts';
import { finite, percent, readingsOf } from '../reading.ts';
import type { Span } from '../span.ts';
import { watchTime } from '../watchPosition.ts';

/** A text taken to pieces: what stands between its commas, and where. */
export interface H02Text {
  maker: string;
  number: string;
  type: string;
  fields: string[];
  /** Where each field stands in the frame. */
  places: [from: number, to: number][];
}

/** Takes a text frame to pieces; null when it has no number and type. */
export function openText(frame: Buffer): H02Text | null {
  const text = frame.toString('latin1').replace(/#?[\r\n]*$/, '');
  const [maker, number, type, ...fields] = text.split(',');
  if (maker === undefined || !/^\*[A-Za-z0-9]{2}$/.test(maker) || !/^\d{0,20}$/.test(number ?? '-') || !type)
    return null;
  let at = maker.length + (number ?? '').length + type.length + 3;
  const places = fields.map((field): [number, number] => {
    const from = at;
    at += field.length + 1;
    return [from, from + field.length];
  });
  return { maker: maker.slice(1), number: number ?? '', type, fields, places };
}

/** Bits that mean an alarm where they are 0 (protocols.md P4). */
const alarmBits: readonly (readonly [bit: number, type: AlarmType])[] = [
  [1, 'sos'],
  [18, 'sos'],
  [19, 'power_off'],
  [0, 'other'],
  [2, 'other'],
];
const words = ['vibration', 'sos', 'overspeed'];

/** The status word, active-low: levels as they would stand if a 1 meant the alarm; all zeros say nothing. */
export function readStatus(decoded: Decoded, word: number, own: Profile['alarmBits']): void {
  decoded.values.status = word.toString(16).padStart(8, '0');
  // No device has every alarm at once: one that has no status fills the word with zeros.
  if (word === 0) return;
  const raised = ~word >>> 0;
  const meanings = own ? [...own, ...alarmBits.filter(([bit]) => !own.has(bit))] : alarmBits;
  const levels = meanings
    .filter(([bit]) => ((raised >>> bit) & 1) === 1)
    .map(([bit, type]): AlarmBit => ({ bit, type }));
  decoded.alarmBits = raised;
  decoded.levels = levels;
  decoded.alarms = byUrgency(levels.map(({ type }) => type));
  decoded.values.ignition = ((word >>> 10) & 1) === 1;
  const other = levels.find(({ type }) => type === 'other');
  if (other && words[other.bit] !== undefined) decoded.values.alarm = words[other.bit];
}

/** Levels of a battery as different makers send them, in percent. */
export function levelOf(value: number): number | null {
  if (value >= 0xf1 && value <= 0xf6) return value - 0xf0;
  if (value > 6) return percent(value);
  return [null, 0, 10, 20, 60, 80, 100][value] ?? null;
}

/** Knots as km/h, metres exact. */
export function kmh(knots: number): number {
  return Math.round(knots * 1852) / 1000;
}

/** Degrees and minutes: `ddmm.mmmm`, `ddmmmmmm`, `-dd-mm.mmmm`. */
function degrees(text: string | undefined, limit: number): number | null {
  const [, whole, minutes] =
    /^-?(\d{1,3})-(\d{1,2}\.\d+)$/.exec(text ?? '') ??
    /^(\d{0,3}?)(\d{1,2}\.\d+)$/.exec(text ?? '') ??
    /^(\d{1,3})(\d{6})$/.exec(text ?? '') ??
    [];
  if (minutes === undefined) return null;
  const value = Number(whole) + Number(minutes.includes('.') ? minutes : Number(minutes) / 10_000) / 60;
  return value <= limit ? Math.round(value * 1e7) / 1e7 : null;
}

const isDate = (text: string | undefined) => /^\d{6}$/.test(text ?? '');
const isWord = (text: string | undefined) => /^[0-9A-Fa-f]{8}$/.test(text ?? '');

/** What the decoder of one type gets: the fields, and where to say which of them became what. */
export interface H02Draft {
  decoded: Decoded;
  text: H02Text;
  profile: Profile;
  spans: Span[] | null;
}

/** Says that fields of the text became one of the message. */
export function mark({ text, spans }: H02Draft, field: string, first: number, last = first): void {
  const [from, to] = [text.places[first]?.[0], text.places[last]?.[1]];
  if (spans && from !== undefined && to !== undefined && to > from) spans.push({ field, from, to });
}

/** Time and date, which stand apart. */
export function readTime(draft: H02Draft, clockAt: number, dateAt: number): void {
  const { decoded, text, profile } = draft;
  decoded.time = watchTime(text.fields[dateAt], text.fields[clockAt], profile.zoneMinutes ?? 0);
  mark(draft, 'time', clockAt);
  mark(draft, 'time', dateAt);
}

/** Status in the field, if it is one. */
export function readWord(draft: H02Draft, at: number): boolean {
  const word = draft.text.fields[at];
  if (!isWord(word)) return false;
  readStatus(draft.decoded, Number.parseInt(word ?? '', 16), draft.profile.alarmBits);
  mark(draft, 'values.status', at);
  return true;
}

/** Where the two letters of the hemispheres stand three fields behind a time; -1 for a text without a position. */
function placeAt({ text: { fields } }: H02Draft, from: number): number {
  for (let at = Math.max(0, from); at + 5 < fields.length; at++) {
    if (/^[NS]$/i.test(fields[at + 3]?.trim() ?? '') && /^[EW]$/i.test(fields[at + 5]?.trim() ?? '')) return at;
  }
  return -1;
}

function placeOf(draft: H02Draft, at: number): Position | null {
  const { fields } = draft.text;
  const [lat, lng] = [degrees(fields[at + 2]?.trim(), 90), degrees(fields[at + 4]?.trim(), 180)];
  if (lat === null || lng === null || (lat === 0 && lng === 0)) return null;
  // A figure in place of the letter is the coding of a fix.
  const valid = /^(?:A|\d+)$/i.test(fields[at + 1]?.trim() ?? '');
  const speed = finite(fields[at + 6]);
  return {
    lat: /s/i.test(fields[at + 3] ?? '') ? -lat : lat,
    lng: /w/i.test(fields[at + 5] ?? '') ? -lng : lng,
    speed: speed === null ? null : kmh(speed),
    course: finite(fields[at + 7]),
    altitude: null,
    accuracy: null,
    source: valid ? 'gnss' : 'unknown',
    valid,
  };
}

/**
 * A position wherever it stands in the text, and what follows it. Answers where it began, or -1.
 * @param from the first field that may be its time
 */
export function readPosition(draft: H02Draft, from = 0): number {
  const at = placeAt(draft, from);
  if (at < 0) return -1;
  const { decoded, text } = draft;
  decoded.position = placeOf(draft, at);
  decoded.values.fix = decoded.position?.valid ?? false;
  mark(draft, 'position.valid', at + 1);
  mark(draft, 'position.lat', at + 2, at + 3);
  mark(draft, 'position.lng', at + 4, at + 5);
  mark(draft, 'position.speed', at + 6);
  mark(draft, 'position.course', at + 7);
  const dateAt = isDate(text.fields[at + 8]) ? at + 8 : isDate(text.fields[at + 9]) ? at + 9 : at + 8;
  if (dateAt === at + 9) readBattery(draft, at + 8);
  readTime(draft, at, dateAt);
  readBehind(draft, dateAt + 1);
  return at;
}

function readBattery(draft: H02Draft, at: number): void {
  const level = finite(draft.text.fields[at]);
  draft.decoded.battery = level === null ? null : levelOf(level);
  mark(draft, 'battery', at);
}

/** Status, perhaps behind three fields of the card, and what each maker puts behind it. */
function readBehind(draft: H02Draft, from: number): void {
  const at = [from, from + 3, from + 1, from + 2].find((one) => isWord(draft.text.fields[one]));
  if (at === undefined) return;
  readWord(draft, at);
  const rest = draft.text.fields.slice(at + 1);
  if (readVehicle(draft, at + 1, rest)) return;
  if (rest.length > 0) draft.decoded.values.io = rest.map((one) => one.trim());
  readCell(draft, at + 1, rest);
}

/** Eight hex digits of which most bits are set, as in any true status word. */
const isFilled = (text: string | undefined) => isWord(text) && (text ?? '').replaceAll(/[^Ff]/g, '').length >= 4;

/** Time, status and cell of a text that has no place: nobody may miss a call for help for want of satellites. */
export function readUnplaced(draft: H02Draft): void {
  const { fields } = draft.text;
  const at = fields.findLastIndex((field, place) => place > 0 && isFilled(field));
  if (at < 0) return;
  draft.decoded.kind = 'position';
  if (isDate(fields[at - 1])) readTime(draft, 0, at - 1);
  readBehind(draft, at);
}

/** A number in decimal, or in hex where it has letters. */
function figure(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  if (/^\d{1,10}$/.test(trimmed)) return Number(trimmed);
  return /^[0-9a-f]{1,8}$/i.test(trimmed) ? Number.parseInt(trimmed, 16) : null;
}

/** Odometer, temperature, fuel, altitude, LAC and CID. */
function readVehicle(draft: H02Draft, at: number, rest: readonly string[]): boolean {
  const { decoded } = draft;
  if (!/^\d+,-?\d+,\d+\.\d+,-?\d+,[0-9a-f]+,[0-9a-f]+$/i.test(rest.join(','))) return false;
  const [odometer, temp1, fuel, altitude] = rest.map(Number);
  Object.assign(decoded.values, { odometer, temp1, fuel });
  if (decoded.position) decoded.position.altitude = altitude ?? null;
  const [lac, cid] = [Number.parseInt(rest[4] ?? '', 16), Number.parseInt(rest[5] ?? '', 16)];
  if (lac > 0 || cid > 0) decoded.cells.push({ mcc: null, mnc: null, lac, cid, signal: null });
  mark(draft, 'position.altitude', at + 3);
  mark(draft, 'cells', at + 4, at + 5);
  return true;
}

const isCountry = (mcc: number | null): mcc is number => mcc !== null && mcc >= 200 && mcc <= 799;

/** Hex digits, however many zeros or blanks fill them up. */
function hexFigure(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  return /^[0-9a-f]{1,8}$/i.test(trimmed) ? Number.parseInt(trimmed, 16) : null;
}

/** MCC, MNC, LAC and CID: decimal, or of some makers all in hex, which shows by the country. */
function readCell(draft: H02Draft, at: number, rest: readonly string[]): void {
  const inDecimal = isCountry(finite(rest[0]));
  const [mcc = null, mnc = null, lac = null, cid = null] = inDecimal
    ? [finite(rest[0]), finite(rest[1]), figure(rest[2]), figure(rest[3])]
    : rest.slice(0, 4).map(hexFigure);
  if (!isCountry(mcc) || mnc === null || lac === null || cid === null || (lac === 0 && cid === 0)) return;
  draft.decoded.cells.push({ mcc, mnc, lac, cid, signal: null });
  mark(draft, 'cells', at, at + 3);
}

/** Steps and turns of those that count them. */
export function readSteps({ decoded, text }: H02Draft, stepsAt: number): void {
  decoded.steps = finite(text.fields[stepsAt]);
  const rollovers = finite(text.fields[stepsAt + 1]);
  decoded.values.rollovers = rollovers;
  decoded.readings = readingsOf([
    ['steps', decoded.steps],
    ['rollovers', rollovers],
  ]);
}

/** Cells of one network: LAC, CID and more, so many fields each. */
export function readCells(
  draft: H02Draft,
  network: { mcc: number | null; mnc: number | null },
  at: number,
  each: number,
  end: number,
): void {
  const { decoded, text } = draft;
  for (let field = at; field + each <= end; field += each) {
    const [lac, cid] = [figure(text.fields[field]), figure(text.fields[field + 1])];
    if (lac === null || cid === null || (lac === 0 && cid === 0)) continue;
    decoded.cells.push({ ...network, lac, cid, signal: each === 3 ? finite(text.fields[field + 2]) : null });
  }
  if (end > at) mark(draft, 'cells', at, end - 1);
}
