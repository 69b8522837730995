import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskApi } from '#features/desk/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aProject, aUser, type TestUser } from '#server/testing/rows.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';

let app: TestApp;
let engineer: TestUser;
beforeAll(async () => {
  app = await startApp();
  engineer = await aUser(app, { role: 'engineer' });
});
const open: TestWatch[] = [];
afterAll(async () => {
  for (const watch of open) watch.close();
  await app.stop();
});

const home = { lat: 31.230416, lng: 121.473701 };
const elsewhere = { lat: 39.907, lng: 116.391 };
const sos = '00010000';

async function connect(sn: string, from?: string): Promise<TestWatch> {
  const watch = await TestWatch.open(app.ports.watch, sn, from);
  open.push(watch);
  return watch;
}

/** Sends a frame and waits until it is stored. */
async function reports(watch: TestWatch, content: string): Promise<void> {
  watch.send(content);
  await watch.answered(watch.send('LK'));
}

/** Creates a customer with a watch that has reported from home, in the given project if any. */
async function wearer(project?: string) {
  const place = project ? { project } : {};
  const customer = await aCustomer(app, project ? { projectId: project } : {});
  const { id, sn } = await aDevice(app, { customer, ...place });
  return { customer, id, sn };
}

const stateOf = async (device: string) =>
  (await app.sql('select lat, alarm_bits::int as bits from device_state where device_id = $1', [device]))[0];

async function warnOf(customerId: string) {
  const { rows } = await app.list(warnListApi.getWarnList, { customerId, family: ['sos'] }, app.admin);
  expect(rows).toHaveLength(1);
  return app.call(deskApi.revealWarn, { id: rows[0]?.id ?? '', reason: '核对' }, app.admin);
}

const staffWork = async (customerId: string) =>
  (await app.list(warnListApi.getWarnList, { customerId, family: ['device'] }, engineer.token)).rows;

test('what another address says of an open alarm stands beside its position, in press and report, and device staff are told once', async () => {
  const { customer, id, sn } = await wearer();
  const first = await connect(sn);
  await first.answered(first.send(`AL,${placed(new Date(), sos, home)}`));
  const other = await connect(sn, '127.0.0.2');
  await other.answered(other.send(`AL,${placed(new Date(), sos, elsewhere)}`));
  const detail = await warnOf(customer);
  expect(detail).toMatchObject({
    repeatCount: 1,
    position: home,
    otherPosition: { range: '127.0.0.0/24', place: elsewhere },
  });
  expect(detail.steps.at(-1)).toMatchObject({ kind: 'repeated', data: { otherRange: '127.0.0.0/24' } });
  await reports(other, `UD,${placed(new Date(), '00000000', { lat: 22.5, lng: 114 })}`);
  expect(await warnOf(customer)).toMatchObject({ position: home, otherPosition: { place: { lat: 22.5 } } });
  expect(await stateOf(id)).toEqual({ lat: home.lat, bits: 0x10000 });
  expect(await app.sql('select 1 from position where device_id = $1 and lat <> $2', [id, home.lat])).toEqual([]);
  expect(await staffWork(customer)).toMatchObject([{ type: 'other', level: 3, equipmentSn: sn, repeatCount: 0 }]);
  const [step] = await app.sql<{ note: string }>(
    `select s.note from warn_step s join warn w on w.id = s.warn_id where w.equipment_id = $1 and w.type = 'other'`,
    [id],
  );
  expect(step?.note).toBe('另一地址也用这个号码上报：127.0.0.0/24');
});

test('an alarm that only another address raised rings, without taking its position for the person’s', async () => {
  const { customer, sn } = await wearer();
  const first = await connect(sn);
  await reports(first, `UD,${placed(new Date(), '00000000', home)}`);
  const other = await connect(sn, '127.0.0.2');
  await other.answered(other.send(`AL,${placed(new Date(), sos, elsewhere)}`));
  expect(await warnOf(customer)).toMatchObject({
    type: 'sos',
    level: 1,
    position: home,
    otherPosition: { place: elsewhere },
  });
});

test('a watch that comes back from a new address after it closed is itself, and nobody is told', async () => {
  const { customer, id, sn } = await wearer();
  const first = await connect(sn);
  await reports(first, `UD,${placed(new Date(), '00000000', home)}`);
  first.socket.end();
  await new Promise((resolve) => first.socket.once('close', resolve));
  const again = await connect(sn, '127.0.0.2');
  await again.answered(again.send(`AL,${placed(new Date(), sos, elsewhere)}`));
  expect(await warnOf(customer)).toMatchObject({ position: elsewhere, otherPosition: null });
  expect(await stateOf(id)).toMatchObject({ lat: elsewhere.lat });
  expect(await staffWork(customer)).toEqual([]);
});

test('from outside a project’s addresses only alarms are taken, marked; the rest is kept raw with the reason', async () => {
  const project = await aProject(app);
  const edit = (deviceAddresses: string[], version: number) =>
    app.tryCall(projectApi.editProjectConfig, { id: project, version, deviceAddresses }, app.admin);
  for (const wrong of ['203.0.113', '203.0.113.0/33', '2001:db8::/129', 'carrier.example', '10.0.0.0/8/9'])
    expect(await edit([wrong], 1)).toMatchObject({ status: 400, data: { errors: [{ field: 'deviceAddresses' }] } });
  const list = ['2001:db8::/32', '127.0.0.2'];
  expect((await edit(list, 1)).code).toBe(0);
  const { rows } = await app.list(projectApi.getProjectList, { limit: 200 }, app.admin);
  expect(rows.find((row) => row.id === project)?.deviceAddresses).toEqual(list);
  const { customer, id, sn } = await wearer(project);
  const inside = await connect(sn, '127.0.0.2');
  await reports(inside, `UD,${placed(new Date(), '00000000', home)}`);
  inside.socket.end();
  await new Promise((resolve) => inside.socket.once('close', resolve));
  const outside = await connect(sn);
  await reports(outside, `UD,${placed(new Date(), '00000000', elsewhere)}`);
  expect(await stateOf(id)).toMatchObject({ lat: home.lat });
  const errors = await app.sql('select distinct error from raw_message where device_id = $1 and error is not null', [
    id,
  ]);
  expect(errors).toEqual([{ error: 'the address is not among those of the project' }]);
  await outside.answered(outside.send(`AL,${placed(new Date(), sos, elsewhere)}`));
  expect(await warnOf(customer)).toMatchObject({ position: home, otherPosition: { place: elsewhere } });
  expect(await staffWork(customer)).toMatchObject([{ type: 'other', equipmentSn: sn }]);
});
