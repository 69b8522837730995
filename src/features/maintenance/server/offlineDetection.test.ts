import { expect, test } from 'vitest';
import { type Heard, onlineState } from './offlineDetection.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 23, 8);
/** Device heard so many minutes ago; back online since `returned` minutes ago. */
const stateOf = (ago: number | null, fields: Partial<Heard> = {}): Heard => ({
  lastSeenAt: ago === null ? null : now - ago * minute,
  returnedAt: null,
  intervalSeconds: 300,
  offlineSeconds: 900,
  ...fields,
});
const onlineOf = (device: Heard, gateway: Heard | null = null, upSince = 0) =>
  onlineState({ ...device, gateway }, { now, upSince });

test('a device is offline when it was silent for as long as its model allows, and not a moment before', () => {
  expect(onlineOf(stateOf(null))).toBe('never');
  expect(onlineOf(stateOf(14.99))).toBe('online');
  expect(onlineOf(stateOf(15))).toBe('offline');
});

test('one that reports about daily sleeps between two reports', () => {
  const daily = { intervalSeconds: 86_400, offlineSeconds: 90_000 };
  expect(onlineOf(stateOf(5, daily))).toBe('online');
  expect(onlineOf(stateOf(11, daily))).toBe('sleeping');
  expect(onlineOf(stateOf(24 * 60, daily))).toBe('sleeping');
  expect(onlineOf(stateOf(25 * 60, daily))).toBe('offline');
});

test('time in which the server took no messages is nobody’s silence', () => {
  const up = (ago: number) => now - ago * minute;
  expect(onlineOf(stateOf(600), null, up(14))).toBe('online');
  expect(onlineOf(stateOf(600), null, up(15))).toBe('offline');
  expect(onlineOf(stateOf(10), null, up(600))).toBe('online');
});

test('behind a gateway that is away nothing is known; its silence counts only while the gateway is heard', () => {
  expect(onlineOf(stateOf(60), stateOf(60))).toBe('unknown');
  expect(onlineOf(stateOf(60), stateOf(null))).toBe('unknown');
  expect(onlineOf(stateOf(60), stateOf(0))).toBe('offline');
  // The gateway was heard until 2 minutes ago; at that time the child had been silent for 14 minutes.
  expect(onlineOf(stateOf(16), stateOf(2))).toBe('online');
  expect(onlineOf(stateOf(17), stateOf(2))).toBe('offline');
});

test('after a gateway’s return each child has its own interval to report', () => {
  const back = (ago: number) => stateOf(0, { returnedAt: now - ago * minute });
  expect(onlineOf(stateOf(600), back(14))).toBe('unknown');
  expect(onlineOf(stateOf(600), back(15))).toBe('offline');
  expect(onlineOf(stateOf(3), back(14))).toBe('online');
});
