import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBytes, deviceCommands, type FrameEvent, type StreamProtocol } from './framer.ts';
import { sampleFrames } from './fuzz.ts';
import { parseGt06Frame } from './gt06/frame.ts';
import { streamProtocols } from './streams.ts';

const samples = new URL('../../test/samples/', import.meta.url);

function open(protocol: StreamProtocol) {
  return Object.assign(protocol.createState(), { number: '' });
}

const pieces = (events: FrameEvent[]) =>
  events.flatMap((event) => (event.kind === 'frame' ? [event.bytes.toString('hex')] : []));

/** Returns messages of real devices with a recognizable beginning and end. */
function singleFrames(protocol: StreamProtocol): Buffer[] {
  return sampleFrames(samples, protocol.name).filter((frame) => {
    const { errors } = decodeBytes(protocol, frame, open(protocol), 0);
    const [alone, ...others] = pieces(protocol.createFramer().push(frame));
    if (!protocol.isFrame(frame) || alone !== frame.toString('hex') || others.length > 0 || errors.length > 0)
      return false;
    // Some GT06 messages have no checksum.
    return protocol.name !== 'gt06' || parseGt06Frame(frame)?.serial !== null;
  });
}

function cutBy(protocol: StreamProtocol, stream: Buffer, cuts: readonly number[]): string[] {
  const framer = protocol.createFramer();
  const ends = [...cuts.map((cut) => cut % (stream.length + 1)), stream.length].sort((a, b) => a - b);
  const events = ends.flatMap((end, nth) => framer.push(stream.subarray(ends[nth - 1] ?? 0, end)));
  return pieces([...events, ...framer.end()]);
}

/** Bytes with a meaning in one of the formats, and incomplete headers. */
const marks = ['28', '29', '7e', 'e7', '7d', '24', '2a', '23', '58', '5b', '5d', '7878', '7979', 'ab', 'ab10', '0d0a'];
const begun = ['7878ff', '79790100', 'ab000004', '5b33472a383830', '2a48512c', '7e0200', 'e70200', '28', '24'];
const garbage = fc
  .array(
    fc.oneof(
      fc.constantFrom(...marks, ...begun).map((hex) => Buffer.from(hex, 'hex')),
      fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
    ),
    { maxLength: 6 },
  )
  .map((parts) => Buffer.concat(parts));

const isRecord = (frame: Buffer) => frame[0] === 0x24;

/** Parameters of the commands in this test, for formats that support them. */
const params = {
  ...{ seconds: 600, level: 4, number: '13912345678', sos: ['13912345678'], read: [] },
  periods: [{ from: '21:10', to: '07:30' }],
};
/** Number of bytes that a connection stores of its first frame. */
const maxKept = 64;

for (const protocol of streamProtocols) {
  const frames = singleFrames(protocol);
  const frame = fc.constantFrom(...frames);
  const cuts = fc.array(fc.nat(4000), { maxLength: 12 });

  test(`${protocol.name}: garbage before and between real frames loses none of them`, () => {
    expect(frames.length).toBeGreaterThan(9);
    fc.assert(
      fc.property(garbage, frame, garbage, frame, (before, first, between, second) => {
        // The length of an H02 record only shows by what follows, and a dollar before it may be read as its start.
        const isShown = ![first, second].some(isRecord) || (between.length === 0 && !before.includes(0x24));
        if (protocol.name === 'h02' && !isShown) return;
        const got = cutBy(protocol, Buffer.concat([before, first, between, second]), []);
        expect(got).toEqual(expect.arrayContaining([first.toString('hex'), second.toString('hex')]));
      }),
      { numRuns: 1000 },
    );
  });

  test(`${protocol.name}: a stream comes out in the same pieces however it is cut`, () => {
    // Records are excluded: at a cut nothing follows that shows their length.
    const cuttable = fc.constantFrom(...frames.filter((entry) => protocol.name !== 'h02' || !isRecord(entry)));
    fc.assert(
      fc.property(fc.array(cuttable, { minLength: 1, maxLength: 4 }), garbage, cuts, (some, between, at) => {
        const stream = Buffer.concat(some.flatMap((entry) => [entry, between]));
        expect(cutBy(protocol, stream, at)).toEqual(cutBy(protocol, stream, []));
      }),
      { numRuns: 1000 },
    );
  });

  test(`${protocol.name}: a stream comes out in the same pieces a few moves at a time, and no turn gives more than its moves`, () => {
    fc.assert(
      fc.property(
        garbage,
        frame,
        garbage,
        frame,
        fc.integer({ min: 1, max: 5 }),
        (before, first, between, second, steps) => {
          const stream = Buffer.concat([before, first, between, second]);
          const framer = protocol.createFramer();
          const turns = [framer.push(stream, steps)];
          while (framer.isStopped) turns.push(framer.push(Buffer.alloc(0), steps));
          for (const events of turns) expect(events.length).toBeLessThanOrEqual(steps);
          expect(pieces([...turns.flat(), ...framer.end()])).toEqual(cutBy(protocol, stream, []));
        },
      ),
      { numRuns: 300 },
    );
  });

  test(`${protocol.name}: half a frame is no piece, and what it lost is told`, () => {
    for (const entry of frames.slice(0, 40)) {
      const half = entry.subarray(0, Math.floor(entry.length / 2));
      const read = decodeBytes(protocol, half, open(protocol), 0);
      expect({ half: half.toString('hex'), frames: read.frames, errors: read.errors }).toEqual({
        half: half.toString('hex'),
        frames: [],
        errors: ['malformed'],
      });
    }
  });

  test(`${protocol.name}: a try-out shows the pieces that a connection cuts`, () => {
    fc.assert(
      fc.property(garbage, frame, garbage, frame, cuts, (before, first, between, second, at) => {
        const stream = Buffer.concat([before, first, between, second]);
        if (protocol.name === 'h02' && [first, second].some(isRecord)) return;
        expect(decodeBytes(protocol, stream, open(protocol), 0).frames).toEqual(cutBy(protocol, stream, at));
      }),
      { numRuns: 300 },
    );
  });

  test(`${protocol.name}: a command in the manner of a whole frame is that of the connection, which keeps its beginning`, () => {
    for (const entry of frames) {
      const { messages } = decodeBytes(protocol, entry, open(protocol), 0);
      const number = messages[0]?.number ?? '';
      for (const command of deviceCommands) {
        const [whole, begun] = [entry, entry.subarray(0, maxKept)].map(
          (manner) => protocol.encodeCommand({ number, frame: manner }, { command, params }, 7) ?? null,
        );
        expect({ one: entry.toString('hex'), command, begun }).toEqual({
          one: entry.toString('hex'),
          command,
          begun: whole,
        });
      }
    }
  });
}
