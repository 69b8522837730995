import { afterAll, beforeAll, expect, test } from 'vitest';
import { equipmentApi } from '#features/equipment/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aMark, aProject } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';
import type { InputOf } from '#shared/endpoint.ts';

type ListInput = InputOf<typeof equipmentApi.getEquipmentList>;

let app: TestApp;
let project: string;
beforeAll(async () => {
  app = await startApp();
  project = await aProject(app);
});
afterAll(() => app.stop());

const list = (filters: ListInput) =>
  app.list(equipmentApi.getEquipmentList, { projectId: project, ...filters }, app.admin);
const snsOf = async (filters: ListInput) => (await list(filters)).rows.map(({ sn }) => sn).sort();
const expectOnly = async (filters: ListInput, ...devices: { sn: string }[]) =>
  expect(await snsOf(filters), JSON.stringify(filters)).toEqual(devices.map(({ sn }) => sn).sort());

/** Sets the last reported state; the device was last heard `hours` ago. */
async function setState(
  id: string,
  hours: number,
  state: { online?: boolean; battery?: number; dataDays?: number } = {},
) {
  await app.sql(
    `update device_state set online = $2, last_seen_at = now() - make_interval(hours => $3), battery = $4,
       last_data_at = now() - make_interval(days => $5), offline_since = case when not $2 then now() - make_interval(hours => $3) end
     where device_id = $1`,
    [id, state.online ?? true, hours, state.battery ?? null, state.dataDays ?? 0],
  );
}

test('is found by number, name, IMEI, ICCID and the name of the person, and by nothing else', async () => {
  const name = aMark('钱');
  const customerId = await aCustomer(app, { name, project });
  const worn = await aDevice(app, { project, customer: customerId });
  const { id, sn } = await aDevice(app, { project });
  const edit = { id, version: 1, name: '三楼走廊烟感', imei: '490154203237518', iccid: '89860012345678901234' };
  await app.call(equipmentApi.editEquipment, edit, app.admin);
  await expectOnly({ keyword: name }, worn);
  await expectOnly({ keyword: name.slice(1, 3) }, worn);
  await expectOnly({ keyword: sn.slice(2).toLowerCase() }, { sn });
  await expectOnly({ keyword: '走廊' }, { sn });
  await expectOnly({ keyword: '3237518' }, { sn });
  await expectOnly({ keyword: '678901234' }, { sn });
  await expectOnly({ keyword: '不存在' });
  await expectOnly({ keyword: '%' });
  await expectOnly({ sn: worn.sn }, worn);
});

test('is filtered by model, kind, state, binding, test, and by what hangs on a gateway', async () => {
  const project = await aProject(app);
  const customerId = await aCustomer(app, { project });
  const [gateway, button, worn] = await Promise.all([
    aDevice(app, { project, model: 'thingsboard_gateway' }),
    aDevice(app, { project, model: 'z2m' }),
    aDevice(app, { project, customer: customerId }),
  ]);
  const inProject = (queries: ListInput) => ({ ...queries, projectId: project });
  await app.call(equipmentApi.editEquipment, { id: button.id, version: 1, gatewayId: gateway.id }, app.admin);
  await expectOnly(inProject({ model: ['z2m'] }), button);
  await expectOnly(inProject({ kind: ['watch'] }), worn);
  await expectOnly(inProject({ state: ['stock'] }), gateway, button);
  await expectOnly(inProject({ bound: true }), worn);
  await expectOnly(inProject({ bound: false, kind: ['gateway'] }), gateway);
  await expectOnly(inProject({ customerId }), worn);
  await expectOnly(inProject({ gatewayId: gateway.id }), button);
  await expectOnly(inProject({ testKind: ['none'], bound: true }), worn);
  await expectOnly(inProject({ ids: [gateway.id, worn.id] }), gateway, worn);
  const { rows } = await list(inProject({ gatewayId: gateway.id }));
  expect(rows[0]).toMatchObject({
    kind: 'button',
    model: 'z2m',
    gatewayName: 'ThingsBoard 网关',
    testKind: 'none',
    mains: false,
  });
});

test('tells offline, asleep, gateway offline and never heard apart, in the row as in the filter', async () => {
  const project = await aProject(app);
  const of = (model?: string) => aDevice(app, { project, ...(model && { model }) });
  const [online, offline, asleep, never, gateway, child] = await Promise.all([
    of(),
    of(),
    of('z2m'),
    of(),
    of('thingsboard_gateway'),
    of('z2m'),
  ]);
  await app.call(equipmentApi.editEquipment, { id: child.id, version: 1, gatewayId: gateway.id }, app.admin);
  await setState(online.id, 0);
  await setState(offline.id, 30, { online: false });
  await setState(asleep.id, 5);
  await setState(gateway.id, 2, { online: false });
  await setState(child.id, 1);
  const states = { online, sleeping: asleep, never, unknown: child };
  for (const [state, device] of Object.entries(states))
    await expectOnly({ projectId: project, online: [state as 'online'] }, device);
  await expectOnly({ projectId: project, online: ['offline'] }, offline, gateway);
  const { rows } = await list({ projectId: project, limit: 50 });
  expect(Object.fromEntries(rows.map((row) => [row.sn, row.online]))).toEqual({
    [online.sn]: 'online',
    [offline.sn]: 'offline',
    [asleep.sn]: 'sleeping',
    [never.sn]: 'never',
    [gateway.sn]: 'offline',
    [child.sn]: 'unknown',
  });
  await expectOnly({ projectId: project, offlineHours: 24 }, offline);

  // After its return a device, even one offline before, has its own interval to report (z2m: 25 h); then it is offline.
  const back = (hours: number) =>
    app.sql(
      `update device_state set online = true, offline_since = null, last_seen_at = now(), returned_at = now() - make_interval(hours => $2)
       where device_id = $1`,
      [gateway.id, hours],
    );
  await setState(child.id, 50, { online: false });
  await back(24);
  await expectOnly({ projectId: project, online: ['unknown'] }, child);
  await expectOnly({ projectId: project, offlineHours: 24 }, offline);
  expect((await list({ projectId: project, gatewayId: gateway.id })).rows[0]?.online).toBe('unknown');
  await back(26);
  await expectOnly({ projectId: project, online: ['offline'] }, offline, child);
  await expectOnly({ projectId: project, offlineHours: 24 }, offline, child);
  expect((await list({ projectId: project, gatewayId: gateway.id })).rows[0]?.online).toBe('offline');
});

test('is filtered by what must be looked after: battery, silence, SIM card', async () => {
  const project = await aProject(app);
  const [low, silent, full] = await Promise.all([1, 2, 3].map(() => aDevice(app, { project })));
  if (!low || !silent || !full) throw new Error('three devices');
  await setState(low.id, 0, { battery: 4 });
  await setState(silent.id, 0, { battery: 60, dataDays: 8 });
  await setState(full.id, 0, { battery: 20 });
  const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await app.call(equipmentApi.editEquipment, { id: full.id, version: 1, simExpireDate: soon }, app.admin);
  await expectOnly({ projectId: project, batteryBelow: 20 }, low);
  await expectOnly({ projectId: project, batteryBelow: 21 }, low, full);
  await expectOnly({ projectId: project, silentDays: 7 }, silent);
  await expectOnly({ projectId: project, simExpiringDays: 30 }, full);
  await expectOnly({ projectId: project, simExpiringDays: 10 });
  const { rows } = await list({ projectId: project, sort: [{ field: 'battery', order: 'asc' }] });
  expect(rows.map(({ sn }) => sn)).toEqual([low.sn, full.sn, silent.sn]);
});

test('levels are kept as they change or after an hour, drawn as a course, and tell how long a battery lasts', async () => {
  const project = await aProject(app);
  const [device, silent] = await Promise.all([aDevice(app, { project }), aDevice(app, { project })]);
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  const frame = (hours: number, minutes: number, battery: number, signal: number) =>
    placed(new Date(hour - hours * 3_600_000 + minutes * 60_000), '00000000', undefined, { battery, signal });
  const watch = await TestWatch.open(app.ports.watch, device.sn);
  const speak = async (...contents: string[]) => {
    for (const content of contents) watch.send(content);
    await watch.answered(watch.send('LK'));
  };
  await speak(
    ...[`UD,${frame(72, 0, 90, 80)}`, `UD,${frame(72, 5, 90, 85)}`, `UD,${frame(72, 10, 90, 70)}`],
    ...[`UD,${frame(48, 0, 80, 70)}`, `UD,${frame(24, 0, 70, 70)}`, `UD,${frame(24, 59, 70, 79)}`],
    ...[`UD,${frame(1, 0, 60, 70)}`, `UD,${frame(1, 0, 60, 70)}`],
  );
  // Values stored on the watch sort between the others, as a track of their own.
  await speak(`UD2,${frame(36, 0, 75, 50)}`, `UD2,${frame(36, 30, 75, 50)}`);
  const readings = await app.sql<{ metric: string; values: number[]; people: number }>(
    `select metric, array_agg(value order by at) as values, count(customer_id)::int as people from reading
     where device_id = $1 and metric in ('battery', 'signal') group by metric order by metric`,
    [device.id],
  );
  expect(readings).toEqual([
    { metric: 'battery', values: [90, 80, 75, 70, 60], people: 0 },
    { metric: 'signal', values: [80, 70, 70, 50, 70, 70], people: 0 },
  ]);
  const course = await app.call(equipmentApi.getEquipmentCourse, { id: device.id }, app.admin);
  expect(course.battery.map(({ value }) => value)).toEqual([90, 80, 75, 70, 60]);
  expect(course.signal.map(({ value }) => value)).toEqual([70, 70, 50, 70, 70]);
  expect(course.battery[0]?.at).toBe(new Date(hour - 72 * 3_600_000).toISOString());

  const days = async () =>
    Object.fromEntries(
      (await list({ projectId: project })).rows.map((row) => [row.sn, [row.battery, row.batteryDays]]),
    );
  expect(await days()).toEqual({ [device.sn]: [60, 5], [silent.sn]: [null, null] });
  await expectOnly({ projectId: project, batteryDaysBelow: 6 }, device);
  await expectOnly({ projectId: project, batteryDaysBelow: 5 });
  // After charging there is no forecast until the level falls again.
  await speak(`UD,${frame(0, 0, 100, 70)}`);
  watch.close();
  expect((await days())[device.sn]).toEqual([100, null]);
  await expectOnly({ projectId: project, batteryDaysBelow: 6 });
});

test('pages continue each other in every order, what has no value last, and tell the number behind the end too', async () => {
  const project = await aProject(app);
  const devices = await Promise.all([1, 2, 3, 4, 5].map(() => aDevice(app, { project })));
  for (const [place, { id }] of devices.entries()) if (place < 3) await setState(id, place, { battery: 90 - place });
  const queries: ListInput[] = [
    { projectId: project },
    ...(['battery', 'lastSeenAt', 'simExpireDate', 'sn'] as const).flatMap((field) =>
      (['asc', 'desc'] as const).map((order): ListInput => ({ projectId: project, sort: [{ field, order }] })),
    ),
  ];
  for (const query of queries) {
    const allSns = (await list({ ...query, limit: 50 })).rows.map(({ sn }) => sn);
    expect(allSns).toHaveLength(5);
    const pages = await Promise.all([1, 2, 3].map((page) => list({ ...query, page, limit: 2 })));
    expect(pages.flatMap(({ rows }) => rows.map(({ sn }) => sn))).toEqual(allSns);
    expect(await list({ ...query, page: 9, limit: 2 })).toEqual({ rows: [], count: 5 });
  }
  const byBattery = (order: 'asc' | 'desc') =>
    list({ projectId: project, sort: [{ field: 'battery', order }], limit: 4 });
  const levels = (rows: { battery: number | null }[]) => rows.map(({ battery }) => battery);
  expect(levels((await byBattery('asc')).rows)).toEqual([88, 89, 90, null]);
  expect(levels((await byBattery('desc')).rows)).toEqual([90, 89, 88, null]);
  // Without a full count the page is read by itself.
  const sort = [{ field: 'battery' as const, order: 'desc' as const }];
  const all = await app.list(equipmentApi.getEquipmentList, { sort, limit: 100 }, app.admin);
  const sortedLevels = levels(all.rows).filter((level) => level !== null);
  expect(sortedLevels).toEqual(sortedLevels.toSorted((a, b) => b - a));
  expect(levels(all.rows).slice(sortedLevels.length)).toEqual(all.rows.slice(sortedLevels.length).map(() => null));
  const tail = { sort, limit: 1, page: sortedLevels.length + 1 };
  expect((await app.list(equipmentApi.getEquipmentList, tail, app.admin)).rows[0]?.sn).toBe(
    all.rows[sortedLevels.length]?.sn,
  );
});

test('is found by one sign and two, and where the person who has it lives', async () => {
  const project = await aProject(app);
  const customerId = await aCustomer(app, { project, name: '卞璐' });
  await app.sql(`update customer set region_code = '330822' where id = $1`, [customerId]);
  const worn = await aDevice(app, { project, customer: customerId });
  await aDevice(app, { project });
  for (const keyword of ['璐', '卞璐', 'bl', 'l']) await expectOnly({ projectId: project, bound: true, keyword }, worn);
  await expectOnly({ projectId: project, keyword: '璐卞' });
  await expectOnly({ projectId: project, regionCode: '330822' }, worn);
  await expectOnly({ projectId: project, regionCode: '330800' }, worn);
  await expectOnly({ projectId: project, regionCode: '330802' });
});

test('counts all devices in scope as they come and go', async () => {
  const count = async () => (await app.list(equipmentApi.getEquipmentList, { limit: 0 }, app.admin)).count;
  const previousCount = await count();
  const { id } = await aDevice(app);
  expect(await count()).toBe(previousCount + 1);
  await app.call(equipmentApi.deleteEquipment, { ids: [id] }, app.admin);
  expect(await count()).toBe(previousCount);
});

test('is exported as the filters select it', async () => {
  const project = await aProject(app);
  const { sn } = await aDevice(app, { project });
  const queries = { filters: { projectId: project }, columns: ['sn', 'kind', 'state', 'online'] as const };
  const { fileId } = await app.call(
    equipmentApi.exportEquipment,
    { ...queries, columns: [...queries.columns] },
    app.admin,
  );
  expect((await downloadRows(app, fileId ?? '')).slice(1)).toEqual([
    ['设备编号', '类型', '状态', '在线'],
    [sn, '定位手表', '在库', '未激活'],
  ]);
});
