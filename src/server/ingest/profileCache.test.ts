import { afterEach, expect, test } from 'vitest';
import type { Profile } from '#devices/profile.ts';
import { encodeWatch } from '#devices/watch/frame.ts';
import { closePorts, openPort, Watch } from '#server/testing/device/watchPort.ts';
import { placed } from '#server/testing/watch.ts';

afterEach(closePorts);

const number = '8800000015';
const bit = encodeWatch('3G', number, `UD,${placed(new Date(0), '00000020')}`).toString();
const lk = encodeWatch('3G', number, 'LK').toString();

test('a connection is read by what its model says from its first frame on, and says something else within a minute', async () => {
  const clock = { at: Date.now() };
  const resolvers: ((profile: Profile) => void)[] = [];
  const profileOf = () => new Promise<Profile>((resolve) => resolvers.push(resolve));
  const port = await openPort({ now: () => clock.at, profileOf });
  const watch = new Watch(port);
  watch.send(bit);
  while (resolvers.length < 1) await new Promise((resolve) => setImmediate(resolve));
  expect(port.store.submitted).toHaveLength(0);
  resolvers[0]?.({ alarmBits: new Map([[5, 'sos']]) });
  await port.store.count(1);
  watch.send(bit);
  await port.store.count(2);
  clock.at += 59_000;
  watch.send(bit);
  while (resolvers.length < 2) await new Promise((resolve) => setImmediate(resolve));
  resolvers[1]?.({});
  await port.store.count(3);
  expect(port.store.submitted.map(({ message }) => message.decoded?.alarms)).toEqual([['sos'], ['sos'], []]);
});

test('a profile that cannot be had leaves the protocol’s own reading', async () => {
  const port = await openPort({ profileOf: () => Promise.reject(new Error('no database')) });
  const watch = new Watch(port);
  await watch.send(lk).reads(lk);
  await watch.send(lk).reads(lk + lk);
});

test('a connection that sends more in a minute than its model lets it is read on no faster, and loses nothing', async () => {
  const clock = { at: Date.now() };
  const profileOf = () => Promise.resolve({ maxPerMinute: 2 });
  const port = await openPort({ now: () => clock.at, profileOf });
  const watch = new Watch(port);
  await watch.send(lk, lk).reads(lk + lk);
  clock.at += 60_000;
  await watch.send(lk, lk).reads(lk.repeat(4));
  watch.send(lk, lk, lk);
  while ((await port.refused('too_fast')) === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(port.store.submitted).toHaveLength(4);
  clock.at += 60_000;
  port.store.drain();
  await watch.reads(lk.repeat(6));
  clock.at += 60_000;
  port.store.drain();
  await watch.reads(lk.repeat(7));
});
