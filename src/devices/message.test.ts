import { expect, test } from 'vitest';
import { type AlarmType, blankDecoded, type Decoded, messageKey, risenAlarms } from './message.ts';

const body = Buffer.from('body');

function key(
  decoded: Partial<Decoded> | null,
  receivedAt = '2026-01-01T00:00:00.000Z',
  bytes = body,
  number = 'n',
): string {
  const whole = decoded && { ...blankDecoded('alarm', number, bytes), ...decoded };
  return messageKey({ protocol: 'watch', number, body: bytes, receivedAt, decoded: whole });
}

const time = '2026-01-01T00:00:00.000Z';
const sos: AlarmType[] = ['sos'];

test('a repeat has the same key, whenever it comes', () => {
  expect(key({ time })).toBe(key({ time }, '2026-01-01T05:00:00.000Z'));
});

test('another device, time, own number or content has another key', () => {
  const keys = [
    key({ time }),
    key({ time: '2026-01-01T00:00:01.000Z' }),
    key({ time, ownKey: '0001' }),
    key({ time }, undefined, Buffer.from('other')),
    key({ time }, undefined, body, 'm'),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});

test('a later press of a stuck clock is heard, a repeat within ten minutes is not counted', () => {
  const first = key({ time, alarms: sos }, '2026-01-01T00:01:00.000Z');
  expect(key({ time, alarms: sos }, '2026-01-01T00:09:59.000Z')).toBe(first);
  expect(key({ time, alarms: sos }, '2026-01-01T00:11:00.000Z')).not.toBe(first);
});

test('a message without number and time of its own is never a repeat', () => {
  expect(key({})).not.toBe(key({}));
  expect(key(null)).not.toBe(key(null));
});

test('a key fits a signed 64-bit column', () => {
  expect(BigInt.asIntN(64, BigInt(key({ time })))).toBe(BigInt(key({ time })));
});

test('a press counts whatever was set before, a latched bit only when it rises', () => {
  const levels = [
    { bit: 16, type: 'sos' as const },
    { bit: 0, type: 'low_batt' as const },
  ];
  const report = { ...blankDecoded('position', 'n', body), alarms: sos, levels, alarmBits: 0x10001 };
  expect(risenAlarms(report, null)).toEqual(['sos', 'low_batt']);
  expect(risenAlarms(report, 0x10000)).toEqual(['low_batt']);
  expect(risenAlarms(report, 0x10001)).toEqual([]);
  expect(risenAlarms({ ...report, press: true }, 0x10001)).toEqual(['sos']);
  expect(risenAlarms({ ...report, press: true }, 0x10000)).toEqual(['sos', 'low_batt']);
});
