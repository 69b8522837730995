import { expect, test } from 'vitest';
import { causeOf, dueText, percentText } from './words.ts';

const noon = Date.parse('2026-11-20T04:00:00.000Z');

test('what is due is told by the day in China', () => {
  expect(dueText('2026-11-20T10:30:00.000Z', noon)).toBe('今天 18:30');
  expect(dueText('2026-11-20T16:00:00.000Z', noon)).toBe('明天 00:00');
  expect(dueText('2026-11-19T15:59:00.000Z', noon)).toBe('昨天 23:59');
  expect(dueText('2026-11-24T02:00:00.000Z', noon)).toBe('11-24 10:00');
  expect(dueText('2027-01-02T02:00:00.000Z', noon)).toBe('2027-01-02');
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
