import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { ConnectionState } from '../connectionState.ts';
import { CuttingFramer } from '../cuttingFramer.ts';
import { decodeBytes, type FrameEvent } from '../framer.ts';
import { type Decoded, risenAlarms } from '../message.ts';
import { encodeGt06, gt06Cutter } from './frame.ts';
import { decodeGt06, gt06Protocol } from './gt06.ts';

const imei = '868120234567895';
const at = Date.UTC(2026, 10, 23, 7, 5, 9);

function loggedIn(number = imei): ConnectionState {
  const session = gt06Protocol.createState();
  session.number = number;
  return session;
}

function decode(type: number, content: string, { long = false, session = loggedIn() } = {}) {
  const frame = encodeGt06(type, Buffer.from(content, 'hex'), 0x0102, long);
  const { messages, reply, error, number } = decodeGt06(frame, session, at);
  const [message] = messages;
  if (!message) throw new Error('no message');
  return { message, reply: reply?.toString('hex') ?? null, error, number };
}

const place = '1a0b17070509c7026c10540c38c9700514de';
const cell = '01cc00286600 0eee'.replace(' ', '');

function frames(events: FrameEvent[]): string[] {
  return events.filter((event) => event.kind === 'frame').map(({ bytes }) => bytes.toString('hex'));
}

test('a login names the device, tells its zone and is answered with its serial', () => {
  const session = gt06Protocol.createState();
  const frame = encodeGt06(1, Buffer.from(`0${imei}1234${(((800 << 4) | 0) & 0xffff).toString(16)}`, 'hex'), 7);
  const { number, messages, reply } = decodeGt06(frame, session, at);
  expect(number).toBe(imei);
  expect(messages).toMatchObject([{ kind: 'login', number: imei, values: { zoneMinutes: 480 } }]);
  expect(reply).toEqual(encodeGt06(1, Buffer.alloc(0), 7));
  session.number = number;
  expect(decode(0x12, place + cell, { session }).message.time).toBe('2026-11-22T23:05:09.000Z');
  session.profile = { zoneMinutes: 0 };
  expect(decode(0x12, place + cell, { session }).message.time).toBe('2026-11-23T07:05:09.000Z');
});

test('a zone west of Greenwich is behind it, and a login without one is in UTC', () => {
  const session = gt06Protocol.createState();
  const login = (zone: string) =>
    decodeGt06(encodeGt06(1, Buffer.from(`0${imei}1234${zone}`, 'hex'), 1), session, at).messages[0]?.values;
  expect(login(((330 << 4) | 8).toString(16).padStart(4, '0'))).toMatchObject({ zoneMinutes: -210 });
  expect(login('')).not.toHaveProperty('zoneMinutes');
});

test('before its login a device has no number, and another one on its connection gets no answer', () => {
  const unnamed = decode(0x13, '0004030000', { session: gt06Protocol.createState() });
  expect(unnamed).toMatchObject({ number: null, reply: null, error: 'no login before' });
  const other = encodeGt06(1, Buffer.from('0868120234567000', 'hex'), 1);
  expect(decodeGt06(other, loggedIn(), at)).toMatchObject({ number: '868120234567000', reply: null });
});

test('a position has time, place, speed, course and its cell, and waits for no answer', () => {
  const { message, reply } = decode(0x22, `${place}${cell}010e00`);
  expect(reply).toBeNull();
  expect(message).toMatchObject({
    kind: 'position',
    number: imei,
    time: '2026-11-23T07:05:09.000Z',
    position: { lat: 22.5758333, lng: 113.9156533, speed: 5, course: 222, source: 'gnss', valid: true },
    cells: [{ mcc: 460, mnc: 0, lac: 10342, cid: 3822 }],
    values: { satellites: 7, ignition: true, event: 14 },
    backlog: false,
  });
  expect(decode(0x22, `${place}${cell}010e01`).message.backlog).toBe(true);
});

test.each([
  ['14', 1, 1, true],
  ['1c', 1, -1, true],
  ['10', -1, 1, true],
  ['18', -1, -1, true],
  ['04', 1, 1, false],
])('flags %s give the halves of the globe and whether there is a fix', (flags, north, east, valid) => {
  const { message } = decode(0x10, `1a0b17070509c7026c10540c38c97005${flags}00`);
  expect(message.position).toMatchObject({ lat: north * 22.5758333, lng: east * 113.9156533, valid });
});

test('without coordinates there is no position, the alarm and the cell stay', () => {
  const { message } = decode(0x26, `1a0b17070509c0${'00'.repeat(11)}09${cell}4606040101`);
  expect(message).toMatchObject({ position: null, alarms: ['sos'], battery: 100, cells: [{ lac: 10342 }] });
});

test.each([
  ['01', ['sos']],
  ['02', ['power_off']],
  ['03', ['other']],
  ['04', ['fence_in']],
  ['05', ['fence_out']],
  ['0e', ['low_batt']],
  ['13', ['tamper']],
  ['18', ['off_wrist']],
  ['23', ['fall']],
  ['77', ['other']],
  ['ff', []],
])('the alarm code %s means %j, and is answered', (code, alarms) => {
  const { message, reply } = decode(0x26, `${place}09${cell}060504${code}02`);
  expect(message).toMatchObject({ kind: 'alarm', press: true, alarms, battery: 83, values: { signal: 4 } });
  expect(reply).toBe(encodeGt06(0x26, Buffer.alloc(0), 0x0102).toString('hex'));
});

test('an SOS of the status stands before the low battery that the alarm code tells, and a model may mean another', () => {
  expect(decode(0x26, `${place}09${cell}2605040e02`).message.alarms).toEqual(['sos', 'low_batt']);
  const session = loggedIn();
  session.profile = { alarmBits: new Map([[3, 'fall']]) };
  expect(decode(0x26, `${place}09${cell}0605040302`, { session }).message.alarms).toEqual(['fall']);
});

test.each([
  ['08', cell, 3822],
  ['09', cell, 3822],
  ['00', '', undefined],
  ['0a', '01cc000028660000 0eee'.replace(' ', ''), 3822],
  ['10', '01cc0000002866 0000000000000eee'.replace(' ', ''), 3822],
])('a cell behind the length %s is read, and the status after it', (length, bytes, cid) => {
  const { message } = decode(0x16, `${place}${length}${bytes}0605040102`);
  expect(message.cells[0]?.cid).toBe(cid);
  expect(message).toMatchObject({ alarms: ['sos'], battery: 83 });
});

test('the alarm of a heartbeat is a level, not a press', () => {
  const { message, reply } = decode(0x13, '2404030001');
  expect(message).toMatchObject({ kind: 'heartbeat', battery: 66, alarms: ['sos'], press: false, alarmBits: 16 });
  expect(message.levels).toEqual([{ bit: 4, type: 'sos' }]);
  expect(message.ownKey).toBeNull();
  expect(reply).toBe(encodeGt06(0x13, Buffer.alloc(0), 0x0102).toString('hex'));
  expect(decode(0x13, '0464030001').message.battery).toBe(100);
});

test('the alarm code of a heartbeat rings when it comes, once while it stays, and again when it comes again', () => {
  const [calls, calm] = [decode(0x13, '0404030102').message, decode(0x13, '0404030002').message];
  expect(risenAlarms(calls, 0)).toEqual(['sos']);
  expect(risenAlarms(calls, calls.alarmBits)).toEqual([]);
  expect(risenAlarms(calls, calm.alarmBits)).toEqual(['sos']);
  const pressed = decode(0x26, `${place}09${cell}0405030102`).message;
  expect([risenAlarms(pressed, 0), risenAlarms(calls, pressed.alarmBits)]).toEqual([['sos'], []]);
});

test('the time asked for is answered in UTC', () => {
  expect(decode(0x8a, '').reply).toBe(encodeGt06(0x8a, Buffer.from('1a0b17070509', 'hex'), 0x0102).toString('hex'));
});

test('cells and Wi-Fi without a position are kept with their signals', () => {
  const seven = `286600 0eee3c${'00'.repeat(36)}`.replace(' ', '');
  const { message } = decode(0x2c, `1a0b1707050901cc00${seven}ff02aabbccddeeff32112233445566500002`);
  expect(message).toMatchObject({
    position: null,
    time: '2026-11-23T07:05:09.000Z',
    cells: [{ mcc: 460, lac: 10342, cid: 3822, signal: -60 }],
    wifi: [
      { mac: 'aa:bb:cc:dd:ee:ff', signal: -50 },
      { mac: '11:22:33:44:55:66', signal: -80 },
    ],
  });
});

test('the answer of a device repeats the serial of the command', () => {
  const text = Buffer.from(
    'Current position! Lat:N22.577156,Lon:E113.916778,Course:0.00,Speed:3.50,DateTime:2026-11-23 07:05:09',
  );
  const { message } = decode(0x21, `00000a0b01${text.toString('hex')}`, { long: true });
  expect(message).toMatchObject({
    kind: 'answer',
    values: { answeredSerial: 0x0a0b },
    position: { lat: 22.577156, lng: 113.916778, speed: 3.5 },
  });
  expect(decode(0x15, '080000000754494d450002').message.values).toMatchObject({ answeredSerial: 7, result: 'TIME' });
});

test('a command is a text with its serial, and what the format has no words for is none', () => {
  const bytes = (command: 'locate' | 'interval' | 'contacts' | 'quiet_hours', params = {}) =>
    gt06Protocol.encodeCommand?.({ number: imei }, { command, params }, 5);
  expect(bytes('locate')).toEqual(encodeGt06(0x80, Buffer.from('0a00000005574845524523'.concat('0002'), 'hex'), 5));
  expect(bytes('interval', { seconds: 60 })?.toString('latin1')).toContain('TIMER,60#');
  expect(bytes('contacts', { sos: ['13800000001', '13800000002'] })?.toString('latin1')).toContain(
    'SOS,A,13800000001,13800000002#',
  );
  expect(bytes('quiet_hours', { periods: [] })).toBeNull();
});

test('frames come out the same however the stream is cut, and garbage between them is left out', () => {
  const login = encodeGt06(1, Buffer.from(`0${imei}`, 'hex'), 1);
  const sos = encodeGt06(0x26, Buffer.from(`${place}09${cell}0605040102`, 'hex'), 2);
  const info = encodeGt06(0x94, Buffer.from('0004ef', 'hex'), 3, true);
  const stream = Buffer.concat([login, Buffer.from('00ff787800', 'hex'), sos, info, sos]);
  const hexFrames = [login, sos, info, sos].map((entry) => entry.toString('hex'));
  expect(frames(new CuttingFramer(gt06Cutter).push(stream))).toEqual(hexFrames);
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 12 }), (cuts) => {
      const framer = new CuttingFramer(gt06Cutter);
      const ends = [...cuts, stream.length].sort((a, b) => a - b);
      const events = ends.flatMap((end, nth) => framer.push(stream.subarray(ends[nth - 1] ?? 0, end)));
      expect(frames(events)).toEqual(hexFrames);
    }),
  );
});

test('a wrong length is mended by the tail, a wrong checksum is told and not answered', () => {
  const good = encodeGt06(0x13, Buffer.from('0004030001', 'hex'), 9);
  const short = Buffer.from(good);
  short[2] = 3;
  expect(frames(new CuttingFramer(gt06Cutter).push(Buffer.concat([short, good])))).toEqual([
    short.toString('hex'),
    good.toString('hex'),
  ]);
  const spoilt = Buffer.from(good);
  spoilt[4] = 0x20;
  const { messages, replies, errors } = decodeBytes(gt06Protocol, spoilt, loggedIn(), at);
  expect([messages.length, replies, errors]).toEqual([1, [], ['checksum']]);
});

test('a login with a wrong checksum is shown, but names nobody for what follows and is not answered', () => {
  const login = encodeGt06(1, Buffer.from(`0${imei}`, 'hex'), 7);
  login[login.length - 3] = (login.at(-3) ?? 0) ^ 1;
  const heartbeat = encodeGt06(0x13, Buffer.from('0004030001', 'hex'), 9);
  const session = gt06Protocol.createState();
  const { messages, replies, errors } = decodeBytes(gt06Protocol, Buffer.concat([login, heartbeat]), session, at);
  expect(messages.map(({ kind, number }) => [kind, number])).toEqual([
    ['login', imei],
    ['heartbeat', ''],
  ]);
  expect([replies, errors, session.number]).toEqual([[], ['checksum', 'no login before'], null]);
});

test('a call for help behind a length that is too large is not waited for, however it comes', () => {
  const sos = encodeGt06(0x26, Buffer.from(`${place}09${cell}0605040102`, 'hex'), 2);
  const wrong = encodeGt06(0x13, Buffer.from('0004030001', 'hex'), 9);
  wrong[2] = 0xf0;
  const framer = new CuttingFramer(gt06Cutter);
  expect(framer.push(wrong)).toEqual([]);
  const hexFrames = [wrong, sos].map((entry) => entry.toString('hex'));
  expect(frames(framer.push(sos))).toEqual(hexFrames);
  expect(frames(new CuttingFramer(gt06Cutter).push(Buffer.concat([wrong, sos])))).toEqual(hexFrames);
});

test('heads that all say the same end are not all tried', () => {
  const bytes = Buffer.alloc(8192);
  for (let from = 0; from + 14 <= bytes.length; from += 4) {
    const length = bytes.length - from - 6;
    if (length === 0x0d0a) continue;
    bytes.writeUInt16BE(0x7979, from);
    bytes.writeUInt16BE(length, from + 2);
  }
  bytes.writeUInt16BE(0x7979, 0);
  bytes.writeUInt16BE(bytes.length - 20, 2);
  bytes.write('0d0a', bytes.length - 2, 'hex');
  const subarrays = vi.spyOn(Buffer.prototype, 'subarray');
  gt06Cutter.measure(bytes, 0, bytes.length, 0, false);
  const tried = subarrays.mock.calls.length;
  subarrays.mockRestore();
  expect(tried).toBeLessThan(200);
});

test('each field stands in the bytes it was read from', () => {
  const frame = encodeGt06(0x26, Buffer.from(`${place}09${cell}0605040102`, 'hex'), 2);
  const spans = new Map(
    gt06Protocol.spans?.(frame).map(({ field, from, to }) => [field, frame.toString('hex', from, to)]),
  );
  expect(spans.get('time')).toBe('1a0b17070509');
  expect(spans.get('position.lat')).toBe('026c1054');
  expect(spans.get('cells')).toBe(cell);
  expect(spans.get('battery')).toBe('05');
  expect(spans.get('alarms')).toBe('01');
});

test('no bytes make the decoder throw, and no stream keeps more than its bound', () => {
  const types = [
    1, 0x10, 0x12, 0x13, 0x15, 0x16, 0x17, 0x21, 0x22, 0x24, 0x26, 0x28, 0x32, 0x33, 0x70, 0x94, 0x95, 0xa2, 0xf1,
  ];
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 120 }),
    fc.nat(60).map((cut) => Uint8Array.from(Buffer.from(`${place}09${cell}0605040102`, 'hex').subarray(0, cut))),
  );
  fc.assert(
    fc.property(fc.constantFrom(...types), content, fc.boolean(), fc.nat(200), (type, bytes, long, flip) => {
      const frame = encodeGt06(type, bytes, 1, long);
      const { messages } = decodeGt06(frame, loggedIn(), at);
      expect(messages).toHaveLength(1);
      const spoilt = Buffer.from(frame);
      spoilt[flip % frame.length] = flip;
      decodeGt06(spoilt, loggedIn(), at);
      const framer = new CuttingFramer(gt06Cutter);
      framer.push(Buffer.concat([spoilt, Buffer.from(bytes), frame]));
      framer.end();
      expect(framer.pendingBytes).toBe(0);
    }),
    { numRuns: 2000 },
  );
});

interface Sample {
  frame: string;
  session?: string;
  expect: { assert: string; key?: string; value?: unknown };
}

/** Returns the message's value for an attribute name of the samples. */
function named({ values, alarms, position }: Decoded, key: string): unknown {
  return key === 'alarm' ? (values.alarm ?? alarms[0]) : (values[key] ?? position?.[key as 'lat']);
}

test('messages of real devices are read', () => {
  const samples = readFileSync(new URL('../../../test/samples/gt06.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  for (const line of samples) {
    const sample = JSON.parse(line) as Sample;
    const { messages } = decodeBytes(gt06Protocol, Buffer.from(sample.frame, 'hex'), loggedIn(''), at);
    const [message] = messages;
    if (!message) throw new Error(sample.frame);
    const { assert, key, value } = sample.expect;
    if (assert === 'position') expect([sample.frame, message.position]).not.toContain(null);
    if (assert === 'attribute' && value !== null)
      expect([sample.frame, named(message, key ?? '')]).toEqual([sample.frame, value]);
    expect(message.kind).not.toBe('unknown');
  }
});
