import { expect, test } from 'vitest';
import { hoursTest, isWithinHours, nextLook, weekMinute } from './hours.ts';

const zone = 'Asia/Shanghai';
const at = (text: string) => Date.parse(`${text}+08:00`);
const daily = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '06:00', to: '20:00' }];
const sundayNight = [{ days: [7], from: '22:00', to: '06:00' }];

test('the minute of the week is that of the zone, from Monday on', () => {
  expect(weekMinute(at('2026-11-30T00:00'), zone)).toBe(0);
  expect(weekMinute(at('2026-11-29T23:59'), zone)).toBe(7 * 1440 - 1);
  expect(weekMinute(at('2026-11-30T00:00'), 'Asia/Urumqi')).toBe(7 * 1440 - 120);
});

test.each([
  ['05:59', false],
  ['06:00', true],
  ['19:59', true],
  ['20:00', false],
])('hours begin with their first minute and end before their last: %s', (clock, expected) => {
  expect(isWithinHours(daily, at(`2026-11-29T${clock}`), zone)).toBe(expected);
});

test.each([
  ['2026-11-29T21:59', false],
  ['2026-11-29T22:00', true],
  ['2026-11-30T05:59', true],
  ['2026-11-30T06:00', false],
  ['2026-11-30T23:00', false],
])('hours over midnight belong to the day on which they begin, over the end of the week too: %s', (text, expected) => {
  expect(isWithinHours(sundayNight, at(text), zone)).toBe(expected);
});

test('without hours it is always', () => {
  expect(isWithinHours([], at('2026-11-29T03:00'), zone)).toBe(true);
  expect(nextLook([], at('2026-11-29T03:00'), zone)).toBeNull();
});

test('the next look is where the hours begin or end, within an hour', () => {
  expect(nextLook(daily, at('2026-11-29T05:30:20'), zone)).toBe(at('2026-11-29T06:00'));
  expect(nextLook(daily, at('2026-11-29T19:59:59'), zone)).toBe(at('2026-11-29T20:00'));
  expect(nextLook(daily, at('2026-11-29T06:00'), zone)).toBe(at('2026-11-29T07:00'));
  expect(nextLook(sundayNight, at('2026-11-30T05:59'), zone)).toBe(at('2026-11-30T06:00'));
});

test('walking from look to look misses no change of the hours', () => {
  let now = at('2026-11-27T00:00');
  let isOn = isWithinHours(sundayNight, now, zone);
  const changes: string[] = [];
  while (now < at('2026-12-05T00:00')) {
    now = nextLook(sundayNight, now, zone) ?? Number.POSITIVE_INFINITY;
    if (isWithinHours(sundayNight, now, zone) === isOn) continue;
    isOn = !isOn;
    changes.push(new Date(now).toISOString());
  }
  expect(changes).toEqual(['2026-11-29T14:00:00.000Z', '2026-11-29T22:00:00.000Z']);
});

test.each([[daily], [sundayNight], [[]]])(
  'the test for many instants says the same in every quarter of a week',
  (hours) => {
    const isWithin = hoursTest(hours, zone);
    for (let now = at('2026-11-27T00:07'); now < at('2026-12-04T00:07'); now += 15 * 60_000)
      expect(isWithin(now)).toBe(isWithinHours(hours, now, zone));
  },
);
