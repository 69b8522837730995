import { afterAll, beforeAll, expect, test } from 'vitest';
import { equipmentApi } from '#features/equipment/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aMark, aProject } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';
import type { InputOf } from '#shared/endpoint.ts';

type Asked = InputOf<typeof equipmentApi.getEquipmentList>;

let app: TestApp;
let project: string;
beforeAll(async () => {
  app = await startApp();
  project = await aProject(app);
});
afterAll(() => app.stop());

const list = (asked: Asked) => app.list(equipmentApi.getEquipmentList, { projectId: project, ...asked }, app.admin);
const found = async (asked: Asked) => (await list(asked)).rows.map(({ sn }) => sn).sort();
const only = async (asked: Asked, ...devices: { sn: string }[]) =>
  expect(await found(asked), JSON.stringify(asked)).toEqual(devices.map(({ sn }) => sn).sort());

/** What the device last said; `hours` ago it was last heard. */
async function said(id: string, hours: number, state: { online?: boolean; battery?: number; dataDays?: number } = {}) {
  await app.sql(
    `update device_state set online = $2, last_seen_at = now() - make_interval(hours => $3), battery = $4,
       last_data_at = now() - make_interval(days => $5), offline_since = case when not $2 then now() - make_interval(hours => $3) end
     where device_id = $1`,
    [id, state.online ?? true, hours, state.battery ?? null, state.dataDays ?? 0],
  );
}

test('is found by number, name, IMEI, ICCID and the name of the person, and by nothing else', async () => {
  const name = aMark('钱');
  const person = await aCustomer(app, { name, project });
  const worn = await aDevice(app, { project, customer: person });
  const { id, sn } = await aDevice(app, { project });
  const edit = { id, version: 1, name: '三楼走廊烟感', imei: '490154203237518', iccid: '89860012345678901234' };
  await app.call(equipmentApi.editEquipment, edit, app.admin);
  await only({ keyword: name }, worn);
  await only({ keyword: name.slice(1, 3) }, worn);
  await only({ keyword: sn.slice(2).toLowerCase() }, { sn });
  await only({ keyword: '走廊' }, { sn });
  await only({ keyword: '3237518' }, { sn });
  await only({ keyword: '678901234' }, { sn });
  await only({ keyword: '不存在' });
  await only({ keyword: '%' });
  await only({ sn: worn.sn }, worn);
});

test('is filtered by model, kind, state, binding, test, and by what hangs on a gateway', async () => {
  const project = await aProject(app);
  const person = await aCustomer(app, { project });
  const [gateway, button, worn] = await Promise.all([
    aDevice(app, { project, model: 'thingsboard' }),
    aDevice(app, { project, model: 'z2m' }),
    aDevice(app, { project, customer: person }),
  ]);
  const here = (asked: Asked) => ({ ...asked, projectId: project });
  await app.call(equipmentApi.editEquipment, { id: button.id, version: 1, gatewayId: gateway.id }, app.admin);
  await only(here({ model: ['z2m'] }), button);
  await only(here({ kind: ['watch'] }), worn);
  await only(here({ state: ['stock'] }), gateway, button);
  await only(here({ bound: true }), worn);
  await only(here({ bound: false, kind: ['gateway'] }), gateway);
  await only(here({ customerId: person }), worn);
  await only(here({ gatewayId: gateway.id }), button);
  await only(here({ testKind: ['none'], bound: true }), worn);
  await only(here({ ids: [gateway.id, worn.id] }), gateway, worn);
  const { rows } = await list(here({ gatewayId: gateway.id }));
  expect(rows[0]).toMatchObject({
    kind: 'button',
    model: 'z2m',
    gatewayName: 'ThingsBoard 设备',
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
    of('thingsboard'),
    of('z2m'),
  ]);
  await app.call(equipmentApi.editEquipment, { id: child.id, version: 1, gatewayId: gateway.id }, app.admin);
  await said(online.id, 0);
  await said(offline.id, 30, { online: false });
  await said(asleep.id, 5);
  await said(gateway.id, 2, { online: false });
  await said(child.id, 1);
  const states = { online, sleeping: asleep, never, unknown: child };
  for (const [state, device] of Object.entries(states))
    await only({ projectId: project, online: [state as 'online'] }, device);
  await only({ projectId: project, online: ['offline'] }, offline, gateway);
  const { rows } = await list({ projectId: project, limit: 50 });
  expect(Object.fromEntries(rows.map((row) => [row.sn, row.online]))).toEqual({
    [online.sn]: 'online',
    [offline.sn]: 'offline',
    [asleep.sn]: 'sleeping',
    [never.sn]: 'never',
    [gateway.sn]: 'offline',
    [child.sn]: 'unknown',
  });
  await only({ projectId: project, offlineHours: 24 }, offline);

  // Just back: also a device that was offline before has its own interval to report (z2m: 25 h), and is offline after it.
  const back = (hours: number) =>
    app.sql(
      `update device_state set online = true, offline_since = null, last_seen_at = now(), returned_at = now() - make_interval(hours => $2)
       where device_id = $1`,
      [gateway.id, hours],
    );
  await said(child.id, 50, { online: false });
  await back(24);
  await only({ projectId: project, online: ['unknown'] }, child);
  await only({ projectId: project, offlineHours: 24 }, offline);
  expect((await list({ projectId: project, gatewayId: gateway.id })).rows[0]?.online).toBe('unknown');
  await back(26);
  await only({ projectId: project, online: ['offline'] }, offline, child);
  await only({ projectId: project, offlineHours: 24 }, offline, child);
  expect((await list({ projectId: project, gatewayId: gateway.id })).rows[0]?.online).toBe('offline');
});

test('is filtered by what must be looked after: battery, silence, SIM card', async () => {
  const project = await aProject(app);
  const [low, silent, full] = await Promise.all([1, 2, 3].map(() => aDevice(app, { project })));
  if (!low || !silent || !full) throw new Error('three devices');
  await said(low.id, 0, { battery: 4 });
  await said(silent.id, 0, { battery: 60, dataDays: 8 });
  await said(full.id, 0, { battery: 20 });
  const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await app.call(equipmentApi.editEquipment, { id: full.id, version: 1, simExpireDate: soon }, app.admin);
  await only({ projectId: project, batteryBelow: 20 }, low);
  await only({ projectId: project, batteryBelow: 21 }, low, full);
  await only({ projectId: project, silentDays: 7 }, silent);
  await only({ projectId: project, simExpiringDays: 30 }, full);
  await only({ projectId: project, simExpiringDays: 10 });
  const { rows } = await list({ projectId: project, sort: [{ field: 'battery', order: 'asc' }] });
  expect(rows.map(({ sn }) => sn)).toEqual([low.sn, full.sn, silent.sn]);
});

test('levels are kept as they change or after an hour, drawn as a course, and tell how long a battery lasts', async () => {
  const project = await aProject(app);
  const [device, silent] = await Promise.all([aDevice(app, { project }), aDevice(app, { project })]);
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  const told = (hours: number, minutes: number, battery: number, signal: number) =>
    placed(new Date(hour - hours * 3_600_000 + minutes * 60_000), '00000000', undefined, { battery, signal });
  const watch = await TestWatch.open(app.ports.watch, device.sn);
  const speak = async (...contents: string[]) => {
    for (const content of contents) watch.send(content);
    await watch.answered(watch.send('LK'));
  };
  await speak(
    ...[`UD,${told(72, 0, 90, 80)}`, `UD,${told(72, 5, 90, 85)}`, `UD,${told(72, 10, 90, 70)}`],
    ...[`UD,${told(48, 0, 80, 70)}`, `UD,${told(24, 0, 70, 70)}`, `UD,${told(24, 59, 70, 79)}`],
    ...[`UD,${told(1, 0, 60, 70)}`, `UD,${told(1, 0, 60, 70)}`],
  );
  // What was stored on the watch has its place between them, and a course of its own.
  await speak(`UD2,${told(36, 0, 75, 50)}`, `UD2,${told(36, 30, 75, 50)}`);
  const kept = await app.sql<{ metric: string; values: number[]; people: number }>(
    `select metric, array_agg(value order by at) as values, count(customer_id)::int as people from reading
     where device_id = $1 and metric in ('battery', 'signal') group by metric order by metric`,
    [device.id],
  );
  expect(kept).toEqual([
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
  await only({ projectId: project, batteryDaysBelow: 6 }, device);
  await only({ projectId: project, batteryDaysBelow: 5 });
  // Charged: nothing can be said before it falls again.
  await speak(`UD,${told(0, 0, 100, 70)}`);
  watch.close();
  expect((await days())[device.sn]).toEqual([100, null]);
  await only({ projectId: project, batteryDaysBelow: 6 });
});

test('pages continue each other in every order, what has no value last, and tell the number behind the end too', async () => {
  const project = await aProject(app);
  const devices = await Promise.all([1, 2, 3, 4, 5].map(() => aDevice(app, { project })));
  for (const [place, { id }] of devices.entries()) if (place < 3) await said(id, place, { battery: 90 - place });
  const asked: Asked[] = [
    { projectId: project },
    ...(['battery', 'lastSeenAt', 'simExpireDate', 'sn'] as const).flatMap((field) =>
      (['asc', 'desc'] as const).map((order): Asked => ({ projectId: project, sort: [{ field, order }] })),
    ),
  ];
  for (const one of asked) {
    const whole = (await list({ ...one, limit: 50 })).rows.map(({ sn }) => sn);
    expect(whole).toHaveLength(5);
    const pages = await Promise.all([1, 2, 3].map((page) => list({ ...one, page, limit: 2 })));
    expect(pages.flatMap(({ rows }) => rows.map(({ sn }) => sn))).toEqual(whole);
    expect(await list({ ...one, page: 9, limit: 2 })).toEqual({ rows: [], count: 5 });
  }
  const byBattery = (order: 'asc' | 'desc') =>
    list({ projectId: project, sort: [{ field: 'battery', order }], limit: 4 });
  const levels = (rows: { battery: number | null }[]) => rows.map(({ battery }) => battery);
  expect(levels((await byBattery('asc')).rows)).toEqual([88, 89, 90, null]);
  expect(levels((await byBattery('desc')).rows)).toEqual([90, 89, 88, null]);
  // All devices are not counted by reading them: their page is read by itself.
  const sort = [{ field: 'battery' as const, order: 'desc' as const }];
  const all = await app.list(equipmentApi.getEquipmentList, { sort, limit: 100 }, app.admin);
  const known = levels(all.rows).filter((level) => level !== null);
  expect(known).toEqual(known.toSorted((a, b) => b - a));
  expect(levels(all.rows).slice(known.length)).toEqual(all.rows.slice(known.length).map(() => null));
  const tail = { sort, limit: 1, page: known.length + 1 };
  expect((await app.list(equipmentApi.getEquipmentList, tail, app.admin)).rows[0]?.sn).toBe(all.rows[known.length]?.sn);
});

test('is found by one sign and two, and where the person who has it lives', async () => {
  const project = await aProject(app);
  const person = await aCustomer(app, { project, name: '卞璐' });
  await app.sql(`update customer set region_code = '330822' where id = $1`, [person]);
  const worn = await aDevice(app, { project, customer: person });
  await aDevice(app, { project });
  for (const keyword of ['璐', '卞璐', 'bl', 'l']) await only({ projectId: project, bound: true, keyword }, worn);
  await only({ projectId: project, keyword: '璐卞' });
  await only({ projectId: project, regionCode: '330822' }, worn);
  await only({ projectId: project, regionCode: '330800' }, worn);
  await only({ projectId: project, regionCode: '330802' });
});

test('counts all devices in scope as they come and go', async () => {
  const count = async () => (await app.list(equipmentApi.getEquipmentList, { limit: 0 }, app.admin)).count;
  const before = await count();
  const { id } = await aDevice(app);
  expect(await count()).toBe(before + 1);
  await app.call(equipmentApi.deleteEquipment, { ids: [id] }, app.admin);
  expect(await count()).toBe(before);
});

test('is exported as the filters select it', async () => {
  const project = await aProject(app);
  const { sn } = await aDevice(app, { project });
  const asked = { filters: { projectId: project }, columns: ['sn', 'kind', 'state', 'online'] as const };
  const { fileId } = await app.call(equipmentApi.exportEquipment, { ...asked, columns: [...asked.columns] }, app.admin);
  expect((await downloadRows(app, fileId ?? '')).slice(1)).toEqual([
    ['设备编号', '类型', '状态', '在线'],
    [sn, '定位手表', '在库', '未激活'],
  ]);
});
