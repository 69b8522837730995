import { encodeEv07b } from '#devices/ev07b/frame.ts';
import { encodeGt06 } from '#devices/gt06/frame.ts';
import { encode808, numberBytesOf } from '#devices/jt808/frame.ts';
import { encodeWatch } from '#devices/watch/frame.ts';
import { hex, positionFields } from '../../test/support/watch.ts';

/** Frames and answers of one protocol, as far as the bench needs them. */
export interface Wire {
  /** Returns the number of the nth device, from 0. */
  number(index: number): string;
  /** Returns the frame that identifies the device; it is answered. */
  hello(number: string): Buffer;
  /** Returns a position at an instant; `serial` counts the frames of a connection. */
  position(number: string, at: Date, serial: number): Buffer;
  /** Returns the frame with an answer that confirms that all before it is stored. */
  last(number: string, at: Date, serial: number): Buffer;
  /** Returns the number of end marks of answers in received bytes. */
  marks(bytes: Buffer): number;
  /** Number of marks in the answers to `hello`, `position` and `last`. */
  answered: { hello: number; position: number; last: number };
}

const le = (value: number, bytes: number) => {
  const out = Buffer.alloc(bytes);
  out.writeUIntLE(value, 0, bytes);
  return out;
};

const count = (byte: number) => (bytes: Buffer) => bytes.reduce((sum, value) => sum + (value === byte ? 1 : 0), 0);
const imei = (index: number) => `8681200${String(index).padStart(8, '0')}`;
const digits = (at: Date) => at.toISOString().slice(2, 19).replaceAll(/\D/g, '');

const of808 = (number: string) => ({
  flag: 0x7e,
  ...(numberBytesOf(number) ?? { numberBytes: Buffer.alloc(6), version: null }),
});

function location808(at: Date): Buffer {
  const head = Buffer.alloc(28);
  head.writeUInt32BE(3, 4);
  head.writeUInt32BE(28_935_000, 8);
  head.writeUInt32BE(118_885_000, 12);
  // Uses Beijing time.
  head.write(digits(new Date(at.getTime() + 480 * 60_000)), 22, 'hex');
  return Buffer.concat([head, Buffer.from('0104000000c830011f310109', 'hex')]);
}

function place06(at: Date): Buffer {
  const parts = digits(at).match(/\d\d/g)?.map(Number) ?? [];
  return Buffer.concat([Buffer.from(parts), Buffer.from('c7026c10540c38c9700514de01cc002866000eee', 'hex')]);
}

const item = (key: number, value: Uint8Array) => Buffer.from([value.length + 1, key, ...value]);

function data07(number: string, items: readonly Buffer[], serial: number, needsAck: boolean): Buffer {
  return encodeEv07b(
    Buffer.concat([Buffer.from([1]), item(1, Buffer.from(number)), ...items]),
    serial,
    needsAck ? 0x10 : 0,
  );
}

const clock07 = (at: Date) => item(0x24, Buffer.concat([le(Math.floor(at.getTime() / 1000), 4), le(80 * 2 ** 24, 4)]));
const gnss07 = item(0x20, Buffer.from('70213f115069dc4603005a003c0009000000000009', 'hex'));

/** Every protocol over TCP, by name. */
export const wires: Readonly<Record<string, Wire>> = {
  watch: {
    number: (index) => String(9_200_000_000 + index),
    hello: (number) => encodeWatch('3G', number, 'LK', '0001'),
    position: (number, at, serial) => encodeWatch('3G', number, `UD,${positionFields(at, 0)}`, hex(serial % 0x1_0000)),
    last: (number, _at, serial) => encodeWatch('3G', number, 'LK,1024,0,76', hex(serial % 0x1_0000)),
    marks: count(0x5d),
    answered: { hello: 1, position: 0, last: 1 },
  },
  jt808: {
    number: (index) => String(13_920_000_000 + index),
    hello: (number) => encode808(of808(number), 0x0002, 0, Buffer.alloc(0)),
    position: (number, at, serial) => encode808(of808(number), 0x0200, serial % 0x1_0000, location808(at)),
    last: (number, _at, serial) => encode808(of808(number), 0x0002, serial % 0x1_0000, Buffer.alloc(0)),
    marks: count(0x7e),
    answered: { hello: 2, position: 2, last: 2 },
  },
  gt06: {
    number: imei,
    hello: (number) => encodeGt06(1, Buffer.from(`0${number}`, 'hex'), 0),
    position: (_number, at, serial) => encodeGt06(0x12, place06(at), serial % 0x1_0000),
    last: (_number, _at, serial) => encodeGt06(0x13, Buffer.from('0004030001', 'hex'), serial % 0x1_0000),
    // Each answer has ten bytes.
    marks: (bytes) => bytes.length,
    answered: { hello: 10, position: 0, last: 10 },
  },
  h02: {
    number: (index) => String(8_200_000_000 + index),
    hello: (number) => Buffer.from(`*HQ,${number},HTBT,80#`),
    position: (number, at) => {
      const [date, time] = [digits(at).slice(0, 6), digits(at).slice(6)];
      const day = `${date.slice(4)}${date.slice(2, 4)}${date.slice(0, 2)}`;
      return Buffer.from(`*HQ,${number},V1,${time},A,2856.1000,N,11853.1000,E,1.00,028,${day},FFFFFFFF#`);
    },
    last: (number) => Buffer.from(`*HQ,${number},HTBT,80#`),
    marks: count(0x23),
    answered: { hello: 1, position: 1, last: 1 },
  },
  ev07b: {
    number: (index) => imei(50_000 + index),
    hello: (number) => data07(number, [], 0, true),
    position: (number, at, serial) => data07(number, [clock07(at), gnss07], serial, false),
    last: (number, at, serial) => data07(number, [clock07(at)], serial, true),
    // Each answer has eleven bytes.
    marks: (bytes) => bytes.length,
    answered: { hello: 11, position: 0, last: 11 },
  },
};
