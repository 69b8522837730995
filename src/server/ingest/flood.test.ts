import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { h02Protocol } from '#devices/h02/h02.ts';
import { encodeWatch } from '#devices/watch/frame.ts';
import { closePorts, openPort, Watch, type WatchPort } from '#server/testing/device/watchPort.ts';
import { placed } from '#server/testing/watch.ts';
import { TurnBudget } from './turnBudget.ts';

afterEach(closePorts);

const number = '8800000015';
const lk = encodeWatch('3G', number, 'LK').toString();
const stored = encodeWatch('3G', number, `UD2,${placed(new Date(0))}`).toString();
const sos = encodeWatch('3G', number, `AL,${placed(new Date(0), '00010000')}`).toString();
const sosAnswer = '[3G*8800000015*0002*AL]';
const heartbeat = (device: string) => `*HQ,${device},HTBT,80#`;
const start = Date.UTC(2026, 10, 24);

/** Runs enough turns of the event loop for all pending work. */
async function turns(): Promise<void> {
  for (let round = 0; round < 50; round++) await new Promise(setImmediate);
}

/** Advances the clock until so many messages are submitted; returns the minutes. */
async function minutesUntil(port: WatchPort, clock: { at: number }, count: number): Promise<number> {
  let minutes = 0;
  for (; port.store.submitted.length < count; minutes++) {
    clock.at += 60_000;
    port.store.drain();
    await turns();
  }
  return minutes;
}

test('past its quota a connection is no longer read, stays open, and loses nothing: the rest goes on as time passes', async () => {
  const clock = { at: start };
  const port = await openPort({ now: () => clock.at });
  const watch = new Watch(port).send(lk.repeat(1000));
  await watch.reads(lk.repeat(600));
  await turns();
  expect(port.store.submitted).toHaveLength(600);
  expect(await port.refused('too_fast')).toBe(1);
  expect(await minutesUntil(port, clock, 1000)).toBe(4);
  await watch.reads(lk.repeat(1000));
  expect(port.listener.connections()).toBe(1);
});

test('of a number that nobody registered thirty frames a minute are taken, and what it sends beyond is left in the network', async () => {
  const clock = { at: start };
  const port = await openPort({ now: () => clock.at, isRegistered: () => false });
  const flood = new Watch(port);
  const chunk = lk.repeat(2000);
  let written = 0;
  // Writes until nothing is read any more: the socket buffers are a few megabytes.
  while (flood.socket.writableLength < 4_000_000) {
    flood.send(chunk);
    written += chunk.length;
    await turns();
  }
  await flood.reads(lk.repeat(30));
  expect(port.store.submitted).toHaveLength(30);
  expect(written).toBeGreaterThan(4_000_000);
  expect(await port.bytes()).toBeLessThan(300_000);
  clock.at += 60_000;
  port.store.drain();
  await flood.reads(lk.repeat(60));
  expect(port.listener.connections()).toBe(1);
});

test('an SOS behind more than the quota takes all before it along, of a device that somebody knows', async () => {
  const clock = { at: start };
  const port = await openPort({ now: () => clock.at, isRegistered: (_protocol, one) => one === number });
  const watch = new Watch(port).send(stored.repeat(1000) + sos + stored.repeat(100));
  await watch.reads(sosAnswer);
  await turns();
  const alarms = port.store.submitted.map(({ message }) => message.decoded?.alarms.join());
  expect(alarms).toEqual([...Array.from({ length: 1000 }, () => ''), 'sos']);
  // The credit is paid back first.
  clock.at += 200 * 1000;
  port.store.drain();
  await turns();
  expect(port.store.submitted).toHaveLength(1001);
  expect(await minutesUntil(port, clock, 1101)).toBe(1);
});

test('what was read of a device that has hung up is taken in its time, of a number that is nobody’s it is not', async () => {
  const clock = { at: start };
  let isRegistered = true;
  const port = await openPort({ now: () => clock.at, isRegistered: () => isRegistered });
  const hangUp = async () => {
    const watch = new Watch(port).send(stored.repeat(700));
    const submittedBefore = port.store.submitted.length;
    await port.store.count(submittedBefore + (isRegistered ? 600 : 30));
    await turns();
    watch.socket.resetAndDestroy();
    await once(watch.socket, 'close');
    await turns();
  };
  await hangUp();
  expect(port.listener.connections()).toBe(1);
  expect(await minutesUntil(port, clock, 700)).toBe(1);
  expect(port.listener.connections()).toBe(0);
  isRegistered = false;
  await hangUp();
  expect(port.listener.connections()).toBe(0);
  expect(port.store.submitted).toHaveLength(730);
});

test('draining takes what was read past the quota at once', async () => {
  const port = await openPort({ now: () => start });
  const watch = new Watch(port).send(lk.repeat(700));
  await watch.reads(lk.repeat(600));
  await port.listener.drain({ spread: 0, max: 5000 });
  await watch.closed;
  expect(watch.text).toBe(lk.repeat(700));
});

test('frames of all sockets of all ports are taken by one budget of a turn, one socket after the other', async () => {
  // Each clock reading costs one of the four of a turn: four frames.
  let clock = 0;
  const later: (() => void)[] = [];
  const budget = new TurnBudget({ most: 4, now: () => clock++, later: (callback) => later.push(callback) });
  const h02 = await openPort({ protocol: h02Protocol, turns: budget });
  const port = await openPort({ turns: budget });
  for (let n = 0; n < 8; n++) new Watch(h02).send(heartbeat(`820000000${n}`).repeat(200));
  while ((await h02.bytes()) < 8 * 200 * heartbeat('8200000000').length) await turns();
  const watch = new Watch(port).send(sos);
  while ((await port.bytes()) < sos.length) await turns();
  for (let n = 0; n < 3; n++) {
    const submittedBefore = h02.store.submitted.length + port.store.submitted.length;
    later.shift()?.();
    expect(h02.store.submitted.length + port.store.submitted.length - submittedBefore).toBeLessThanOrEqual(4);
  }
  expect([h02.store.submitted.length, port.store.submitted.length]).toEqual([11, 1]);
  await watch.reads(sosAnswer);
});
