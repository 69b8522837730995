import { expect, test } from 'vitest';
import { causeOf, dueText, hoursText, leftText, percentText } from './format.ts';

const noon = Date.parse('2026-11-20T04:00:00.000Z');

test('what is due is told by the day in China', () => {
  expect(dueText('2026-11-20T10:30:00.000Z', noon)).toBe('今天 18:30');
  expect(dueText('2026-11-20T16:00:00.000Z', noon)).toBe('明天 00:00');
  expect(dueText('2026-11-19T15:59:00.000Z', noon)).toBe('昨天 23:59');
  expect(dueText('2026-11-24T02:00:00.000Z', noon)).toBe('11-24 10:00');
  expect(dueText('2027-01-02T02:00:00.000Z', noon)).toBe('2027-01-02');
});

test('a turn is told by its hours, with minutes only where there are any, and the end of a night is the next day’s', () => {
  const turn = (from: string, until: string) =>
    hoursText({ from: `2026-11-${from}:00.000Z`, until: `2026-11-${until}:00.000Z` });
  expect(turn('20T00:00', '20T08:00')).toBe('08–16');
  expect(turn('20T00:30', '20T08:00')).toBe('08:30–16:00');
  expect(turn('20T08:00', '20T16:00')).toBe('16–24');
  expect(turn('20T14:00', '21T00:00')).toBe('22–次日08');
});

test('what is left of a turn is hours and minutes, a minute that has begun among them', () => {
  expect(leftText(6 * 3_600_000 + 17 * 60_000 + 1)).toBe('6:18');
  expect(leftText(60_000)).toBe('0:01');
});

test('a missing share is no zero', () => {
  expect(percentText(null)).toBe('—');
  expect(percentText(14.28)).toBe('14.3%');
});

test('a cause is guessed only from what the device said', () => {
  expect(causeOf({ state: 'in_use', battery: 0 })).toBe('电量耗尽');
  expect(causeOf({ state: 'in_use', battery: 15 })).toBe('电量低');
  expect(causeOf({ state: 'repair', battery: 80 })).toBe('维修中');
  expect(causeOf({ state: 'in_use', battery: 74 })).toBe('—');
  expect(causeOf({ state: 'in_use', battery: null })).toBe('—');
});
