import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deskApi } from '#features/desk/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { warnTrackApi } from '#features/warnTrack/contract.ts';
import { pool } from '#server/db/db.ts';
import { wake } from '#server/db/wake.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';

let app: TestApp;
let operator: TestUser;
beforeAll(async () => {
  app = await startApp();
  operator = await aUser(app);
});
afterAll(() => app.stop());

const place = { lat: 28.9, lng: 118.8 };

/** A customer who pressed a watch that is still connected. */
async function pressed(): Promise<{ id: string; watch: TestWatch; device: string; customer: string }> {
  const customer = await aCustomer(app);
  const device = await aDevice(app, { customer });
  const watch = await TestWatch.open(app.ports.watch, device.sn);
  await watch.press();
  const { rows } = await app.list(warnListApi.getWarnList, { customerId: customer }, operator.token);
  const id = rows[0]?.id ?? '';
  await app.call(warnApi.claimWarn, { id }, operator.token);
  return { id, watch, device: device.id, customer };
}

/** A customer who phoned, with a watch that is not connected. */
async function away(): Promise<{ id: string; sn: string; device: string }> {
  const customer = await aCustomer(app);
  const { sn, id: device } = await aDevice(app, { customer });
  const call = { type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '来电' } as const;
  const { id } = await app.call(warnApi.addWarn, { customerId: customer, ...call }, operator.token);
  return { id, sn, device };
}

const track = (id: string) => app.call(warnTrackApi.getWarnTrack, { id }, operator.token);
const locate = (id: string) => app.call(warnTrackApi.locateWarn, { id }, operator.token);
/** Moves the last sending of the device's command this many seconds into the past. */
const shiftCommand = (device: string, seconds: number) =>
  app.sql(
    `update equipment_command set sent_at = sent_at - make_interval(secs => $2), valid_until = valid_until - make_interval(secs => $2) where equipment_id = $1`,
    [device, seconds],
  );
const tries = (device: string) =>
  app.sql('select tries, cardinality(tried_at) as noted from equipment_command where equipment_id = $1', [device]);
/** Connects the watch and runs the action while the note of its command waits for a lock. */
async function whileNoted({ sn, device }: { sn: string; device: string }, action: (watch: TestWatch) => Promise<void>) {
  const client = await pool('alarm').connect();
  try {
    await client.query('begin');
    await client.query('select 1 from equipment_command where equipment_id = $1 for update', [device]);
    const watch = await TestWatch.open(app.ports.watch, sn);
    await watch.answered(watch.send('LK'));
    const closed = new Promise((resolve) => watch.socket.once('close', resolve));
    wake.publish('command');
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until('that the note waits', async () => (await app.sql(waiting)).length > 0);
    await action(watch);
    if (watch.socket.destroyed) await closed;
    await client.query('commit');
  } finally {
    client.release();
  }
}
const commandCount = (watch: TestWatch) => watch.text.split('*CR]').length - 1;

describe('locating', () => {
  test('asks the connected watch at once; its answer and its position come back, and the timeline says who asked', async () => {
    const { id, watch } = await pressed();
    expect(await locate(id)).toMatchObject({ canLocate: true, locate: { located: false } });
    await until('the command on the wire', () => commandCount(watch) === 1);
    watch.send('CR');
    await until('the answer', async () => (await track(id)).locate?.state === 'acknowledged');
    expect((await track(id)).locate?.located).toBe(false);
    // Frames have whole seconds: a fix in the second of the press would be the same position.
    watch.send(`UD,${placed(new Date(Date.now() + 1000), '00000000', place)}`);
    await watch.answered(watch.send('LK'));
    const { position, locate: done } = await track(id);
    expect(done?.located).toBe(true);
    expect(position).toMatchObject(place);
    const { steps } = await app.call(deskApi.getWarn, { id }, operator.token);
    expect(steps.at(-1)).toMatchObject({ userName: operator.name, note: expect.stringContaining('立即定位') });
    watch.close();
  });

  test('asks twice again where no answer comes within 30 s, then gives up', async () => {
    const { id, watch, device } = await pressed();
    await locate(id);
    for (let times = 1; times <= 3; times++) {
      await until(`the command for the ${times}. time`, () => commandCount(watch) === times);
      await until(
        'that it is noted',
        async () =>
          (await app.sql('select 1 from equipment_command where equipment_id = $1 and tries = $2', [device, times]))
            .length > 0,
      );
      await shiftCommand(device, 31);
      wake.publish('command');
    }
    await until('the end', async () => (await track(id)).locate?.state === 'failed');
    expect(commandCount(watch)).toBe(3);
    watch.close();
  });

  test('waits for a watch that is away, is sent when it comes, and expires where it does not', async () => {
    const { id, sn, device } = await away();
    expect((await locate(id)).locate).toMatchObject({ state: 'queued', sentAt: null });
    const watch = await TestWatch.open(app.ports.watch, sn);
    await watch.answered(watch.send('LK'));
    wake.publish('command');
    await until('the command on the wire', () => commandCount(watch) === 1);
    watch.close();
    await app.sql(`update equipment_command set state = 'queued', valid_until = now() where equipment_id = $1`, [
      device,
    ]);
    wake.publish('command');
    await until('its end', async () => (await track(id)).locate?.state === 'expired');
  });

  test('an answer counts that comes before it is noted that the watch was asked', async () => {
    const warn = await away();
    await locate(warn.id);
    await whileNoted(warn, async (watch) => {
      watch.socket.on('data', (bytes) => bytes.includes('*CR]') && watch.send('CR'));
      await watch.answered(watch.send('LK'));
    });
    await until('the answer', async () => (await track(warn.id)).locate?.state === 'acknowledged');
    expect(await tries(warn.device)).toEqual([{ tries: 1, noted: 1 }]);
  });

  test('a watch that leaves before it is asked is asked when it comes again', async () => {
    const warn = await away();
    await locate(warn.id);
    await whileNoted(warn, async (watch) => watch.close());
    const watch = await TestWatch.open(app.ports.watch, warn.sn);
    await watch.answered(watch.send('LK'));
    wake.publish('command');
    await until('the command on the wire', () => commandCount(watch) === 1);
    expect(await tries(warn.device)).toEqual([{ tries: 1, noted: 1 }]);
    watch.close();
  });

  test('asked twice while an answer is awaited is one command', async () => {
    const { id, watch, device } = await pressed();
    await Promise.all([locate(id), locate(id)]);
    expect(await app.sql('select id from equipment_command where equipment_id = $1', [device])).toHaveLength(1);
    watch.close();
  });

  test('is refused where no device of the person can be located, and for a finished alarm', async () => {
    const { id } = await app.call(
      warnApi.addWarn,
      { customerId: await aCustomer(app), type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '来电' },
      operator.token,
    );
    expect(await app.tryCall(warnTrackApi.locateWarn, { id }, operator.token)).toMatchObject({
      status: 409,
      msg: '没有可以立即定位的设备',
    });
  });
});

describe('the way of 24 hours', () => {
  test('is the person’s own, oldest first: not that of who wore the watch before', async () => {
    const { id, watch, device, customer } = await pressed();
    const other = await aCustomer(app);
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    await app.sql(
      `insert into position (device_id, at, lat, lng, source, project_id, customer_id)
       select $1, p.at, p.lat, 118.8, 'gnss', 1, p.customer
       from unnest($2::timestamptz[], $3::float8[], $4::bigint[]) as p (at, lat, customer)`,
      [
        device,
        [hoursAgo(30), hoursAgo(3), hoursAgo(2), hoursAgo(1)],
        [1, 2, 3, 4],
        [customer, other, customer, customer],
      ],
    );
    const { points } = await track(id);
    expect(points.map((point) => point.lat).slice(0, 2)).toEqual([3, 4]);
    expect(points.map((point) => point.at)).toEqual(points.map((point) => point.at).toSorted());
    watch.close();
  });

  test('and the position are not for who may only look, nor for another department', async () => {
    const { id, watch } = await pressed();
    const viewer = await aUser(app, { role: 'viewer' });
    expect((await app.tryCall(warnTrackApi.getWarnTrack, { id }, viewer.token)).status).toBe(403);
    const elsewhere = await aDepartment(app);
    const roleId = await aRole(app, { scope: 'department', permissions: ['warn:list', 'warn:claim'] });
    const outsider = await aUser(app, { roleId, department: elsewhere });
    for (const endpoint of [warnTrackApi.getWarnTrack, warnTrackApi.locateWarn]) {
      expect((await app.tryCall(endpoint, { id }, outsider.token)).status).toBe(404);
    }
    watch.close();
  });
});

test('the last measured values stand in the detail, implausible ones do not', async () => {
  const { id, watch } = await pressed();
  await watch.answered(watch.send('bphrt,152,88,108'));
  await watch.answered(watch.send('oxygen,0,0'));
  const shown = async () => {
    const { readings } = await app.call(deskApi.getWarn, { id }, operator.token);
    return readings.map(({ kind, value }) => [kind, value]).sort();
  };
  // Values are settled within a second.
  await expect.poll(shown, { timeout: 20_000 }).toEqual([
    ['diastolic', 88],
    ['heart_rate', 108],
    ['systolic', 152],
  ]);
  watch.close();
});
