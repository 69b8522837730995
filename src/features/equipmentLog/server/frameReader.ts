import type { Format, Part } from '#devices/format.ts';
import { formatOf, loginOfTopic, readPart, storedWord } from '#devices/formats.ts';
import { decodeBytes } from '#devices/framer.ts';
import type { Decoded } from '#devices/message.ts';
import type { Profile } from '#devices/profile.ts';
import type { Span } from '#devices/span.ts';
import { streamProtocols } from '#devices/streams.ts';
import { extensionsOf } from '#server/feature/extensions.ts';

/** Message with the byte positions of its fields. */
export type Spanned = Decoded & { spans: Span[] };

/** Result of reading bytes; replies and frames in hex. */
export interface FrameRead {
  messages: Spanned[];
  replies: string[];
  frames: string[];
  errors: string[];
}

/** Topic of a message that has one. */
export interface FrameTopic {
  /** The whole topic of a payload as it came. */
  topic?: string | undefined;
  /** Word with which the part of one device is stored. */
  word?: string | undefined;
}

/**
 * Reads the bytes of one protocol.
 * @param number device of the connection: null before a login; '' if unknown
 */
export type ReadFrame = (bytes: Buffer, number: string | null, topic?: FrameTopic) => FrameRead;

/** Reader for messages of a feature above: `push:<source>`. */
export interface FrameReader {
  /** Part before the colon. */
  family: string;
  /** Opens the reader for the part after the colon; null if unknown. */
  open(name: string): Promise<ReadFrame | null>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    frameReader: FrameReader;
  }
}

/** Messages per frame with byte positions: each one requires reading the frame again. */
const maxPlaced = 50;

/** Returns a reader for the protocol with this profile; null for an unknown protocol. */
export async function frameReader(protocol: string, profile: Profile = {}): Promise<ReadFrame | null> {
  const stream = streamProtocols.find(({ name }) => name === protocol);
  if (stream) {
    return (bytes, number) => {
      const session = Object.assign(stream.createState(), { profile, number });
      const { messages, ...rest } = decodeBytes(stream, bytes, session, Date.now());
      let nth = 0;
      const spanned = messages.map((message, index) => {
        nth = message.raw === messages[index - 1]?.raw ? nth + 1 : 0;
        const spans = nth < maxPlaced ? stream.spans?.(Buffer.from(message.raw, 'hex'), nth) : undefined;
        return { ...message, spans: spans ?? [] };
      });
      return { messages: spanned, ...rest };
    };
  }
  const format = formatOf(protocol);
  if (format) return readerOf(format, profile);
  const [family = '', name] = protocol.split(':');
  if (name === undefined) return null;
  const reader = (await extensionsOf('frameReader')).find(({ extension: part }) => part.family === family);
  return (await reader?.extension.open(name)) ?? null;
}

/** Returns a reader of payloads with their topic, and of stored parts with their word. */
function readerOf(format: Format, profile: Profile): ReadFrame {
  return (bytes, number, { topic = '', word } = {}) => {
    const at = Date.now();
    const login = loginOfTopic(topic, number ?? '');
    const stored: Part = { number: null, word: word ?? '', body: bytes };
    const split = word === undefined ? format.split(bytes, { topic, login, state: format.createState(), at }) : null;
    const parts = split && (split.parts.length > 0 || topic !== '') ? split.parts : [stored];
    const read = parts.map((part) => {
      const {
        message,
        more = [],
        error,
      } = readPart(
        format,
        { word: storedWord(part, false), body: part.body },
        { number: part.number ?? login.sn, profile, at },
      );
      const spans = format.spans?.(part.body) ?? [];
      const messages = message ? [message, ...more] : more;
      return { messages: messages.map((each) => ({ ...each, spans })), error };
    });
    return {
      messages: read.flatMap(({ messages }) => messages),
      replies: (split?.replies ?? []).map(({ payload }) => Buffer.from(payload).toString('hex')),
      frames: parts.map(({ body }) => body.toString('hex')),
      errors: [...new Set([split?.error ?? null, ...read.map(({ error }) => error)])].filter((error) => error !== null),
    };
  };
}
