import { decodeBytes } from '#devices/framer.ts';
import { nativeSpans } from '#devices/jsonSpans.ts';
import type { Decoded } from '#devices/message.ts';
import { decodeNativeMqtt } from '#devices/nativeMqtt.ts';
import type { Profile } from '#devices/profile.ts';
import type { Span } from '#devices/span.ts';
import { streamProtocols } from '#devices/streams.ts';
import { extensionsOf } from '#server/feature/extensions.ts';

/** A message and where its fields stand in its own bytes. */
export type Spanned = Decoded & { spans: Span[] };

/** What bytes say; replies and frames in hex. */
export interface FrameRead {
  messages: Spanned[];
  replies: string[];
  frames: string[];
  errors: string[];
}

/** Reads the bytes of one protocol. @param number the device where the connection alone names it: null, nobody has yet; '', it is not told which */
export type ReadFrame = (bytes: Buffer, number: string | null) => FrameRead;

/** How messages are read that a feature above takes in: `push:<source>`. */
export interface FrameReader {
  /** What stands before the colon. */
  family: string;
  /** The reader of what stands behind it; null when there is none of that name. */
  open(name: string): Promise<ReadFrame | null>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    frameReader: FrameReader;
  }
}

/** Of so many things that a frame says the places are told: for each of them the frame is read once more. */
const maxPlaced = 50;

/** Reads what a device of the protocol sent, as its profile says; null for a protocol that nobody reads. */
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
  if (protocol === 'mqtt') {
    return (bytes, number) => {
      const { message, error } = decodeNativeMqtt(number ?? '', bytes, profile);
      const messages = message ? [{ ...message, spans: nativeSpans(bytes) }] : [];
      return { messages, replies: [], frames: [bytes.toString('hex')], errors: error ? [error] : [] };
    };
  }
  const [family = '', name] = protocol.split(':');
  if (name === undefined) return null;
  const reader = (await extensionsOf('frameReader')).find(({ extension: part }) => part.family === family);
  return (await reader?.extension.open(name)) ?? null;
}
