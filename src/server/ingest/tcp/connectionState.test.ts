import { afterEach, expect, test } from 'vitest';
import { type ConnectionState, Serials } from '#devices/connectionState.ts';
import type { FrameEvent, StreamProtocol } from '#devices/framer.ts';
import { blankDecoded } from '#devices/message.ts';
import { MultipartCollector } from '#devices/multipart.ts';
import { closePorts, openPort, Watch } from '#server/testing/device/watchPort.ts';
import { FrameBudget } from '../frameBudget.ts';

afterEach(closePorts);

interface LineState extends ConnectionState {
  serials: Serials;
  parts: MultipartCollector;
}

/**
 * Test protocol with four-letter frames: `L001` logs in, `F…` reports, `P1A.` and `P2B.` are the parts of one message.
 */
const lines: StreamProtocol = {
  name: 'watch',
  title: '',
  createFramer: () => ({
    push: (bytes) =>
      Array.from(
        { length: bytes.length / 4 },
        (_, at): FrameEvent => ({ kind: 'frame', bytes: bytes.subarray(at * 4, at * 4 + 4) }),
      ),
    end: () => [],
    isStopped: false,
    pendingBytes: 0,
    lookedBytes: 0,
  }),
  createState(): LineState {
    const collector = new MultipartCollector();
    return {
      profile: {},
      number: null,
      serials: new Serials(),
      parts: collector,
      get heldBytes() {
        return collector.heldBytes * 1000;
      },
    };
  },
  decode(frame, state, at) {
    const { serials, parts: collector } = state as LineState;
    const text = frame.toString();
    if (text === 'BAD.') throw new RangeError('a fault of the decoder');
    const number = text.startsWith('L') ? text : state.number;
    if (number === null) return { number, messages: [], reply: null, error: 'no login' };
    const reply = Buffer.from(`#${serials.next()}`);
    const messagesOf = (kind: string) => [blankDecoded(kind, number, frame)];
    if (!text.startsWith('P')) return { number, messages: messagesOf('frame'), reply, error: null };
    const got = collector.add('p', 2, Number(text[1]), { content: frame.subarray(2, 3), frame }, at);
    if (got.state !== 'whole') return { number, messages: messagesOf('part'), reply, error: null };
    return { number, messages: messagesOf(got.content.toString()), reply, error: null, body: got.frames };
  },
  isFrame: () => false,
};

test('a connection keeps what its decoder noted: the number of its login, serials, begun parts', async () => {
  const port = await openPort({ protocol: lines });
  const watch = new Watch(port).send('F...', 'L001');
  await watch.reads('#0');
  watch.send('F...', 'P1A.', 'P2B.');
  await watch.reads('#0#1#2#3');
  const other = new Watch(port).send('L002');
  await other.reads('#0');
  const stored = port.store.submitted.map(({ message }) => message);
  expect(
    stored.map(({ deviceRef, decoded, body }) => [
      deviceRef.number,
      decoded?.kind,
      Buffer.from(body, 'hex').toString(),
    ]),
  ).toEqual([
    ['L001', 'frame', 'L001'],
    ['L001', 'frame', 'F...'],
    ['L001', 'part', 'P1A.'],
    ['L001', 'AB', 'P1A.P2B.'],
    ['L002', 'frame', 'L002'],
  ]);
});

test('a second number on a connection is refused and recorded, and the connection keeps its first', async () => {
  const port = await openPort({ protocol: lines });
  const watch = new Watch(port).send('L001', 'L002', 'F...');
  await port.store.count(3);
  await watch.reads('#0#2');
  expect(port.store.submitted.map(({ message: { deviceRef, error } }) => [deviceRef.number, error])).toEqual([
    ['L001', null],
    ['L001', 'frame of another device'],
    ['L001', null],
  ]);
  expect(await port.refused('other_number')).toBe(1);
});

test('what begun messages hold counts with all that ports hold, and the connection that holds most goes', async () => {
  const port = await openPort({ protocol: lines, frames: new FrameBudget(3000) });
  const watch = new Watch(port).send('L001', 'P1A.');
  await watch.closed;
  expect(await port.refused('crowded')).toBe(1);
});

test('a frame on which its decoder fails is kept raw, and its connection and all others go on', async () => {
  const port = await openPort({ protocol: lines });
  const watch = new Watch(port).send('L001', 'BAD.', 'F...');
  await watch.reads('#0#1');
  expect(port.store.submitted.map(({ message: { decoded, error } }) => [decoded?.kind, error])).toEqual([
    ['frame', null],
    [undefined, 'decoder failed'],
    ['frame', null],
  ]);
});
