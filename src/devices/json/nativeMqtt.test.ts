import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatOf, formats, loginOfTopic, readPart } from '../formats.ts';
import { streamProtocols } from '../streams.ts';
import { decodeNativeMqtt } from './nativeMqtt.ts';

const sn = 'A1B2C3';

function decode(body: unknown) {
  const { message } = decodeNativeMqtt(sn, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
  if (!message) throw new Error('no message');
  return message;
}

test('a whole message gives id, time, alarms, battery, position and readings', () => {
  const message = decode({
    id: 'm1',
    ts: '2026-01-02T03:04:05.678Z',
    alarms: ['low_batt', 'sos'],
    battery: 45,
    position: { lat: 31.2, lng: 121.4, accuracy: 12 },
    readings: [{ kind: 'heart_rate', value: 72, unit: '/min' }],
    firmware: '1.2',
  });
  expect(message).toMatchObject({
    kind: 'alarm',
    number: sn,
    ownKey: 'm1',
    time: '2026-01-02T03:04:05.678Z',
    alarms: ['sos', 'low_batt'],
    alarmBits: null,
    press: true,
    battery: 45,
    position: { lat: 31.2, lng: 121.4, accuracy: 12, valid: true },
    readings: [{ kind: 'heart_rate', value: 72, unit: '/min', valid: true }],
    values: { firmware: '1.2' },
  });
});

test('a key that the model calls a press is one while it says something', () => {
  const alarmsOf = (body: object) =>
    decodeNativeMqtt(sn, Buffer.from(JSON.stringify(body)), { presses: new Set(['button']) }).message?.alarms;
  expect([{ Button: 'single' }, { button: true }, { button: 1 }].map(alarmsOf)).toEqual([['sos'], ['sos'], ['sos']]);
  expect([{ button: 'off' }, { button: '' }, { button: null }, { other: 1 }].map(alarmsOf)).toEqual([[], [], [], []]);
});

test.each([
  [1767323045, '2026-01-02T03:04:05.000Z'],
  [1767323045678, '2026-01-02T03:04:05.678Z'],
  ['1767323045678', '2026-01-02T03:04:05.678Z'],
  ['2026-01-02T11:04:05+08:00', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02 03:04:05', '2026-01-02T03:04:05.000Z'],
  ['yesterday', null],
  [-5, null],
  [9e15, null],
])('ts %s is %s', (ts, time) => {
  expect(decode({ ts }).time).toBe(time);
});

test('a broken field is named and costs nothing else', () => {
  const message = decode({
    ts: 'x',
    alarms: ['sos'],
    battery: 'full',
    position: { lat: 'north' },
    readings: [{ kind: 'heart_rate', value: 'fast' }, { kind: 'spo2', value: 97 }, { kind: 'mood', value: 3 }, null],
  });
  expect(message).toMatchObject({
    alarms: ['sos'],
    time: null,
    battery: null,
    position: null,
    readings: [{ kind: 'spo2', value: 97, unit: '%' }],
    values: { errors: ['ts', 'battery', 'position', 'readings'] },
  });
});

test.each([
  ['sos', ['sos']],
  [['SOS'], ['sos']],
  [{ fall: true, sos: false }, ['fall']],
  [['help me'], ['unknown']],
  [[null], ['unknown']],
  [[], []],
  ['', []],
])('alarms %j mean %j', (alarms, types) => {
  const message = decode({ alarms });
  expect(message.alarms).toEqual(types);
  expect(message.press).toBe(types.length > 0);
});

test('0,0 is no position', () => {
  expect(decode({ position: { lat: 0, lng: 0 } }).position).toBeNull();
});

test('characters that the database refuses do not cost the alarm', () => {
  const message = decode('{"alarms":["sos"],"note":"a\\u0000b\\ud800","k\\u0000":1}');
  expect(message.alarms).toEqual(['sos']);
  expect(JSON.stringify(message.values)).not.toMatch(/\\u0000|\\ud800/);
});

test('what is no JSON object is an error', () => {
  for (const text of ['', 'x', '[1]', '"a"', 'null', '{"alarms":["sos"]']) {
    expect(decodeNativeMqtt(sn, Buffer.from(text))).toEqual({ message: null, error: 'not a JSON object' });
  }
});

test('no payload makes it throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (alarms, position, readings) => {
      expect(decode({ id: position, ts: readings, alarms, position, readings, battery: alarms })).toBeTruthy();
    }),
  );
});

test('each format has one name, and none has the name of a stream', () => {
  const names = [...formats, ...streamProtocols].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('chirpstack is another name of lorawan, and a key of every object is no format', () => {
  expect(formatOf('chirpstack')).toBe(formatOf('lorawan'));
  expect(formatOf('mqtt')?.name).toBe('mqtt');
  expect(formatOf('constructor')).toBeUndefined();
});

test('a part carries its word, and our own device publishes on its own topic alone', () => {
  const format = formatOf('mqtt');
  if (!format) throw new Error('no format');
  const login = loginOfTopic('equipment/A1/up', '');
  expect(login).toMatchObject({ sn: 'A1', isGateway: false });
  expect(format.mayPublish('equipment/A1/up', login)).toBe(true);
  expect(format.mayPublish('equipment/B2/up', login)).toBe(false);
  const body = Buffer.from('{"alarms":["sos"]}');
  const { parts } = format.split(body, { topic: 'equipment/A1/up', login, state: format.createState(), at: 0 });
  expect(parts).toEqual([{ number: null, word: 'up', body }]);
  const [part] = parts;
  const context = { number: 'A1', profile: {}, at: 0 };
  expect(part && readPart(format, part, context)).toMatchObject({
    message: { topic: 'up', alarms: ['sos'] },
    error: null,
  });
});
