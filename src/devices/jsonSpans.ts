import type { PushMapping } from './push.ts';
import type { Span } from './span.ts';
import { isRecord, parseJson } from './text.ts';

type Ranges = Map<string, readonly [from: number, to: number]>;

/** Deeper than this nothing is looked for. */
const mostDepth = 32;

const space = new Set([0x20, 0x09, 0x0a, 0x0d]);
const ends = new Set([...space, 0x2c, 0x5d, 0x7d]);

/** Where each value of a JSON text stands, by its pointer (`/position/lat`, without escapes); what is nested too deep is left out. */
export function jsonRanges(bytes: Buffer): Ranges {
  const found: Ranges = new Map();
  let at = 0;
  const skip = () => {
    while (space.has(bytes[at] ?? 0)) at++;
  };
  const string = (): string => {
    const from = at++;
    while (at < bytes.length && bytes[at] !== 0x22) at += bytes[at] === 0x5c ? 2 : 1;
    at++;
    return bytes.toString('utf8', from, at);
  };
  const value = (path: string, depth: number): void => {
    skip();
    const from = at;
    const sign = bytes[at];
    if (sign === 0x22) string();
    else if (sign === 0x7b || sign === 0x5b) inside(path, depth, sign === 0x7b);
    else while (at < bytes.length && !ends.has(bytes[at] ?? 0)) at++;
    found.set(path, [from, at]);
  };
  const inside = (path: string, depth: number, keyed: boolean): void => {
    if (depth >= mostDepth) throw new RangeError('nested too deep');
    at++;
    for (let index = 0; at < bytes.length; index++) {
      skip();
      if (bytes[at] === 0x7d || bytes[at] === 0x5d) break;
      let key = String(index);
      if (keyed) {
        key = JSON.parse(string()) as string;
        skip();
        at++;
      }
      value(`${path}/${key}`, depth + 1);
      skip();
      if (bytes[at] === 0x2c) at++;
    }
    at++;
  };
  try {
    value('', 0);
  } catch {
    // What stood before it is known.
  }
  return found;
}

/** Where the values of a form stand; written with escapes they are longer than what they mean. */
function formRanges(bytes: Buffer): Ranges {
  const found: Ranges = new Map();
  let at = 0;
  for (const pair of bytes.toString('latin1').split('&')) {
    const equals = pair.indexOf('=');
    const [key] = new URLSearchParams(pair).keys();
    if (equals > 0 && key !== undefined) found.set(`/${key}`, [at + equals + 1, at + pair.length]);
    at += pair.length + 1;
  }
  return found;
}

function spansOf(ranges: Ranges, fields: readonly (readonly [field: string, path: string | undefined])[]): Span[] {
  const spans = fields.flatMap(([field, path]): Span[] => {
    const range = path === undefined ? undefined : ranges.get(path);
    return range && range[1] > range[0] ? [{ field, from: range[0], to: range[1] }] : [];
  });
  const key = ({ field, from }: Span) => `${field} ${from}`;
  return [...new Map(spans.map((span) => [key(span), span])).values()].sort((one, other) => one.from - other.from);
}

const placeFields = ['lat', 'lng', 'speed', 'course', 'altitude', 'accuracy', 'valid'] as const;
const known = new Set(['id', 'ts', 'alarms', 'battery', 'position', 'readings', 'steps', 'backlog', 'sn', 'number']);

/** The fields of our own message in its bytes. */
export function ownSpans(bytes: Buffer): Span[] {
  const body = parseJson(bytes);
  if (!isRecord(body)) return [];
  const list = Array.isArray(body.readings) ? body.readings : [];
  const readings = list.flatMap((item, index) =>
    isRecord(item) ? [[`readings.${String(item.kind)}`, `/readings/${index}/value`] as const] : [],
  );
  const one = isRecord(body.readings) ? [[`readings.${String(body.readings.kind)}`, '/readings/value'] as const] : [];
  const others = Object.keys(body).filter((key) => !known.has(key));
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
    ...one,
    ...others.map((key) => [`values.${key}`, `/${key}`] as const),
  ]);
}

/** The fields that a mapping reads of one pushed message, in its bytes. */
export function pushSpans(bytes: Buffer, mapping: PushMapping): Span[] {
  if (mapping.body === 'own') return ownSpans(bytes);
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

/** Bytes are the whole body with its only message, or the message itself. */
function baseOf(ranges: Ranges, messages: string | undefined): string {
  const list = messages !== undefined && ranges.has(messages) ? messages : '';
  return ranges.has(`${list}/0`) ? `${list}/0` : list;
}
