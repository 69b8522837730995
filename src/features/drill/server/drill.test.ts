import { afterAll, beforeAll, expect, test } from 'vitest';
import { closingApi } from '#features/closing/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { drillApi } from '#features/drill/contract.ts';
import { homeApi } from '#features/home/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { aConnectedCall, anArrival, ending } from '#server/testing/warns.ts';
import { TestWatch } from '#server/testing/watch.ts';

let app: TestApp;
let operator: TestUser;
let leader: TestUser;
const open: TestWatch[] = [];
beforeAll(async () => {
  app = await startApp();
  operator = await aUser(app);
  leader = await aUser(app, { role: 'leader' });
});
afterAll(async () => {
  for (const watch of open) watch.close();
  await app.stop();
});

const tamper = '00100000';
const hour = 3_600_000;
const span = (from = 0, hours = 1) => ({
  from: new Date(Date.now() + from * hour).toISOString(),
  until: new Date(Date.now() + (from + hours) * hour).toISOString(),
  reason: '季度演练',
});

async function wearer(department?: string) {
  const customer = await aCustomer(app, { department });
  const { id, sn } = await aDevice(app, { customer, department });
  const watch = await TestWatch.open(app.ports.watch, sn);
  open.push(watch);
  return { customer, device: id, sn, watch };
}

async function pressed(worn: Awaited<ReturnType<typeof wearer>>, status?: string) {
  await worn.watch.press(status);
  const { rows } = await app.list(warnListApi.getWarnList, { customerId: worn.customer, limit: 1 }, app.admin);
  if (!rows[0]) throw new Error('no alarm');
  return rows[0];
}

const start = (worn: { device: string }, user = leader) =>
  app.call(drillApi.openDrill, { ...span(), equipmentIds: [worn.device] }, user.token);
const byDrill = (id: string, user = operator) =>
  app.tryCall(closingApi.falseWarn, { id, reason: 'test', confirmedBy: 'drill' }, user.token);

test('in a drill that a leader opened an operator marks the device’s SOS false, waiting or taken', async () => {
  const worn = await wearer();
  await start(worn);
  const row = await pressed(worn);
  expect(row).toMatchObject({ test: true, status: 'pending', silent: false, level: 1 });
  expect(row.nextRungAt).not.toBeNull();
  expect((await app.call(deskApi.getWarn, { id: row.id }, operator.token)).proof.drill).toBe(true);
  expect(await byDrill(row.id)).toMatchObject({ code: 0, data: { status: 'false', test: true } });
  const again = await pressed(worn);
  await app.call(warnApi.claimWarn, { id: again.id }, operator.token);
  expect((await byDrill(again.id)).code).toBe(0);
});

test('a drill covers neither another device, nor what came before it, nor what comes after its end', async () => {
  const [worn, other] = [await wearer(), await wearer()];
  const previous = await pressed(worn);
  const { id } = await start(worn);
  expect((await byDrill(previous.id)).data).toMatchObject({ needs: 'drill' });
  expect((await byDrill((await pressed(other)).id)).data).toMatchObject({ needs: 'drill' });
  await app.call(closingApi.falseWarn, { id: previous.id, reason: 'mis_touch', confirmedBy: 'leader' }, leader.token);
  const during = await pressed(worn);
  expect(during.test).toBe(true);
  await app.call(drillApi.closeDrill, { id }, leader.token);
  expect((await byDrill(during.id)).data).toMatchObject({ needs: 'drill' });
  // A new press after the drill turns the alarm into a real one.
  expect(await pressed(worn)).toMatchObject({ id: during.id, repeatCount: 1, test: false });
});

test('the drill of a department covers the devices below it', async () => {
  const above = await aDepartment(app);
  const [inside, outside] = [await wearer(await aDepartment(app, above)), await wearer(await aDepartment(app))];
  await app.call(drillApi.openDrill, { ...span(), departmentId: above }, leader.token);
  expect((await pressed(inside)).test).toBe(true);
  expect((await pressed(outside)).test).toBe(false);
});

test('a drill covers nothing that its opener may not see: neither the departments below nor a device that is moved there', async () => {
  const above = await aDepartment(app);
  const roleId = await aRole(app, { scope: 'department', permissions: ['warn:list', 'warn:judge', 'equipment:list'] });
  const opener = await aUser(app, { roleId, department: above });
  const [inside, below, moved] = [
    await wearer(above),
    await wearer(await aDepartment(app, above)),
    await wearer(above),
  ];
  const elsewhere = await aDepartment(app);
  await app.call(drillApi.openDrill, { ...span(), departmentId: above }, opener.token);
  await start(moved, opener);
  await app.sql('update equipment set department_id = $2 where id = $1', [moved.device, elsewhere]);
  await app.sql('update customer set department_id = $2 where id = $1', [moved.customer, elsewhere]);
  expect((await pressed(inside)).test).toBe(true);
  const real = await pressed(below);
  expect(real.test).toBe(false);
  expect((await byDrill(real.id)).data).toMatchObject({ needs: 'drill' });
  expect((await pressed(moved)).test).toBe(false);
});

test('with the scope 仅本人 a drill is of one’s own devices, never of a department', async () => {
  const place = await aDepartment(app);
  const roleId = await aRole(app, { scope: 'self', permissions: ['warn:list', 'warn:judge', 'equipment:list'] });
  const self = await aUser(app, { roleId, department: place });
  const [ownDevice, other] = [await wearer(place), await wearer(place)];
  await app.sql('update equipment set created_by = $2 where id = $1', [ownDevice.device, self.id]);
  const opened = (input: object) => app.tryCall(drillApi.openDrill, { ...span(), ...input }, self.token);
  const answers = await Promise.all([
    opened({ departmentId: place }),
    opened({ equipmentIds: [ownDevice.device, other.device] }),
    opened({ equipmentIds: [ownDevice.device] }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 200]);
  const { id } = await app.call(drillApi.openDrill, { ...span(), departmentId: place }, leader.token);
  expect((await app.tryCall(drillApi.closeDrill, { id }, self.token)).status).toBe(404);
  await app.call(drillApi.closeDrill, { id }, leader.token);
  expect([(await pressed(ownDevice)).test, (await pressed(other)).test]).toEqual([true, false]);
});

test('level 3 and 4 make no sound in a drill', async () => {
  const worn = await wearer();
  await start(worn);
  expect(await pressed(worn, tamper)).toMatchObject({ type: 'off_wrist', level: 3, test: true, silent: true });
});

test('only a leader opens a drill, of devices or of a department in scope, for 24 hours at most', async () => {
  const { device } = await wearer();
  const place = await aDepartment(app);
  const refused = async (input: object, user = leader) =>
    (await app.tryCall(drillApi.openDrill, { ...span(), ...input }, user.token)).status;
  expect(await refused({ equipmentIds: [device] }, operator)).toBe(403);
  expect(await refused({})).toBe(400);
  expect(await refused({ equipmentIds: [device], departmentId: place })).toBe(400);
  expect(await refused({ equipmentIds: [device], ...span(0, 25) })).toBe(400);
  expect(await refused({ equipmentIds: [device], ...span(-2, 1) })).toBe(400);
  expect(await refused({ equipmentIds: [device], reason: '   ' })).toBe(400);
  expect(await refused({ equipmentIds: [device, '999999999'] })).toBe(400);
  const elsewhere = await aUser(app, { role: 'leader', department: place });
  expect(await refused({ equipmentIds: [device] }, elsewhere)).toBe(400);
});

test('the list says which drills run, and who opened and ended them', async () => {
  const worn = await wearer();
  const { id } = await start(worn);
  const planned = await app.call(drillApi.openDrill, { ...span(2), equipmentIds: [worn.device] }, leader.token);
  const seen = async (user: TestUser) => (await app.call(drillApi.getDrillList, {}, user.token)).filter(isMine);
  const isMine = (row: { id: string }) => row.id === id || row.id === planned.id;
  expect(await seen(leader)).toMatchObject([
    { id: planned.id, state: 'planned' },
    { id, state: 'open', createdByName: leader.name, equipment: [{ sn: worn.sn }], departmentId: null },
  ]);
  await app.call(drillApi.closeDrill, { id }, leader.token);
  expect((await seen(leader)).find((row) => row.id === id)).toMatchObject({ state: 'over', closedByName: leader.name });
  const outsider = await aUser(app, { role: 'leader', department: await aDepartment(app) });
  expect(await seen(outsider)).toEqual([]);
  expect((await app.tryCall(drillApi.closeDrill, { id: planned.id }, outsider.token)).status).toBe(404);
  const changes = await app.sql('select action from change_log where table_name = $1 and row_id = $2 order by at', [
    'drill',
    id,
  ]);
  expect(changes).toEqual([{ action: 'insert' }, { action: 'update' }]);
});

test('tests and drills are in no figure, and are found by their mark', async () => {
  const figures = async () => {
    const [{ pending: _open, handling: _held, ...count }, today, [project]] = await Promise.all([
      app.call(warnListApi.getWarnCount, {}, leader.token),
      app.call(homeApi.getHome, {}, leader.token).then((home) => home.today),
      app.list(projectApi.getProjectList, { limit: 1 }, app.admin).then(({ rows }) => rows),
    ]);
    const { days, warn } = await app.call(projectApi.getProject, { id: project?.id ?? '' }, app.admin);
    return { count, today, project: project?.warnCount, days, warn };
  };
  const drilled = await wearer();
  await start(drilled);
  const previous = await figures();
  const row = await pressed(drilled);
  await app.call(warnApi.claimWarn, { id: row.id }, operator.token);
  await byDrill(row.id);
  const tested = await pressed(await wearer());
  await app.call(closingApi.falseWarn, { id: tested.id, reason: 'test', confirmedBy: 'leader' }, leader.token);
  const closed = await pressed(await wearer());
  await app.call(warnApi.claimWarn, { id: closed.id }, operator.token);
  await aConnectedCall(app, closed.id, operator.token);
  await app.call(closingApi.closeWarn, { id: closed.id, ...ending, result: 'test' }, operator.token);
  expect(await figures()).toEqual(previous);
  const marks = async (test: boolean) =>
    (await app.list(warnListApi.getWarnList, { test, limit: 200 }, leader.token)).rows.map(({ id }) => id);
  expect(await marks(true)).toEqual(expect.arrayContaining([row.id, tested.id, closed.id]));
  expect(await marks(false)).not.toContain(row.id);
});

test('an alarm of a drill that turns out to be real counts', async () => {
  const worn = await wearer();
  await start(worn);
  const row = await pressed(worn);
  const { today } = await app.call(warnListApi.getWarnCount, {}, leader.token);
  await app.call(warnApi.claimWarn, { id: row.id }, operator.token);
  await aConnectedCall(app, row.id, operator.token);
  await anArrival(app, row.id, operator.token);
  const ended = await app.call(closingApi.closeWarn, { id: row.id, ...ending, result: 'on_site' }, operator.token);
  expect(ended.test).toBe(false);
  expect((await app.call(warnListApi.getWarnCount, {}, leader.token)).today).toBe(today + 1);
});
