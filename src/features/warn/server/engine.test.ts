import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bindingApi } from '#features/binding/contract.ts';
import { closingApi } from '#features/closing/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aUser, next, type TestUser } from '#server/testing/rows.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';

let app: TestApp;
let operator: TestUser;
beforeAll(async () => {
  app = await startApp();
  operator = await aUser(app);
});
afterAll(() => app.stop());

const sos = '00010000';
const fall = '00200000';
const open: TestWatch[] = [];
afterAll(() => {
  for (const watch of open) watch.close();
});

async function wearer(): Promise<{ customer: string; sn: string; watch: TestWatch }> {
  const customer = await aCustomer(app);
  const { sn } = await aDevice(app, { customer });
  return { customer, sn, watch: await connect(sn) };
}

async function connect(sn: string): Promise<TestWatch> {
  const watch = await TestWatch.open(app.ports.watch, sn);
  open.push(watch);
  return watch;
}

async function warnsOf(customerId: string) {
  return (await app.list(warnListApi.getWarnList, { customerId, limit: 200 }, app.admin)).rows;
}

async function only(customer: string) {
  const rows = await warnsOf(customer);
  expect(rows).toHaveLength(1);
  return rows[0] as (typeof rows)[number];
}

const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000);

test('a press raises one alarm of level 1 with person, device and the two times', async () => {
  const { customer, sn, watch } = await wearer();
  await watch.press();
  expect(await only(customer)).toMatchObject({
    type: 'sos',
    level: 1,
    status: 'pending',
    family: 'sos',
    customerId: customer,
    equipmentSn: sn,
    repeatCount: 0,
    late: false,
    silent: false,
    escalation: 0,
  });
});

test('fifty presses of one person at once, from five devices, are one alarm counted fifty times', async () => {
  const customer = await aCustomer(app);
  const devices = await Promise.all(Array.from({ length: 5 }, () => aDevice(app, { customer })));
  const watches = await Promise.all(devices.map(({ sn }) => connect(sn)));
  await Promise.all(watches.flatMap((watch) => Array.from({ length: 10 }, () => watch.press())));
  const row = await only(customer);
  expect(row.repeatCount).toBe(49);
  const { steps } = await app.call(deskApi.getWarn, { id: row.id }, app.admin);
  expect(steps.filter((step) => step.kind === 'created')).toHaveLength(1);
  expect(steps.filter((step) => step.kind === 'repeated')).toHaveLength(49);
});

test('alarms entered by hand at once join the same open one', async () => {
  const customerId = await aCustomer(app);
  const input = {
    customerId,
    type: 'sos' as const,
    level: 1 as const,
    occurredAt: new Date().toISOString(),
    note: '来电',
  };
  await Promise.all(Array.from({ length: 12 }, () => app.call(warnApi.addWarn, input, operator.token)));
  expect((await only(customerId)).repeatCount).toBe(11);
});

test('every alarm bit of one frame counts; each type is an alarm of its own', async () => {
  const { customer, watch } = await wearer();
  await watch.press('00210000');
  const rows = await warnsOf(customer);
  expect(rows.map((row) => row.type).sort()).toEqual(['fall', 'sos']);
  expect(rows.map((row) => row.otherOpen)).toEqual([1, 1]);
});

test('a fall and an SOS within two minutes are one alarm, at the rank of the SOS', async () => {
  const { customer, watch } = await wearer();
  await watch.press(fall);
  await watch.press(sos);
  expect(await only(customer)).toMatchObject({ type: 'sos', level: 1, repeatCount: 1 });
});

test('a fall more than two minutes ago stays beside the SOS', async () => {
  const { customer, watch } = await wearer();
  await watch.press(fall);
  await app.sql(`update warn set last_at = now() - interval '3 minutes' where customer_id = $1`, [customer]);
  await watch.press(sos);
  expect((await warnsOf(customer)).map((row) => row.type).sort()).toEqual(['fall', 'sos']);
});

test('a bit that stays set in position reports is neither counted nor heard again; its next rise is', async () => {
  const { customer, watch } = await wearer();
  const report = (status: string) => watch.answered(watch.send(`AL,${placed(new Date(), status)}`));
  const position = async (status: string) => {
    watch.send(`UD,${placed(new Date(), status)}`);
    // A position has no reply: the heartbeat after it has, once both are stored.
    await watch.answered(watch.send('LK'));
  };
  await report(sos);
  for (let index = 0; index < 3; index++) await position(sos);
  expect((await only(customer)).repeatCount).toBe(0);
  await position('00000000');
  await position(sos);
  expect((await only(customer)).repeatCount).toBe(1);
});

test('a press after the alarm was closed is a new alarm', async () => {
  const { customer, watch } = await wearer();
  await watch.press();
  const first = await only(customer);
  await app.call(closingApi.falseWarn, { id: first.id, reason: 'test', confirmedBy: 'leader' }, app.admin);
  await watch.press();
  const rows = await warnsOf(customer);
  expect(rows.map((row) => row.status).sort()).toEqual(['false', 'pending']);
  expect(new Set(rows.map((row) => row.no)).size).toBe(2);
});

test('a device that nobody wears still rings, for itself', async () => {
  const { sn, id } = await aDevice(app);
  await (await connect(sn)).press();
  const { rows } = await app.list(warnListApi.getWarnList, { equipmentSn: sn }, app.admin);
  expect(rows).toMatchObject([{ type: 'sos', customerId: null, equipmentId: id, status: 'pending' }]);
});

test('a number that nobody registered is one call for help of level 1, at the desk as any', async () => {
  const sn = String(8_990_000_000 + next());
  const watch = await connect(sn);
  for (let index = 0; index < 3; index++) await watch.press();
  const { rows } = await app.list(warnListApi.getWarnList, { equipmentSn: sn }, app.admin);
  expect(rows).toMatchObject([{ type: 'unknown', level: 1, family: 'sos', equipmentSn: sn, repeatCount: 2 }]);
  for (const { token } of [operator, await aUser(app, { role: 'engineer' })])
    expect((await app.list(warnListApi.getWarnList, { equipmentSn: sn, waiting: true }, token)).count).toBe(1);
});

describe('late messages (domain 3.7)', () => {
  test.each([
    ['an alarm of ten minutes ago is late and rings', 'AL', 10, sos, true, false],
    ['an alarm of three minutes ago is not late', 'AL', 3, sos, false, false],
    ['a clock ten minutes ahead is late and rings', 'AL', -10, sos, true, false],
    ['an old clock alone silences nothing', 'AL', 60 * 48, sos, true, false],
    ['a backlog is late whatever its age, and an SOS in it rings', 'UD2', 1, sos, true, false],
    ['a fall of a backlog of 23 hours rings', 'UD2', 60 * 23, fall, true, false],
    ['an SOS of a backlog of 25 hours is entered without sound', 'UD2', 60 * 25, sos, true, true],
  ])('%s', async (_, type, minutes, status, late, silent) => {
    const { customer, watch } = await wearer();
    watch.send(`${type},${placed(minutesAgo(minutes), status)}`);
    await watch.answered(watch.send('LK'));
    expect(await only(customer)).toMatchObject({ late, silent });
  });

  test.each(['2000-01-01T00:00:10Z', '2099-12-31T23:59:00Z'])(
    'a clock at %s still raises the alarm aloud',
    async (at) => {
      const { customer, watch } = await wearer();
      await watch.press(sos, new Date(at));
      expect(await only(customer)).toMatchObject({ type: 'sos', silent: false });
    },
  );

  test('a fresh press wakes an alarm that was entered without sound: it rings and its ladder is due', async () => {
    const { customer, watch } = await wearer();
    watch.send(`UD2,${placed(minutesAgo(60 * 30), sos)}`);
    await watch.answered(watch.send('LK'));
    const silent = await only(customer);
    const timers = () => app.sql('select due_at from warn_timer where warn_id = $1 and due_at > now()', [silent.id]);
    expect([silent.silent, (await timers()).length]).toEqual([true, 0]);
    await watch.press();
    const woken = await only(customer);
    expect([woken.silent, woken.repeatCount]).toEqual([false, 1]);
    expect((await timers()).length).toBeGreaterThan(2);
  });
});

test('the number of an alarm is of its day and never given twice', async () => {
  const rows = await app.sql<{ no: string }>('select no from warn');
  for (const { no } of rows) expect(no).toMatch(/^(SOS|SB|JK)-\d{8}-\d{4,}$/);
  expect(new Set(rows.map((row) => row.no)).size).toBe(rows.length);
});

test('the detail holds person, device, place and every press, and its instants are ISO with Z', async () => {
  const { customer, sn, watch } = await wearer();
  await watch.press();
  const detail = await app.call(deskApi.getWarn, { id: (await only(customer)).id }, operator.token);
  expect(detail.customer?.id).toBe(customer);
  expect(detail.equipment?.sn).toBe(sn);
  expect(detail.position).toMatchObject({ lat: 31.230416, lng: 121.473701 });
  const instants = [detail.createdAt, detail.receivedAt, detail.position?.at, detail.steps[0]?.at];
  for (const at of instants) expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  for (const id of [detail.id, detail.customerId, detail.steps[0]?.id]) expect(id).toMatch(/^\d+$/);
});

test('two bindings of one device at once: one wins, the other is told', async () => {
  const { id } = await aDevice(app);
  const customers = await Promise.all([aCustomer(app), aCustomer(app)]);
  const answers = await Promise.all(
    customers.map((customerId) =>
      app.tryCall(
        bindingApi.bindEquipment,
        { id, customerId, position: '客厅', installedAt: new Date().toISOString() },
        app.admin,
      ),
    ),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
});
