import fc from 'fast-check';
import gcoord from 'gcoord';
import { expect, test } from 'vitest';
import { risenAlarms } from '../message.ts';
import { typeBits } from './childProperties.ts';
import { decodePush, type FieldMapping } from './push.ts';

const watchCloud: FieldMapping = {
  body: 'json',
  number: ['/deviceNum', '/imei'],
  kind: '/type',
  time: { path: '/createTime', unit: 'ms' },
  battery: '/battery',
  position: {
    datum: 'bd09',
    lat: '/lat',
    lng: '/lon',
    when: { path: '/type', equals: ['location', 'alarm'] },
  },
  readings: [
    { path: '/heart', kind: 'heart_rate' },
    { path: '/temperature', kind: 'temperature', factor: 0.1, when: { path: '/type', equals: ['temperature'] } },
  ],
  alarms: [
    { path: '/type', values: { alarm: 'sos', lowBattery: 'low_batt' } },
    { path: '/isWear', values: { '0': 'off_wrist' }, level: true },
  ],
};

const radar: FieldMapping = {
  body: 'json',
  messages: '/data/items',
  number: ['/mac'],
  alarms: [
    { path: '/warning', values: { '14': 'fall' }, level: true },
    { path: '/inBed', values: { '0': 'out_bed' }, level: true },
  ],
};

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

test('fields, scale, conditions and datum are as the mapping says', () => {
  const home = { lat: 31.2304, lng: 121.4737 };
  const [lng, lat] = gcoord.transform([home.lng, home.lat], gcoord.WGS84, gcoord.BD09);
  const bd = { lng, lat };
  const body = json({
    type: 'alarm',
    deviceNum: 861234,
    createTime: 1767323045678,
    battery: '80',
    isWear: 1,
    heart: 75,
    temperature: 365,
    lat: String(bd.lat),
    lon: bd.lng,
  });
  const { messages, errors } = decodePush(body, watchCloud);
  expect(errors).toEqual([]);
  expect(messages).toMatchObject([
    {
      kind: 'alarm',
      number: '861234',
      time: '2026-01-02T03:04:05.678Z',
      battery: 80,
      alarms: ['sos'],
      press: true,
      alarmBits: 0,
      alarmMask: 1 << typeBits.off_wrist,
      readings: [{ kind: 'heart_rate', value: 75 }],
      values: { isWear: 1 },
      raw: body.toString('hex'),
    },
  ]);
  expect(messages[0]?.position?.lat).toBeCloseTo(home.lat, 5);
  expect(messages[0]?.position?.lng).toBeCloseTo(home.lng, 5);
});

test('a repeated state is a level whose rise alone is an alarm', () => {
  const { messages } = decodePush(json({ data: { items: [{ mac: 'a', warning: 14, inBed: 0 }] } }), radar);
  const [first] = messages;
  if (!first) throw new Error('no message');
  const [fall, out] = [1 << typeBits.fall, 1 << typeBits.out_bed];
  expect(first).toMatchObject({ alarms: ['fall', 'out_bed'], press: false, alarmBits: fall | out });
  expect(risenAlarms(first, null)).toEqual(['fall', 'out_bed']);
  expect(risenAlarms(first, out)).toEqual(['fall']);
  expect(risenAlarms(first, fall | out)).toEqual([]);
});

test('a state whose value a message leaves out stays as it was', () => {
  const { messages } = decodePush(json({ data: { items: [{ mac: 'a', warning: 0 }] } }), radar);
  expect(messages[0]).toMatchObject({ alarmBits: 0, alarmMask: 1 << typeBits.fall });
  expect(decodePush(json({ data: { items: [{ mac: 'a' }] } }), radar).messages[0]?.alarmBits).toBeNull();
  const twice: FieldMapping = {
    ...radar,
    alarms: ['/kitchen', '/bedroom'].map((path) => ({ path, values: { '1': 'smoke' }, level: true })),
  };
  const [kitchen] = decodePush(json({ data: { items: [{ mac: 'a', kitchen: 0 }] } }), twice).messages;
  expect(kitchen?.alarmBits).toBeNull();
});

test('data points stand under their own codes, in old and new shapes, plain or as JSON text', () => {
  const mapping: FieldMapping = {
    body: 'json',
    inside: ['/data', '/bizData'],
    number: ['/devId'],
    id: '/dataId',
    points: { lists: ['/status', '/properties'], code: 'code', value: 'value', time: ['t', 'time'] },
    time: { path: '/t', unit: 'ms' },
    readings: [{ path: '/va_temperature', kind: 'room_temperature', factor: 0.1 }],
    alarms: [{ path: '/sos_state', values: { true: 'sos' }, level: true }],
  };
  const points = { sos_state: true, va_temperature: 215, battery_percentage: 80 };
  const listed = (time: string) =>
    Object.entries(points).map(([code, value]) => ({ code, value, [time]: 1_767_323_045_678 }));
  const old = { dataId: 'd1', devId: 'vdevo1', productKey: 'p', status: listed('t') };
  const bodies = [
    old,
    { protocol: 4, pv: '2.0', t: 1_767_323_045_678, data: JSON.stringify(old) },
    {
      bizCode: 'devicePropertyMessage',
      bizData: { devId: 'vdevo1', dataId: 'd1', properties: listed('time') },
    },
  ];
  for (const body of bodies)
    expect(decodePush(json(body), mapping).messages).toMatchObject([
      {
        ...{ number: 'vdevo1', ownKey: 'd1', time: '2026-01-02T03:04:05.678Z', alarms: ['sos'], press: false },
        ...{ values: points, readings: [{ kind: 'room_temperature', value: 21.5 }] },
      },
    ]);
});

test('a list gives one message each, and names what has no device', () => {
  const { messages, errors } = decodePush(
    json({ data: { items: [{ mac: 'a' }, { warning: 14 }, 5, { mac: 'b' }] } }),
    radar,
  );
  expect(messages.map((message) => message.number)).toEqual(['a', 'b']);
  expect(errors).toEqual(['no device number', 'no device number']);
});

test('form bodies are read like JSON', () => {
  const mapping: FieldMapping = {
    body: 'form',
    number: ['/imei'],
    time: { path: '/time_begin', zoneMinutes: 480 },
    position: { datum: 'wgs84', lat: '/lat', lng: '/lon' },
    alarms: [{ path: '/sos', values: { '*': 'sos' } }],
  };
  const body = Buffer.from('imei=861234&time_begin=2026-01-02+11%3A04%3A05&lat=31.2&lon=121.4&sos=1');
  expect(decodePush(body, mapping).messages).toMatchObject([
    { number: '861234', time: '2026-01-02T03:04:05.000Z', position: { lat: 31.2, lng: 121.4 }, alarms: ['sos'] },
  ]);
  expect(decodePush(Buffer.from('imei=1&sos=0'), mapping).messages[0]?.alarms).toEqual([]);
});

test('our own message may be pushed, alone or in a list', () => {
  const itemBody = { sn: 'A1', alarms: ['sos'] };
  expect(decodePush(json(itemBody), { body: 'own' }).messages).toMatchObject([{ number: 'A1', alarms: ['sos'] }]);
  expect(decodePush(json([itemBody, { number: 'A2' }]), { body: 'own' }).messages).toHaveLength(2);
});

test('no body makes it throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue().map(json),
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      ),
      (body) => {
        for (const mapping of [watchCloud, radar, { ...watchCloud, body: 'form' as const }, { body: 'own' as const }]) {
          const { messages, errors } = decodePush(body, mapping);
          expect(Array.isArray(messages) && Array.isArray(errors)).toBe(true);
        }
      },
    ),
  );
});

const summary = {
  sn: 'M1',
  from: '2026-11-19 21:46:00',
  to: '2026-11-20 06:20:00',
  light: 294,
  deep: 62,
  rem: 82,
  awake: 76,
  score: 81,
};
const nightMapping: FieldMapping = {
  body: 'json',
  number: ['/sn'],
  time: { path: '/none', zoneMinutes: 480 },
  readings: [{ path: '/heart', kind: 'heart_rate' }],
  night: {
    from: '/from',
    to: '/to',
    light: '/light',
    deep: '/deep',
    rem: '/rem',
    awake: '/awake',
    score: '/score',
    unit: 'min',
  },
};
const nightOf = (item: object) => decodePush(Buffer.from(JSON.stringify(item)), nightMapping);

test('a maker’s summary of a night is read by its paths, times in seconds', () => {
  expect(nightOf(summary).messages[0]?.night).toEqual({
    ...{ from: '2026-11-19T13:46:00.000Z', to: '2026-11-19T22:20:00.000Z', zoneMinutes: null },
    ...{ light: 17_640, deep: 3720, rem: 4920, awake: 4560, score: 81 },
    ...{ sol: null, awakenings: null, longAwakenings: null, exits: null, rollovers: null, events: null },
  });
  expect(nightOf({ ...summary, from: '2026-11-19T22:46:00+09:00' }).messages[0]?.night?.zoneMinutes).toBe(540);
  expect(nightOf({ sn: 'M1', heart: 60 }).messages[0]).not.toHaveProperty('night');
});

test('a night that ends before it starts, or is over 24 hours, is refused; other values of its message stay', () => {
  const refused = [{ to: '2026-11-19 20:00:00' }, { light: 1441 }, { to: '2026-11-21 06:20:00' }, { to: 'soon' }];
  expect(refused.map((change) => nightOf({ ...summary, ...change }))).toEqual([
    { messages: [], errors: ['night ends before it starts'] },
    { messages: [], errors: ['night is over 24 hours'] },
    { messages: [], errors: ['night is over 24 hours'] },
    { messages: [], errors: ['night has no times'] },
  ]);
  const mixed = nightOf({ ...summary, light: 1441, heart: 60 });
  expect([mixed.errors, mixed.messages[0]?.readings.length, mixed.messages[0]?.night]).toEqual([
    ['night is over 24 hours'],
    1,
    undefined,
  ]);
});
