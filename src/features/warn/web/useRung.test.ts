import { expect, test } from 'vitest';
import { rungText } from './useRung.ts';

test('says what happens next by itself and in how many seconds, and nothing once that time is over', () => {
  const now = Date.parse('2026-11-20T01:00:00.000Z');
  const next = (seconds: number) => ({
    nextRung: '致电班长',
    nextRungAt: new Date(now + seconds * 1000).toISOString(),
  });
  expect(rungText(next(19), now)).toBe('19 秒后致电班长');
  expect(rungText(next(150), now)).toBe('3 分钟后致电班长');
  expect(rungText(next(0), now)).toBeNull();
  expect(rungText({ nextRung: null, nextRungAt: null }, now)).toBeNull();
});
