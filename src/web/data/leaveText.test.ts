import { expect, test } from 'vitest';
import { leaveText } from './leaveText.ts';

test('who is away is said with the hour of the return, on another day with the day', () => {
  const now = Date.parse('2026-11-20T02:00:00Z');
  const zone = 'Asia/Shanghai';
  expect(leaveText({ kind: 'outing', expectedReturn: '2026-11-20T10:00:00.000Z' }, now, zone)).toBe(
    '外出中，预计 18:00 回',
  );
  expect(leaveText({ kind: 'home_visit', expectedReturn: '2026-11-22T10:00:00.000Z' }, now, zone)).toBe(
    '探亲中，预计 11-22 18:00 回',
  );
});
