import type { Span } from '../span.ts';
import { isRecord, parseJson } from '../text.ts';
import { readingKindOf } from './childProperties.ts';
import type { PushMapping } from './push.ts';

type Ranges = Map<string, readonly [from: number, to: number]>;

/** Maximum nesting depth. */
const maxDepth = 32;

const space = new Set([0x20, 0x09, 0x0a, 0x0d]);
const ends = new Set([...space, 0x2c, 0x5d, 0x7d]);

/**
 * Returns the range of each value in a JSON text by pointer (`/position/lat`, without escapes); skips values nested too
 * deep.
 */
export function jsonRanges(bytes: Buffer): Ranges {
  const ranges: Ranges = new Map();
  let offset = 0;
  const skip = () => {
    while (space.has(bytes[offset] ?? 0)) offset++;
  };
  const string = (): string => {
    const from = offset++;
    while (offset < bytes.length && bytes[offset] !== 0x22) offset += bytes[offset] === 0x5c ? 2 : 1;
    offset++;
    return bytes.toString('utf8', from, offset);
  };
  const value = (path: string, depth: number): void => {
    skip();
    const from = offset;
    const sign = bytes[offset];
    if (sign === 0x22) string();
    else if (sign === 0x7b || sign === 0x5b) inside(path, depth, sign === 0x7b);
    else while (offset < bytes.length && !ends.has(bytes[offset] ?? 0)) offset++;
    ranges.set(path, [from, offset]);
  };
  const inside = (path: string, depth: number, keyed: boolean): void => {
    if (depth >= maxDepth) throw new RangeError('nested too deep');
    offset++;
    for (let index = 0; offset < bytes.length; index++) {
      skip();
      if (bytes[offset] === 0x7d || bytes[offset] === 0x5d) break;
      let key = String(index);
      if (keyed) {
        key = JSON.parse(string()) as string;
        skip();
        offset++;
      }
      value(`${path}/${key}`, depth + 1);
      skip();
      if (bytes[offset] === 0x2c) offset++;
    }
    offset++;
  };
  try {
    value('', 0);
  } catch {
    // Values before the error stay known.
  }
  return ranges;
}

/** Returns the ranges of a form's values; escaped ones are longer than their meaning. */
function formRanges(bytes: Buffer): Ranges {
  const ranges: Ranges = new Map();
  let offset = 0;
  for (const pair of bytes.toString('latin1').split('&')) {
    const equals = pair.indexOf('=');
    const [key] = new URLSearchParams(pair).keys();
    if (equals > 0 && key !== undefined) ranges.set(`/${key}`, [offset + equals + 1, offset + pair.length]);
    offset += pair.length + 1;
  }
  return ranges;
}

function spansOf(ranges: Ranges, fields: readonly (readonly [field: string, path: string | undefined])[]): Span[] {
  const spans = fields.flatMap(([field, path]): Span[] => {
    const range = path === undefined ? undefined : ranges.get(path);
    return range && range[1] > range[0] ? [{ field, from: range[0], to: range[1] }] : [];
  });
  const key = ({ field, from }: Span) => `${field} ${from}`;
  return [...new Map(spans.map((span) => [key(span), span])).values()].sort((a, b) => a.from - b.from);
}

const placeFields = ['lat', 'lng', 'speed', 'course', 'altitude', 'accuracy', 'valid'] as const;
const knownFields = new Set([
  'id',
  'ts',
  'alarms',
  'battery',
  'position',
  'readings',
  'steps',
  'backlog',
  'sn',
  'number',
]);

/** Returns the spans of our own message format. */
export function nativeSpans(bytes: Buffer): Span[] {
  const body = parseJson(bytes);
  if (!isRecord(body)) return [];
  const list = Array.isArray(body.readings) ? body.readings : [];
  const readings = list.flatMap((item, index) =>
    isRecord(item) ? [[`readings.${String(item.kind)}`, `/readings/${index}/value`] as const] : [],
  );
  const singleReading = isRecord(body.readings)
    ? [[`readings.${String(body.readings.kind)}`, '/readings/value'] as const]
    : [];
  const others = Object.keys(body).filter((key) => !knownFields.has(key));
  return spansOf(jsonRanges(bytes), [
    ['number', '/sn'],
    ['number', '/number'],
    ['time', '/ts'],
    ['battery', '/battery'],
    ['steps', '/steps'],
    ['backlog', '/backlog'],
    ['alarms', '/alarms'],
    ...placeFields.map((name) => [`position.${name}`, `/position/${name}`] as const),
    ...readings,
    ...singleReading,
    ...others.map((key) => [`values.${key}`, `/${key}`] as const),
  ]);
}

/**
 * Returns the spans of an object of named properties, all of which are values.
 * @param inside property that holds the object; '': the whole message
 */
export function propertySpans(bytes: Buffer, inside = ''): Span[] {
  const body = parseJson(bytes);
  const object = isRecord(body) && inside !== '' ? body[inside] : body;
  if (!isRecord(object)) return [];
  const base = inside === '' ? '' : `/${inside}`;
  const fields = Object.keys(object).map((key): [string, string] => [fieldOf(key), `${base}/${key}`]);
  return spansOf(jsonRanges(bytes), fields);
}

function fieldOf(key: string): string {
  if (key === 'last_seen') return 'time';
  const kind = readingKindOf(key);
  if (kind === undefined || kind === 'signal') return `values.${key}`;
  return kind === 'battery' ? kind : `readings.${kind}`;
}

/** Returns the spans of the fields that a mapping reads from one pushed message. */
export function pushSpans(bytes: Buffer, mapping: PushMapping): Span[] {
  if (mapping.body === 'own') return nativeSpans(bytes);
  const isForm = mapping.body === 'form';
  if (!isForm && parseJson(bytes) === undefined) return [];
  const ranges = isForm ? formRanges(bytes) : jsonRanges(bytes);
  const base = baseOf(ranges, mapping.messages);
  const under = (path: string | undefined) => (path === undefined ? undefined : base + path);
  const place = mapping.position;
  return spansOf(ranges, [
    ...mapping.number.map((path) => ['number', under(path)] as const),
    ['kind', under(mapping.kind)],
    ['time', under(mapping.time?.path)],
    ['battery', under(mapping.battery)],
    ['steps', under(mapping.steps)],
    ['backlog', under(mapping.backlog?.path)],
    ...placeFields.flatMap((name) => (name === 'valid' ? [] : [[`position.${name}`, under(place?.[name])] as const])),
    ...(mapping.readings ?? []).map((rule) => [`readings.${rule.kind}`, under(rule.path)] as const),
    ...(mapping.alarms ?? []).map((rule) => ['alarms', under(rule.path)] as const),
  ]);
}

/** Returns the base pointer: the bytes are a whole body with its only message, or the message alone. */
function baseOf(ranges: Ranges, messages: string | undefined): string {
  const list = messages !== undefined && ranges.has(messages) ? messages : '';
  return ranges.has(`${list}/0`) ? `${list}/0` : list;
}
