import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBytes } from '../framer.ts';
import type { Profile } from '../profile.ts';
import { encode808, u16 } from './frame.ts';
import { jt808Protocol } from './jt808.ts';

type Manner = Parameters<typeof encode808>[0];

const number = '13912345678';
const old: Manner = { flag: 0x7e, version: null, numberBytes: Buffer.from('013912345678', 'hex') };
const new2019: Manner = { flag: 0x7e, version: 1, numberBytes: Buffer.from('00000000013912345678', 'hex') };
const dialect: Manner = { flag: 0xe7, version: null, numberBytes: Buffer.from('00013912345678', 'hex') };

/** Encodes alarm and status word, then a position in Quzhou at noon of Beijing; further items in hex. */
function location(alarm = 0, status = 3, items = ''): Buffer {
  const head = Buffer.alloc(28);
  head.writeUInt32BE(alarm, 0);
  head.writeUInt32BE(status, 4);
  head.writeUInt32BE(28_973_412, 8);
  head.writeUInt32BE(118_874_105, 12);
  head.writeInt16BE(-12, 16);
  head.writeUInt16BE(35, 18);
  head.writeUInt16BE(270, 20);
  head.write('261123120000', 22, 'hex');
  return Buffer.concat([head, Buffer.from(items, 'hex')]);
}

const at = Date.UTC(2026, 10, 23, 4, 0, 5);

function read(frames: Buffer, profile: Profile = {}) {
  const session = Object.assign(jt808Protocol.createState(), { profile });
  return decodeBytes(jt808Protocol, frames, session, at);
}

function decoded(id: number, body: Buffer, profile: Profile = {}, manner = old) {
  const { messages, replies, errors } = read(encode808(manner, id, 7, body), profile);
  expect(errors).toEqual([]);
  const [message] = messages;
  if (!message) throw new Error('no message');
  return { message, reply: replies[0] ?? null };
}

const general = (id: string, serial = '0007') =>
  encode808(old, 0x8001, 0, Buffer.from(`${serial}${id}00`, 'hex')).toString('hex');

test('a location gives place, motion, time of Beijing, alarms most urgent first, battery and signal', () => {
  const { message, reply } = decoded(0x0200, location((1 << 7) | 1, 3, '01040000000a30011f310109e4020150'));
  expect(message).toMatchObject({
    kind: 'position',
    number,
    time: '2026-11-23T04:00:00.000Z',
    position: { lat: 28.973412, lng: 118.874105, altitude: -12, speed: 3.5, course: 270, source: 'gnss', valid: true },
    alarms: ['sos', 'low_batt'],
    alarmBits: 129,
    press: false,
    battery: 80,
    values: { mileage: 1000, signal: 100, satellites: 9, messageId: '0200' },
  });
  expect(reply).toBe(general('0200'));
});

test('south and west are negative, no fix is said, 0,0 is no place', () => {
  expect(decoded(0x0200, location(0, 0b1111)).message.position).toMatchObject({ lat: -28.973412, lng: -118.874105 });
  expect(decoded(0x0200, location(0, 0)).message.position).toMatchObject({ valid: false });
  const nowhere = location();
  nowhere.fill(0, 8, 16);
  expect(decoded(0x0200, nowhere).message.position).toBeNull();
});

test('the model says another zone, other alarm bits and other items', () => {
  const items = [{ id: 0xe4, length: 2, as: 'uint' as const, factor: 0.1, into: 'temperature' }];
  const profile: Profile = { zoneMinutes: 0, alarmBits: new Map([[16, 'fall']]), items };
  const { message } = decoded(0x0200, location(1 << 16, 3, 'e402016d'), profile);
  expect(message).toMatchObject({
    time: '2026-11-23T12:00:00.000Z',
    alarms: ['fall'],
    levels: [{ bit: 16, type: 'fall' }],
    battery: null,
    readings: [{ kind: 'temperature', value: 36.5 }],
  });
});

test('a message that the model calls a press is one', () => {
  const presses = new Set(['0006']);
  expect(decoded(0x0006, Buffer.from('00', 'hex'), { presses }).message).toMatchObject({
    alarms: ['sos'],
    press: true,
  });
  expect(decoded(0x0006, Buffer.from('00', 'hex')).message.alarms).toEqual([]);
});

test('the way over a fence stands in its item', () => {
  const fence = (way: string) => decoded(0x0200, location(1 << 20, 3, `12060100000001${way}`)).message.alarms;
  expect([fence('00'), fence('01')]).toEqual([['fence_in'], ['fence_out']]);
});

test('items that repeat an alarm are levels like its bit, and an event is a press', () => {
  const list = decoded(0x0200, location(0, 3, 'eb08000600 89ffffeffe'.replace(/ /g, ''))).message;
  expect(list).toMatchObject({ alarms: ['off_wrist', 'power_off'], press: false });
  expect(list.levels).toHaveLength(2);
  expect(decoded(0x0200, location(0, 3, 'e8040c010100')).message).toMatchObject({ alarms: ['sos'], press: true });
});

test('an item’s own length is trusted, the rest of a cut list is lost alone, unknown ones are kept', () => {
  const { message } = decoded(0x0200, location(0, 3, '040161990301020e31ff'));
  expect(message).toMatchObject({ battery: 97, values: { items: { 99: '01020e' } } });
});

test('a batch is one message for each place, a backlog where it says so', () => {
  const pieces = [location(1), location(0)].flatMap((piece) => [u16(piece.length), piece]);
  const body = Buffer.concat([u16(2), Buffer.from([1]), ...pieces]);
  const { messages, replies } = read(encode808(old, 0x0704, 7, body));
  expect(messages.map(({ alarms, backlog, ownKey }) => [alarms, backlog, ownKey])).toEqual([
    [['sos'], true, '7'],
    [[], true, '7'],
  ]);
  expect(replies).toEqual([general('0704')]);
  expect(jt808Protocol.spans(encode808(old, 0x0704, 7, body), 1)).toContainEqual({
    field: 'position.lat',
    from: 56,
    to: 60,
  });
});

test('a terminal of any version registers with what its version has, and gets its code', () => {
  const fixed = (text: string, length: number) =>
    Buffer.concat([Buffer.from(text), Buffer.alloc(length)]).subarray(0, length);
  const plate = Buffer.from('b2e24131323334', 'hex');
  const body = (widths: number[]) =>
    Buffer.concat([
      u16(31, 115),
      ...['ANHAO', 'CARD-1', 'T7'].map((text, index) => fixed(text, widths[index] ?? 0)),
      Buffer.from([1]),
      plate,
    ]);
  for (const [manner, widths] of [
    [old, [5, 8, 7]],
    [old, [5, 20, 7]],
    [new2019, [11, 30, 30]],
    [dialect, [5, 20, 7]],
  ] as const) {
    const { message, reply } = decoded(0x0100, body([...widths]), {}, manner);
    expect(message).toMatchObject({
      kind: 'login',
      number,
      values: {
        provinceId: 31,
        cityId: 115,
        manufacturerId: 'ANHAO',
        terminalModel: 'CARD-1',
        terminalId: 'T7',
        licensePlateNumber: '测A1234',
      },
    });
    expect(reply).toBe(
      encode808(manner, 0x8100, 0, Buffer.concat([u16(7), Buffer.from([0]), Buffer.from(number)])).toString('hex'),
    );
  }
});

test('what a terminal asks, says and answers is read, and answered as its message is', () => {
  const code = Buffer.concat([
    Buffer.from([3]),
    Buffer.from('abc'),
    Buffer.from('861234567890123'),
    Buffer.from('V1.2'),
  ]);
  expect(decoded(0x0102, code, {}, new2019).message.values).toMatchObject({
    authCode: 'abc',
    imei: '861234567890123',
    softwareVersion: 'V1.2',
  });
  expect(decoded(0x0102, Buffer.from('abc')).message.values).toMatchObject({ authCode: 'abc' });
  expect(decoded(0x0002, Buffer.from([77, 20, 0])).message).toMatchObject({
    kind: 'heartbeat',
    battery: 77,
    ownKey: null,
  });
  expect(decoded(0x0109, Buffer.alloc(0)).reply).toBe(
    encode808(old, 0x8109, 0, Buffer.from([0x07, 0xea, 11, 23, 4, 0, 5, 0])).toString('hex'),
  );
  expect(decoded(0x0004, Buffer.alloc(0), {}, new2019).reply).toBe(
    encode808(new2019, 0x8004, 0, Buffer.from('261123040005', 'hex')).toString('hex'),
  );
  expect(decoded(0x0104, Buffer.from('000501000000290400000078', 'hex'))).toMatchObject({
    reply: null,
    message: {
      kind: 'answer',
      values: { answeredSerial: 5, settings: { interval: 120 }, parameters: ['interval=120'] },
    },
  });
  expect(decoded(0x0001, Buffer.from('0005810503', 'hex'))).toMatchObject({
    reply: null,
    message: { kind: 'answer', values: { answeredSerial: 5, refused: true, answer: '不支持' } },
  });
  expect(decoded(0x0001, Buffer.from('0005800300', 'hex')).message.values).not.toHaveProperty('answeredSerial');
  expect(decoded(0x0210, Buffer.from('4f260618022957', 'hex')).message).toMatchObject({
    battery: 79,
    time: '2026-06-17T18:29:57.000Z',
  });
  expect(decoded(0x0777, Buffer.from('0102', 'hex'))).toMatchObject({
    reply: general('0777'),
    message: { kind: 'unknown', values: { data: '0102' } },
  });
});

test('a location that was asked for closes the command', () => {
  const { message, reply } = decoded(0x0201, Buffer.concat([u16(9), location()]));
  expect(message).toMatchObject({ kind: 'position', position: { lat: 28.973412 }, values: { answeredSerial: 9 } });
  expect(reply).toBeNull();
});

test('a message in parts is each part answered, then read whole with all its frames; missing ones are asked for', () => {
  const body = Buffer.concat([u16(1), Buffer.from([0]), u16(28), location(1)]);
  const frame = (index: number, bytes: Buffer) => encode808(old, 0x0704, 20 + index, bytes, { total: 3, index });
  const [a, b, c] = [frame(1, body.subarray(0, 10)), frame(2, body.subarray(10, 20)), frame(3, body.subarray(20))];
  const session = jt808Protocol.createState();
  const say = (bytes: Buffer) => jt808Protocol.decode(bytes, session, at);
  expect(say(a).messages).toMatchObject([{ kind: 'part', values: { part: 1, parts: 3 } }]);
  expect(session.heldBytes).toBeGreaterThan(0);
  const asked = say(c).reply?.toString('hex');
  expect(asked).toBe(
    encode808(old, 0x8001, 1, Buffer.from('0017070400', 'hex')).toString('hex') +
      encode808(old, 0x8003, 2, Buffer.from('0015010002', 'hex')).toString('hex'),
  );
  const complete = say(b);
  expect(complete.messages).toMatchObject([{ kind: 'position', alarms: ['sos'] }]);
  expect(complete.body).toEqual(Buffer.concat([a, b, c]));
  expect(session.heldBytes).toBe(0);
  expect(read(complete.body ?? a).messages.map(({ kind }) => kind)).toEqual(['part', 'part', 'position']);
});

test('what comes from a terminal that registered and never authenticated is marked', () => {
  const register = encode808(old, 0x0100, 1, Buffer.alloc(25));
  const place = encode808(old, 0x0200, 2, location());
  expect(read(Buffer.concat([register, place])).messages[1]?.values.authenticated).toBe(false);
  const code = encode808(old, 0x0102, 2, Buffer.from('x'));
  expect(read(Buffer.concat([register, code, place])).messages[2]?.values).not.toHaveProperty('authenticated');
  expect(read(place).messages[0]?.values).not.toHaveProperty('authenticated');
});

test('six bytes that are no digits are an IMEI without its last one', () => {
  const manner = { ...old, numberBytes: Buffer.from('4eb6fb4ad628', 'hex') };
  expect(decoded(0x0002, Buffer.alloc(0), {}, manner).message.number).toBe('865478070001047');
});

test('a wrong check byte is told, and what the frame seems to say shown, but it is not answered', () => {
  const frame = encode808(old, 0x0002, 7, Buffer.alloc(0));
  frame[5] = (frame[5] ?? 0) ^ 1;
  expect(read(frame)).toMatchObject({ messages: [{ kind: 'heartbeat' }], replies: [], errors: ['checksum'] });
});

test('each field stands in the bytes that it was read from, escapes counted', () => {
  const frame = encode808(
    { ...old, numberBytes: Buffer.from('017e7d345678', 'hex') },
    0x0200,
    7,
    location(0, 3, 'e4020150'),
  );
  const cut = (field: string) => {
    const span = jt808Protocol.spans(frame, 0).find((one) => one.field === field);
    return frame.toString('hex', span?.from, span?.to);
  };
  expect(['number', 'position.lat', 'time', 'battery'].map(cut)).toEqual([
    '017d027d01345678',
    '01ba1964',
    '261123120000',
    '0150',
  ]);
});

test('commands are written in the manner of the device, with their serial', () => {
  const encoded = (
    command: 'locate' | 'restart' | 'interval' | 'call' | 'contacts' | 'parameters' | 'find',
    params = {},
    manner = old,
  ) => {
    const frame = encode808(manner, 0x0002, 1, Buffer.alloc(0));
    return jt808Protocol.encodeCommand({ number, frame }, { command, params }, 0x1234)?.toString('hex') ?? null;
  };
  const as = (id: number, hex: string, manner = old) =>
    encode808(manner, id, 0x1234, Buffer.from(hex, 'hex')).toString('hex');
  for (const manner of [old, new2019, dialect]) expect(encoded('locate', {}, manner)).toBe(as(0x8201, '', manner));
  expect(encoded('restart')).toBe(as(0x8105, '04'));
  expect(encoded('interval', { seconds: 120 })).toBe(
    as(0x8103, '020000002004000000000000002904 00000078'.replace(/ /g, '')),
  );
  expect(encoded('call', { number: '110' })).toBe(as(0x8400, '00313130'));
  expect(encoded('contacts', { sos: ['139'], family: [{ name: '李', number: '138' }] })).toBe(
    as(0x8401, '01020303313339 04534f5331 0303313338 02c0ee'.replace(/ /g, '')),
  );
  expect(encoded('parameters', { read: [] })).toBe(as(0x8104, ''));
  expect(encoded('parameters', { read: ['interval', '0x31'] })).toBe(as(0x8106, '020000002900000031'));
  expect(encoded('parameters', { set: { text: '吃药' } })).toBe(as(0x8300, '0cb3d4d2a9'));
  expect(encoded('parameters', { set: { unknown: 1 } })).toBeNull();
  expect(encoded('find')).toBeNull();
  expect(
    jt808Protocol.encodeCommand(
      { number: '1', frame: encode808(old, 2, 1, Buffer.alloc(0)) },
      { command: 'locate', params: {} },
      1,
    ),
  ).toBeNull();
  expect(jt808Protocol.encodeCommand({ number }, { command: 'locate', params: {} }, 0x1234)?.toString('hex')).toBe(
    as(0x8201, ''),
  );
});

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array));
const manner = fc.constantFrom(old, new2019, dialect);

test('a frame of any content comes back as it was, however it is cut and glued', () => {
  fc.assert(
    fc.property(
      manner,
      fc.array(bytes(60), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      (own, bodies, cut, share) => {
        const frames = bodies.map((body, serial) => encode808(own, 0x0777, serial, body));
        const stream = Buffer.concat([
          Buffer.from('junk'),
          ...frames.map((frame, index) => (share && index > 0 ? frame.subarray(1) : frame)),
        ]);
        const framer = jt808Protocol.createFramer();
        const events = [];
        for (let from = 0; from < stream.length; from += cut)
          events.push(...framer.push(stream.subarray(from, from + cut)));
        expect(events.map((event) => [event.kind, event.bytes.toString('hex')])).toEqual(
          frames.map((frame) => ['frame', frame.toString('hex')]),
        );
        expect(framer.pendingBytes).toBe(0);
        const messages = read(Buffer.concat(frames)).messages;
        expect(messages.map(({ values }) => values.data)).toEqual(bodies.map((body) => body.toString('hex')));
      },
    ),
  );
});

const ids = [
  0x0001, 0x0002, 0x0100, 0x0102, 0x0104, 0x0107, 0x0200, 0x0201, 0x0210, 0x0702, 0x0704, 0x0900, 0x1300, 0x6006,
];

test('no bytes and no changed frame make it throw, and what it holds stays within its bounds', () => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 3 });
  const part = fc.option(fc.record({ total: fc.nat({ max: 0xffff }), index: fc.nat({ max: 0xffff }) }), {
    nil: undefined,
  });
  fc.assert(
    fc.property(
      manner,
      fc.constantFrom(...ids),
      bytes(120),
      part,
      changes,
      fc.boolean(),
      (own, id, tail, parts, changed, placed) => {
        const body = placed ? Buffer.concat([location(1), tail]) : tail;
        const frame = encode808(own, id, 1, body, parts);
        for (const [index, byte] of changed) frame[1 + (index % (frame.length - 2))] = byte;
        const session = jt808Protocol.createState();
        const { messages, errors } = decodeBytes(jt808Protocol, frame, session, at);
        expect(messages.length + errors.length).toBeGreaterThan(0);
        expect(session.heldBytes).toBeLessThanOrEqual(1024 * 1024);
        for (const message of messages) jt808Protocol.spans(Buffer.from(message.raw, 'hex'), 0);
        decodeBytes(jt808Protocol, tail, session, at);
      },
    ),
    { numRuns: 2000 },
  );
});

interface Sample {
  id: string;
  frame: string;
  session?: string;
  expect: { assert?: string; key?: string; value?: unknown } & Record<string, unknown>;
}

test('messages of real terminals are read', () => {
  const lines = readFileSync(new URL('../../../test/samples/jt808.jsonl', import.meta.url), 'utf8');
  const names: Readonly<Record<string, string>> = { battery: 'voltage' };
  /** Values of vehicles and locks that stay raw. */
  const raw = ['fuelUsed', 'lock2Battery', 'door'];
  for (const line of lines.trim().split('\n')) {
    const { id, frame, expect: wanted } = JSON.parse(line) as Sample;
    const { messages, errors } = read(Buffer.from(frame, 'hex'));
    expect([id, errors]).toEqual([id, []]);
    const [message] = messages;
    const { key = '', value } = wanted;
    if (wanted.assert === 'position') expect([id, message?.position]).not.toEqual([id, null]);
    if (key === 'batteryLevel') expect([id, message?.battery]).toEqual([id, value]);
    else if (key === 'alarm') expect(message?.alarms).toEqual([value === 'tampering' ? 'tamper' : value]);
    else if (key !== '' && !raw.includes(key)) expect([id, message?.values[names[key] ?? key]]).toEqual([id, value]);
  }
});
