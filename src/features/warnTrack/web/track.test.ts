import { expect, test } from 'vitest';
import { isLocating, locateText, stayingSince, trackSentence, waypoints } from './track.ts';

const now = Date.parse('2026-11-20T02:00:00.000Z');
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const point = (minutes: number, lat: number, accuracy: number | null = 10) => ({
  lat,
  lng: 118.88,
  accuracy,
  source: 'gnss',
  at: minutesAgo(minutes),
});

test('a way leaves out what may be hundreds of metres off', () => {
  expect(waypoints([point(3, 28.9), point(2, 29.5, 500), point(1, 28.9, null)])).toHaveLength(2);
});

test('a stay begins with the first point after the last move, whatever a fix scatters', () => {
  expect(stayingSince([point(90, 28.93), point(43, 28.9), point(20, 28.9003), point(1, 28.9)])).toBe(minutesAgo(43));
  expect(stayingSince([])).toBeNull();
});

test('the way is said in words', () => {
  const home = { lat: 28.9, lng: 118.88 };
  expect(trackSentence([point(90, 28.904), point(43, 28.9), point(1, 28.9)], home, now)).toBe(
    '24 小时 3 个点，最远 445 m，停留 43 分',
  );
  expect(trackSentence([point(9, 28.9, 900)], home, now)).toBe('24 小时内没有可靠的位置');
});

const locate = (changes: object) => ({
  state: 'queued' as const,
  askedAt: minutesAgo(2),
  sentAt: null,
  answeredAt: null,
  located: false,
  ...changes,
});

test.each([
  [{}, '设备不在线，上线后立即定位', true],
  [{ state: 'sent', sentAt: new Date(now - 12_000).toISOString() }, '已下发 00:12', true],
  [{ state: 'acknowledged', sentAt: new Date(now - 12_000).toISOString() }, '设备已应答 00:12', true],
  [{ state: 'acknowledged', sentAt: minutesAgo(1.5) }, '60 秒没有返回位置', true],
  [{ state: 'acknowledged', located: true }, '已返回 1 分钟前的位置', false],
  [{ state: 'failed' }, '设备没有应答，没有定位', false],
  [{ state: 'expired' }, '设备一直不在线，没有定位', false],
  [{ askedAt: minutesAgo(31) }, null, false],
] as const)('立即定位 %j is told as %s', (changes, text, busy) => {
  const order = locate(changes) as Parameters<typeof isLocating>[0];
  expect(locateText(order, minutesAgo(1), now)).toBe(text);
  expect(isLocating(order, now)).toBe(busy);
});
