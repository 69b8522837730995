import { type JsonMember, jsonMembers, parseExactJson } from '../json/exactJson.ts';
import { isRecord } from '../text.ts';

/** Values of one time; null: the time of reception. */
interface Point {
  ts: number | null;
  bytes: Buffer;
  keys: readonly string[];
}

/** Returns the time of `{ts, values}`, ms since 1970; null for the plain form, whose `ts` is a value like others. */
function timeOf(value: Record<string, unknown>): number | null {
  if (!isRecord(value.values)) return null;
  const ts = typeof value.ts === 'string' && /^\d{1,16}$/.test(value.ts) ? Number(value.ts) : value.ts;
  return typeof ts === 'number' && Number.isFinite(ts) ? ts : null;
}

/** Whether a value is `{ts, values}` and not the plain form. */
const isTimed = (value: Record<string, unknown>) => isRecord(value.values) && 'ts' in value;

function pointOf(value: unknown, bytes: Buffer): Point {
  if (!isRecord(value)) return { ts: null, bytes, keys: [] };
  const values = isTimed(value) ? value.values : value;
  return { ts: timeOf(value), bytes, keys: isRecord(values) ? Object.keys(values) : [] };
}

const join = (points: readonly Point[]): Buffer =>
  Buffer.from(`[${points.map(({ bytes }) => bytes.toString('utf8')).join(',')}]`);

/**
 * Returns one body per time of a device's telemetry: values of the same time are one message, unless they tell the same
 * key twice.
 * @param value parsed content of `bytes`
 */
export function bodiesOf(value: unknown, bytes: Buffer): Buffer[] {
  if (!Array.isArray(value)) return [bytes];
  const groups: Point[][] = [];
  const open = new Map<number | null, { points: Point[]; keys: Set<string> }>();
  for (const [index, member] of jsonMembers(bytes).entries()) {
    const point = pointOf(value[index], member.bytes);
    const group = open.get(point.ts);
    if (group && point.keys.length > 0 && !point.keys.some((key) => group.keys.has(key))) {
      group.points.push(point);
      for (const key of point.keys) group.keys.add(key);
    } else {
      const points = [point];
      groups.push(points);
      open.set(point.ts, { points, keys: new Set(point.keys) });
    }
  }
  return groups.map((points) => (points.length === 1 && points[0] ? points[0].bytes : join(points)));
}

/** Returns the bytes of each child of a gateway's message, with its value. */
export function childrenIn(value: Record<string, unknown>, bytes: Buffer): (JsonMember & { value: unknown })[] {
  return jsonMembers(bytes).map((member) => ({
    ...member,
    value: Object.hasOwn(value, member.key) ? value[member.key] : null,
  }));
}

/** Values of one message, with their time; null if the bytes are no telemetry. */
export function readTelemetry(
  bytes: Buffer,
): { values: Record<string, unknown>; ts: number | null; error: null } | { error: string } {
  const { value, error } = parseExactJson(bytes);
  if (error !== null) return { error };
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (!list.every(isRecord)) return { error: 'no telemetry' };
  const values = list.map((item) => (isTimed(item) && isRecord(item.values) ? item.values : item));
  const [first] = list;
  return { values: Object.fromEntries(values.flatMap(Object.entries)), ts: first ? timeOf(first) : null, error: null };
}
