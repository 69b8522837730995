import { profileOf } from '#devices/profile.ts';
import type { Span } from '#devices/span.ts';
import { shown } from './decode.ts';
import { frameReader, type ReadFrame, type Spanned } from './frameReader.ts';
import { maskHealth } from './logMasking.ts';
import { summaryOf } from './logSummary.ts';

/** Result of decoding a stored message again. */
export interface ReadAgain {
  /** Bytes as they may be shown. */
  body: Buffer;
  messages: Spanned[];
  spans: Span[];
  summary: string;
  /** Replies rebuilt from the bytes. */
  replies: Buffer[];
  errors: string[];
  effects: { kind: string; id: string | null; text?: string }[];
  covered: boolean;
}

interface ToRead {
  protocol: string;
  profile: unknown;
  modelKind: string;
  events: unknown;
  model: string;
  sn: string;
  topic: string | null;
  body: Buffer;
  size: number;
}

/** Longer texts of a field (a voice note, a photo) are replaced by their length. */
const maxText = 400;

/** Returns a decoder of stored messages; it opens each protocol and model once. */
export function decoderOf(): (log: ToRead, health: boolean) => Promise<ReadAgain | null> {
  const readers = new Map<string, Promise<ReadFrame | null>>();
  return async (log, health) => {
    const key = `${log.protocol} ${log.model}`;
    const reader = readers.get(key) ?? frameReader(log.protocol, profileOf({ ...log, kind: log.modelKind }));
    readers.set(key, reader);
    const read = await reader;
    // An incomplete message cannot be decoded: only its bytes are shown.
    if (!read || log.body.length < log.size) return null;
    const decoded = read(log.body, '', { word: log.topic ?? '' });
    for (const message of decoded.messages) message.number ||= log.sn;
    const { body, messages, covered } = health
      ? { body: log.body, messages: decoded.messages, covered: false }
      : maskHealth(log.body, decoded.messages);
    return {
      body,
      messages,
      covered,
      spans: messages[0]?.spans ?? [],
      summary: messages.map(summaryOf).join('；'),
      replies: decoded.replies.map((hex) => Buffer.from(hex, 'hex')),
      errors: decoded.errors,
      effects: decoded.messages.flatMap(madeBy),
    };
  };
}

/** Returns the effects on history data; alarm effects are stored with the message. */
function madeBy({ position, readings }: Spanned): ReadAgain['effects'] {
  return [
    ...(position?.valid ? [{ kind: 'position', id: null, text: '1' }] : []),
    ...(readings.length > 0 ? [{ kind: 'reading', id: null, text: String(readings.length) }] : []),
  ];
}

/** Returns the first message's fields as the API returns them. */
export function shownDecoded(read: ReadAgain | null): Record<string, unknown> | null {
  const [first] = read?.messages ?? [];
  if (!first) return null;
  const { raw: _raw, spans: _spans, ...fields } = shown(first);
  const values = Object.entries(fields.values).map(([key, value]) => [key, shortened(value)]);
  return { ...fields, values: Object.fromEntries(values) };
}

function shortened(value: unknown): unknown {
  return typeof value === 'string' && value.length > maxText ? `（${value.length} 字符）` : value;
}

/** Returns bytes as text; an unprintable one is a dot, so that each ASCII byte gives one character. */
export function printable(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  const readable = text.includes('\uFFFD') ? bytes.toString('latin1') : text;
  return readable.replace(/[^\P{C}\n\t]/gu, '.');
}
