import { expect, test } from 'vitest';
import { freeMemory, isDue } from './memory.ts';

test('the garbage of a busy time is given back once it is calm, and only when there is much', () => {
  const mb = 1_000_000;
  expect(isDue(120 * mb, 60 * mb, 0.02)).toBe(true);
  expect(isDue(120 * mb, 60 * mb, 0.6)).toBe(false);
  expect(isDue(70 * mb, 60 * mb, 0.02)).toBe(false);
});

/** Allocates much that is freed at once, with a little that stays in between; returns what stays. */
function holes(): Buffer[] {
  const freed: Buffer[] = [];
  const retained: Buffer[] = [];
  for (let index = 0; index < 2000; index += 1) {
    freed.push(Buffer.allocUnsafeSlow(65_536).fill(1));
    retained.push(Buffer.allocUnsafeSlow(600).fill(1));
  }
  return retained;
}

test('what was freed between what is in use goes back to the system', ({ skip }) => {
  const { glibcVersionRuntime } = (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header;
  skip(!glibcVersionRuntime, 'only glibc is asked to');
  const retained = holes();
  const full = process.memoryUsage.rss();
  freeMemory();
  expect(retained).toHaveLength(2000);
  expect(full - process.memoryUsage.rss()).toBeGreaterThan(60_000_000);
});
