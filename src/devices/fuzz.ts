import { existsSync, readFileSync } from 'node:fs';
import type { ConnectionState } from './connectionState.ts';
import type { Format, FormatState } from './format.ts';
import { loginOfTopic, readPart, storedWord } from './formats.ts';
import { type Framer, readFrame, type StreamProtocol } from './framer.ts';
import { codecNames, codecOf } from './lorawan/codec.ts';
import type { Decoded } from './message.ts';
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

const ofCodec = (codec: string) => profileOf({ profile: { codec }, events: [], kind: 'button', protocol: 'lorawan' });

/** Replaces the payload of an uplink by random items that the codec knows. */
function withItems(frame: Buffer, codec: string, random: () => number): Buffer {
  const keys = [...(codecOf(codec)?.keys() ?? [])];
  const items = Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
    const key = keys[Math.floor(random() * keys.length)] ?? 0;
    const data = Array.from({ length: Math.floor(random() * 12) }, () => Math.floor(random() * 256));
    return Buffer.from([key >> 8, key & 0xff, ...data]);
  });
  const data = `"data":"${Buffer.concat(items).toString('base64')}"`;
  return Buffer.from(
    frame
      .toString('utf8')
      .replace(/"data":"[^"]*"/, data)
      .replace(/"object":\{[^}]*\},?/, ''),
  );
}

/** Returns a topic of the samples, sometimes with a level changed. */
function topicOf(samples: readonly SampleMessage[], random: () => number): string {
  const { topic } = samples[Math.floor(random() * samples.length)] ?? { topic: '' };
  if (random() < 0.8) return topic;
  const levels = topic.split('/');
  levels[Math.floor(random() * levels.length)] =
    ['', '/', 'set', '__proto__', 'availability', '\u202e'][Math.floor(random() * 6)] ?? '';
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
  '"\\ud800"',
  '{"__proto__":{"a":1}}',
  '"2026-13-40T99:99:99Z"',
  `"${'9'.repeat(2000)}"`,
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

/** Bytes of a message in JSON beside those of its part, and how many times its part it may be. */
const maxMessage = 100_000;
const maxGrowth = 40;

/** Whether PostgreSQL stores every text and key in a value. */
function isClean(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  return typeof value !== 'object' || value === null || Object.entries(value).flat().every(isClean);
}

const isInstant = (text: string | null | undefined) =>
  text === null || text === undefined || !Number.isNaN(Date.parse(text));
const isPercent = (value: number | null) => value === null || (value >= 0 && value <= 100 && Number.isInteger(value));
const isWord = (word: number) => Number.isInteger(word) && word >= -(2 ** 31) && word < 2 ** 32;

/** Returns why a message of a part could not be stored; null if it can. */
function unstorable(message: Decoded, part: Buffer): string | null {
  const { raw, ...rest } = message;
  if (raw !== part.toString('hex')) return 'other bytes than received';
  if (!isClean(rest)) return 'text that cannot be stored';
  if (JSON.stringify(rest).length > maxMessage + maxGrowth * part.length) return 'far larger than its bytes';
  if (!isInstant(message.time) || !isInstant(message.heardAt)) return 'no instant';
  const { position, readings, alarmBits, alarmMask = 0 } = message;
  const numbers = [...readings.map(({ value }) => value), ...(position ? [position.lat, position.lng] : [])];
  if (!numbers.every(Number.isFinite)) return 'a value that is no number';
  if (!isPercent(message.battery)) return 'no percent';
  return isWord(alarmBits ?? 0) && isWord(alarmMask) ? null : 'no level word';
}

/** Splits one payload, reads its parts and places their fields; returns what it threw or made wrong, else null. */
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
      const faults = (message ? [message, ...more] : []).map((decoded) => unstorable(decoded, part.body));
      const fault = faults.find((reason) => reason !== null);
      if (fault) return fault;
    }
    const count = parts.length + children.length;
    return count > maxParts ? `${count} parts and children` : null;
  } catch (error) {
    return String(error);
  }
}

/** Maximum number of parts and children of a short payload. */
const maxParts = 1000;

/** Returns a changed payload of a sample, on its topic or another one. */
function payloadOf(samples: readonly SampleMessage[], random: () => number): SampleMessage {
  const sample = samples[Math.floor(random() * samples.length)];
  if (!sample) return { topic: '', frame: frameOf([], random) };
  return {
    topic: random() < 0.7 ? sample.topic : topicOf(samples, random),
    frame: random() < 0.6 ? swapValues(sample.frame, random) : frameOf([sample.frame], random),
  };
}

/** Sends many random and changed payloads to a format, in connections, and each part to its reader. */
export function fuzzFormat(format: Format, samples: readonly SampleMessage[], times: number, seed: number): Fuzzed {
  const random = numbersFrom(seed);
  const done: Fuzzed = { frames: 0, held: 0, fault: null };
  let state = format.createState();
  while (done.frames < times) {
    if (done.frames % length === 0) state = format.createState();
    let payload = payloadOf(samples, random);
    let profile = profiles[++done.frames % profiles.length] ?? {};
    if (format.name === 'lorawan' && done.frames % 2 === 0) {
      const codec = codecNames[Math.floor(random() * codecNames.length)] ?? '';
      profile = ofCodec(codec);
      payload = { ...payload, frame: withItems(payload.frame, codec, random) };
    }
    const reason = thrownByFormat(format, payload, { state, profile, at: done.frames * 1000 });
    done.held = Math.max(done.held, state.names.size);
    if (reason) return { ...done, fault: { bytes: `${payload.topic} ${payload.frame.toString('hex')}`, reason } };
  }
  return done;
}
