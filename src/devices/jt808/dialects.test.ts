import { expect, test } from 'vitest';
import { decodeBytes } from '../framer.ts';
import { encode808 } from './frame.ts';
import { jt808Protocol } from './jt808.ts';

const old = { flag: 0x7e, version: null, numberBytes: Buffer.from('013912345678', 'hex') };
const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex');

function read(frame: Buffer) {
  const { messages, replies, errors } = decodeBytes(jt808Protocol, frame, jt808Protocol.createState(), 0);
  expect(errors).toEqual([]);
  return { message: messages[0], replies };
}

/** Location at noon of Beijing with these items. */
const withItems = (items: string) =>
  read(encode808(old, 0x0200, 7, hex(`00000000 00000003 01ba1ba4 0715e379 000c 0000 0000 261123120000 ${items}`)))
    .message;

/** 23 November 2026, 04:00:05; 31°18.2500' S, 121°27.6000' W; 12 knots, 88 degrees. */
const small = (flags: string, alarm: string, rest = '') =>
  hex(`231126040005 31182500 12127600${flags} 12 2c 1f 09 0000000a 50 0000c3b5 5a20 03 0020 ${alarm} ${rest}`);

test('a location of padlocks has a serial of one byte, its place in BCD, and is answered where it asks for it', () => {
  const frame = encode808(old, 0x5501, 0x2a, small('01', '0008', '0202fff4'));
  const { message, replies } = read(frame);
  expect(message).toMatchObject({
    kind: 'position',
    number: '13912345678',
    time: '2026-11-23T04:00:05.000Z',
    position: { lat: -31.3041667, lng: -121.46, speed: 22.224, course: 88, altitude: -12, valid: true },
    alarms: ['low_batt'],
    battery: 80,
    cells: [{ lac: 0x5a20, cid: 0xc3b5 }],
    values: { serialNumber: 0x2a, rssi: 31, satellites: 9, mileage: 10_000 },
  });
  expect(replies).toEqual([]);
  const asking = Buffer.from(frame);
  // Sets bit 15 of the properties and adjusts the check byte.
  for (const place of [3, asking.length - 2]) asking.writeUInt8(asking.readUInt8(place) ^ 0x80, place);
  expect(read(asking).replies).toEqual([encode808(old, 0x4401, 0, hex('550100')).toString('hex')]);
  expect(read(encode808(old, 0x5502, 1, small('07', '0000'))).message).toMatchObject({
    position: { lat: 31.3041667, lng: 121.46, valid: false },
    alarms: [],
  });
});

test.each([
  ['80 0b 00 5602 0358 6102 0494 6902', { battery: 88, values: { power: 11.72 } }],
  ['e8 0a 2003 07 01 03 0183 14 04b0', { battery: 50, values: { charging: true, voltage: 3.87, power: 12 } }],
  ['fe 08 7c 0104 00000010 63', { battery: 99, alarms: ['tamper'] }],
  ['fe 08 7c 0104 00000008 63', { battery: 99, alarms: ['fall'] }],
  ['fe 05 00000000 63', { battery: 99, alarms: [] }],
  ['70 06 00000001 00 16', { alarms: ['fall'], press: true }],
  ['57 08 0200 0000 00000000', { alarms: ['other'], press: false }],
  ['33 10 2a4d3030 303030303030 333837 303030', { values: { voltage: 3.87 } }],
  ['63 0b 001122334455 1068 31 00 1f', { values: { lock1Id: '001122334455', lock1Battery: 4.2, lock1Seal: true } }],
  ['d5 0e 01 0011223344 5566778899 50 0020', { values: { lock1Battery: 80, lock1Locked: false } }],
  ['51 02 8032', { values: { temperature1: -5 }, readings: [] }],
  ['da 03 0000 04', { values: { motion: true, cover: false } }],
  ['f3 0e 0c aabbcc001122 bd 0e10 00d7 ff 00', { values: {} }],
  ['f3 0c 0c aabbcc001122 bd 0e10 00d7', { values: { tag1Rssi: -67, tag1Battery: 3.6, tag1Temp: 21.5 } }],
  ['f9 06 0044 000a 00d7', { values: { hdop: 1, temperature3: 21.5 } }],
])('the item %s says %j', (items, wanted) => {
  expect(withItems(items)).toMatchObject(wanted);
});

test.each([
  ['e6 0b 01 001122334455 1580 3740', 21.5, 55.25],
  ['ea 09 00 1502 0227 1602 02cb', 21.5, 55.1],
  ['f6 06 02 06 00d7 0227', 21.5, 55.1],
  ['ea 05 00 1602 01c2', -5, null],
])('the climate in %s is %d degrees', (items, temperature, humidity) => {
  const readings = withItems(items)?.readings ?? [];
  expect(readings.map(({ kind, value }) => [kind, value])).toEqual([
    ['room_temperature', temperature],
    ...(humidity === null ? [] : [['humidity', humidity]]),
  ]);
});

test('a recorder tells what happened on a trip, and where', () => {
  const place = '00000003 01ba1ba4 0715e379';
  const trip = (rest: string) => read(encode808(old, 0x0900, 7, hex(`f0 261123120000 00 00 ${rest}`))).message;
  expect(trip(`03 02 26 00 31 01 00 ${place}`)).toMatchObject({
    time: '2026-11-23T04:00:00.000Z',
    alarms: ['fall', 'door'],
    position: { lat: 28.973988, lng: 118.875001 },
  });
  expect(trip('15 00000038')).toMatchObject({ alarms: ['fall'], values: { event: 56 } });
});

test('a text passed through is shown, whatever its type; that of a vehicle gives its values by name', () => {
  const passed = (data: Buffer) => read(encode808(old, 0x0900, 7, data)).message?.values;
  expect(passed(Buffer.from('\x01$OBD-RT,12.3,0,20,0.00,,0,10.89,31.15,181.68,181,54.26,565.96,0\r\n'))).toMatchObject({
    ...{ dataType: 1, power: 12.3, obdSpeed: 20, fuelUsed: 565.96 },
  });
  expect(passed(hex('0b 00ff10'))).toMatchObject({ dataType: 11, data: '00ff10' });
  expect(passed(hex('0b 00ff10'))).not.toHaveProperty('text');
});

test('an open door stands in the status word', () => {
  const withStatus = (status: string) =>
    read(encode808(old, 0x0200, 7, hex(`00000000 ${status} 01ba1ba4 0715e379 000c 0000 0000 261123120000`))).message;
  expect(withStatus('00010002')?.values).toMatchObject({ door: true });
  expect(withStatus('00000002')?.values).not.toHaveProperty('door');
});

test('frames whose first, last or check byte is escaped are whole', () => {
  for (let serial = 0; serial < 0x1_00; serial++)
    for (const flag of [0x7e, 0xe7]) {
      const numberBytes = Buffer.from(flag === 0x7e ? '7e7d12345678' : 'e7e63e3d345678', 'hex');
      const frame = encode808({ ...old, flag, numberBytes }, 0x6006, serial, Buffer.from([1, flag, flag - 1]));
      expect(read(frame).message).toMatchObject({ kind: 'information', values: { serialNumber: serial } });
    }
});
