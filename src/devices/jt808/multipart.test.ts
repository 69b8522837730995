import { expect, test } from 'vitest';
import type { Profile } from '../profile.ts';
import { encode808, u16 } from './frame.ts';
import { jt808Protocol } from './jt808.ts';

const old = { flag: 0x7e, version: null, numberBytes: Buffer.from('013912345678', 'hex') };
const at = Date.UTC(2026, 10, 23, 4, 0, 5);
/** Location without alarm, in Quzhou, noon of Beijing. */
const location = Buffer.from('000000000000000301ba18e40715dc9900000023010e261123120000', 'hex');

test('a last part that is repeated 4,096 times, or comes beside ever new messages, is answered with no more bytes than came', () => {
  const last = (serial: number) => encode808(old, 0x0704, serial, Buffer.alloc(4), { total: 4096, index: 4096 });
  for (const serialOf of [() => 4096, (n: number) => n]) {
    const state = jt808Protocol.createState();
    let [came, answered, worst] = [0, 0, 0];
    for (let n = 0; n < 4096; n++) {
      const frame = last(serialOf(n));
      const reply = jt808Protocol.decode(frame, state, at).reply?.length ?? 0;
      [came, answered, worst] = [came + frame.length, answered + reply, Math.max(worst, reply)];
    }
    expect(answered).toBeLessThanOrEqual(came);
    expect(worst).toBeLessThanOrEqual(300);
  }
});

test('of a message in 500 parts no more is read than a frame may have, and all of its bytes are kept', () => {
  const whole = (id: number, body: Buffer, profile: Profile = {}) => {
    const state = Object.assign(jt808Protocol.createState(), { profile });
    const said = Array.from({ length: 500 }, (_, n) => {
      const frame = encode808(old, id, 1 + n, body.subarray(n * 998, (n + 1) * 998), { total: 500, index: n + 1 });
      return jt808Protocol.decode(frame, state, at);
    });
    return said.at(-1);
  };
  const one = Buffer.concat([u16(28), location]);
  const batch = Buffer.concat([u16(0xffff), Buffer.from([1]), ...Array.from({ length: 17_000 }, () => one)]);
  const read = whole(0x0704, batch);
  expect([read?.messages.length, (read?.body?.length ?? 0) > 499_000]).toEqual([2000, true]);
  // A quarter of a million items: the limit for one location cuts them to 8,000.
  let looked = 0;
  const counting = { id: 0, as: 'uint' as const, into: 'steps' };
  Object.defineProperty(counting, 'length', {
    get: () => {
      looked += 1;
      return 99;
    },
  });
  whole(0x0200, Buffer.concat([location, Buffer.alloc(499_000 - 28)]), { items: [counting] });
  expect(looked).toBeGreaterThan(1000);
  expect(looked).toBeLessThan(20_000);
});
