import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cutter, CuttingFramer } from './cuttingFramer.ts';
import { ev07bCutter } from './ev07b/frame.ts';
import { gt06Cutter } from './gt06/frame.ts';
import { h02Cutter } from './h02/frame.ts';

/** Beginnings that never become a frame, and partial frames. */
const cutters: readonly (readonly [name: string, cutter: Cutter, parts: readonly string[]])[] = [
  ['gt06', gt06Cutter, ['7878', '7979', '797920', '78780526', '787801', '0d', '0a', '0d0a']],
  ['h02', h02Cutter, ['2a', '2a48512c', '24', '58', '23', '2a48512c312c56312c', '2c', '0d0a']],
  ['ev07b', ev07bCutter, ['ab', 'ab10', 'ab00ff3f', 'ab100500', '00']],
];

for (const [name, cutter, parts] of cutters) {
  test.each([1, 1500])(`${name}: a frame without an end, read %d bytes at a time, costs what its size says`, (cut) => {
    for (const part of parts) {
      const stream = Buffer.from(part + '31'.repeat(6000), 'hex');
      const framer = new CuttingFramer(cutter);
      for (let offset = 0; offset < stream.length; offset += cut) framer.push(stream.subarray(offset, offset + cut));
      framer.end();
      expect(framer.lookedBytes).toBeLessThan(stream.length * 60);
    }
  });

  test(`${name}: whatever comes, no more is kept than the longest frame and what came last`, () => {
    const run = fc.tuple(fc.constantFrom(...parts), fc.integer({ min: 1, max: 400 }));
    fc.assert(
      fc.property(fc.array(run, { maxLength: 8 }), fc.integer({ min: 1, max: 3000 }), (runs, cut) => {
        const framer = new CuttingFramer(cutter);
        const stream = Buffer.from(runs.map(([part, times]) => part.repeat(times)).join(''), 'hex');
        for (let offset = 0; offset < stream.length; offset += cut) {
          framer.push(stream.subarray(offset, offset + cut));
          expect(framer.pendingBytes).toBeLessThanOrEqual(cutter.longest + cut);
        }
      }),
    );
  });

  test(`${name}: nameless junk ends the connection after 1 KB`, () => {
    const framer = new CuttingFramer(cutter);
    expect(framer.push(Buffer.alloc(1000, 0x31))).toEqual([]);
    expect(framer.push(Buffer.alloc(100, 0x31))).toMatchObject([{ reason: 'junk', fatal: true }]);
    expect(framer.push(Buffer.alloc(100, 0x31))).toEqual([]);
  });
}
