import { type AlarmType, blankDecoded, byUrgency, type Decoded, type Position } from '../message.ts';
import { finite, percent, readingOf } from '../reading.ts';
import { instantOf, isRecord, parseJson, type TimeUnit } from '../text.ts';
import { setTypeLevel } from './childProperties.ts';
import type { Datum } from './datum.ts';
import { toWgs84 } from './datum.ts';
import { decodeNative, positionOf } from './nativeMessage.ts';
import { decodeNight, type NightRule } from './pushNight.ts';

/** `/data/0/imei`: pointer to a value in one message (RFC 6901, without escapes). */
export type Path = string;

/** Condition of a rule: the value at `path`, as text, is one of `equals`. */
export interface Condition {
  path: Path;
  equals: string[];
}

export interface ReadingRule {
  path: Path;
  kind: string;
  /** UCUM unit, if not the kind's own. */
  unit?: string;
  /** Factor for the source's number. */
  factor?: number;
  when?: Condition;
}

export interface AlarmRule {
  path: Path;
  /** Alarm types by value as text; `*` is any value that is not empty, 0 or false. */
  values: Record<string, AlarmType>;
  /** Whether the source repeats the state: only its rise is an alarm. */
  level?: boolean;
  when?: Condition;
}

/** Data points `[{code, value}]`: where the lists stand, and the keys of a point. */
export interface PointRule {
  lists: Path[];
  code: string;
  value: string;
  /** Keys of a point's time, for a message without one: the newest point's counts. */
  time?: string[];
}

/** Mapping for a cloud's push, editable by engineers (protocols.md P9). */
export interface FieldMapping {
  body: 'json' | 'form';
  /** Pointer to the list of messages; without it the body is one message or a list. */
  messages?: Path;
  /** Pointers to objects, or JSON texts of them, inside an item whose fields stand among the item's own. */
  inside?: Path[];
  /** Lists of data points: each point stands among the fields under its own code. */
  points?: PointRule;
  /** Pointers for the device number; the first non-empty value counts. */
  number: Path[];
  id?: Path;
  kind?: Path;
  time?: { path: Path; unit?: TimeUnit; zoneMinutes?: number };
  backlog?: Condition;
  position?: {
    datum: Datum;
    lat: Path;
    lng: Path;
    accuracy?: Path;
    speed?: Path;
    course?: Path;
    altitude?: Path;
    when?: Condition;
  };
  battery?: Path;
  steps?: Path;
  readings?: ReadingRule[];
  alarms?: AlarmRule[];
  /** Maker's summary of a night. */
  night?: NightRule;
}

/** `own`: the body is our own message with `sn` or `number` (or a list of them). */
export type PushMapping = FieldMapping | { body: 'own' };

/** Maximum messages per body; beyond it the push is refused (protocols.md P0.8). */
const maxMessages = 1000;

/** Decodes a pushed body into messages and errors. */
export function decodePush(body: Buffer, mapping: PushMapping): { messages: Decoded[]; errors: string[] } {
  const items = itemsOf(body, mapping);
  if (typeof items === 'string') return { messages: [], errors: [items] };
  const messages: Decoded[] = [];
  const errors: string[] = [];
  for (const item of items) {
    const decoded = isRecord(item) ? decodeItem(item, mapping, items.length === 1 ? body : null) : null;
    if (!decoded) errors.push('no device number');
    else if (addNight(decoded, item, mapping, errors)) messages.push(decoded);
  }
  return { messages, errors };
}

/** Adds the maker's summary of a night; returns false where it is refused and the message says nothing else. */
function addNight(decoded: Decoded, item: unknown, mapping: PushMapping, errors: string[]): boolean {
  if (mapping.body === 'own' || !mapping.night) return true;
  const night = decodeNight(mapping.night, (path) => valueAt(item, path), mapping.time);
  if (typeof night !== 'string') {
    if (night) decoded.night = night;
    return true;
  }
  errors.push(night);
  const { readings, alarms, position: place, battery, steps } = decoded;
  return readings.length > 0 || alarms.length > 0 || place !== null || battery !== null || steps !== null;
}

function itemsOf(body: Buffer, mapping: PushMapping): unknown[] | string {
  const parsed = mapping.body === 'form' ? formOf(body) : parseJson(body);
  if (parsed === undefined) return 'not JSON';
  const list = mapping.body !== 'own' && mapping.messages !== undefined ? valueAt(parsed, mapping.messages) : parsed;
  const items = Array.isArray(list) ? list : [list];
  return items.length > maxMessages ? 'too many messages' : items;
}

function formOf(body: Buffer): Record<string, string> {
  const text = body.toString('utf8').replaceAll('\0', '').replaceAll('%00', '');
  return Object.fromEntries(new URLSearchParams(text));
}

/** Decodes one item; `raw` is the whole body if it is one message, else null: then the item is stored. */
function decodeItem(item: Record<string, unknown>, mapping: PushMapping, raw: Buffer | null): Decoded | null {
  const fields = mapping.body === 'own' ? item : unwrapped(item, mapping.inside);
  const paths = mapping.body === 'own' ? ['/sn', '/number'] : mapping.number;
  const number = paths.map((path) => text(fields, path)).find((candidate) => candidate !== '');
  if (number === undefined) return null;
  const bytes = raw ?? Buffer.from(JSON.stringify(item));
  if (mapping.body === 'own') return decodeNative(number.slice(0, 64), item, bytes);
  return decodeFields(fields, mapping, blankDecoded('message', number.slice(0, 64), bytes));
}

function decodeFields(message: Record<string, unknown>, mapping: FieldMapping, decoded: Decoded): Decoded {
  const points = pointsOf(message, mapping.points);
  const item = { ...message, ...Object.fromEntries(points.map(({ code, value }) => [code, value])) };
  decoded.kind = text(message, mapping.kind) || decoded.kind;
  decoded.ownKey = text(message, mapping.id).slice(0, 128) || null;
  decoded.backlog = mapping.backlog !== undefined && holds(item, mapping.backlog);
  decoded.battery = percent(valueAt(item, mapping.battery));
  decoded.steps = finite(valueAt(item, mapping.steps));
  decoded.position = position(item, mapping.position);
  decoded.values = item;
  if (mapping.time) {
    const { path, unit, zoneMinutes } = mapping.time;
    const times = points.map(({ time }) => instantOf(time, unit, zoneMinutes)).filter((time) => time !== null);
    decoded.time = instantOf(valueAt(message, path), unit, zoneMinutes) ?? times.sort().at(-1) ?? null;
  }
  decoded.readings = (mapping.readings ?? []).map((rule) => reading(item, rule)).filter((value) => value !== null);
  readAlarms(decoded, item, mapping.alarms ?? []);
  return decoded;
}

/** Adds the fields of the objects inside an item, each an object or its JSON text. */
function unwrapped(item: Record<string, unknown>, inside: readonly Path[] = []): Record<string, unknown> {
  let fields = item;
  for (const path of inside) {
    const value = valueAt(fields, path);
    const inner = typeof value === 'string' ? parseJson(Buffer.from(value)) : value;
    if (isRecord(inner)) fields = { ...fields, ...inner };
  }
  return fields;
}

/** Maximum data points of a message. */
const maxPoints = 500;

function pointsOf(item: unknown, rule: PointRule | undefined): { code: string; value: unknown; time: unknown }[] {
  if (!rule) return [];
  const points = rule.lists.flatMap((path) => {
    const list = valueAt(item, path);
    return Array.isArray(list) ? list.slice(0, maxPoints).filter(isRecord) : [];
  });
  return points.flatMap((point) => {
    const code = point[rule.code];
    const time = (rule.time ?? []).map((key) => point[key]).find((value) => value !== undefined);
    return typeof code === 'string' && code !== '' ? [{ code, value: point[rule.value], time }] : [];
  });
}

/** Returns the value at a path; undefined if missing. */
function valueAt(value: unknown, path: Path | undefined): unknown {
  if (path === undefined) return undefined;
  return path.split('/').slice(1).reduce<unknown>(step, value);
}

function step(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function text(item: unknown, path: Path | undefined): string {
  const value = valueAt(item, path);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).trim()
    : '';
}

function holds(item: unknown, condition: Condition | undefined): boolean {
  return condition === undefined || condition.equals.includes(text(item, condition.path));
}

function reading(item: unknown, rule: ReadingRule): ReturnType<typeof readingOf> {
  const value = holds(item, rule.when) ? finite(valueAt(item, rule.path)) : null;
  return readingOf(rule.kind, value === null ? null : value * (rule.factor ?? 1), rule.unit);
}

function position(item: unknown, rule: FieldMapping['position']): Position | null {
  if (!rule || !holds(item, rule.when)) return null;
  const located = positionOf({
    lat: valueAt(item, rule.lat),
    lng: valueAt(item, rule.lng),
    accuracy: valueAt(item, rule.accuracy),
    speed: valueAt(item, rule.speed),
    course: valueAt(item, rule.course),
    altitude: valueAt(item, rule.altitude),
  });
  return located && { ...located, ...toWgs84(located, rule.datum) };
}

function alarmOf(item: unknown, rule: AlarmRule): AlarmType | null {
  if (!holds(item, rule.when)) return null;
  const value = valueAt(item, rule.path);
  const candidates = Array.isArray(value) ? value.map(String) : [text(item, rule.path)];
  const code = candidates.find((candidate) => Object.hasOwn(rule.values, candidate));
  if (code !== undefined) return rule.values[code] ?? null;
  const set = candidates.some((candidate) => !['', '0', 'false'].includes(candidate));
  return set ? (rule.values['*'] ?? null) : null;
}

/**
 * Reads alarms; level rules become levels of their types, so that a repeated state is recognized (domain.md 7.2). A rule
 * without its value tells nothing: the alarm stays as it was.
 */
function readAlarms(decoded: Decoded, item: unknown, rules: readonly AlarmRule[]): void {
  const pressed = rules
    .filter((rule) => !rule.level)
    .map((rule) => alarmOf(item, rule))
    .filter((type) => type !== null);
  decoded.press = pressed.length > 0;
  decoded.alarms = byUrgency(pressed);
  const levels = rules.filter((rule) => rule.level);
  const silent = new Set(levels.filter((rule) => !tells(item, rule)).flatMap(({ values }) => Object.values(values)));
  for (const rule of levels.filter((level) => tells(item, level))) {
    const raised = alarmOf(item, rule);
    for (const type of new Set(Object.values(rule.values)))
      if (type === raised || !silent.has(type)) setTypeLevel(decoded, type, type === raised);
  }
}

function tells(item: unknown, rule: AlarmRule): boolean {
  const value = valueAt(item, rule.path);
  return value !== undefined && value !== null && holds(item, rule.when);
}
