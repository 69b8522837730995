import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StreamProtocol } from './framer.ts';
import { watchProtocol } from './watch/watch.ts';

const protocols: StreamProtocol[] = [watchProtocol];

const head = (length: number) => `[3G*8800000015*${length.toString(16).padStart(4, '0')}*`;
const fill = (part: string, size: number) => part.repeat(Math.ceil(size / part.length)).slice(0, size);
/** Frame with content of the declared length. */
const framed = (content: string) => `${head(content.length)}${content}]`;

/** Streams of about `size` bytes that a naive framer would examine repeatedly. */
const families: Record<string, (size: number) => string> = {
  'closing brackets within the declared length': (size) => framed(fill(']', size)),
  'closing, then opening brackets within the declared length': (size) =>
    framed(fill(']', size / 2) + fill('[', size / 2)),
  'opening, then closing brackets': (size) => framed(fill('[', size / 2) + fill(']', size / 2)),
  'brackets by turns': (size) => framed(fill('][', size)),
  'begun headers in content': (size) => framed(`]${fill('[3G*88000000', size)}`),
  'whole headers, each longer than what follows': (size) => fill(`${head(0xffff)}`, size),
  'closed frames, each with a length past the next ones': (size) => fill(`${head(0x0800)}LK]`, size),
  'frames in frames': (size) => fill(head(0x40), size / 2) + fill(']', size / 2),
  'frames that end far before the next one': (size) => fill(`${head(1)}[]${fill(' [', 300)}${head(2)}LK]`, size),
  'one frame without an end': (size) => `${head(0xffff)}${fill('x', size)}`,
  'junk between frames': (size) => fill(`${fill('[x', 600)}${head(2)}LK]`, size),
};
const named = `${head(2)}LK]`;
/** Maximum examinations per byte: reading a header, and the copies of the byte. */
const mostLooks = 56;

function looked(protocol: StreamProtocol, stream: Buffer, cut: number): number {
  const framer = protocol.createFramer();
  for (let at = 0; at < stream.length; at += cut) framer.push(stream.subarray(at, at + cut));
  framer.end();
  return framer.lookedBytes;
}

for (const protocol of protocols) {
  for (const [family, make] of Object.entries(families)) {
    test.each([1, 7, 1500, 65_536])(
      `${protocol.name}: ${family}, read %d bytes at a time, cost what their size says`,
      (cut) => {
        const [once = 0, twice = 0, fourTimes = 0] = [1, 2, 4].map((times) =>
          looked(protocol, Buffer.from(named + make(8000 * times)), cut),
        );
        expect(twice).toBeLessThan(once * 2.5);
        expect(fourTimes).toBeLessThan(once * 5);
        expect(fourTimes).toBeLessThan(32_100 * mostLooks);
      },
    );
  }

  test(`${protocol.name}: no bytes are looked at more often than a header is long`, () => {
    const part = fc.constantFrom('[', ']', '[3G*', head(2), head(0x100), head(0xffff), 'LK', ',', '*', 'AL,1');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(part, fc.integer({ min: 1, max: 300 })), { maxLength: 12 }),
        fc.integer({ min: 1, max: 4000 }),
        (runs, cut) => {
          const stream = Buffer.from(named + runs.map(([text, times]) => text.repeat(times)).join(''));
          expect(looked(protocol, stream, cut)).toBeLessThan(stream.length * mostLooks + 4096);
        },
      ),
    );
  });
}
