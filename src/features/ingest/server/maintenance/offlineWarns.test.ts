import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toMessage } from '#devices/message.ts';
import { deskApi } from '#features/desk/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { fenceApi } from '#features/fence/contract.ts';
import { takeIn } from '#features/gateway/server/service.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aUser, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { TestWatch } from '#server/testing/watch.ts';
import { commitBatch } from '../ingest.ts';
import { raiseOfflineWarns } from './offlineWarns.ts';

let app: TestApp;
let engineer: TestUser;
beforeAll(async () => {
  app = await startApp();
  engineer = await aUser(app, { role: 'engineer' });
  await up(600);
});
afterAll(() => app.stop());

/** Sets the start of message reception in minutes ago, and the last heartbeat in seconds ago. */
const up = (minutes: number, beaten = 0) =>
  app.sql(
    `with anew as (update device_state set quiet_until = default)
     insert into equipment_heartbeat (up_since, beaten_at) values (now() - make_interval(mins => $1), now() - make_interval(secs => $2))
     on conflict (id) do update set up_since = excluded.up_since, beaten_at = excluded.beaten_at`,
    [minutes, beaten],
  );
/** Starts message reception: runs the equipment worker until its first heartbeat. */
async function beats(): Promise<void> {
  const worker = (await extensionsOf('worker')).find(({ name }) => name === 'equipment')?.extension;
  const [previous] = await app.sql<{ at: string }>('select beaten_at::text as at from equipment_heartbeat');
  const stop = await worker?.start();
  await until('a beat', async () => {
    const [now] = await app.sql<{ at: string }>('select beaten_at::text as at from equipment_heartbeat');
    return now?.at !== previous?.at;
  });
  await stop?.();
}
/** Creates a customer's watch that was last heard so many minutes ago. */
async function aSilent(minutes: number, customer?: string) {
  const wearerId = customer ?? (await aCustomer(app));
  const device = await aDevice(app, { customer: wearerId });
  await setLastSeen(device.id, minutes);
  return { ...device, customer: wearerId };
}
const setLastSeen = (id: string, minutes: number) =>
  app.sql(
    `update device_state set online = true, last_seen_at = now() - make_interval(mins => $2), quiet_until = default where device_id = $1`,
    [id, minutes],
  );
const work = async (equipmentId: string) =>
  (
    await app.list(warnListApi.getWarnList, { family: ['device'], type: ['offline'], limit: 200 }, engineer.token)
  ).rows.filter((row) => row.equipmentId === equipmentId);
const online = async (sn: string) => (await app.list(equipmentApi.getEquipmentList, { sn }, app.admin)).rows[0]?.online;

test('a device that falls silent is one alarm for device staff, also by two nodes at once, and is told once', async () => {
  const { id, sn, customer } = await aSilent(20);
  const talking = await aSilent(10);
  await Promise.all([raiseOfflineWarns(), raiseOfflineWarns()]);
  expect([await online(sn), await online(talking.sn)]).toEqual(['offline', 'online']);
  const [row] = await work(id);
  expect(row).toMatchObject({ type: 'offline', level: 4, status: 'pending', repeatCount: 0, customerId: customer });
  expect(await work(talking.id)).toEqual([]);
  // Two devices of one customer are two warns.
  const second = await aSilent(20, customer);
  await raiseOfflineWarns();
  expect([await work(id), await work(second.id)]).toMatchObject([[{ repeatCount: 0 }], [{ repeatCount: 0 }]]);
});

test('the silence of somebody last seen outside a fence is of level 2 and says so', async () => {
  const { id, customer } = await aSilent(20);
  const shape = { circle: { centre: { lat: 28.935, lng: 118.885 }, radius: 300 } };
  const fence = await app.call(
    fenceApi.addFence,
    { name: '桂园 家', kind: 'home', shape, customerIds: [customer] },
    app.admin,
  );
  await app.sql('update fence_watch set on_since = now() where fence_id = $1', [fence.id]);
  await app.sql(
    `insert into fence_state (customer_id, fence_id, side, since, pending) values ($1, $2, 'inside', now(), '[{"at": 0}]')`,
    [customer, fence.id],
  );
  await raiseOfflineWarns();
  expect(await work(id)).toMatchObject([{ level: 2, type: 'offline' }]);
  const [step] = await app.sql<{ note: string }>(
    `select s.note from warn_step s join warn w on w.id = s.warn_id where w.equipment_id = $1 and s.note is not null`,
    [id],
  );
  expect(step?.note).toBe('超过 15 分钟没有上报，最后一次定位在围栏外');
});

test('one that was heard is judged again when it can be silent, or when its model may have changed, and no sooner', async () => {
  const watch = await aSilent(10);
  const daily = await aDevice(app, { model: 'z2m' });
  await setLastSeen(daily.id, 10);
  await raiseOfflineWarns();
  const judged = (id: string) =>
    app.sql<{ minutes: number }>(
      `select round(extract(epoch from quiet_until - now()) / 60)::int as minutes from device_state where device_id = $1`,
      [id],
    );
  expect([await judged(watch.id), await judged(daily.id)]).toEqual([[{ minutes: 5 }], [{ minutes: 60 }]]);
  // A postponed device is skipped until it is due, then found.
  await app.sql(`update device_state set last_seen_at = now() - interval '20 minutes' where device_id = $1`, [
    watch.id,
  ]);
  await raiseOfflineWarns();
  expect(await online(watch.sn)).toBe('online');
  await app.sql(`update device_state set quiet_until = default where device_id = $1`, [watch.id]);
  await raiseOfflineWarns();
  expect(await online(watch.sn)).toBe('offline');
});

test('when it is heard again the alarm says so and is ended by the system; one that somebody has taken stays theirs', async () => {
  const [free, claimed] = [await aSilent(20), await aSilent(20)];
  await raiseOfflineWarns();
  const [first, second] = [(await work(free.id))[0], (await work(claimed.id))[0]];
  const id = second?.id ?? '';
  await app.call(warnApi.claimWarn, { id }, app.admin);
  for (const { sn } of [free, claimed]) {
    const watch = await TestWatch.open(app.ports.watch, sn);
    await watch.answered(watch.send('LK'));
    watch.close();
  }
  await raiseOfflineWarns();
  await raiseOfflineWarns();
  const ended = await app.call(deskApi.getWarn, { id: first?.id ?? '' }, app.admin);
  expect(ended).toMatchObject({ status: 'done', result: 'none' });
  expect(ended.steps.map(({ kind }) => kind)).toEqual(['created', 'recovered', 'closed']);
  const held = await app.call(deskApi.getWarn, { id }, app.admin);
  expect([held.status, held.steps.map(({ kind }) => kind)]).toEqual(['handling', ['created', 'claimed', 'recovered']]);

  // Offline again: a new warn, and a repeat in the open one.
  for (const device of [free, claimed]) await setLastSeen(device.id, 30);
  await raiseOfflineWarns();
  expect((await work(free.id)).map(({ status }) => status).sort()).toEqual(['done', 'pending']);
  expect(await work(claimed.id)).toMatchObject([{ id, repeatCount: 1 }]);
});

test('a message that waits while the silence of its device is made work takes that back, too', async () => {
  const { id, sn } = await aSilent(20);
  const receivedAt = new Date().toISOString();
  await raiseOfflineWarns();
  expect(await work(id)).toMatchObject([{ status: 'pending' }]);
  const waited = { source: 'watch', protocol: 'watch', number: sn, receivedAt, decoded: null, error: null };
  await commitBatch([toMessage({ ...waited, body: Buffer.from('[3G*LK]') })]);
  await raiseOfflineWarns();
  expect(await work(id)).toMatchObject([{ status: 'done' }]);
});

test('a server that was away makes nobody offline: silence counts from when messages are taken again', async () => {
  const { id, sn } = await aSilent(20);
  await up(10);
  await raiseOfflineWarns();
  expect(await online(sn)).toBe('online');
  // No node receives messages.
  await up(600, 31);
  await raiseOfflineWarns();
  expect(await online(sn)).toBe('online');
  // A gap of more than 30 s starts the uptime again.
  await beats();
  await raiseOfflineWarns();
  expect(await online(sn)).toBe('online');
  await up(600, 20);
  await beats();
  await raiseOfflineWarns();
  expect(await online(sn)).toBe('offline');
  expect(await work(id)).toHaveLength(1);
});

test('what is in stock, with nobody, under repair, or of somebody who is not served is offline and nobody’s work', async () => {
  const stock = await aDevice(app);
  await setLastSeen(stock.id, 20);
  const repair = await aSilent(20);
  await app.sql(`update equipment set state = 'repair' where id = $1`, [repair.id]);
  const paused = await aSilent(20);
  await app.sql(`update customer set service_state = 'paused' where id = $1`, [paused.customer]);
  await raiseOfflineWarns();
  for (const { id, sn } of [stock, repair, paused]) {
    expect([sn, await online(sn)]).toEqual([sn, 'offline']);
    expect(await work(id)).toEqual([]);
  }
  // The service resumes while the device is still offline: now it needs a warn.
  await app.sql(`update customer set service_state = 'active' where id = $1`, [paused.customer]);
  await raiseOfflineWarns();
  expect(await work(paused.id)).toHaveLength(1);
});

test('a gateway that is away is one alarm, and none of its children; a child alone is its own', async () => {
  const { id: gateway } = await aDevice(app, { model: 'thingsboard_gateway' });
  await app.sql(`update equipment set state = 'in_use' where id = $1`, [gateway]);
  const child = await aSilent(20);
  await app.sql(`update equipment set gateway_id = $2 where id = $1`, [child.id, gateway]);
  await setLastSeen(gateway, 60);
  await raiseOfflineWarns();
  expect([await work(gateway), await work(child.id)]).toMatchObject([[{ status: 'pending' }], []]);
  // The gateway is just back: the child has its own interval.
  const back = (minutes: number) =>
    app.sql(
      `update device_state set online = true, silence_told_at = null, last_seen_at = now(), returned_at = now() - make_interval(mins => $2) where device_id = $1`,
      [gateway, minutes],
    );
  await back(0);
  await raiseOfflineWarns();
  expect([(await work(gateway)).map(({ status }) => status), await work(child.id)]).toEqual([['done'], []]);
  await back(16);
  await raiseOfflineWarns();
  expect(await work(child.id)).toMatchObject([{ status: 'pending' }]);
});

test('a gateway with 50 children that falls silent is one alarm; back again, each child is known when it is heard', async () => {
  const gateway = await aDevice(app, { model: 'thingsboard_gateway' });
  await app.sql('update gateway set may_create = true where id = $1', [gateway.id]);
  await app.sql(
    `insert into gateway_child (gateway_id, number) select $1, 'child-' || n from generate_series(1, 50) n`,
    [gateway.id],
  );
  await takeIn(gateway.id);
  const customer = await aCustomer(app);
  await app.sql(
    `update equipment set state = 'in_use', customer_id = case when id <> $1 then $2::bigint end where $1 in (id, gateway_id)`,
    [gateway.id, customer],
  );
  const states = async () => {
    const { rows } = await app.list(equipmentApi.getEquipmentList, { gatewayId: gateway.id, limit: 200 }, app.admin);
    const groups = Object.groupBy(rows, (row) => row.online);
    return Object.fromEntries(Object.entries(groups).map(([state, some]) => [state, some.length]));
  };
  /** Moves what was heard so many seconds into the past, and judges. */
  const silentFor = async (seconds: number) => {
    await app.sql(
      `update device_state set online = true, last_seen_at = now() - make_interval(secs => $2), returned_at = now() - interval '2 hours', quiet_until = default
       where device_id in (select id from equipment where $1 in (id, gateway_id))`,
      [gateway.id, seconds],
    );
    await raiseOfflineWarns();
  };
  await up(600);
  const alarms = async () =>
    (
      await app.sql<{ id: string }>(
        `select w.equipment_id::text as id from warn w join equipment e on e.id = w.equipment_id where w.type = 'offline' and $1 in (e.id, e.gateway_id)`,
        [gateway.id],
      )
    ).map(({ id }) => id);
  await silentFor(350);
  expect([await states(), await alarms()]).toEqual([{ online: 50 }, []]);
  await silentFor(3600);
  expect([await states(), await alarms()]).toEqual([{ unknown: 50 }, [gateway.id]]);

  const again = await mqtt.connectAsync({
    ...{ host: '127.0.0.1', port: app.ports.mqtt },
    ...{ username: gateway.sn, password: gateway.secret ?? '', reconnectPeriod: 0 },
  });
  await until('the gateway is heard', async () => (await online(gateway.sn)) === 'online');
  await raiseOfflineWarns();
  expect([await states(), (await work(gateway.id)).map(({ status }) => status)]).toEqual([{ unknown: 50 }, ['done']]);
  const said = [{ ts: Date.now(), values: { humidity: 40 } }];
  const two = JSON.stringify({ 'child-1': said, 'child-2': said });
  await again.publishAsync('v1/gateway/telemetry', two, { qos: 1 });
  expect([await states(), await alarms()]).toEqual([{ online: 2, unknown: 48 }, [gateway.id]]);
  await again.endAsync(true);
});

test('a person’s watch with a low battery is work by device, not by person', async () => {
  const customer = await aCustomer(app);
  const watches = [await aDevice(app, { customer }), await aDevice(app, { customer })];
  for (const { sn } of watches) {
    const watch = await TestWatch.open(app.ports.watch, sn);
    await watch.press('00020000');
    watch.close();
  }
  const { rows } = await app.list(
    warnListApi.getWarnList,
    { customerId: customer, family: ['device'] },
    engineer.token,
  );
  expect(rows.map(({ type, equipmentId }) => [type, equipmentId]).sort()).toEqual(
    watches.map(({ id }) => ['low_batt', id]).sort(),
  );
});
