import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FrameEvent } from '../framer.ts';
import { encodeWatch, escapeWatch } from './frame.ts';
import { WatchFramer } from './framer.ts';

const lk = '[SG*8800000015*000D*LK,50,100,100]';
const bare = '[3G*8800000015*0002*LK]';

function frames(events: FrameEvent[]): string[] {
  return events.filter((event) => event.kind === 'frame').map((event) => event.bytes.toString('latin1'));
}

function errors(events: FrameEvent[]): string[] {
  return events.filter((event) => event.kind === 'error').map((event) => event.reason);
}

function push(text: string): string[] {
  return frames(new WatchFramer().push(Buffer.from(text, 'latin1')));
}

test('several frames in one segment come out in order', () => {
  expect(push(lk + bare + lk)).toEqual([lk, bare, lk]);
});

test('a frame comes out the same however the stream is cut', () => {
  const stream = Buffer.from(`${lk}xx${bare}[3G*8800000015*00A7*0002*LK]`);
  const hexFrames = frames(new WatchFramer().push(stream));
  expect(hexFrames).toHaveLength(3);
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length)), (cuts) => {
      const framer = new WatchFramer();
      const ends = [...cuts, stream.length].sort((a, b) => a - b);
      const events = ends.flatMap((end, nth) => framer.push(stream.subarray(ends[nth - 1] ?? 0, end)));
      expect(frames(events)).toEqual(hexFrames);
      expect(framer.pendingBytes).toBe(0);
    }),
  );
});

test('the closing bracket decides, not the declared length', () => {
  expect(push('[3G*8800000015*00FF*LK]')).toEqual(['[3G*8800000015*00FF*LK]']);
  expect(push('[3G*8800000015*0001*LK,1,2,3]')).toEqual(['[3G*8800000015*0001*LK,1,2,3]']);
  expect(push(`[3G*8800000015*0022*LK]${bare}`)).toEqual(['[3G*8800000015*0022*LK]', bare]);
  expect(push('[3G*8800000015*zzzz*LK]')).toEqual(['[3G*8800000015*zzzz*LK]']);
});

test('brackets inside content nest', () => {
  const nested = '[3G*8800000015*0000*CONFIG,[a],[b[c]]]';
  expect(push(nested + bare)).toEqual([nested, bare]);
});

test('a Wi-Fi name with one bracket does not swallow the frame when the length is right', () => {
  for (const name of ['[x', 'x]y']) {
    const frame = encodeWatch('3G', '8800000015', `UD,a,${name},b`).toString();
    expect(push(frame)).toEqual([frame]);
    expect(push(frame + bare)).toEqual([frame, bare]);
  }
});

test('a frame that was never closed is given up when the next one begins', () => {
  const events = new WatchFramer().push(Buffer.from(`[3G*8800000015*000D*LK,50${bare}`));
  expect(frames(events)).toEqual([bare]);
  expect(errors(events)).toEqual(['malformed']);
});

test('a frame with an unbalanced bracket and a wrong length is saved at the end of the stream', () => {
  const framer = new WatchFramer();
  const frame = '[3G*8800000015*0001*AL,[x]';
  expect(frames(framer.push(Buffer.from(frame)))).toEqual([]);
  expect(frames(framer.end())).toEqual([frame]);
});

test('nameless junk is fatal after 1 KB', () => {
  const framer = new WatchFramer();
  expect(framer.push(Buffer.alloc(1000, 'x'))).toEqual([]);
  const events = framer.push(Buffer.alloc(100, 'x'));
  expect(events).toMatchObject([{ reason: 'junk', fatal: true }]);
  expect(framer.push(Buffer.from(bare))).toEqual([]);
});

test('a text frame over 64 KB is fatal, a photo only over 1 MB', () => {
  const text = new WatchFramer().push(Buffer.from(`[3G*8800000015*FFFF*AL,${'1'.repeat(66_000)}`));
  expect(text).toMatchObject([{ reason: 'too_long', fatal: true }]);
  const photo = encodeWatch('3G', '8800000015', Buffer.concat([Buffer.from('img,5,0,'), Buffer.alloc(500_000, 1)]));
  expect(frames(new WatchFramer().push(photo))).toHaveLength(1);
  const huge = Buffer.concat([Buffer.from('[3G*8800000015*FFFF*img,'), Buffer.alloc(1_100_000, 1)]);
  expect(new WatchFramer().push(huge)).toMatchObject([{ reason: 'too_long', fatal: true }]);
});

test('escaped binary content stays one frame', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const frame = encodeWatch(
        '3G',
        '8800000015',
        Buffer.concat([Buffer.from('TK,'), escapeWatch(Buffer.from(bytes))]),
      );
      expect(frames(new WatchFramer().push(frame))).toEqual([frame.toString('latin1')]);
    }),
  );
});

test('no bytes make it throw or keep more than its bounds', () => {
  const part = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(lk, bare, '[', ']', '[3G*', '[3G*8800000015*000D*', '[3G*8800000015*00A7*00')
      .map((s) => Buffer.from(s)),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const framer = new WatchFramer();
      for (const bytes of parts) framer.push(bytes);
      framer.end();
      expect(framer.pendingBytes).toBe(0);
    }),
  );
});

test('brackets without end are read in linear time and end the connection', () => {
  const framer = new WatchFramer();
  framer.push(Buffer.from(bare));
  expect(errors(framer.push(Buffer.alloc(200_000, '[')))).toEqual(['malformed', 'junk']);
});
