import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { ev07bProtocol } from '#devices/ev07b/ev07b.ts';
import { encodeEv07b } from '#devices/ev07b/frame.ts';
import type { StreamProtocol } from '#devices/framer.ts';
import { encodeGt06 } from '#devices/gt06/frame.ts';
import { gt06Protocol } from '#devices/gt06/gt06.ts';
import { h02Protocol } from '#devices/h02/h02.ts';
import { encode808, numberBytesOf, u16 } from '#devices/jt808/frame.ts';
import { jt808Protocol } from '#devices/jt808/jt808.ts';
import type { Profile } from '#devices/profile.ts';
import { encodeWatch } from '#devices/watch/frame.ts';
import { watchProtocol } from '#devices/watch/watch.ts';
import { closePorts, openPort, Watch } from '#server/testing/device/watchPort.ts';
import { FrameBudget } from './frameBudget.ts';

afterEach(closePorts);

/** A protocol's hello frame, its answer, and how to corrupt it. */
interface Wire {
  protocol: StreamProtocol;
  numbers: readonly [string, string];
  hello(number: string): Buffer;
  /** Returns the nth answer of a connection, from 0. */
  answer(number: string, nth: number): Buffer;
  /** Message kind of the hello in a profile. */
  helloKind: string;
  /** A frame start that could continue forever. */
  endless: Buffer;
  /** Offset where a changed byte breaks the checksum, and the refusal; absent: no checksum. */
  check?: { offset: number; refusal: { reason: string; error: string } };
}

const imeis = ['868120000000015', '868120000000023'] as const;
const of808 = (number: string) => ({
  flag: 0x7e,
  ...(numberBytesOf(number) ?? { numberBytes: Buffer.alloc(6), version: null }),
});

const lk = encodeWatch('3G', '8800000015', 'LK').toString();

const wires: Wire[] = [
  {
    protocol: watchProtocol,
    helloKind: 'lk',
    numbers: ['8800000015', '8800000016'],
    hello: (number) => encodeWatch('3G', number, 'LK'),
    answer: (number) => encodeWatch('3G', number, 'LK'),
    endless: Buffer.from('[3G*8800000015*FFFF*tk,'),
  },
  {
    protocol: jt808Protocol,
    helloKind: '0002',
    numbers: ['13912345678', '13912345679'],
    hello: (number) => encode808(of808(number), 0x0002, 1, Buffer.alloc(0)),
    answer: (number, nth) => encode808(of808(number), 0x8001, nth, Buffer.concat([u16(1, 0x0002), Buffer.from([0])])),
    endless: Buffer.from([0x7e]),
    check: { offset: 12, refusal: { reason: 'checksum', error: 'checksum' } },
  },
  {
    protocol: gt06Protocol,
    helloKind: '01',
    numbers: imeis,
    hello: (number) => encodeGt06(1, Buffer.from(`0${number}`, 'hex'), 1),
    answer: () => encodeGt06(1, Buffer.alloc(0), 1),
    endless: Buffer.from('79791fff', 'hex'),
    check: { offset: 10, refusal: { reason: 'checksum', error: 'checksum' } },
  },
  {
    protocol: h02Protocol,
    helloKind: 'htbt',
    numbers: ['8168000005', '8168000006'],
    hello: (number) => Buffer.from(`*HQ,${number},HTBT,80#`),
    answer: (number) => Buffer.from(`*HQ,${number},HTBT#`),
    endless: Buffer.from('*HQ,'),
  },
  {
    protocol: ev07bProtocol,
    helloKind: '01',
    numbers: imeis,
    hello: (number) => encodeEv07b(Buffer.concat([Buffer.from([1, 16, 1]), Buffer.from(number)]), 258, 0x10),
    answer: () => encodeEv07b(Buffer.from([0x7f, 1, 0]), 258),
    endless: Buffer.from('ab100040', 'hex'),
    // The framer skips it in favour of the valid frame behind it.
    check: { offset: 14, refusal: { reason: 'malformed', error: 'malformed' } },
  },
];

describe.each(wires)(
  'the port of $protocol.name',
  ({ protocol, helloKind: word, numbers: [ownNumber, other], hello, answer, endless }) => {
    const answers = (...nth: number[]) => Buffer.concat(nth.map((one) => answer(ownNumber, one))).toString('latin1');

    test('reads frames byte by byte and glued together alike, and answers each once', async () => {
      const port = await openPort({ protocol });
      const device = new Watch(port);
      for (const byte of hello(ownNumber)) device.send(Buffer.from([byte]));
      await device.reads(answers(0));
      await device.send(Buffer.concat([hello(ownNumber), hello(ownNumber)])).reads(answers(0, 1, 2));
      expect((await port.store.count(3)).map(({ deviceRef, error }) => [deviceRef.number, error])).toEqual(
        [ownNumber, ownNumber, ownNumber].map((number) => [number, null]),
      );
    });

    test('reads an open connection by what its model has said for a minute: which frame is a press, and how many it takes', async () => {
      const clock = { at: Date.now() };
      let profile: Profile = {};
      const port = await openPort({ protocol, now: () => clock.at, profileOf: () => Promise.resolve(profile) });
      const device = new Watch(port).send(hello(ownNumber));
      await device.reads(answers(0));
      profile = { presses: new Set([word]), maxPerMinute: 1 };
      clock.at += 60_000;
      await device.send(hello(ownNumber)).reads(answers(0, 1));
      device.send(hello(ownNumber));
      while ((await port.refused('too_fast')) === 0) await new Promise((resolve) => setImmediate(resolve));
      expect(port.store.submitted).toHaveLength(2);
      clock.at += 60_000;
      port.store.drain();
      await device.reads(answers(0, 1, 2));
      const alarms = port.store.submitted.map(({ message }) => message.decoded?.alarms);
      expect(alarms).toEqual([[], ['sos'], ['sos']]);
      expect(port.listener.connections()).toBe(1);
    });

    test('ends a connection on which half a frame is not followed by the rest, and takes it for no message', async () => {
      const port = await openPort({ protocol, limits: { frame: 20 } });
      const device = new Watch(port).send(hello(ownNumber));
      await device.reads(answers(0));
      device.send(hello(ownNumber).subarray(0, hello(ownNumber).length / 2));
      await device.closed;
      expect(port.store.submitted.filter(({ message }) => message.decoded)).toHaveLength(1);
      expect(await port.refused('slow')).toBe(1);
    });

    test('refuses and records a second number, ten times at most, and goes on with the first', async () => {
      const port = await openPort({ protocol });
      const foreign = Array.from({ length: 30 }, () => hello(other));
      const device = new Watch(port).send(Buffer.concat([hello(ownNumber), ...foreign, hello(ownNumber)]));
      const stored = await port.store.count(12);
      while (device.text.length < answers(0, 0).length) await new Promise(setImmediate);
      expect(new Set(stored.map(({ deviceRef }) => deviceRef.number))).toEqual(new Set([ownNumber]));
      expect(stored.map(({ error }) => error)).toEqual([null, ...Array(10).fill('frame of another device'), null]);
      expect(port.store.submitted).toHaveLength(12);
      expect(await port.refused('other_number')).toBe(30);
    });

    test('holds little of a frame that never ends, and ends its connection', async () => {
      class Watched extends FrameBudget {
        most = 0;
        override hold(...[holder, bytes]: Parameters<FrameBudget['hold']>): void {
          this.most = Math.max(this.most, bytes);
          super.hold(holder, bytes);
        }
      }
      const frames = new Watched();
      const port = await openPort({ protocol, frames, limits: { linger: 20 } });
      const device = new Watch(port).send(hello(ownNumber), endless, Buffer.alloc(3_000_000, '0'));
      await device.closed;
      expect(frames.most).toBeLessThan(1_200_000);
      expect((await port.refused('too_long')) + (await port.refused('junk'))).toBe(1);
    });
  },
);

test.each(wires.flatMap(({ check, ...wire }) => (check ? [{ ...wire, ...check }] : [])))(
  'a wrong checksum on the port of $protocol.name gets no answer and has no effect, and its bytes are kept',
  async ({ protocol, numbers: [ownNumber], hello, answer, offset: at, refusal: why }) => {
    const port = await openPort({ protocol });
    const spoilt = hello(ownNumber);
    spoilt.writeUInt8(spoilt.readUInt8(at) ^ 1, at);
    const device = new Watch(port).send(Buffer.concat([hello(ownNumber), spoilt, hello(ownNumber)]));
    await device.reads(Buffer.concat([answer(ownNumber, 0), answer(ownNumber, 1)]).toString('latin1'));
    const [, spoiltMessage] = await port.store.count(3);
    expect(spoiltMessage).toMatchObject({ decoded: null, error: why.error, body: spoilt.toString('hex') });
    expect(await port.refused(why.reason)).toBe(1);
  },
);

test('of many idle connections and slow ones beside a watch the slow ones alone are cut, and it is answered meanwhile', async () => {
  const port = await openPort({ limits: { frame: 200, silent: 600_000 } });
  const open = async (count: number) => {
    const some = Array.from({ length: count }, () => new Watch(port));
    await Promise.all(some.map(({ socket }) => once(socket, 'connect')));
    return some;
  };
  // The bench uses 5,000 and 500 connections.
  await open(400);
  const slow = (await open(40)).map((one) => one.send('['));
  const watch = new Watch(port);
  for (let n = 0; n < 3; n++) await watch.send(lk).reads(lk.repeat(n + 1));
  for (const one of slow) one.send('3');
  await Promise.all(slow.map((one) => one.closed));
  await watch.send(lk).reads(lk.repeat(4));
  expect(await port.refused('slow')).toBe(40);
  expect(port.listener.connections()).toBe(401);
});

test('whoever is refused again and again fills no log and hides nobody: lines of an address range are few, the rest is counted', async () => {
  const clock = { at: Date.now() };
  const port = await openPort({ now: () => clock.at, limits: { linger: 20 } });
  const refuse = async (from: string) => {
    await new Watch(port, from).send(Buffer.alloc(2000, 'x')).closed;
  };
  for (let n = 0; n < 50; n++) await refuse(`127.0.0.${2 + n}`);
  await refuse('127.0.1.2');
  clock.at += 60_000;
  await refuse('127.0.0.2');
  expect(await port.refused('junk')).toBe(52);
  expect(port.lines.map(({ address }) => address)).toEqual([
    ...Array.from({ length: 20 }, (_, n) => `127.0.0.${2 + n}`),
    '127.0.1.2',
    '127.0.0.2',
  ]);
  expect(port.lines.map(({ leftOut = 0 }) => leftOut).filter((n) => n !== 0)).toEqual([30]);
});
