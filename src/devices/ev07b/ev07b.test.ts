import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { plainState } from '../connectionState.ts';
import { CuttingFramer } from '../cuttingFramer.ts';
import { decodeBytes, type FrameEvent } from '../framer.ts';
import { decodeEv07b, ev07bProtocol } from './ev07b.ts';
import { encodeEv07b, ev07bCutter } from './frame.ts';

const imei = '868120234567895';
const at = Date.UTC(2026, 10, 23, 7, 5, 9);
const answerRequested = 0x10;

function item(key: number, hex: string): Buffer {
  const value = Buffer.from(hex.replaceAll(' ', ''), 'hex');
  return Buffer.concat([Buffer.from([value.length + 1, key]), value]);
}

const le = (value: number, bytes = 4) => {
  const out = Buffer.alloc(bytes);
  if (value < 0) out.writeIntLE(value, 0, bytes);
  else out.writeUIntLE(value, 0, bytes);
  return out.toString('hex');
};

const named = item(1, Buffer.from(imei).toString('hex'));
const seconds = at / 1000;
/** Status item: battery 76 %, signal 20, moving, charging. */
const status = item(0x24, le(seconds) + le(((76 << 24) | (20 << 19) | (1 << 9) | (1 << 4)) >>> 0));
const gnss = item(
  0x20,
  le(225758333) + le(-1139156533) + le(12, 2) + le(270, 2) + le(-7, 2) + le(9, 2) + le(1234) + le(8, 1),
);
const alarm = (word: number) => item(2, le(word >>> 0));

function frameOf(items: Buffer[], { type = 1, flags = answerRequested, index = 0x0102 } = {}): Buffer {
  return encodeEv07b(Buffer.concat([Buffer.from([type]), ...items]), index, flags);
}

function decode(items: Buffer[], options = {}) {
  const { messages, reply, number } = decodeEv07b(frameOf(items, options), plainState(), at);
  return { messages, message: messages[0], reply: reply?.toString('hex') ?? null, number };
}

function frames(events: FrameEvent[]): string[] {
  return events.filter((event) => event.kind === 'frame').map(({ bytes }) => bytes.toString('hex'));
}

test('a record has number, time, place, battery and state, and is answered with its index', () => {
  const { message, reply, number } = decode([named, status, gnss, item(0x14, `4c${le(4012, 2)}`)]);
  expect(number).toBe(imei);
  expect(message).toMatchObject({
    kind: 'position',
    number: imei,
    time: '2026-11-23T07:05:09.000Z',
    battery: 76,
    position: { lat: 22.5758333, lng: -113.9156533, speed: 12, course: 270, altitude: -7, valid: true, source: 'gnss' },
    values: { satellites: 8, hdop: 0.9, odometer: 1234, battery: 4.012, charge: true, motion: true, signal: 20 },
  });
  expect(reply).toBe(encodeEv07b(Buffer.from([0x7f, 1, 0]), 0x0102).toString('hex'));
  expect(decode([named, status], { flags: 0 }).reply).toBeNull();
});

test.each([
  [1 << 12, ['sos']],
  [1 << 2, ['fall']],
  [1 << 0, ['low_batt']],
  [1 << 8, ['power_off']],
  [1 << 11, ['no_motion']],
  [1 << 1, ['other']],
  [1 << 5, ['fence_out']],
  [(1 << 5) | (1 << 27), ['fence_in']],
  [(1 << 12) | (1 << 2) | 1, ['sos', 'fall', 'low_batt']],
  [1 << 9, []],
])('the alarm word %d means %j', (word, alarms) => {
  const { message } = decode([named, alarm(word), status]);
  expect(message).toMatchObject({ alarms, press: alarms.length > 0 });
});

test('an alarm may carry a time of its own, and a model may mean another by a bit', () => {
  const { message } = decode([named, item(2, le(1 << 12) + le(seconds))]);
  expect(message).toMatchObject({ kind: 'alarm', time: '2026-11-23T07:05:09.000Z' });
  const state = { ...plainState(), profile: { alarmBits: new Map([[13, 'sos' as const]]) } };
  expect(decodeEv07b(frameOf([named, alarm(1 << 13)]), state, at).messages[0]?.alarms).toEqual(['sos']);
});

test('a repeated key begins a new record, all of the same device', () => {
  const old = item(0x24, le(seconds - 600) + le(((70 << 24) | (1 << 7)) >>> 0));
  const { messages } = decode([named, old, gnss, status, alarm(1 << 12)]);
  expect(messages).toMatchObject([
    { number: imei, backlog: true, time: '2026-11-23T06:55:09.000Z', alarms: [], battery: 70 },
    { number: imei, backlog: false, time: '2026-11-23T07:05:09.000Z', alarms: ['sos'], battery: 76 },
  ]);
});

test('cells, Wi-Fi and beacons are kept, and the place of a beacon stands where there is no fix', () => {
  const cells = item(0x21, `${le(460, 2)}00 ${le(-60, 1)}${le(10342, 2)}${le(3822, 2)}`);
  const wide = item(0x29, `${le(460, 2)}${le(1, 2)}${le(-70, 1)}${le(10342, 2)}${le(203822)}`);
  const wifi = item(0x22, `${le(-50, 1)}aabbccddeeff`);
  const beacon = item(0x28, `80 665544332211 ${le(-70, 1)}${le(-59, 1)}${le(225758333)}${le(1139156533)}`);
  expect(decode([named, status, cells, wide, wifi, beacon]).message).toMatchObject({
    cells: [
      { mcc: 460, mnc: 0, lac: 10342, cid: 3822, signal: -60 },
      { mcc: 460, mnc: 1, cid: 203822, signal: -70 },
    ],
    wifi: [{ mac: 'aa:bb:cc:dd:ee:ff', signal: -50 }],
    position: { source: 'beacon', lat: 22.5758333 },
    values: { tagId: '11:22:33:44:55:66', tagRssi: -70 },
  });
});

test('steps, heart rate, SpO2 and a call are read', () => {
  const call = item(0x25, `${le(seconds)} 02 0a00 00 ${Buffer.from('+8613800000001').toString('hex')}`);
  const { message } = decode([
    named,
    status,
    item(0x30, le(seconds) + le(4213)),
    item(0x40, `${le(seconds)}48`),
    item(0x41, `${le(seconds)}61`),
    call,
  ]);
  expect(message?.steps).toBe(4213);
  expect(message?.readings).toMatchObject([
    { kind: 'steps', value: 4213 },
    { kind: 'heart_rate', value: 72 },
    { kind: 'spo2', value: 97 },
  ]);
  expect(message?.values.callNumber).toBe('+8613800000001');
  expect(decode([named, item(0x40, `${le(seconds)}01`)]).message?.readings).toEqual([]);
});

test('whoever asks for the time gets it, and an answer tells what became of the command', () => {
  const namedMessage = decode([named, item(0x12, '')], { type: 3 });
  expect(namedMessage.message?.kind).toBe('request');
  expect(namedMessage.reply).toBe(encodeEv07b(Buffer.from(`030512${le(seconds)}`, 'hex'), 0x0102).toString('hex'));
  const answered = decode([Buffer.from([1, 0])], { type: 0x7f, index: 77 });
  expect(answered.message).toMatchObject({ kind: 'answer', values: { answeredSerial: 77, result: 0 } });
  expect(answered.reply).toBeNull();
  const refused = decode([Buffer.from([1, 3])], { type: 0x7f }).message;
  expect(refused?.values).toMatchObject({ refused: true });
});

test('settings are read and asked for', () => {
  const { message } = decode([item(0x04, Buffer.from('89860012345678901234').toString('hex')), item(0x99, '0102')], {
    type: 2,
  });
  expect(message).toMatchObject({ kind: 'information', values: { iccid: '89860012345678901234', item99: '0102' } });
  const bytes = ev07bProtocol.encodeCommand?.({ number: imei }, { command: 'parameters', params: {} }, 3);
  expect(bytes).toEqual(encodeEv07b(Buffer.from('0201f0', 'hex'), 3, answerRequested));
});

const night = { from: '21:30', to: '07:05' };

test.each([
  ['restart', {}, '040112'],
  ['find', {}, '040113'],
  ['locate', {}, '010112'],
  ['interval', { seconds: 60 }, `020d44${le(0x8000_003c)}${le(60)}${le(300)}`],
  ['contacts', { sos: ['110'] }, '020530e0313130023001023002'],
  ['contacts', { sos: ['110'], whitelist: ['120'] }, null],
  ['quiet_hours', { periods: [night] }, '02060c80151e0705'],
  ['quiet_hours', { periods: [] }, '02060c0000000000'],
  ['quiet_hours', { periods: [night, night] }, null],
  ['fall_sensitivity', { level: 0 }, '02025600'],
  ['fall_sensitivity', { level: 5 }, '020256c5'],
  ['fall_sensitivity', { level: 10 }, null],
  ['parameters', { set: { zone: 8 } }, null],
  ['heart_interval', { seconds: 600 }, null],
  ['call', { number: '110' }, null],
] as const)('the command %s with %j is the content %s, with our serial and an answer wanted', (...the) => {
  const [command, params, content] = the;
  const bytes = ev07bProtocol.encodeCommand({ number: imei }, { command, params }, 3);
  expect(bytes).toEqual(content && encodeEv07b(Buffer.from(content, 'hex'), 3, answerRequested));
});

test('without item 0x01 the connection names the device; another number is not answered', () => {
  const state = { ...plainState(), number: imei };
  expect(decodeEv07b(frameOf([status]), state, at)).toMatchObject({ number: imei, error: null });
  expect(decodeEv07b(frameOf([status]), plainState(), at)).toMatchObject({
    number: null,
    reply: null,
    error: 'no number',
  });
  const other = item(1, Buffer.from('868120234567000').toString('hex'));
  expect(decodeEv07b(frameOf([other, status]), state, at)).toMatchObject({ number: '868120234567000', reply: null });
});

test('frames come out the same however the stream is cut, past garbage and spoilt frames', () => {
  const good = frameOf([named, status, gnss]);
  const sos = frameOf([named, alarm(1 << 12)], { index: 7 });
  const spoilt = Buffer.from('ab10ff00000000', 'hex');
  const stream = Buffer.concat([Buffer.from('0001ab03', 'hex'), good, sos, spoilt, good, sos, good, sos]);
  const hexFrames = frames(new CuttingFramer(ev07bCutter).push(stream));
  expect(hexFrames.slice(0, 2)).toEqual([good, sos].map((entry) => entry.toString('hex')));
  expect(hexFrames.slice(-2)).toEqual([good, sos].map((entry) => entry.toString('hex')));
  const clean = Buffer.concat([good, Buffer.from('0d0a', 'hex'), sos]);
  fc.assert(
    fc.property(fc.array(fc.nat(clean.length), { maxLength: 12 }), (cuts) => {
      const framer = new CuttingFramer(ev07bCutter);
      const ends = [...cuts, clean.length].sort((a, b) => a - b);
      const events = ends.flatMap((end, nth) => framer.push(clean.subarray(ends[nth - 1] ?? 0, end)));
      expect(frames(events)).toEqual([good, sos].map((entry) => entry.toString('hex')));
    }),
  );
});

test('a wrong checksum is told and not answered', () => {
  const frame = frameOf([named, alarm(1 << 12)]);
  frame[4] = (frame[4] ?? 0) ^ 1;
  const { messages, replies, errors } = decodeBytes(ev07bProtocol, frame, plainState(), at);
  expect([messages.length, replies, errors]).toEqual([1, [], ['checksum']]);
});

test('each field stands in the bytes it was read from', () => {
  const frame = frameOf([named, status, gnss]);
  const spans = new Map(
    ev07bProtocol.spans?.(frame).map(({ field, from, to }) => [field, frame.toString('hex', from, to)]),
  );
  expect(Buffer.from(spans.get('number') ?? '', 'hex').toString()).toBe(imei);
  expect(spans.get('position.lat')).toBe(le(225758333));
  expect(spans.get('battery')).toBe('4c');
  expect(spans.get('time')).toBe(le(seconds));
});

test('a frame of nothing but repeated keys makes a bounded number of records, and its last alarm is not lost', () => {
  const frame = frameOf([named, ...Array.from({ length: 2000 }, () => Buffer.from([1, 0x12])), alarm(1 << 12)]);
  const text = vi.spyOn(Buffer.prototype, 'toString');
  const { messages } = decodeEv07b(frame, plainState(), at);
  const copies = text.mock.results.filter(({ value }) => value.length === frame.length * 2).length;
  text.mockRestore();
  expect([messages.length, copies]).toEqual([500, 1]);
  expect(messages.at(-1)).toMatchObject({ alarms: ['sos'], press: true });
});

test('no bytes make the decoder throw, and no stream keeps more than its bound', () => {
  const key = fc.constantFrom(1, 2, 0x14, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x28, 0x29, 0x2a, 0x30, 0x40, 0x77);
  const items = fc.array(fc.tuple(key, fc.uint8Array({ maxLength: 40 })), { maxLength: 8 });
  fc.assert(
    fc.property(items, fc.constantFrom(1, 2, 3, 4, 0x7f), fc.nat(300), fc.nat(255), (list, type, place, byte) => {
      const frame = frameOf(
        list.map(([entry, value]) => item(entry, Buffer.from(value).toString('hex'))),
        { type },
      );
      decodeEv07b(frame, plainState(), at);
      const spoilt = Buffer.from(frame);
      spoilt[place % frame.length] = byte;
      decodeEv07b(spoilt, plainState(), at);
      ev07bProtocol.spans?.(spoilt);
      const framer = new CuttingFramer(ev07bCutter);
      framer.push(Buffer.concat([spoilt, frame]));
      framer.end();
      expect(framer.pendingBytes).toBe(0);
    }),
    { numRuns: 2000 },
  );
});

test('a beacon with its surveyed place and the place of home say where the device is, how exact and how high', () => {
  const place = `${le(225_758_333)}${le(1_139_156_533)}`;
  const wanted = {
    position: { source: 'beacon', lat: 22.5758333, lng: 113.9156533, altitude: 31 },
    values: { hdop: 1.2 },
  };
  const beacon = decode([named, item(0x26, `665544332211 ${place} 0c00 1f00`)]).message;
  expect(beacon).toMatchObject(wanted);
  expect(beacon?.values.tagId).toBe('11:22:33:44:55:66');
  expect(decode([named, item(0x27, `${place} 0c00 1f00`)]).message).toMatchObject(wanted);
});
