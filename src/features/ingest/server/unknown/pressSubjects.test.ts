import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskApi } from '#features/desk/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { fireDue } from '#features/escalation/server/service.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { Live } from '#server/testing/live.ts';
import { aCustomer, aDepartment, aProject, aUser, next } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Presses on an unregistered number; returns its warn. */
async function pressed(): Promise<{ id: string; sn: string }> {
  const sn = String(8_990_000_000 + next());
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.press();
  watch.close();
  const { rows } = await app.list(warnListApi.getWarnList, { equipmentSn: sn }, app.admin);
  expect(rows).toMatchObject([{ type: 'unknown', level: 1, equipmentSn: sn, customerId: null }]);
  return { id: rows[0]?.id ?? '', sn };
}

test('a press of an unregistered number reaches whoever takes alarms, in every department and project, live too', async () => {
  const department = await aDepartment(app);
  const place = { department, projects: [await aProject(app, department)] };
  const engineer = await aUser(app, { role: 'engineer', ...place });
  const operator = await aUser(app, { role: 'operator', ...place });
  const lives = await Promise.all([engineer, operator].map(({ token }) => Live.open(app.url, token)));
  const { id, sn } = await pressed();
  for (const [index, user] of [engineer, operator].entries()) {
    await lives[index]?.waitFor(
      'the alarm',
      ({ event, data }) => event === 'warn' && data.kind === 'created' && data.warn.id === id,
    );
    expect((await app.call(warnListApi.getWarnCount, {}, user.token)).pending).toBe(1);
    expect((await app.list(warnListApi.getWarnList, { equipmentSn: sn, waiting: true }, user.token)).count).toBe(1);
  }
  const { users } = await app.call(warnApi.getTransferTarget, { id }, app.admin);
  expect(users.map((user) => user.name)).toEqual(expect.arrayContaining([engineer.name, operator.name]));
  await app.call(warnApi.claimWarn, { id }, operator.token);
  for (const live of lives) {
    await live.waitFor(
      'the claim',
      ({ event, data }) => event === 'warn' && data.warn.id === id && data.warn.status === 'handling',
    );
    live.close();
  }
});

test('the alarm of an unregistered number has its number and where it was last, before the press or after it', async () => {
  const sn = String(8_990_000_000 + next());
  const watch = await TestWatch.open(app.ports.watch, sn);
  const [home, road] = [
    { lat: 28.9, lng: 118.8 },
    { lat: 28.95, lng: 118.85 },
  ];
  watch.send(`UD,${placed(new Date(Date.now() - 120_000), '00000000', home)}`);
  watch.send(`AL,${placed(new Date(), '00010000').replace(',A,', ',V,')}`);
  await watch.answered(watch.send('LK'));
  const row = async () => (await app.list(warnListApi.getWarnList, { equipmentSn: sn }, app.admin)).rows[0];
  expect(await row()).toMatchObject({ equipmentSn: sn, address: '最近位置 28.90000, 118.80000' });
  watch.send(`UD,${placed(new Date(), '00000000', road)}`);
  await watch.answered(watch.send('LK'));
  watch.close();
  const alarm = await row();
  expect(alarm?.address).toBe('最近位置 28.95000, 118.85000');
  expect((await app.call(deskApi.getWarn, { id: alarm?.id ?? '' }, app.admin)).position).toMatchObject(road);
});

test('the ladder offers the alarm of an unregistered number to a free seat of any department', async () => {
  const operator = await aUser(app, { role: 'operator', department: await aDepartment(app) });
  const other = await aUser(app, { role: 'operator', department: await aDepartment(app) });
  const lives = await Promise.all([operator, other].map(({ token }) => Live.open(app.url, token)));
  const { id } = await pressed();
  await app.sql(`update warn_timer set due_at = now() where warn_id = $1 and rung = 0`, [id]);
  const offered = await until('the offer', async () => {
    await fireDue();
    const [row] = await app.sql<{ to: string | null }>('select offered_to::text as to from warn where id = $1', [id]);
    return row?.to;
  });
  expect([operator.id, other.id]).toContain(offered);
  for (const live of lives) live.close();
});

test('an alarm that a person entered stays in its department, of whatever type it is', async () => {
  const engineer = await aUser(app, { role: 'engineer', department: await aDepartment(app) });
  const facts = { type: 'unknown' as const, level: 2 as const, occurredAt: new Date().toISOString(), note: 'x' };
  const { id } = await app.call(warnApi.addWarn, { ...facts, phone: '13688887777' }, app.admin);
  expect((await app.tryCall(deskApi.getWarn, { id }, engineer.token)).status).toBe(404);
});

test('what climbs of an unregistered number is told the leader and device staff', async () => {
  const engineer = await aUser(app, { role: 'engineer', department: await aDepartment(app) });
  const { id } = await pressed();
  const { nextRung } = await app.call(deskApi.getWarn, { id }, engineer.token);
  expect(nextRung).toBe('通知班长和运维');
  await app.sql(`update warn_timer set due_at = now() - interval '1 second' where warn_id = $1 and rung <= 1`, [id]);
  const rung = await until('the rung', async () => {
    await fireDue();
    const { steps } = await app.call(deskApi.getWarn, { id }, engineer.token);
    return steps.find((step) => step.kind === 'escalated');
  });
  expect(rung.note).toContain('通知班长和运维');
  expect(rung.note).toContain(`${engineer.name}（未送达，未登录）`);
});

test('a number that is taken in as a device gives its open alarm the device and the person, and is nobody’s secret any more', async () => {
  const { id, sn } = await pressed();
  const customer = await aCustomer(app);
  const device = await app.call(equipmentApi.addEquipment, { sn, model: 'watch', customerId: customer }, app.admin);
  const registered = await app.call(deskApi.getWarn, { id }, app.admin);
  expect(registered).toMatchObject({
    customerId: customer,
    equipmentId: device.id,
    equipmentSn: sn,
    status: 'pending',
  });
  expect(registered.steps.at(-1)).toMatchObject({ kind: 'note', note: expect.stringContaining('号码已入库为设备') });
  // The next press raises the customer's own warn.
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.press();
  watch.close();
  const { rows } = await app.list(warnListApi.getWarnList, { customerId: customer }, app.admin);
  expect(rows.map(({ type }) => type).sort()).toEqual(['sos', 'unknown']);
});
