import { maskNumbers, mobile } from '#features/equipmentCommand/server/service.ts';
import type { Spanned } from './frameReader.ts';
import type { ReadAgain } from './logDecode.ts';

/** Health readings (names.md: only for viewers of the health archive). */
const health = new Set([
  'heart_rate',
  'breath_rate',
  'systolic',
  'diastolic',
  'spo2',
  'temperature',
  'glucose',
  'weight',
]);
const kindOf = (field: string) => (field.startsWith('readings.') ? field.slice(9) : '');
const bodyFields = new Set(['values.height', 'values.weight', 'values.age', 'values.sex']);

/** Message with covered health values. */
export interface MaskedMessage {
  body: Buffer;
  messages: Spanned[];
  covered: boolean;
}

/** Covers health values in bytes and fields of a message with `*`. Removes all bytes if the positions are unknown. */
export function maskHealth(body: Buffer, messages: readonly Spanned[]): MaskedMessage {
  const telling = messages.filter(({ readings }) => readings.some(({ kind }) => health.has(kind)));
  if (telling.length === 0) return { body, messages: [...messages], covered: false };
  const isPlainText =
    messages.length === 1 && telling.every((message) => message.raw === body.toString('hex') && isPlaced(message));
  const bytes = isPlainText ? Buffer.from(body) : Buffer.alloc(0);
  const spans = messages[0]?.spans ?? [];
  for (const { field, from, to } of isPlainText ? spans : [])
    if (health.has(kindOf(field)) || bodyFields.has(field)) bytes.fill(0x2a, from, to);
  return { body: bytes, messages: messages.map((message) => without(message, bytes)), covered: true };
}

function isPlaced({ readings, spans }: Spanned): boolean {
  const placed = new Set(spans.map(({ field }) => kindOf(field)));
  return readings.every(({ kind }) => !health.has(kind) || placed.has(kind));
}

function without(message: Spanned, bytes: Buffer): Spanned {
  const { type } = message.values;
  return {
    ...message,
    readings: message.readings.filter(({ kind }) => !health.has(kind)),
    values: { ...(type === undefined ? {} : { type }), covered: message.readings.map(({ kind }) => kind) },
    spans: bytes.length > 0 ? message.spans : [],
    raw: bytes.toString('hex'),
  };
}

/** Masks phone numbers in the bytes; the length stays, so that field positions stay valid. */
export function maskNumberBytes(body: Buffer): Buffer {
  const masked = Buffer.from(body);
  for (const { index } of body.toString('latin1').matchAll(mobile)) masked.fill(0x2a, index + 3, index + 7);
  return masked;
}

/** Masks phone numbers in a decoded message; the device's own number stays. */
export function maskPhones(read: ReadAgain): ReadAgain {
  const masked = ({ raw, spans, number, ...rest }: Spanned): Spanned => {
    const bytes = maskNumberBytes(Buffer.from(raw, 'hex')).toString('hex');
    return { ...(maskNumbers(rest) as typeof rest), number, spans, raw: bytes };
  };
  return {
    ...read,
    body: maskNumberBytes(read.body),
    messages: read.messages.map(masked),
    summary: String(maskNumbers(read.summary)),
    replies: read.replies.map(maskNumberBytes),
    errors: read.errors.map((error) => String(maskNumbers(error))),
  };
}
