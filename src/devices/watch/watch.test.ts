import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainState } from '../connectionState.ts';
import { decodeBytes } from '../framer.ts';
import type { Decoded } from '../message.ts';
import { encodeWatch, escapeWatch } from './frame.ts';
import { decodeWatch, watchProtocol } from './watch.ts';

const number = '8800000015';

function decode(content: string | Buffer, index?: string): { message: Decoded; reply: string | null } {
  const {
    messages: [message],
    reply,
  } = decodeWatch(encodeWatch('3G', number, content, index), { profile: {} });
  if (!message) throw new Error('no message');
  return { message, reply: reply ? reply.toString() : null };
}

function at(status: string, tail = ''): string {
  return `220322,055105,A,22.761162,N,114.360192,E,3.5,90,47,14,100,64,120,3,${status}${tail}`;
}

test('a heartbeat is answered with the maker and number it came with', () => {
  const {
    messages: [message],
    reply,
  } = decodeWatch(Buffer.from('[SG*8800000015*000D*LK,50,100,100]'), { profile: {} });
  expect(reply?.toString()).toBe('[SG*8800000015*0002*LK]');
  expect(message).toMatchObject({ kind: 'heartbeat', number, steps: 50, battery: 100, time: null, alarms: [] });
  expect(message?.readings).toMatchObject([
    { kind: 'steps', value: 50 },
    { kind: 'rollovers', value: 100 },
  ]);
  expect(decode('LK').reply).toBe('[3G*8800000015*0002*LK]');
});

test('brackets, commas and stars that a text escapes belong to it', () => {
  const text = escapeWatch(Buffer.from('[老家],*3}'));
  const { message } = decode(Buffer.concat([Buffer.from('CONFIG,'), text, Buffer.from(',2')]));
  expect(message.values.parameters).toEqual(['[老家],*3}', '2']);
  expect(decode(Buffer.from('CONFIG,a}x,b')).message.values.parameters).toEqual(['a}x', 'b']);
});

test('an index is echoed and is the message its own number', () => {
  const { message, reply } = decode(`AL,${at('00010000')}`, '00A7');
  expect(reply).toBe('[3G*8800000015*00A7*0002*AL]');
  expect(message.ownKey).toBe('00A7');
});

test.each([
  ['INIT,8800000015', 'INIT,1'],
  [`AL_LTE,${at('00010000')}`, 'AL'],
  [`UD,${at('00000000')}`, null],
  [`UD_LTE,${at('00000000')}`, null],
  [`WT,${at('00000000')}`, null],
  ['TKQ', 'TKQ'],
  ['TKQ2', 'TKQ2'],
  ['TK,#!AMR..', 'TK,0'],
  ['TK2,#!AMR..', 'TK,0'],
  ['TK,1', null],
  ['JXTK,1,a.amr,1,3,#!AMR', 'JXTKR,0'],
  ['img,5,220322055105,xx', 'img,1'],
  ['heart,72', 'heart'],
  ['HEART,72', 'HEART'],
  ['PULSE,72', null],
  ['bphrt,120,80,72', 'bphrt'],
  ['oxygen,0,98', 'oxygen'],
  ['btemp2,1,36.5', 'btemp2'],
  ['TEMP,36.5', 'TEMP'],
  ['CONFIG,TY:G36', null],
  ['CR', null],
  ['NEWTYPE,1,2', null],
])('%s is answered %s', (content, answer) => {
  const { reply } = decode(content);
  expect(reply).toBe(answer === null ? null : encodeWatch('3G', number, answer).toString());
});

test('a command is framed as the watch frames: its maker, and an index where the watch has one', () => {
  const bytes = (frame: string) => {
    const to = { number: '8800000015', frame: Buffer.from(frame) };
    return watchProtocol.encodeCommand?.(to, { command: 'locate', params: {} }, 0x1_00a7)?.toString();
  };
  expect(bytes('[SG*8800000015*000D*LK,50,1')).toBe('[SG*8800000015*0002*CR]');
  expect(bytes('[3G*8800000015*0001*0002*LK]')).toBe('[3G*8800000015*00A7*0002*CR]');
  expect(bytes('GET / HTTP/1.1')).toBeUndefined();
});

test.each([
  ['locate', {}, '[3G*8800000015*0002*CR]'],
  ['restart', {}, '[3G*8800000015*0005*RESET]'],
  ['find', {}, '[3G*8800000015*0004*FIND]'],
  ['interval', { seconds: 600 }, '[3G*8800000015*000A*UPLOAD,600]'],
  ['heart_interval', { seconds: 0 }, '[3G*8800000015*000A*hrtstart,0]'],
  ['call', { number: '057012349' }, '[3G*8800000015*000E*CALL,057012349]'],
  ['fall_sensitivity', { level: 0 }, '[3G*8800000015*000C*FALLDOWN,0,0]'],
  ['contacts', { sos: ['110', '120'] }, '[3G*8800000015*000C*SOS,110,120,]'],
  [
    'contacts',
    { sos: ['110'], family: [{ name: '张三', number: '139' }], whitelist: ['138', '137'] },
    '[3G*8800000015*0009*SOS,110,,][3G*8800000015*0010*PHB,139,5F204E09][3G*8800000015*0012*WHITELIST1,138,137]',
  ],
  [
    'contacts',
    {
      sos: ['110'],
      family: ['1', '2', '3', '4', '5', '6'].map((one) => ({ name: 'A', number: one })),
      whitelist: ['1', '2', '3', '4', '5', '6'],
    },
    '[3G*8800000015*0009*SOS,110,,][3G*8800000015*0026*PHB,1,0041,2,0041,3,0041,4,0041,5,0041][3G*8800000015*000B*PHB2,6,0041]' +
      '[3G*8800000015*0014*WHITELIST1,1,2,3,4,5][3G*8800000015*000C*WHITELIST2,6]',
  ],
  [
    'contacts',
    { sos: ['110'], family: [], whitelist: [] },
    '[3G*8800000015*0009*SOS,110,,][3G*8800000015*0004*PHB,][3G*8800000015*000B*WHITELIST1,]',
  ],
  ['contacts', { sos: ['110'], whitelist: Array(11).fill('138') }, null],
  ['quiet_hours', { periods: [] }, '[3G*8800000015*000B*SILENCETIME]'],
  ['parameters', { read: [] }, '[3G*8800000015*0002*TS]'],
  ['parameters', { set: { text: '吃药' } }, '[3G*8800000015*0010*MESSAGE,5403836F]'],
  [
    'parameters',
    {
      set: {
        center: '057012349',
        zone: '0,-3.5',
        sosSms: 1,
        lowBattery: 0,
        removal: '1',
        flowers: 3,
        reminders: '08:10-1-1,21:00-1-3-0111110',
      },
    },
    '[3G*8800000015*0010*CENTER,057012349][3G*8800000015*0009*LZ,0,-3.5][3G*8800000015*0008*SOSSMS,1][3G*8800000015*0008*LOWBAT,0]' +
      '[3G*8800000015*0008*REMOVE,1][3G*8800000015*0008*FLOWER,3][3G*8800000015*0022*REMIND,08:10-1-1,21:00-1-3-0111110]',
  ],
  ['parameters', { set: { center: '139],[3G*1' } }, null],
  ['parameters', { set: { sosSms: 2 } }, null],
  ['parameters', { set: { sedentary: 60 } }, null],
  ['parameters', { set: {} }, null],
] as const)('%s with %j stands on the wire as %s', (command, params, bytes) => {
  const encoded = watchProtocol.encodeCommand({ number }, { command, params }, 0);
  expect(encoded?.toString() ?? null).toBe(bytes);
});

test.each([
  ['PHB', 'contacts'],
  ['PHB2', 'contacts'],
  ['WHITELIST1', 'contacts'],
  ['WHITELIST2', 'contacts'],
  ['MESSAGE', 'parameters'],
  ['CENTER', 'parameters'],
  ['LZ', 'parameters'],
  ['SOSSMS', 'parameters'],
  ['LOWBAT', 'parameters'],
  ['REMOVE', 'parameters'],
  ['REMIND', 'parameters'],
  ['FLOWER', 'parameters'],
])('%s alone is the answer to %s', (word, command) => {
  const { message, reply } = decode(word);
  expect(message).toMatchObject({ kind: 'answer', values: { command } });
  expect(reply).toBeNull();
});

test('the bare word is the answer to a command, not a message of its own', () => {
  const { message, reply } = decode('CR');
  expect(message).toMatchObject({ kind: 'answer', values: { command: 'locate', type: 'CR' } });
  expect(reply).toBeNull();
});

test('a position has fix, speed, course, altitude, battery, steps and the time of the watch', () => {
  const { message } = decode(`UD,${at('00000008', ',1,255,460,00,9340,3663,35,0,12.5')}`);
  expect(message).toMatchObject({
    kind: 'position',
    time: '2022-03-22T05:51:05.000Z',
    backlog: false,
    press: false,
    battery: 64,
    steps: 120,
    alarms: [],
    alarmBits: 8,
    cells: [{ mcc: 460, mnc: 0, lac: 9340, cid: 3663, signal: 35 }],
  });
  expect(message.position).toEqual({
    lat: 22.761162,
    lng: 114.360192,
    speed: 3.5,
    course: 90,
    altitude: 47,
    accuracy: 12.5,
    source: 'gnss',
    valid: true,
  });
});

test('the zone of the model moves the time', () => {
  const frame = encodeWatch('3G', number, `UD,${at('00000000')}`);
  expect(decodeWatch(frame, { profile: { zoneMinutes: 480 } }).messages[0]?.time).toBe('2022-03-21T21:51:05.000Z');
});

test('UD2 is a backlog and keeps the alarm it carries', () => {
  expect(decode(`UD2,${at('00010000')}`).message).toMatchObject({ backlog: true, alarms: ['sos'], press: false });
});

test('south and west are negative, blanks and signs are tolerated', () => {
  const { message } = decode('UD,220322,055105,A, 33.5,S,-70.25,W,0,0,0');
  expect(message.position).toMatchObject({ lat: -33.5, lng: -70.25 });
});

test('without a fix, at 0,0 or out of range there is no valid position, the rest stays', () => {
  expect(decode(`AL,220322,055105,V,0,N,0,E,0,0,0,0,50,64,0,0,00010000`).message).toMatchObject({
    position: null,
    alarms: ['sos'],
    values: { fix: false },
  });
  expect(decode('UD,220322,055105,A,95.1,N,10.0,E').message.position).toBeNull();
  expect(decode('UD,220322,055105,V,22.5,N,113.9,E').message.position).toMatchObject({ valid: false });
});

test.each([
  ['00010000', ['sos']],
  ['00030001', ['sos', 'low_batt']],
  ['007F0000', ['sos', 'fall', 'fence_out', 'fence_in', 'off_wrist', 'low_batt']],
  ['00200000', ['fall']],
  ['00400000', ['fall']],
  ['00100000', ['off_wrist']],
  ['00000007', ['unknown']],
  ['', ['unknown']],
])('the status word %s of an AL means %j', (status, alarms) => {
  const { message } = decode(`AL,${at(status)}`);
  expect(message).toMatchObject({ kind: 'alarm', press: true, alarms });
});

test('an AL cut off anywhere is still an alarm', () => {
  const whole = `AL,${at('00010000', ',2,1,460,0,9340,3663,35,9341,3664,,1,home,00:8c:54:58:1d:64,-84')}`;
  for (let length = 2; length <= whole.length; length++) {
    const { message, reply } = decode(whole.slice(0, length));
    expect(message.alarms.length).toBe(1);
    expect(reply).toBe('[3G*8800000015*0002*AL]');
  }
});

test('a state bit of a report is a level, not an alarm', () => {
  const { message } = decode(`UD,${at('00000001')}`);
  expect(message.alarms).toEqual([]);
  expect(message.levels).toEqual([{ bit: 0, type: 'low_batt' }]);
});

test.each([
  ['310222', '055105'],
  ['000000', '000000'],
  ['220322', '256000'],
  ['', ''],
  ['2203', '05'],
])('the impossible date %s %s gives no time and loses nothing else', (date, time) => {
  const { message } = decode(`AL,${date},${time},A,22.7,N,114.3,E,0,0,0,0,0,64,0,0,00010000`);
  expect(message).toMatchObject({ time: null, alarms: ['sos'], position: { lat: 22.7 } });
});

test('clocks of 2000 and 2099 are kept as sent', () => {
  expect(decode('UD,010100,000000,V').message.time).toBe('2000-01-01T00:00:00.000Z');
  expect(decode('UD,311299,235959,V').message.time).toBe('2099-12-31T23:59:59.000Z');
});

test('cells in hex, unknown networks and empty signals are read', () => {
  const { message } = decode(`UD,${at('0', ',2,1,FFFF,FFFF,24A8,0E4F,,9341,3664,30,0')}`);
  expect(message.cells).toEqual([
    { mcc: null, mnc: null, lac: 0x24a8, cid: 0x0e4f, signal: null },
    { mcc: null, mnc: null, lac: 9341, cid: 3664, signal: 30 },
  ]);
});

test('Wi-Fi points are read whatever their names hold, and as far as they came', () => {
  const list = ',0,3,,00:8c:54:58:1d:64,-84,a,b*c,78:54:2e:e3:71:37,-85,张家,9c:5c:8e:b8:d4:78';
  expect(decode(`UD,${at('0', list)}`).message.wifi).toEqual([
    { name: '', mac: '00:8c:54:58:1d:64', signal: -84 },
    { name: 'a,b*c', mac: '78:54:2e:e3:71:37', signal: -85 },
    { name: '张家', mac: '9c:5c:8e:b8:d4:78', signal: null },
  ]);
  const fewerCells = ',3,1,460,0,9340,3663,35,1,home,00:8c:54:58:1d:64,-84';
  const { message } = decode(`UD,${at('0', fewerCells)}`);
  expect(message.cells).toHaveLength(1);
  expect(message.wifi).toMatchObject([{ mac: '00:8c:54:58:1d:64' }]);
});

test('health readings carry kind, unit and whether they are plausible', () => {
  expect(decode('heart,72').message.readings).toEqual([{ kind: 'heart_rate', value: 72, unit: '/min', valid: true }]);
  expect(decode('heart,0').message.readings).toEqual([{ kind: 'heart_rate', value: 0, unit: '/min', valid: false }]);
  expect(decode('bphrt,120,80,72,170,1,80,65').message).toMatchObject({
    readings: [
      { kind: 'systolic', value: 120, unit: 'mm[Hg]' },
      { kind: 'diastolic', value: 80 },
      { kind: 'heart_rate', value: 72 },
    ],
    values: { height: 170, age: 80, weight: 65 },
  });
  expect(decode('oxygen,0,98').message.readings).toEqual([{ kind: 'spo2', value: 98, unit: '%', valid: true }]);
  expect(decode('btemp2,0,36.5').message.readings).toMatchObject([{ kind: 'temperature', value: 36.5, valid: false }]);
  expect(decode('btemp2,1,36.5').message.readings).toMatchObject([{ valid: true }]);
  expect(decode('heart,abc').message.readings).toEqual([]);
});

test('a voice note is unescaped, and refused when its escapes are spoilt', () => {
  const audio = Buffer.from('2321414d527d5b5d2c2aff', 'hex');
  const note = decode(Buffer.concat([Buffer.from('TK,'), escapeWatch(audio)]));
  expect(note.message.values.audio).toBe(audio.toString('base64'));
  const spoilt = decodeWatch(Buffer.from('[3G*8800000015*0001*TK,ab}9cd]'), { profile: {} });
  expect(spoilt.reply?.toString()).toBe('[3G*8800000015*0004*TK,0]');
  expect(spoilt.messages[0]?.values.error).toBe('unknown escape');
});

test('a frame given by hand may have its binary content unescaped already', () => {
  const frame = Buffer.concat([Buffer.from('[CS*1234567890*000e*TK,'), Buffer.from('2321414d527d5b5d2c2aff5d', 'hex')]);
  const { messages, errors } = decodeBytes(watchProtocol, frame, plainState(), 0);
  expect(errors).toEqual([]);
  expect(messages).toMatchObject([{ kind: 'audio', values: { bytes: 11 } }]);
});

test('a photo is kept apart from its source and time', () => {
  const jpeg = Buffer.from('ffd8ffe000104a46', 'hex');
  const { message } = decode(Buffer.concat([Buffer.from('img,5,220322055105,'), jpeg]));
  expect(message.values).toMatchObject({ source: '5', takenAt: '220322055105', image: jpeg.toString('base64') });
});

test('an unknown type is kept, not an error', () => {
  expect(decode('NEWTYPE,1,2').message).toMatchObject({
    kind: 'unknown',
    values: { type: 'NEWTYPE', parameters: ['1', '2'] },
  });
});

test('no bytes make the decoder throw', () => {
  const types = [
    'LK',
    'UD',
    'UD2',
    'AL',
    'TK',
    'JXTK',
    'img',
    'heart',
    'bphrt',
    'oxygen',
    'btemp2',
    'TEMP',
    'INIT',
    'x',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.uint8Array({ maxLength: 400 }), fc.boolean(), (type, bytes, framed) => {
      const content = Buffer.concat([Buffer.from(`${type},`), Buffer.from(bytes)]);
      const result = decodeWatch(framed ? encodeWatch('3G', number, content) : content, { profile: {} });
      expect(result.messages.length > 0 || result.error !== null).toBe(true);
      if (type === 'AL' && framed) expect(result.messages[0]?.alarms.length).toBeGreaterThan(0);
    }),
  );
});

const samples = new URL('../../../test/samples/watch.jsonl', import.meta.url);

interface Sample {
  frame: string;
  encoding: 'hex' | 'text';
  expect: { assert: string; key?: string; value?: number };
}

test('messages of real watches are read', () => {
  const readingOfKey: Record<string, string> = { bloodOxygen: 'spo2', temp1: 'temperature' };
  for (const line of readFileSync(samples, 'utf8').trim().split('\n')) {
    const sample = JSON.parse(line) as Sample;
    const bytes = Buffer.from(sample.frame, sample.encoding === 'hex' ? 'hex' : 'utf8');
    const { messages, errors } = decodeBytes(watchProtocol, bytes, plainState(), 0);
    expect(errors).toEqual([]);
    const [message] = messages;
    if (sample.expect.assert === 'position') expect(message?.position).not.toBeNull();
    if (sample.expect.assert === 'attributesNotEmpty') expect(message?.readings).not.toEqual([]);
    const kind = readingOfKey[sample.expect.key ?? ''];
    if (kind) expect(message?.readings).toContainEqual(expect.objectContaining({ kind, value: sample.expect.value }));
    if (sample.expect.key === 'audio') expect(message?.values).toMatchObject({ bytes: 11 });
  }
});
