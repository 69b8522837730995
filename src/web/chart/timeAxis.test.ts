import { expect, test } from 'vitest';
import { clockOf, daysBetween, momentText, timeTicks } from './timeAxis.ts';

const shanghai = 'Asia/Shanghai';
const newYork = 'America/New_York';
const at = (iso: string) => Date.parse(iso);
const labels = (from: string, to: string, width: number, zone = shanghai) =>
  timeTicks(at(from), at(to), width, zone).map(({ label }) => label);

test('a day begins at 00:00 of the zone and ends at 24:00', () => {
  const day = labels('2026-11-28T00:00+08:00', '2026-11-29T00:00+08:00', 340);
  expect(day).toEqual(['00:00', '04:00', '08:00', '12:00', '16:00', '20:00', '24:00']);
});

test('a midnight within the span is labelled with its date and drawn stronger', () => {
  const ticks = timeTicks(at('2026-11-27T21:00+08:00'), at('2026-11-28T09:00+08:00'), 340, shanghai);
  expect(ticks.map(({ label }) => label)).toEqual(['22:00', '11-28', '02:00', '04:00', '06:00', '08:00']);
  expect(ticks.filter(({ strong }) => strong).map(({ at: place }) => place)).toEqual([at('2026-11-28T00:00+08:00')]);
});

test.each([
  [900, ['11-22 周日', '11-23 周一', '11-24 周二', '11-25 周三', '11-26 周四', '11-27 周五', '11-28 周六']],
  [420, ['11-22', '11-23', '11-24', '11-25', '11-26', '11-27', '11-28']],
  [280, ['周日', '周一', '周二', '周三', '周四', '周五', '周六']],
])('a week in %i px names every day', (width, week) => {
  expect(labels('2026-11-22T00:00+08:00', '2026-11-29T00:00+08:00', width)).toEqual(week);
});

test('of 30 days the last is always labelled, in its middle', () => {
  const ticks = timeTicks(at('2026-10-30T00:00+08:00'), at('2026-11-29T00:00+08:00'), 420, shanghai);
  expect(ticks.map(({ label }) => label)).toEqual(['11-03', '11-08', '11-13', '11-18', '11-23', '11-28']);
  expect(ticks.at(-1)?.labelAt).toBe(at('2026-11-28T12:00+08:00'));
});

test('several years are labelled by month', () => {
  const years = labels('2023-12-05T00:00+08:00', '2026-11-28T00:00+08:00', 420);
  expect(years).toEqual(['2024-01', '2024-07', '2025-01', '2025-07', '2026-01', '2026-07']);
});

test('the hour that a clock change skips has no tick of its own', () => {
  const ticks = timeTicks(at('2026-03-08T00:00-05:00'), at('2026-03-08T06:00-04:00'), 400, newYork);
  expect(ticks.map(({ label }) => label)).toEqual(['00:00', '01:00', '03:00', '04:00', '05:00', '06:00']);
  expect(ticks.map((tick) => clockOf(tick.at, newYork).slice(11, 16))).toEqual(ticks.map(({ label }) => label));
});

test('the hour that a clock change repeats makes its distance two hours long', () => {
  const ticks = timeTicks(at('2026-11-01T00:00-04:00'), at('2026-11-01T04:00-05:00'), 320, newYork);
  const hours = ticks.slice(1).map((tick, index) => (tick.at - (ticks[index]?.at ?? 0)) / 3_600_000);
  expect(ticks.map(({ label }) => label)).toEqual(['00:00', '01:00', '02:00', '03:00', '04:00']);
  expect(hours).toEqual([1, 2, 1, 1]);
});

test('days of 23 and 25 hours are labelled in their middle', () => {
  const days = timeTicks(at('2026-10-30T00:00-04:00'), at('2026-11-03T00:00-05:00'), 400, newYork);
  expect(days.map(({ label }) => label)).toEqual(['10-30 周五', '10-31 周六', '11-01 周日', '11-02 周一']);
  expect(days[2]?.labelAt).toBe(at('2026-11-01T11:30-05:00'));
});

test('a day of the zone without midnight begins at the first instant after', () => {
  expect(daysBetween(at('2026-04-23T22:00Z'), at('2026-04-24T23:00Z'), 'Africa/Cairo')).toEqual([
    '2026-04-24',
    '2026-04-25',
  ]);
  const [first] = timeTicks(at('2026-04-23T21:00Z'), at('2026-04-24T09:00Z'), 400, 'Africa/Cairo');
  expect(first?.at).toBe(at('2026-04-23T22:00Z'));
});

test.each([320, 375, 700, 1200])('no two labels touch in %i px', (width) => {
  for (const days of [1 / 24, 0.5, 1, 2, 3, 7, 8, 30, 90, 400]) {
    const [from, to] = [at('2026-11-28T00:00+08:00') - days * 86_400_000, at('2026-11-28T00:00+08:00')];
    const ticks = timeTicks(from, to, width, shanghai);
    expect(ticks.length).toBeGreaterThan(1);
    for (const [index, tick] of ticks.slice(1).entries()) {
      const room = ((tick.labelAt - (ticks[index]?.labelAt ?? 0)) * width) / (to - from);
      expect(room).toBeGreaterThan(tick.label.length > 5 ? 66 : tick.label.startsWith('周') ? 30 : 36);
    }
  }
});

test('a span without length or room has no ticks', () => {
  expect(labels('2026-11-28T00:00Z', '2026-11-28T00:00Z', 300)).toEqual([]);
  expect(labels('2026-11-28T00:00Z', '2026-11-29T00:00Z', 0)).toEqual([]);
});

test('a moment is written with day, weekday and time, a whole day without the time', () => {
  expect(momentText(at('2026-11-27T16:05Z'), shanghai)).toBe('11-28 周六 00:05');
  expect(momentText(at('2026-11-28T04:00Z'), shanghai, true)).toBe('11-28 周六');
});
