import { byUrgency, type Decoded, isAlarmType } from './message.ts';
import { isReadingKind, percent, readingOf } from './reading.ts';
import { cleanText, isRecord } from './text.ts';

export const itemForms = ['uint', 'int', 'bcd', 'text', 'hex'] as const;

/** Rule for one item of a binary message: the meaning of an id depends on maker and length. */
export interface ItemRule {
  id: number;
  /** Id of the list item that contains this item. */
  within?: number;
  /** Length in bytes; unset: any. */
  length?: number;
  as: (typeof itemForms)[number];
  factor?: number;
  /**
   * Target: `battery`, `steps`, a kind of reading, an alarm type (any value but 0), or a name in `values`; '' drops it.
   */
  into: string;
}

/** Returns the first matching rule for an item; rules of the model precede those of the protocol. */
export function ruleOf(
  rules: readonly ItemRule[],
  item: { id: number; length: number; within?: number | undefined },
): ItemRule | undefined {
  return rules.find(
    ({ id, within, length }) =>
      id === item.id && within === item.within && (length === undefined || length === item.length),
  );
}

const gbk = new TextDecoder('gbk');

/** Decodes GBK text without its padding. */
export function gbkText(bytes: Buffer): string {
  return cleanText(gbk.decode(bytes)).trim();
}

function numberOf(bytes: Buffer, isSigned: boolean, order: 'be' | 'le'): number | null {
  // Longer values are not exact as a number.
  if (bytes.length === 0 || bytes.length > 6) return null;
  if (order === 'be') return isSigned ? bytes.readIntBE(0, bytes.length) : bytes.readUIntBE(0, bytes.length);
  return isSigned ? bytes.readIntLE(0, bytes.length) : bytes.readUIntLE(0, bytes.length);
}

/** Returns an item's value by its rule; null if its bytes do not match. */
export function itemValue({ as, factor = 1 }: ItemRule, bytes: Buffer, order: 'be' | 'le'): number | string | null {
  if (as === 'hex') return bytes.toString('hex');
  if (as === 'text') return gbkText(bytes);
  if (as === 'bcd') return /^\d+$/.test(bytes.toString('hex')) ? bytes.toString('hex').replace(/^0+(?=\d)/, '') : null;
  const number = numberOf(bytes, as === 'int', order);
  // Twelve digits remove the rounding error of a factor such as 0.1.
  return number === null ? null : Number((number * factor).toPrecision(12));
}

/** Stores an item at the target of its rule. */
export function setItem(decoded: Decoded, rule: ItemRule, bytes: Buffer, order: 'be' | 'le'): void {
  const value = itemValue(rule, bytes, order);
  const { into } = rule;
  if (value === null || into === '') return;
  if (into === 'battery') decoded.battery = percent(value) ?? decoded.battery;
  else if (into === 'steps') decoded.steps = Number(value);
  else if (isReadingKind(into)) addReading(decoded, into, Number(value));
  else if (isAlarmType(into)) addItemAlarm(decoded, into, Number(value));
  else decoded.values[into] = value;
}

function addReading(decoded: Decoded, kind: string, value: number): void {
  const reading = readingOf(kind, value);
  if (reading) decoded.readings.push(reading);
}

function addItemAlarm(decoded: Decoded, type: Decoded['alarms'][number], value: number): void {
  if (value === 0) return;
  decoded.alarms = byUrgency([...decoded.alarms, type]);
  decoded.press = true;
}

/** Returns the rules of a model's profile; skips invalid ones. */
export function rulesOf(value: unknown): ItemRule[] {
  return (Array.isArray(value) ? value : []).flatMap((entry) => ruleFrom(entry) ?? []);
}

const ids = (value: unknown) =>
  typeof value === 'string' && /^(?:0x)?[0-9a-f]{1,4}$/i.test(value)
    ? Number.parseInt(value.replace(/^0x/i, ''), 16)
    : value;
const isInteger = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;

/** Parses one rule of a profile, ids also as hex text; null if it is invalid. */
export function ruleFrom(value: unknown): ItemRule | null {
  if (!isRecord(value)) return null;
  const [id, within] = [ids(value.id), ids(value.within)];
  const { length, as, factor, into } = value;
  const form = itemForms.find((candidate) => candidate === as);
  if (!isInteger(id, 0xffff) || !form || typeof into !== 'string' || !/^\w{0,40}$/.test(into)) return null;
  if (within !== undefined && !isInteger(within, 0xffff)) return null;
  if (length !== undefined && !isInteger(length, 1024)) return null;
  if (factor !== undefined && (typeof factor !== 'number' || !Number.isFinite(factor))) return null;
  return {
    id,
    as: form,
    into,
    ...(within === undefined ? {} : { within }),
    ...(length === undefined ? {} : { length }),
    ...(factor === undefined ? {} : { factor }),
  };
}
