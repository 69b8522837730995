import type { Span } from '../span.ts';
import { readHeader } from './frame.ts';

/** Field of each parameter by type, in order; '' for one that is dropped. */
const byType: Readonly<Record<string, readonly string[]>> = {
  lk: ['steps', 'readings.rollovers', 'battery'],
  heart: ['readings.heart_rate'],
  pulse: ['readings.heart_rate'],
  bphrt: pressureFields(),
  blood: pressureFields(),
  oxygen: ['values.measureKind', 'readings.spo2'],
  btemp2: ['values.measureKind', 'readings.temperature'],
  temp: ['readings.temperature'],
  jxtk: ['values.id', 'values.name', 'values.part', 'values.parts', 'values.audio'],
};

function pressureFields(): string[] {
  const measured = ['systolic', 'diastolic', 'heart_rate'].map((kind) => `readings.${kind}`);
  return [...measured, 'values.height', 'values.sex', 'values.age', 'values.weight'];
}

const positionFields = [
  'time',
  'time',
  'position.valid',
  'position.lat',
  'position.lat',
  'position.lng',
  'position.lng',
  'position.speed',
  'position.course',
  'position.altitude',
  'values.satellites',
  'values.signal',
  'battery',
  'steps',
  'values.rollovers',
  'values.status',
];
const isPosition = (type: string) => /^(?:ud|(?:al|w[tg])(?:_|$))/.test(type);
const contentFields: Readonly<Record<string, string>> = {
  tk: 'values.audio',
  tk2: 'values.audio',
  img: 'values.image',
};
const mac = /^[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}$/i;

/** Returns the spans of a whole frame, with adjacent ranges of one field joined; empty without a header. */
export function watchSpans(frame: Buffer): Span[] {
  const header = readHeader(frame, 0, frame.length);
  if (!header || header === 'begun') return [];
  const numberAt = 2 + header.maker.length;
  const spans: Span[] = [{ field: 'number', from: numberAt, to: numberAt + header.number.length }];
  const end = frame.length - 1;
  const comma = frame.indexOf(0x2c, header.contentAt);
  const typeEnd = comma < 0 ? end : comma;
  spans.push({ field: 'values.type', from: header.contentAt, to: typeEnd });
  const type = frame.toString('latin1', header.contentAt, typeEnd).trim().toLowerCase();
  if (comma < 0) return spans;
  const fields = fieldsIn(frame, comma + 1, end);
  if (isPosition(type)) return joined([...spans, ...named(fields, positionFields), ...networkSpans(frame, fields)]);
  const names = byType[type];
  if (names) return joined([...spans, ...named(fields, names)]);
  return [...spans, { field: contentFields[type] ?? 'values.parameters', from: comma + 1, to: end }];
}

type Range = readonly [from: number, to: number];

function fieldsIn(frame: Buffer, from: number, end: number): Range[] {
  const fields: Range[] = [];
  for (let offset = from; offset <= end; ) {
    const next = frame.indexOf(0x2c, offset);
    const to = next < 0 || next > end ? end : next;
    fields.push([offset, to]);
    offset = to + 1;
  }
  return fields;
}

function named(fields: readonly Range[], names: readonly string[]): Span[] {
  return names.flatMap((field, index) => {
    const [from, to] = fields[index] ?? [0, 0];
    return field !== '' && to > from ? [{ field, from, to }] : [];
  });
}

/**
 * Returns the spans of cells (from the seventeenth field to the Wi-Fi count) and of Wi-Fi points (first name to last
 * signal).
 */
function networkSpans(frame: Buffer, fields: readonly Range[]): Span[] {
  const first = positionFields.length;
  const macs = fields.flatMap(([from, to], index) =>
    mac.test(frame.toString('latin1', from, to).trim()) ? [index] : [],
  );
  const [firstMac] = macs;
  const lastCell = firstMac === undefined ? fields.length - 1 : firstMac - 3;
  const range = (field: string, from: number, to: number): Span[] => {
    const [begin, end] = [fields[from]?.[0], fields[to]?.[1]];
    return begin !== undefined && end !== undefined && end > begin ? [{ field, from: begin, to: end }] : [];
  };
  const cells = lastCell > first ? range('cells', first, lastCell) : [];
  if (firstMac === undefined) return cells;
  return [...cells, ...range('wifi', firstMac - 1, Math.min((macs.at(-1) ?? firstMac) + 1, fields.length - 1))];
}

/** Joins adjacent ranges of one field, such as date and time, or latitude and hemisphere. */
function joined(spans: readonly Span[]): Span[] {
  const done: Span[] = [];
  for (const span of spans) {
    const last = done.at(-1);
    if (last && last.field === span.field && span.from === last.to + 1) last.to = span.to;
    else done.push({ ...span });
  }
  return done;
}
