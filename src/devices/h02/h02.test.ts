import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainState } from '../connectionState.ts';
import { CuttingFramer } from '../cuttingFramer.ts';
import { decodeBytes, type FrameEvent } from '../framer.ts';
import { h02Cutter } from './frame.ts';
import { decodeH02, h02Protocol } from './h02.ts';

const at = Date.UTC(2026, 10, 23, 7, 5, 9);
const number = '8168000005';

function decode(frame: string | Buffer) {
  const bytes = typeof frame === 'string' ? Buffer.from(frame, 'latin1') : frame;
  const { messages, reply, error } = decodeH02(bytes, plainState(), at);
  const [message] = messages;
  if (!message) throw new Error(error ?? 'no message');
  return { message, reply: reply?.toString() ?? null };
}

const v1 = (status: string, rest = '') =>
  `*HQ,${number},V1,050316,A,2212.8745,N,11346.6574,E,14.28,028,231126,${status}${rest}#`;

function frames(events: FrameEvent[]): string[] {
  return events.filter((event) => event.kind === 'frame').map(({ bytes }) => bytes.toString('latin1'));
}

test('a position has time, place, speed in km/h and course, and V1 is answered', () => {
  const { message, reply } = decode(v1('FFFFFBFF', ',460,00,10342,4283'));
  expect(message).toMatchObject({
    kind: 'position',
    number,
    time: '2026-11-23T05:03:16.000Z',
    alarms: [],
    position: { lat: 22.214575, lng: 113.7776233, speed: 26.447, course: 28, valid: true, source: 'gnss' },
    cells: [{ mcc: 460, mnc: 0, lac: 10342, cid: 4283 }],
    values: { ignition: false },
  });
  expect(reply).toBe(`*HQ,${number},V4,V1,20261123070509#`);
});

test.each([
  ['FFFFFFFD', ['sos']],
  ['FFFBFFFF', ['sos']],
  ['FFF7FFFF', ['power_off']],
  ['FFFFFFFE', ['other']],
  ['FFFFFFFB', ['other']],
  ['FFF3FFF8', ['sos', 'power_off', 'other']],
  ['FFFFFFFF', []],
])('the status %s, where 0 means the alarm, says %j', (status, alarms) => {
  const { message } = decode(v1(status));
  expect(message).toMatchObject({ alarms, press: false });
  expect(message.levels.map(({ bit }) => ((message.alarmBits ?? 0) >>> bit) & 1)).toEqual(message.levels.map(() => 1));
});

test('a status of nothing but zeros is none, and calls for no help', () => {
  const { message } = decode(v1('00000000'));
  expect(message).toMatchObject({ alarms: [], levels: [], alarmBits: null, values: { status: '00000000' } });
});

test('a number of more than twenty digits is none', () => {
  expect(decodeH02(Buffer.from(`*HQ,${'8'.repeat(21)},HTBT,100#`), plainState(), at).number).toBeNull();
});

test.each([
  ['2212.8745,S,11346.6574,W', -22.214575, -113.7776233],
  ['22128745,N,113466574,E', 22.214575, 113.7776233],
  ['-22-12.8745,N,-113-46.6574,E', 22.214575, 113.7776233],
])('coordinates come as %s', (place, lat, lng) => {
  const { message } = decode(`*HQ,${number},V5,050316,V,${place},0.00,,231126,FFFFFFFF#`);
  expect(message.position).toMatchObject({ lat, lng, valid: false, course: null });
});

test('a battery before the date, a card before the status and figures of a vehicle behind it are read', () => {
  const base = `*HQ,${number},V6,050316,A,2212.8745,N,11346.6574,E,1.0,028`;
  expect(decode(`${base},76,231126,FFFFFFFD#`).message).toMatchObject({ battery: 76, alarms: ['sos'] });
  expect(decode(`${base},231126,a,b,89860,FFFFFFFD#`).message.alarms).toEqual(['sos']);
  expect(decode(`${base},231126,FFFFFFFF,1200,-5,30.5,47,2866,0eee#`).message).toMatchObject({
    position: { altitude: 47 },
    cells: [{ lac: 0x2866, cid: 0x0eee }],
    values: { odometer: 1200, temp1: -5, fuel: 30.5 },
  });
});

test('LINK tells battery, steps and turns', () => {
  const { message, reply } = decode(`*HQ,${number},LINK,180902,15,6,84,1234,7,231126,FFFFFFFD#`);
  expect(message).toMatchObject({
    kind: 'heartbeat',
    time: '2026-11-23T18:09:02.000Z',
    battery: 84,
    steps: 1234,
    alarms: ['sos'],
    values: { signal: 15, satellites: 6, rollovers: 7 },
  });
  expect(reply).toBeNull();
});

test('cells without a position come as NBR, V3 and VP1', () => {
  const nbr = decode(`*HQ,${number},NBR,180902,460,0,255,2,9340,3663,35,9341,3664,-60,231126,FFFFFFFF#`);
  expect(nbr.message).toMatchObject({
    time: '2026-11-23T18:09:02.000Z',
    cells: [
      { mcc: 460, mnc: 0, lac: 9340, cid: 3663, signal: 35 },
      { lac: 9341, cid: 3664, signal: -60 },
    ],
  });
  expect(nbr.reply).toBe(`*HQ,${number},V4,NBR,20261123070509#`);
  const v3 = `*HQ,${number},V3,180902,46000,2,9340,3663,0,0,9341,3664,0,0,0ff0,0,X,231126,FFFFFFFF#`;
  expect(decode(v3).message).toMatchObject({ cells: [{ mnc: 0 }, { cid: 3664 }], values: { battery: 0x0ff0 } });
  expect(decode(`*hq,868120234567895,VP1,V,460,00,9340,3663,35Y9341,3664,36#`).message.cells).toHaveLength(2);
  expect(decode(`*hq,868120234567895,VP1,A,2212.8745,N,11346.6574,E,1.0,90.0,231126#`).message).toMatchObject({
    time: '2026-11-23T00:00:00.000Z',
    position: { valid: true, course: 90 },
  });
});

test('a heartbeat is answered with itself, a text is kept', () => {
  const { message, reply } = decode('*HQ,868120234567895,HTBT,100#');
  expect(message).toMatchObject({ kind: 'heartbeat', battery: 100 });
  expect(reply).toBe('*HQ,868120234567895,HTBT#');
  expect(decode(`*HQ,${number},SMS,hello,there#`).message).toMatchObject({
    kind: 'answer',
    values: { result: 'hello,there' },
  });
  expect(decode(`*HQ,${number},XYZ,1,2#`).message).toMatchObject({
    kind: 'unknown',
    values: { parameters: ['1', '2'] },
  });
});

test('the answer to a command repeats its serial, and a position stands in it', () => {
  const command = h02Protocol.encodeCommand?.({ number }, { command: 'interval', params: { seconds: 60 } }, 4000);
  expect(command?.toString()).toBe(`*HQ,${number},S71,010640,22,60#`);
  const { message } = decode(
    `*HQ,${number},V4,S71,010640,050316,A,2212.8745,N,11346.6574,E,14.28,028,231126,FFFFFBFF#`,
  );
  expect(message).toMatchObject({
    kind: 'answer',
    values: { answeredSerial: 4000, result: 'S71,010640' },
    position: { lat: 22.214575 },
  });
  expect(h02Protocol.encodeCommand?.({ number }, { command: 'find', params: {} }, 1)).toBeNull();
});

const short = Buffer.from(
  '24 8168000005 050316 231126 22128745 06 113466574e 014028 fffffffd ff0000'.replaceAll(' ', ''),
  'hex',
);
const imei = Buffer.from(
  '24 8681202345678950 104759 231126 26273359 00 074412294e 024138 feffffff ff01120064ba73005ecc'.replaceAll(' ', ''),
  'hex',
);
const long = Buffer.concat([short, Buffer.from('15060000002c02dc0c0000001f', 'hex')]);

test('binary records are read with either number', () => {
  expect(decode(short).message).toMatchObject({
    number,
    time: '2026-11-23T05:03:16.000Z',
    battery: 100,
    alarms: ['sos'],
    position: { lat: 22.214575, lng: 113.7776233, speed: 25.928, course: 28, valid: true },
  });
  expect(decode(imei).message).toMatchObject({
    number: '868120234567895',
    battery: null,
    position: { lat: 26.4555983, lng: 74.6871567, speed: 44.448, course: 138, valid: true },
  });
  const west = Buffer.from(short);
  west[21] = 0x44;
  expect(decode(west).message.position).toMatchObject({ lat: 22.214575, lng: -113.7776233, valid: false });
});

test('texts and records of any length on one stream come out in order', () => {
  const stream = Buffer.concat([short, long, Buffer.from(`${v1('FFFFFFFF')}\r\n`), imei, Buffer.from('??'), short]);
  const allFrames = [short, long, Buffer.from(v1('FFFFFFFF')), imei, short].map((entry) => entry.toString('latin1'));
  expect(frames(new CuttingFramer(h02Cutter).push(stream))).toEqual(allFrames);
});

test('a record that came alone is not waited behind, and its message is the same when the rest of it comes later', () => {
  const framer = new CuttingFramer(h02Cutter);
  expect(frames(framer.push(short))).toHaveLength(1);
  expect(frames(framer.push(short.subarray(0, 20)))).toHaveLength(0);
  expect(frames(framer.push(short.subarray(20)))).toHaveLength(1);
});

test('texts come out the same however the stream is cut', () => {
  const stream = Buffer.from(`xx${v1('FFFFFFFF')}\r\n*HQ,${number},HTBT,100#${v1('FFFFFFFD')}`);
  const allFrames = frames(new CuttingFramer(h02Cutter).push(stream));
  expect(allFrames).toHaveLength(3);
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 12 }), (cuts) => {
      const framer = new CuttingFramer(h02Cutter);
      const ends = [...cuts, stream.length].sort((a, b) => a - b);
      const events = ends.flatMap((end, nth) => framer.push(stream.subarray(ends[nth - 1] ?? 0, end)));
      expect(frames(events)).toEqual(allFrames);
    }),
  );
});

test('a text that was never closed is given up when the next one begins', () => {
  const events = new CuttingFramer(h02Cutter).push(Buffer.from(`*HQ,${number},V1,0503${v1('FFFFFFFD')}`));
  expect(frames(events)).toEqual([v1('FFFFFFFD')]);
});

test('each field stands in the bytes it was read from', () => {
  const frame = Buffer.from(v1('FFFFFFFD'));
  const spans = h02Protocol.spans?.(frame).map(({ field, from, to }) => [field, frame.toString('latin1', from, to)]);
  expect(spans).toContainEqual(['number', number]);
  expect(spans).toContainEqual(['position.lat', '2212.8745,N']);
  expect(spans).toContainEqual(['time', '050316']);
  expect(spans).toContainEqual(['time', '231126']);
  expect(spans).toContainEqual(['values.status', 'FFFFFFFD']);
});

test('no bytes make the decoder throw, and no stream keeps more than its bound', () => {
  const seeds = [
    Buffer.from(v1('FFFFFFFD')),
    Buffer.from(`*HQ,${number},LINK,180902,15,6,84,1,7,231126,FFFFFFFD#`),
    short,
    imei,
    long,
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...seeds),
      fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 6 }),
      fc.uint8Array({ maxLength: 80 }),
      (seed, flips, noise) => {
        const frame = Buffer.from(seed);
        for (const [place, byte] of flips) frame[place % frame.length] = byte;
        decodeH02(frame, plainState(), at);
        decodeH02(Buffer.from(noise), plainState(), at);
        h02Protocol.spans?.(frame);
        const framer = new CuttingFramer(h02Cutter);
        framer.push(Buffer.concat([frame, Buffer.from(noise), seed]));
        framer.end();
        expect(framer.pendingBytes).toBe(0);
      },
    ),
    { numRuns: 2000 },
  );
});

test('a text without a place tells what its status word says', () => {
  const text =
    '*HQ,353588020068342,V1,120000,V,0.0000,0,0.0000,0,0.00,0.00,231126,fffffffd,000106,000002,000203,004c87,16#';
  const { messages } = decodeBytes(h02Protocol, Buffer.from(text), h02Protocol.createState(), 0);
  expect(messages).toMatchObject([
    { position: null, time: '2026-11-23T12:00:00.000Z', alarms: ['sos'], cells: [{ mcc: 262, lac: 0x203 }] },
  ]);
});
