import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatState } from '../format.ts';
import { readPart, storedWord } from '../formats.ts';
import { risenAlarms } from '../message.ts';
import { type Profile, profileOf } from '../profile.ts';
import { codecNames, codecOf, decodePayload } from './codec.ts';
import { lorawanFormat } from './lorawan.ts';
import { modelNamedIn } from './proposal.ts';

const login = { sn: 'GW1', isGateway: true, baseTopic: '' };
const eui = '24e124136b502217';
const at = Date.UTC(2026, 10, 29, 12);
const time = '2026-11-29T11:59:59.123456789+00:00';
const deviceInfo = { devEui: eui.toUpperCase(), deviceName: 'Bath', deviceProfileName: 'WS101', tags: {} };
const topicOf = (event: string) => `application/a1/device/${eui.toUpperCase()}/event/${event}`;

const split = (topic: string, body: unknown) =>
  lorawanFormat.split(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), {
    ...{ topic, login, state: formatState(), at },
  });

function readAll(event: string, body: object, profile: Profile = {}, topic = topicOf(event)) {
  const [part] = split(topic, { deduplicationId: 'd1', time, deviceInfo, ...body }).parts;
  if (!part) throw new Error('dropped');
  const { message, more = [] } = readPart(
    lorawanFormat,
    { word: storedWord(part, false), body: part.body },
    { number: part.number ?? '', profile, at },
  );
  if (!message) throw new Error('no message');
  return { message, more };
}
const read = (event: string, body: object, profile?: Profile) => readAll(event, body, profile).message;
const modelOf = (codec: string, kind = 'sensor') =>
  profileOf({ profile: { codec }, events: [], kind, protocol: 'lorawan' });
const payload = (hex: string) => ({ fPort: 85, data: Buffer.from(hex.replaceAll(' ', ''), 'hex').toString('base64') });
const decoded = (codec: string, hex: string) => {
  const table = codecOf(codec);
  if (!table) throw new Error('no table');
  return decodePayload(table, Buffer.from(hex.replaceAll(' ', ''), 'hex'));
};

test('an uplink says who, when, by which key and how strong, and a missing default is that value', () => {
  const rxInfo = [
    { gatewayId: 'g1', rssi: -110, snr: 3, location: { latitude: 31.2, longitude: 121.4 } },
    { gatewayId: 'g2', rssi: -80, snr: 9 },
  ];
  const message = read('up', { rxInfo, dr: 5 });
  expect(message).toMatchObject({
    kind: 'up',
    number: eui,
    time: '2026-11-29T11:59:59.123Z',
    ownKey: 'd1',
    position: null,
    values: { fCnt: 0, fPort: 0, confirmed: false, dr: 5, rssi: -80, snr: 9, signal: 50 },
  });
  expect(JSON.stringify(message.values)).not.toContain('31.2');
  expect(message.heardAt).toBeUndefined();
});

test('the object of the network server goes through the names of the profile, else the usual ones', () => {
  const object = { temperature: 21.5, humidity: 40, occupancy: 'occupied', pulse: 72, sos: true, nested: { deep: 1 } };
  const message = read(
    'up',
    { object, fCnt: 9 },
    profileOf({ profile: { keys: { pulse: 'heart_rate' } }, events: [] }),
  );
  expect(message).toMatchObject({ kind: 'alarm', alarms: ['sos'], alarmMask: 1 << 8, values: { ...object, fCnt: 9 } });
  expect(message.readings.map(({ kind, value }) => [kind, value])).toEqual([
    ['heart_rate', 72],
    ['room_temperature', 21.5],
    ['humidity', 40],
    ['motion', 1],
  ]);
});

test('the event is told by the topic, by the word, or by the fields of the body', () => {
  expect(split('', { deviceInfo, data: 'AA==' }).parts).toMatchObject([{ number: eui, word: 'up' }]);
  expect(split('', { deviceInfo, batteryLevel: 50 }).parts).toMatchObject([{ word: 'status' }]);
  expect(split('', { deviceInfo, devAddr: '01' }).parts).toMatchObject([{ word: 'join' }]);
  expect(split('', { deviceInfo, queueItemId: 'x' }).parts).toMatchObject([{ word: 'ack' }]);
  expect(split('', { deviceInfo, gatewayId: 'x', queueItemId: 'x' }).parts).toMatchObject([{ word: 'txack' }]);
  expect(split('', { deviceInfo, level: 'ERROR', code: 'OTAA' }).parts).toMatchObject([{ word: 'log' }]);
  expect(split('', { deviceInfo, location: {} }).parts).toMatchObject([{ word: 'location' }]);
  expect(split('join', { deviceInfo }).parts).toMatchObject([{ number: eui, word: 'join' }]);
  expect(split(`application/a1/device/${eui}/command/down`, { deviceInfo })).toMatchObject({ parts: [], error: null });
  expect(split('up', { no: 'device' }).error).toBe('no devEui');
  expect(lorawanFormat.mayPublish('zigbee2mqtt/x', login)).toBe(false);
});

test('what is no JSON is stored for its device with the reason', () => {
  const [part] = split(topicOf('up'), '\u0001\u0002').parts;
  expect(part).toMatchObject({ number: eui, word: 'up' });
  expect(part && lorawanFormat.read(part, { number: eui, profile: {}, at })).toEqual({
    message: null,
    error: 'not JSON',
  });
  const deep = `{"object":${'['.repeat(200)}${']'.repeat(200)}}`;
  const [nested] = split(topicOf('up'), deep).parts;
  expect(nested && lorawanFormat.read(nested, { number: eui, profile: {}, at }).error).toBe('nested too deep');
});

test('a device is heard by what it sends, at the time of the network when that was long ago', () => {
  const heard = (event: string, body: object = {}) => read(event, body).heardAt;
  expect(['up', 'join', 'status'].map((event) => heard(event))).toEqual([undefined, undefined, undefined]);
  expect(['txack', 'log', 'location', 'integration', 'ack'].map((event) => heard(event))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(heard('ack', { acknowledged: true })).toBeUndefined();
  expect(heard('up', { time: '2026-11-29T08:00:00Z' })).toBe('2026-11-29T08:00:00.000Z');
  expect(heard('up', { time: '1970-01-01T00:00:00Z' })).toBeUndefined();
});

test('status, location, acknowledgement and log say what they are', () => {
  expect(read('status', { margin: 10, batteryLevel: 87.4 })).toMatchObject({ battery: 87, values: { margin: 10 } });
  expect(read('status', { externalPowerSource: true, batteryLevel: 0 }).battery).toBeNull();
  expect(read('status', {}).battery).toBeNull();
  expect(read('location', { location: { latitude: 31.2, longitude: 121.4, source: 'GPS' } }).position).toMatchObject({
    ...{ lat: 31.2, lng: 121.4, source: 'gnss' },
  });
  expect(read('ack', { queueItemId: 'q' }).values.acknowledged).toBe(false);
  expect(read('log', { code: 'OTAA' })).toMatchObject({
    kind: 'log',
    alarms: [],
    values: { level: 'INFO', code: 'OTAA' },
  });
});

test('the network describes its device, once while it says the same', () => {
  const body = Buffer.from(JSON.stringify({ deviceInfo, rxInfo: [{ rssi: -40 }] }));
  const state = formatState();
  const childrenOf = () => lorawanFormat.split(body, { topic: topicOf('up'), login, state, at }).children;
  expect(childrenOf()).toEqual([{ number: eui, wireName: 'Bath', model: 'WS101', signal: 100 }]);
  expect(childrenOf()).toEqual([]);
});

test('a reading stands in the object and in the bytes that it was read from', () => {
  const body = Buffer.from('{"data":"AQID","object":{"respiratory_rate":16,"x":1}}');
  const cut = lorawanFormat.spans?.(body).map(({ field, from, to }) => [field, body.toString('utf8', from, to)]);
  expect(cut).toContainEqual(['readings.breath_rate', '16']);
  expect(cut).toContainEqual(['readings.breath_rate', '"AQID"']);
  expect(cut).toContainEqual(['values.x', '1']);
});

test('all 22 tables of the product are valid', () => {
  expect(codecNames).toHaveLength(22);
  expect(codecNames.filter((name) => codecOf(name) === null)).toEqual([]);
  expect(codecOf('ws999')).toBeNull();
  expect(codecOf('constructor')).toBeNull();
});

test.each([
  ['am103', '0175 64 0367 1801 0468 6d 077d c501', { battery: 100, temperature: 28, humidity: 54.5, co2: 453 }],
  [
    'em300-mcs',
    '01755c 03673401 046865 060001',
    { battery: 92, temperature: 30.8, humidity: 50.5, magnet_status: 'open' },
  ],
  ['vs341', '017564 030001', { battery: 100, occupancy: 'occupied' }],
  ['ws303', '030001', { leakage_status: 'leak' }],
  ['ws303', '0300ff', { leakage_status: 'unknown' }],
  ['ws101', 'ff2e03', { button_event: { status: 'double press' } }],
  ['ws156', 'ff34 02 0100', { button_2: 1, button_2_d2d: 1 }],
  ['vs373', '0175', { rest: '0175' }],
  [
    'vs373',
    'ff0102 ff090310 ff0a0a0b ffff0102 ff166746d38802580000',
    {
      ...{ ipso_version: 'v0.2', hardware_version: 'v3.1', firmware_version: 'va.b', tsl_version: 'v1.2' },
      sn: '6746d38802580000',
    },
  ],
  [
    'vs373',
    '06fb 0100 00 01 00 06fb 0200 03 02 01',
    {
      events: [
        { alarm_id: 1, alarm_type: 'fall', alarm_status: 'alarm_triggered' },
        { alarm_id: 2, alarm_type: 'out_of_bed', alarm_status: 'alarm_deactivated', region_id: 1 },
      ],
    },
  ],
  ['vs373', '0ab3 02 02000000', { region_1_occupancy: 'vacant', region_2_occupancy: 'occupied' }],
  ['vs373', 'f848 01 00', { delete_region: { region_2: 'yes' } }],
  [
    'vs373',
    'f848 01 02',
    {
      device_response_result: {
        channel_type: 0x48,
        result: 'invalid parameter',
        request: { delete_region: { region_2: 'yes' } },
      },
    },
  ],
  [
    'vs373',
    'f949 00 ffff 0100 feff 0200',
    {
      region_settings: [{ region_id: 1, x_min: -1, x_max: 1, y_min: -2, y_max: 2 }],
    },
  ],
  ['am102', '0367 9cff 99aa', { temperature: -10, rest: '99aa' }],
  ['am102', '0367', { rest: '0367' }],
  ['am102', 'fe3a00 017564', { battery: 100 }],
  [
    'am102',
    'ff3a01 0a 14 3c00 00 05',
    { report_schedule_config: [{ start_time: 1, end_time: 2, report_interval: 60, collection_interval: 5 }] },
  ],
])('%s reads %s', (codec, hex, values) => {
  expect(decoded(codec, hex)).toEqual(values);
});

test('a payload is cut nowhere: what is not read stands in the rest', () => {
  fc.assert(
    fc.property(fc.constantFrom(...codecNames), fc.uint8Array({ maxLength: 60 }), (name, bytes) => {
      const hex = Buffer.from(bytes).toString('hex');
      const { rest = '' } = decoded(name, hex);
      expect(hex.endsWith(String(rest))).toBe(true);
    }),
  );
});

test('a button is pressed by any of its events, by those alone that the profile lists, and no other model by one', () => {
  const press = (codec: string, hex: string, profile = modelOf(codec, 'button')) => {
    const message = read('up', payload(hex), profile);
    return [message.press, ...message.alarms];
  };
  expect(press('ws101', 'ff2e01')).toEqual([true, 'sos']);
  expect(press('ws136', 'ff34010000')).toEqual([true, 'sos']);
  expect(press('ws101', 'ff2e01', modelOf('ws101'))).toEqual([false]);
  const long = profileOf({
    profile: { codec: 'ws101', presses: ['long'] },
    events: [],
    kind: 'button',
    protocol: 'lorawan',
  });
  expect(press('ws101', 'ff2e01', long)).toEqual([false]);
  expect(press('ws101', 'ff2e02', long)).toEqual([true, 'sos']);
  // A button that never takes its state back is pressed each time.
  const again = read('up', { object: { sos: true } }, modelOf('ws101', 'button'));
  expect(risenAlarms(again, again.alarmBits)).toEqual(['sos']);
  expect(read('up', { object: { sos: false } }, modelOf('ws101', 'button')).alarms).toEqual([]);
});

test('a fall rings by its event and by the state of the room, and is over when the device says so', () => {
  const radar = modelOf('vs373');
  const triggered = read('up', payload('06fb 0100 00 01 00'), radar);
  expect(triggered).toMatchObject({ press: true, alarms: ['fall'] });
  expect(risenAlarms(triggered, triggered.alarmBits)).toEqual(['fall']);
  const lying = read('up', payload('03f8 04 00 0000 0000'), radar);
  expect(lying).toMatchObject({ press: false, alarms: ['fall'] });
  expect(risenAlarms(lying, triggered.alarmBits)).toEqual([]);
  expect(read('up', payload('06fb 0100 00 02 00'), radar)).toMatchObject({
    alarms: [],
    alarmBits: 0,
    alarmMask: 1 << 9,
  });
  const alarmsOf = (kind: string) => read('up', payload(`06fb 0100 ${kind} 01 00`), radar).alarms;
  expect(['01', '03', '06', '07', '04'].map(alarmsOf)).toEqual([
    ['no_motion'],
    ['out_bed'],
    ['breath'],
    ['breath'],
    [],
  ]);
});

test('leak and tamper are levels, and a press rings none of them again', () => {
  expect(read('up', payload('030001'), modelOf('ws303'))).toMatchObject({ alarms: ['water'], alarmMask: 1 << 18 });
  expect(read('up', payload('040001'), modelOf('ws301')).alarms).toEqual(['tamper']);
  const button = modelOf('ws101', 'button');
  const both = read('up', { object: { button_event: 'single', tamper_status: 'uninstalled' } }, button);
  expect(risenAlarms(both, both.alarmBits)).toEqual(['sos']);
  expect(risenAlarms(both, 0)).toEqual(['sos', 'tamper']);
});

test('a history is a backlog with its own times', () => {
  const { message, more } = readAll('up', payload('017564 036718 01 20ce 789e1a69 df00 6e 9001'), modelOf('am103'));
  expect(message).toMatchObject({ battery: 100, backlog: false, values: { history: [{ temperature: 22.3 }] } });
  expect(more).toMatchObject([
    {
      ...{ kind: 'reading', number: eui, backlog: true, time: new Date(0x691a9e78 * 1000).toISOString() },
      readings: [
        { kind: 'room_temperature', value: 22.3 },
        { kind: 'humidity', value: 55 },
      ],
      values: { co2: 400 },
    },
  ]);
  const late = readAll('up', payload('20ce 789e1a69 0100 00 01 00'), modelOf('vs373')).more[0];
  expect(late).toMatchObject({ backlog: true, press: true, alarms: ['fall'] });
});

test("a model's own table reads like the product's, and a wrong one reads nothing", () => {
  const own = profileOf({
    profile: { codec: { '09 01': [['pulse', 'u8']] }, keys: { pulse: 'heart_rate' } },
    events: [],
  });
  expect(read('up', payload('0901 48'), own).readings).toMatchObject([{ kind: 'heart_rate', value: 72 }]);
  for (const wrong of [
    {},
    { '0901': [] },
    { '09 01': [['x', 'eval']] },
    { '09 01': [['__proto__.x', 'u8']] },
    { '09 01': [['x', 'u8', { bytes: 9 }]] },
  ])
    expect(codecOf(wrong)).toBeNull();
});

test.each([
  ['Milesight WS101 button', 'ws101'],
  ['AM102L-868M', 'am102l'],
  ['em300_mcs', 'em300-mcs'],
  ['Default', null],
])('the device profile %s is the model %s', (name, model) => {
  expect(modelNamedIn(name)).toBe(model);
});

test('the bed is said by a radar that sees one, and no other state says it', () => {
  const bedOf = (state: string) =>
    read('up', payload(`03f8 ${state} 00 0000 0000`), modelOf('vs373')).readings.map(({ kind, value }) => [
      kind,
      value,
    ]);
  expect(['02', '03', '00', '01', '04'].map(bedOf)).toEqual([[['in_bed', 1]], [['in_bed', 0]], [], [], []]);
});

const samples = new URL('../../../../shared/samples/chirpstack.jsonl', import.meta.url);
test('messages of real networks are read without an error', ({ skip }) => {
  skip(!existsSync(samples), 'no samples beside the checkout');
  for (const line of readFileSync(samples, 'utf8').trim().split('\n')) {
    const { topic, frame } = JSON.parse(line) as { topic: string; frame: string };
    const [part] = split(topic, frame).parts;
    expect(part).toMatchObject({ number: topic.split('/')[3] });
    const { message } = part ? lorawanFormat.read(part, { number: '', profile: {}, at }) : { message: null };
    expect(message?.values).toMatchObject({ deviceInfo: { devEui: topic.split('/')[3] } });
    expect(message?.time).not.toBeNull();
  }
});
