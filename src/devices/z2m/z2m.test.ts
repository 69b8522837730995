import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FormatState, formatState } from '../format.ts';
import { readPart, storedWord } from '../formats.ts';
import { risenAlarms } from '../message.ts';
import { type Profile, profileOf } from '../profile.ts';
import { encodeScan } from './command.ts';
import { proposedModel } from './proposal.ts';
import { z2mFormat } from './z2m.ts';

const login = { sn: 'GW1', isGateway: true, baseTopic: 'home/zigbee2mqtt' };
const door = '0x00158d0001a2b3c4';
const button = '0x00158d0009f8e7d6';
const listed = () =>
  formatState([
    ['hall/door', door],
    ['hall', '0x01'],
    [button, button],
  ]);
const ofButton = profileOf({ profile: {}, events: [], kind: 'button', protocol: 'z2m' });
const at = Date.UTC(2026, 10, 29, 12);

const bytes = (body: unknown) => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
const split = (topic: string, body: unknown, state: FormatState = listed(), now = at) =>
  z2mFormat.split(bytes(body), { topic: `${login.baseTopic}/${topic}`, login, state, at: now });

function read(topic: string, body: unknown, options: { state?: FormatState; at?: number; profile?: Profile } = {}) {
  const now = options.at ?? at;
  const { parts, error } = split(topic, body, options.state, now);
  const [part] = parts;
  if (!part) throw new Error(error ?? 'dropped');
  const { message } = readPart(
    z2mFormat,
    { word: storedWord(part, false), body: part.body },
    {
      number: part.number ?? login.sn,
      profile: options.profile ?? {},
      at: now,
    },
  );
  if (!message) throw new Error('no message');
  return message;
}
const alarmsOf = (body: object, profile?: Profile) => read('x', body, profile ? { profile } : {}).alarms;

test('the child of a topic is the longest listed name that fits, and what follows it one property', () => {
  const partOf = (topic: string, body: unknown) => split(topic, body).parts.map(({ number, word }) => [number, word]);
  expect(partOf('hall/door', { contact: false })).toEqual([[door, 'state']]);
  expect(partOf('hall', { contact: false })).toEqual([['0x01', 'state']]);
  expect(partOf('hall/door/availability', 'online')).toEqual([[door, 'availability']]);
  expect(partOf('hall/door/contact', 'false')).toEqual([[door, 'attribute/contact']]);
  expect(partOf(`${button.toUpperCase().replace('X', 'x')}`, { battery: 1 })).toEqual([[button, 'state']]);
});

test('a state below a listed name is of another child, never of the listed one', () => {
  expect(split('hall/button', { action: 'sos' }).parts).toMatchObject([{ number: 'hall/button', word: 'state' }]);
  expect(split('hall/button', { device: { ieeeAddr: door.toUpperCase().replace('X', 'x') } }).parts).toMatchObject([
    { number: door },
  ]);
});

test.each([
  'hall/door/set',
  'hall/door/get',
  'hall/door/left/set',
  'bridge/logging',
  'bridge/definitions',
  'bridge/groups',
  'bridge/request/restart',
])('%s is dropped', (topic) => {
  expect(split(topic, { any: 1 })).toEqual({ parts: [], children: [], replies: [], error: null });
});

test('an empty payload clears what was retained and says nothing, and topics of others are not for us', () => {
  expect(split('hall/door', '').parts).toEqual([]);
  expect(z2mFormat.mayPublish('homeassistant/x', login)).toBe(false);
  expect(z2mFormat.mayPublish('home/zigbee2mqtt/x', login)).toBe(true);
  expect(z2mFormat.filters(login)).toEqual(['home/zigbee2mqtt/#']);
});

test('the list of devices gives children and names, in either case of letters, without the coordinator', () => {
  const state = listed();
  const device = (address: string, friendly: string, type = 'EndDevice') => ({
    ieee_address: address,
    friendly_name: friendly,
    type,
    power_source: 'Battery',
    definition: { model: 'TS0215A', vendor: 'TuYa', exposes: [{ property: 'action', values: ['sos'] }] },
  });
  const list = [device('0x00', 'Coordinator', 'Coordinator'), device('0x00158D0001A2B3C4', 'bath/door'), { type: 'x' }];
  const { children, isWholeList, parts } = split('bridge/devices', list, state);
  expect(children).toEqual([
    {
      number: door,
      wireName: 'bath/door',
      vendor: 'TuYa',
      model: 'TS0215A',
      kind: 'EndDevice',
      power: 'Battery',
      exposes: [{ property: 'action', values: ['sos'] }],
    },
  ]);
  expect(isWholeList).toBe(true);
  expect(parts).toMatchObject([{ number: null, word: 'bridge/devices' }]);
  expect([...state.names]).toEqual([['bath/door', door]]);
  expect(split('bridge/devices', { not: 'a list' }).error).not.toBeNull();
});

test('a large list is stored cut, and its stored part is read without an error', () => {
  const list = Array.from({ length: 3000 }, (_, n) => ({
    ieee_address: `0x${n}`,
    friendly_name: `n${n}`,
    type: 'Router',
  }));
  const { parts, children } = split('bridge/devices', list);
  expect(children).toHaveLength(3000);
  expect(parts[0]?.body).toHaveLength(65_536);
  expect(read('bridge/devices', list)).toMatchObject({ kind: 'bridge', values: {} });
});

test('a device that joins, is renamed or leaves changes the names', () => {
  const state = formatState();
  const event = (type: string, data: object) => split('bridge/event', { type, data }, state).children;
  expect(event('device_joined', { ieee_address: door, friendly_name: 'a' })).toEqual([{ number: door, wireName: 'a' }]);
  split('bridge/response/device/rename', { data: { from: 'a', to: 'b' }, status: 'ok' }, state);
  expect(state.names.get('b')).toBe(door);
  expect(event('device_leave', { ieee_address: door, friendly_name: 'b' })).toMatchObject([
    { number: door, isGone: true },
  ]);
  expect(state.names.size).toBe(0);
});

test('the info says the version and keeps no configuration', () => {
  const info = { version: '2.6.0', config: { mqtt: { password: 'secret' } }, permit_join: false };
  expect(split('bridge/info', info).software).toBe('2.6.0');
  expect(read('bridge/info', info).values).toEqual({ version: '2.6.0', permit_join: false });
});

test('every property stands in values under its own name, and readings follow from the usual ones', () => {
  const state = {
    battery: 87,
    linkquality: 102,
    contact: false,
    temperature: 21.4,
    device_temperature: 30,
    update: {},
  };
  expect(read('x', state)).toMatchObject({
    kind: 'reading',
    battery: 87,
    readings: [
      { kind: 'door', value: 1 },
      { kind: 'room_temperature', value: 21.4 },
    ],
    values: { ...state, signal: 40 },
  });
  expect(read('hall/door/temperature', '21.5')).toMatchObject({
    readings: [{ value: 21.5 }],
    values: { temperature: 21.5 },
  });
});

test.each([
  [{ smoke: true }, ['smoke']],
  [{ smoke: true, test: true }, []],
  [{ gas: 'true', carbon_monoxide: true }, ['gas']],
  [{ water_leak: true, battery_low: true, tamper: true }, ['water', 'tamper', 'low_batt']],
  [{ sos: true }, ['sos']],
  [{ sos_alarm: true }, ['sos']],
  [{ fall_down_status: 'fall', tumble_switch: 'ON' }, ['fall']],
  [{ fall_down_status: 'maybe_fall' }, []],
  [{ fall_status: 'fall_alarm' }, ['fall']],
  [{ fall_status: 'fall_warning' }, []],
  [{ status: 'falling' }, ['fall']],
  [{ smoke: null, gas: 12, water_leak: 'unknown' }, []],
  [{ smoke_density: 90, vibration: true, action: 'tilt' }, []],
])('%j raises %j', (body, alarms) => {
  expect(alarmsOf(body)).toEqual(alarms);
});

test('a message tells the bits that it mentions and no others', () => {
  expect(read('x', { smoke: false, battery: 3 })).toMatchObject({ alarmBits: 0, alarmMask: 1 });
  expect(read('x', { battery_low: true })).toMatchObject({ alarmBits: 32, alarmMask: 32 });
  expect(read('x', { smoke: true, test: true }).alarmBits).toBeNull();
  expect(read('x', { temperature: 20 }).alarmBits).toBeNull();
  const profile = profileOf({ profile: { alarmBits: { 4: 'other' } }, events: [] });
  expect(read('x', { tamper: true }, { profile }).alarms).toEqual(['other']);
});

test.each(['emergency', 'panic', 'sos', ' SOS '])('the action %s calls for help from any model', (action) => {
  expect(read('x', { action })).toMatchObject({ alarms: ['sos'], press: true, alarmBits: null });
});

test('any action of a button is a press but a release, and of another model none', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9_]{1,12}$/), (action) => {
      fc.pre(!['none', 'null', 'emergency', 'panic', 'sos'].includes(action));
      const alarms = action.endsWith('release') ? [] : ['sos'];
      expect(alarmsOf({ action }, ofButton)).toEqual(alarms);
      expect(alarmsOf({ action })).toEqual([]);
    }),
  );
  expect(
    [{ action: '' }, { action: null }, { action: 'button_1_release' }].map((body) => alarmsOf(body, ofButton)),
  ).toEqual([[], [], []]);
  const chosen = profileOf({
    profile: { presses: ['double'] },
    events: [{ code: 'shake', type: 'other' }],
    kind: 'button',
    protocol: 'z2m',
  });
  expect(['double', 'single', 'shake'].map((action) => alarmsOf({ action }, chosen))).toEqual([['sos'], [], ['other']]);
});

test('the same action on both topics of a child within 2 s is one press; on one topic, or later, it is two', () => {
  const presses = (steps: readonly (readonly [topic: string, body: unknown, after: number])[]) => {
    const state = listed();
    return steps.map(([topic, body, after]) => read(topic, body, { state, at: at + after, profile: ofButton }).press);
  };
  const [json, bare] = [{ action: 'single' }, 'single'];
  expect(
    presses([
      [button, json, 0],
      [`${button}/action`, bare, 100],
    ]),
  ).toEqual([true, false]);
  expect(
    presses([
      [`${button}/action`, bare, 0],
      [button, { action: 'single', battery: 9 }, 1900],
    ]),
  ).toEqual([true, false]);
  expect(
    presses([
      [button, json, 0],
      [button, json, 100],
    ]),
  ).toEqual([true, true]);
  expect(
    presses([
      [button, json, 0],
      [`${button}/action`, bare, 2100],
    ]),
  ).toEqual([true, true]);
  expect(
    presses([
      [button, json, 0],
      [`${button}/action`, bare, 1],
      [button, json, 2],
      [`${button}/action`, bare, 3],
    ]),
  ).toEqual([true, false, true, false]);
  expect(
    presses([
      [button, json, 0],
      [button, { action: 'off' }, 500],
    ]),
  ).toEqual([true, false]);
  expect(presses([[button, { action: 'off' }, 0]])).toEqual([true]);
});

test('in the 15 s after its start what has no last_seen refreshes nobody and measures nothing; a press and a rise count', () => {
  const state = listed();
  split('bridge/state', { state: 'online' }, state);
  const cached = read('hall/door', { contact: false, temperature: 20, smoke: true }, { state, at: at + 15_000 });
  expect(cached).toMatchObject({ heardAt: null, readings: [], alarms: ['smoke'] });
  expect(risenAlarms(cached, 1)).toEqual([]);
  expect(risenAlarms(cached, 0)).toEqual(['smoke']);
  expect(read(button, { action: 'sos' }, { state, at: at + 5 })).toMatchObject({ press: true, alarms: ['sos'] });
  const reading = read('hall/door', { contact: false, last_seen: '2026-11-29T09:00:00+01:00' }, { state, at: at + 5 });
  expect(reading).toMatchObject({ heardAt: '2026-11-29T08:00:00.000Z', time: '2026-11-29T08:00:00.000Z' });
  expect(reading.readings).toHaveLength(1);
  expect(read('hall/door', { contact: true }, { state, at: at + 15_001 }).heardAt).toBeUndefined();
  expect(read('hall/door', { contact: true }).heardAt).toBeUndefined();
});

test('last_seen never lies ahead, and one of an unset clock says nothing', () => {
  expect(read('x', { last_seen: at + 60_000 }).heardAt).toBe(new Date(at).toISOString());
  expect(read('x', { last_seen: at - 60_000 }).heardAt).toBe(new Date(at - 60_000).toISOString());
  expect([0, '1970-01-01T00:00:10Z', 'N/A', null].map((last_seen) => read('x', { last_seen }).heardAt)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('availability and a last will refresh nobody, and only report', () => {
  for (const body of ['offline', { state: 'offline' }]) {
    expect(split('hall/door/availability', body).children).toEqual([{ number: door, reported: 'offline' }]);
    expect(read('hall/door/availability', body)).toMatchObject({
      kind: 'availability',
      heardAt: null,
      values: { state: 'offline' },
    });
    expect(read('bridge/state', body).heardAt).toBeNull();
  }
  expect(read('bridge/state', 'online').heardAt).toBeUndefined();
  const state = listed();
  const reports = ['online', 'online', 'offline'].map(
    (body) => split('hall/door/availability', body, state).children.length,
  );
  expect(reports).toEqual([1, 0, 1]);
});

test('a topic that no name can have is stored with the reason', () => {
  expect(split('/'.repeat(60_000), { sos: true })).toMatchObject({ parts: [], error: 'topic too long' });
});

test('a part is read alike from its stored word and bytes', () => {
  const [part] = split('hall/door/contact', 'false').parts;
  expect(
    z2mFormat.read({ word: 'attribute/contact', body: Buffer.from('false') }, { number: door, profile: {}, at }),
  ).toEqual(part && z2mFormat.read(part, { number: door, profile: {}, at }));
  expect(
    z2mFormat.read({ word: '', body: bytes({ sos: true }) }, { number: '', profile: {}, at }).message?.alarms,
  ).toEqual(['sos']);
});

test('commands go to the child by its name, a restart and a scan to the gateway', () => {
  const child = { number: door, login, wireName: 'hall/door' };
  const encode = z2mFormat.encodeCommand;
  if (!encode) throw new Error('no commands');
  expect(encode(child, { command: 'parameters', params: { set: { state: 'ON' } } }, 7)).toEqual({
    topic: 'home/zigbee2mqtt/hall/door/set',
    payload: '{"state":"ON"}',
  });
  expect(encode({ ...child, wireName: 'a#' }, { command: 'parameters', params: { read: ['battery'] } }, 7)).toEqual({
    topic: `home/zigbee2mqtt/${door}/get`,
    payload: '{"battery":""}',
  });
  expect(encode(child, { command: 'restart', params: {} }, 7)).toBeNull();
  const restart = encode({ number: 'gw1', login }, { command: 'restart', params: {} }, 7);
  expect(restart).toEqual({ topic: 'home/zigbee2mqtt/bridge/request/restart', payload: '{"transaction":"anhao-7"}' });
  expect(read('bridge/response/restart', { data: {}, status: 'ok', transaction: 'anhao-7' })).toMatchObject({
    kind: 'answer',
    values: { answeredSerial: 7, refused: false },
  });
  expect(encodeScan(login, 60, 't').payload).toBe('{"value":true,"time":60,"transaction":"t"}');
  expect(z2mFormat.wordOf?.({ command: 'locate', params: {} })).toBeUndefined();
});

test.each([
  [[{ property: 'action', values: ['emergency'] }], 'z2m'],
  [[{ property: 'action', values: ['single', 'double'] }], 'z2m_sensor'],
  [[{ property: 'contact' }, { property: 'battery' }], 'z2m_door'],
  [[{ property: 'occupancy' }, { property: 'temperature' }], 'z2m_motion'],
  [[{ property: 'smoke' }, { property: 'tamper' }], 'z2m_smoke'],
  [[{ property: 'carbon_monoxide' }], 'z2m_gas'],
  [[{ property: 'water_leak' }], 'z2m_leak'],
  [[{ type: 'composite', features: [{ property: 'fall_down_status' }] }, { property: 'occupancy' }], 'z2m_radar'],
  [[{ property: 'presence' }, { property: 'illuminance' }], 'z2m_radar'],
  [[{ property: 'temperature' }], 'z2m_sensor'],
  [undefined, 'z2m_sensor'],
])('what exposes %j is proposed as %s', (exposes, model) => {
  expect(proposedModel(exposes)).toBe(model);
});

const samples = new URL('../../../../shared/samples/zigbee2mqtt.jsonl', import.meta.url);
test('messages of real devices are read without an error', ({ skip }) => {
  skip(!existsSync(samples), 'no samples beside the checkout');
  for (const line of readFileSync(samples, 'utf8').trim().split('\n')) {
    const { topic, frame } = JSON.parse(line) as { topic: string; frame: string };
    expect(read(topic.slice('zigbee2mqtt/'.length), frame).values).toMatchObject(JSON.parse(frame) as object);
  }
});
