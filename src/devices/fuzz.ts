import { existsSync, readFileSync } from 'node:fs';
import type { ConnectionState } from './connectionState.ts';
import { type Framer, readFrame, type StreamProtocol } from './framer.ts';

/** Reads recorded messages of real devices (`test/samples`); empty if there are none for the protocol. */
export function sampleFrames(folder: URL, protocol: string): Buffer[] {
  const file = new URL(`${protocol}.jsonl`, folder);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { frame: string; encoding: string })
    .map(({ frame, encoding }) => Buffer.from(frame, encoding === 'hex' ? 'hex' : 'utf8'));
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
