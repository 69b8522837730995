import { afterAll, beforeAll, expect, test } from 'vitest';
import { equipmentApi } from '#features/equipment/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { Live } from '#server/testing/live.ts';
import { aCustomer, aDepartment, aProject, aUser, next } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { TestWatch } from '#server/testing/watch.ts';
import { fireDue } from './timers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** A number that nobody registered presses; its alarm. */
async function pressed(): Promise<{ id: string; sn: string }> {
  const sn = String(8_990_000_000 + next());
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.press();
  watch.close();
  const { rows } = await app.list(warnApi.getWarnList, { equipmentSn: sn }, app.admin);
  expect(rows).toMatchObject([{ type: 'unknown', level: 2, equipmentSn: sn, customerId: null }]);
  return { id: rows[0]?.id ?? '', sn };
}

test('a press of an unregistered number reaches device staff of every department and project, live too, and nobody else', async () => {
  const department = await aDepartment(app);
  const place = { department, projects: [await aProject(app, department)] };
  const engineer = await aUser(app, { role: 'engineer', ...place });
  const operator = await aUser(app, { role: 'operator', ...place });
  const root = await aUser(app, { role: 'operator' });
  const live = await Live.open(app.url, engineer.token);
  const deaf = await Live.open(app.url, operator.token);
  const { id, sn } = await pressed();
  await live.sees('the alarm', ({ event, data }) => event === 'warn' && data.kind === 'created' && data.warn.id === id);
  expect((await app.call(warnApi.getWarnCount, {}, engineer.token)).pending).toBe(1);
  expect((await app.list(warnApi.getWarnList, { equipmentSn: sn }, engineer.token)).count).toBe(1);
  for (const other of [operator, root]) {
    expect((await app.list(warnApi.getWarnList, { equipmentSn: sn }, other.token)).count).toBe(0);
    expect((await app.tryCall(warnApi.getWarn, { id }, other.token)).status).toBe(404);
  }
  const { users } = await app.call(warnApi.getTransferTarget, { id }, app.admin);
  const names = users.map((one) => one.name);
  expect(names).toContain(engineer.name);
  expect(names).not.toContain(root.name);
  await app.call(warnApi.claimWarn, { id }, engineer.token);
  await live.sees(
    'the claim',
    ({ event, data }) => event === 'warn' && data.warn.id === id && data.warn.status === 'handling',
  );
  expect(deaf.warns).toEqual([]);
  for (const stream of [live, deaf]) stream.close();
});

test('an alarm that a person entered stays in its department, of whatever type it is', async () => {
  const engineer = await aUser(app, { role: 'engineer', department: await aDepartment(app) });
  const facts = { type: 'unknown' as const, level: 2 as const, occurredAt: new Date().toISOString(), note: 'x' };
  const { id } = await app.call(warnApi.addWarn, { ...facts, phone: '13688887777' }, app.admin);
  expect((await app.tryCall(warnApi.getWarn, { id }, engineer.token)).status).toBe(404);
});

test('what climbs of an unregistered number is told device staff in the place of the leader', async () => {
  const engineer = await aUser(app, { role: 'engineer', department: await aDepartment(app) });
  const { id } = await pressed();
  const { nextRung } = await app.call(warnApi.getWarn, { id }, engineer.token);
  expect(nextRung).toBe('站内通知运维');
  await app.sql(`update warn_timer set due_at = now() - interval '1 second' where warn_id = $1 and rung <= 1`, [id]);
  const rung = await until('the rung', async () => {
    await fireDue();
    const { steps } = await app.call(warnApi.getWarn, { id }, engineer.token);
    return steps.find((step) => step.kind === 'escalated');
  });
  expect(rung.note).toContain('站内通知运维');
  expect(rung.note).toContain(`${engineer.name}（未送达，未登录）`);
});

test('a number that is taken in as a device gives its open alarm the device and the person, and is nobody’s secret any more', async () => {
  const { id, sn } = await pressed();
  const customer = await aCustomer(app);
  const device = await app.call(equipmentApi.addEquipment, { sn, model: 'watch', customerId: customer }, app.admin);
  const taken = await app.call(warnApi.getWarn, { id }, app.admin);
  expect(taken).toMatchObject({ customerId: customer, equipmentId: device.id, equipmentSn: sn, status: 'pending' });
  expect(taken.steps.at(-1)).toMatchObject({ kind: 'note', note: expect.stringContaining('号码已入库为设备') });
  // The next press is the person's own.
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.press();
  watch.close();
  const { rows } = await app.list(warnApi.getWarnList, { customerId: customer }, app.admin);
  expect(rows.map(({ type }) => type).sort()).toEqual(['sos', 'unknown']);
});
