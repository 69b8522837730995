import { existsSync, readFileSync } from 'node:fs';
import type { ConnectionState } from './connectionState.ts';
import type { Format, FormatState } from './format.ts';
import { loginOfTopic, readPart, storedWord } from './formats.ts';
import { type Framer, readFrame, type StreamProtocol } from './framer.ts';
import { type Profile, profileOf } from './profile.ts';

export interface SampleMessage {
  /** '' where it has none. */
  topic: string;
  frame: Buffer;
}

/** Reads messages of devices (`test/samples`) with their topics; empty if there are none for the protocol. */
export function sampleMessages(folder: URL, protocol: string): SampleMessage[] {
  const file = new URL(`${protocol}.jsonl`, folder);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { frame: string; encoding: string; topic?: string })
    .map(({ frame, encoding, topic = '' }) => ({
      topic,
      frame: Buffer.from(frame, encoding === 'hex' ? 'hex' : 'utf8'),
    }));
}

/** Reads messages of devices without their topics. */
export function sampleFrames(folder: URL, protocol: string): Buffer[] {
  return sampleMessages(folder, protocol).map(({ frame }) => frame);
}

/** Returns a generator of numbers in [0, 1), deterministic per seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Maximum bytes that a connection may hold of incomplete messages. */
const maxHeldBytes = 1_200_000;
/** Number of frames per connection. */
const length = 50;

export interface Fuzzed {
  frames: number;
  /** Maximum bytes held by any connection. */
  held: number;
  /** Bytes in hex that made it throw or hold too much, with the reason; null for none. */
  fault: { bytes: string; reason: string } | null;
}

/** Returns one frame: random, or a real one with bytes changed, removed, doubled or truncated. */
function frameOf(samples: readonly Buffer[], random: () => number): Buffer {
  const randomInt = (below: number) => Math.floor(random() * below);
  const sample = samples[randomInt(samples.length)];
  if (!sample || random() < 0.1) return Buffer.from(Array.from({ length: randomInt(200) }, () => randomInt(256)));
  const frame = Buffer.from(sample);
  for (let times = randomInt(4); times > 0; times--) frame[randomInt(frame.length)] = randomInt(256);
  const [start, to] = [randomInt(frame.length), randomInt(frame.length)];
  const kind = random();
  if (kind < 0.1) return frame.subarray(0, start);
  if (kind < 0.2) return Buffer.concat([frame.subarray(0, start), frame.subarray(to)]);
  return frame;
}

/** Sends one frame in two pieces, and whole to the decoder; returns what it threw, else null. */
function thrownBy(
  protocol: StreamProtocol,
  { framer, state }: { framer: Framer; state: ConnectionState },
  frame: Buffer,
  cut: number,
  at: number,
): string | null {
  try {
    for (const event of [...framer.push(frame.subarray(0, cut)), ...framer.push(frame.subarray(cut))])
      if (event.kind === 'frame') readFrame(protocol, event.bytes, state, at);
    const { messages } = readFrame(protocol, frame, state, at);
    for (const nth of messages.keys()) protocol.spans?.(frame, nth);
    return null;
  } catch (error) {
    return String(error);
  }
}

/** Sends many random and changed frames to a protocol, in connections and pieces, and each to its decoder alone. */
export function fuzz(protocol: StreamProtocol, samples: readonly Buffer[], times: number, seed: number): Fuzzed {
  const random = numbersFrom(seed);
  const done: Fuzzed = { frames: 0, held: 0, fault: null };
  let open = { framer: protocol.createFramer(), state: protocol.createState() };
  while (done.frames < times) {
    if (done.frames % length === 0) open = { framer: protocol.createFramer(), state: protocol.createState() };
    const frame = frameOf(samples, random);
    done.frames++;
    const thrown = thrownBy(protocol, open, frame, Math.floor(random() * frame.length), done.frames * 1000);
    done.held = Math.max(done.held, open.framer.pendingBytes + open.state.heldBytes);
    const reason = thrown ?? (done.held > maxHeldBytes ? 'held too much' : null);
    if (reason) return { ...done, fault: { bytes: frame.toString('hex'), reason } };
  }
  return done;
}

/** Profiles with which each part is read. */
const profiles: readonly Profile[] = [
  {},
  profileOf({
    profile: { presses: ['single'], alarmBits: { 0: 'fire', 3: 'water' } },
    events: [{ code: 'x', type: 'sos' }],
  }),
  profileOf({
    profile: { codec: 'vs373', keys: { contact: 'in_bed', 'a.b': 'heart_rate', state: { '*': 'other' }, sos: 'sos' } },
    events: [],
    ...{ kind: 'button', protocol: 'z2m' },
  }),
];

/** Returns a topic of the samples, sometimes with a level changed. */
function topicOf(samples: readonly SampleMessage[], random: () => number): string {
  const { topic } = samples[Math.floor(random() * samples.length)] ?? { topic: '' };
  if (random() < 0.8) return topic;
  const levels = topic.split('/');
  levels[Math.floor(random() * levels.length)] =
    ['', '/', 'set', '__proto__', 'availability', '\0'][Math.floor(random() * 6)] ?? '';
  return levels.join('/');
}

const oddValues = [
  'null',
  '""',
  '-1',
  '1e999',
  '9007199254740993',
  '[]',
  '{}',
  '[{"a":{}}]',
  'true',
  '"0x0"',
  '"\\u0000"',
];

/** Replaces some values of a JSON text by others, so that it stays JSON. */
function swapValues(frame: Buffer, random: () => number): Buffer {
  const text = frame
    .toString('utf8')
    .replace(/:("(?:[^"\\]|\\.)*"|-?[\d.]+|true|false|null)/g, (match) =>
      random() < 0.2 ? `:${oddValues[Math.floor(random() * oddValues.length)] ?? 'null'}` : match,
    );
  return Buffer.from(text);
}

/** Splits one payload, reads its parts and places their fields; returns what it threw, else null. */
function thrownByFormat(
  format: Format,
  { topic, frame }: SampleMessage,
  context: { state: FormatState; profile: Profile; at: number },
): string | null {
  const { state, profile, at } = context;
  try {
    const login = loginOfTopic(topic, 'GW1');
    const { parts, children } = format.split(frame, { topic, login, state, at });
    for (const part of parts) {
      const stored = { word: storedWord(part, false), body: part.body };
      const { message, more = [] } = readPart(format, stored, { number: part.number ?? '', profile, at });
      format.spans?.(part.body);
      JSON.stringify([message, more]);
    }
    const count = parts.length + children.length;
    return count > maxParts ? `${count} parts and children` : null;
  } catch (error) {
    return String(error);
  }
}

/** Maximum number of parts and children of a short payload. */
const maxParts = 1000;

/** Sends many random and changed payloads to a format, in connections, and each part to its reader. */
export function fuzzFormat(format: Format, samples: readonly SampleMessage[], times: number, seed: number): Fuzzed {
  const random = numbersFrom(seed);
  const done: Fuzzed = { frames: 0, held: 0, fault: null };
  let state = format.createState();
  while (done.frames < times) {
    if (done.frames % length === 0) state = format.createState();
    const sample = samples[Math.floor(random() * samples.length)];
    const swaps = sample !== undefined && random() < 0.6;
    const frame = swaps ? swapValues(sample.frame, random) : frameOf(sample ? [sample.frame] : [], random);
    const topic = sample && random() < 0.7 ? sample.topic : topicOf(samples, random);
    done.frames++;
    const profile = profiles[done.frames % profiles.length] ?? {};
    const reason = thrownByFormat(format, { topic, frame }, { state, profile, at: done.frames * 1000 });
    done.held = Math.max(done.held, state.names.size);
    if (reason) return { ...done, fault: { bytes: `${topic} ${frame.toString('hex')}`, reason } };
  }
  return done;
}
