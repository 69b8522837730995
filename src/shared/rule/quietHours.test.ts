import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quietProblem, quietUntil } from './quietHours.ts';

const zones = ['Asia/Shanghai', 'Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe', 'UTC'];
const two = (value: number) => String(value).padStart(2, '0');
const aTime = fc.integer({ min: 0, max: 1439 }).map((minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`);
const anInstant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) });
const hours = fc.record({ from: aTime, to: aTime }).filter(({ from, to }) => quietProblem(from, to) === null);

/** Returns the local time of a zone. */
function wall(at: number, zone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at);
}
const within = (at: string, { from, to }: { from: string; to: string }) =>
  from < to ? at >= from && at < to : at >= from || at < to;

test('hours are quiet exactly where the wall clock stands between their ends, over midnight too', () => {
  fc.assert(
    fc.property(anInstant, hours, fc.constantFrom(...zones), (at, quiet, zone) => {
      expect(quietUntil(at, quiet, zone) !== null).toBe(within(wall(at, zone), quiet));
    }),
    { numRuns: 3000 },
  );
});

test('who waits for their end waits for less than the longest span and an hour of a changed clock, and then is not quiet', () => {
  fc.assert(
    fc.property(anInstant, hours, fc.constantFrom(...zones), (at, quiet, zone) => {
      const until = quietUntil(at, quiet, zone);
      if (until === null) return;
      expect(until).toBeGreaterThan(at);
      expect(until - at).toBeLessThanOrEqual(13 * 3_600_000);
      expect(quietUntil(until, quiet, zone)).toBeNull();
      if (zone === 'Asia/Shanghai') expect(wall(until, zone)).toBe(quiet.to);
    }),
    { numRuns: 3000 },
  );
});

test('an end that the clock leaves out in spring is the next minute that there is, one that comes twice is the first', () => {
  const quiet = { from: '22:00', to: '02:30' };
  const spring = quietUntil(Date.parse('2026-03-08T03:30:00Z'), quiet, 'America/New_York');
  expect(new Date(spring ?? 0).toISOString()).toBe('2026-03-08T07:30:00.000Z');
  const autumn = quietUntil(Date.parse('2026-11-01T02:30:00Z'), { from: '22:00', to: '07:00' }, 'America/New_York');
  expect(new Date(autumn ?? 0).toISOString()).toBe('2026-11-01T12:00:00.000Z');
});

test('a span needs both ends, two different ones, and twelve hours at most', () => {
  expect(quietProblem(null, undefined)).toBeNull();
  expect(quietProblem('22:00', '07:00')).toBeNull();
  expect(quietProblem('19:00', '07:00')).toBeNull();
  expect(quietProblem('22:00', null)).toMatchObject({ field: 'quietTo', rule: 'required' });
  expect(quietProblem(null, '07:00')).toMatchObject({ field: 'quietFrom', rule: 'required' });
  expect(quietProblem('07:00', '07:00')).toMatchObject({ msg: '静默时段的开始和结束不能相同' });
  expect(quietProblem('07:00', '19:01')).toMatchObject({ msg: '静默时段最长12小时' });
});
