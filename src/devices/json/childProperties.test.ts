import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blankDecoded, risenAlarms } from '../message.ts';
import { profileOf } from '../profile.ts';
import { readProperties } from './childProperties.ts';

function read(properties: Record<string, unknown>, profile: object = {}, more: object = {}) {
  const decoded = blankDecoded('state', '1', '');
  readProperties(decoded, properties, profileOf({ profile, events: [], ...more }));
  return decoded;
}
const kindsOf = (properties: Record<string, unknown>, profile?: object) =>
  read(properties, profile).readings.map(({ kind, value }) => [kind, value]);

test('the usual names are readings, in whatever form their values come', () => {
  expect(kindsOf({ temperature: '21.5', humidity: 51.92, occupancy: false, presence: 'occupied' })).toEqual([
    ['room_temperature', 21.5],
    ['humidity', 51.92],
    ['motion', 0],
    ['motion', 1],
  ]);
  expect(
    [{ contact: false }, { contact: true }, { contact: 'close' }, { magnet_status: 'open' }].map(kindsOf as never),
  ).toEqual([[['door', 1]], [['door', 0]], [['door', 0]], [['door', 1]]]);
  expect(kindsOf({ temperature: null, humidity: '', occupancy: 'unknown', contact: 7, __proto__: 1 })).toEqual([]);
});

test.each([
  [{ battery: 76 }, 76],
  [{ battery: '100' }, 100],
  [{ battery: 3.05 }, null],
  [{ battery: null }, null],
  [{ battery: 255 }, null],
])('the battery of %j is %s', (properties, battery) => {
  expect(read(properties).battery).toBe(battery);
});

test('signal is percent of linkquality or of −120 to −40 dBm, and a property of that name stays what it is', () => {
  expect(read({ linkquality: 255 }).values.signal).toBe(100);
  expect(read({ linkquality: '102' }).values.signal).toBe(40);
  expect([-130, -80, -40, 0].map((rssi) => read({ rssi }).values.signal)).toEqual([0, 50, 100, 100]);
  expect(read({ signal: 'good', rssi: -80 }).values.signal).toBe('good');
});

test('every property stands in values under its own name', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (properties) => {
      const { values } = read({ ...properties });
      for (const [name, value] of Object.entries(properties)) expect(values[name]).toEqual(value);
    }),
  );
});

test('a key named like an alarm type tells that alarm alone: true raises, false ends, anything else says nothing', () => {
  expect(read({ sos: true })).toMatchObject({ alarms: ['sos'], alarmBits: 1 << 8, alarmMask: 1 << 8, press: false });
  expect(read({ water: false, other: 'true' })).toMatchObject({ alarms: ['other'], alarmBits: 2 ** 31 });
  expect(read({ water: false })).toMatchObject({ alarms: [], alarmBits: 0, alarmMask: 1 << 18, levels: [] });
  expect(read({ heart: 72, smoke: 'none', fall: null })).toMatchObject({ alarms: [], alarmBits: null });
  expect(read({ heart: 72 }).alarmMask).toBeUndefined();
});

test('a profile says what a key is, on a path too: a reading, an alarm, an alarm by value, or only a value', () => {
  const profile = {
    keys: {
      t: 'temperature',
      'body.pulse': 'heart_rate',
      leak1: 'water',
      state: { Falling: 'fall', leaving: 'out_bed' },
      temperature: 'value',
      bad: 'nonsense',
    },
  };
  expect(kindsOf({ t: 36.5, body: { pulse: '72' }, temperature: 20 }, profile)).toEqual([
    ['temperature', 36.5],
    ['heart_rate', 72],
  ]);
  expect(read({ leak1: 1 }, profile).alarms).toEqual(['water']);
  expect(read({ state: 'FALLING' }, profile)).toMatchObject({ alarms: ['fall'], alarmMask: (1 << 9) | (1 << 12) });
  expect(read({ state: 'idle' }, profile)).toMatchObject({ alarms: [], alarmBits: 0 });
});

test('a usual name that a profile maps to its usual kind keeps its sense', () => {
  expect(kindsOf({ contact: false }, { keys: { contact: 'door' } })).toEqual([['door', 1]]);
  expect(read({ lq: 50, rssi: -80 }, { keys: { rssi: 'signal' } }).values.signal).toBe(50);
});

test('a press reports itself alone: levels beside it ring by their rise', () => {
  const both = read({ key: 1, tamper: true }, { presses: ['key'] });
  expect(both).toMatchObject({ alarms: ['sos', 'tamper'], press: true, pressed: ['sos'] });
  expect(risenAlarms(both, both.alarmBits)).toEqual(['sos']);
});

test('a key that the profile calls a press is one while it says something', () => {
  const presses = { presses: ['Key'] };
  expect(read({ key: 'single' }, presses)).toMatchObject({ alarms: ['sos'], press: true });
  expect(read({ key: 'off' }, presses).press).toBe(false);
});
