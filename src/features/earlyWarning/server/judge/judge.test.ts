import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { blankDecoded, type Message, toMessage } from '#devices/message.ts';
import { earlyWarningApi } from '#features/earlyWarning/contract.ts';
import { readingApi } from '#features/reading/contract.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, next, type TestDevice } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { sweep } from './sweep.ts';

let app: TestApp;
let commitBatch: (messages: Message[]) => Promise<void>;
beforeAll(async () => {
  app = await startApp();
  const [store] = await extensionsOf('deviceStore');
  if (store) commitBatch = store.extension.commitBatch;
});
afterAll(() => app.stop());

const minute = 60_000;
let customer: string;
let device: TestDevice;
beforeEach(async () => {
  customer = await aCustomer(app);
  device = await aDevice(app, { customer });
  await app.sql(`update equipment_binding set bound_at = now() - interval '1 hour' where equipment_id = $1`, [
    device.id,
  ]);
});

/** Waits until everything that came in is settled. */
const settled = () =>
  until(
    'the queue to be empty',
    async () => (await app.sql<{ n: number }>('select count(*)::int as n from reading_queue'))[0]?.n === 0,
  );

/** Stores values of the device, one a message; `at` in minutes before now. */
async function send(kind: string, values: readonly (readonly [minutesAgo: number, value: number])[], sn = device.sn) {
  const now = Date.now();
  await commitBatch(
    values.map(([minutesAgo, value]) => {
      const body = Buffer.from(`${sn} ${next()}`);
      const decoded = {
        ...blankDecoded('position', sn, body),
        ownKey: String(next()),
        readings: [{ kind, value, unit: '/min', valid: true }],
        time: new Date(now - minutesAgo * minute).toISOString(),
        backlog: minutesAgo > 1,
      };
      const receivedAt = new Date(now).toISOString();
      return toMessage({ source: 'watch', protocol: 'watch', number: sn, body, receivedAt, decoded, error: null });
    }),
  );
  await settled();
}

const enter = async (systolic: number, minutesAgo: number) => {
  const measuredAt = new Date(Math.floor(Date.now() / minute) * minute - minutesAgo * minute).toISOString();
  await app.call(
    readingApi.addReading,
    { customerId: customer, values: { systolic, diastolic: 80 }, measuredAt, remark: '复测' },
    app.admin,
  );
  await settled();
};

interface Row {
  metric: string;
  level: number;
  family: string;
  status: string;
  value: number;
  repeats: number;
  recovered: boolean;
  note: string;
}

const warnings = (id = customer) =>
  app.sql<Row>(
    `select h.metric, w.level, w.family, w.status, h.value, w.repeat_count as repeats, w.recovered_at is not null as recovered,
       (select s.note from warn_step s where s.warn_id = w.id and s.kind = 'created' order by s.id limit 1) as note
     from warn w join health_warn h on h.warn_id = w.id where h.customer_id = $1 order by w.id`,
    [id],
  );

test('the second pressure in a row above the limit raises one warning with its sentence, a third raises no other', async () => {
  await enter(186, 20);
  expect(await warnings()).toEqual([]);
  await enter(186, 12);
  expect(await warnings()).toMatchObject([
    { metric: 'systolic', level: 1, status: 'pending', note: '收缩压 186，连续 2 次高于 180' },
  ]);
  await enter(187, 5);
  expect(await warnings()).toHaveLength(1);
});

test('vector 1 in the database: raised and ended by itself, as nobody has taken it', async () => {
  const heart = [80, 98, 99, 94, 97, 98, 100, 99, 96, 93, 89, 88, 87, 89, 86, 85];
  await send(
    'heart_rate',
    heart.map((value, index) => [16 - index, value] as const),
  );
  expect(await warnings()).toMatchObject([
    { metric: 'heart_rate', level: 3, family: 'health', status: 'done', recovered: true },
  ]);
});

test('a withdrawn value leaves the run', async () => {
  await enter(166, 20);
  const measured = new Date(Math.floor(Date.now() / minute) * minute - 20 * minute).toISOString();
  const span = { kind: ['systolic' as const], from: measured, to: measured, reason: '测错了人' };
  await app.call(readingApi.voidReading, { customerId: customer, ...span }, app.admin);
  await settled();
  await enter(167, 5);
  expect(await warnings()).toEqual([]);
  await enter(168, 0);
  expect(await warnings()).toHaveLength(1);
});

test('what is received 30 minutes after its time raises nothing, nor what is 5 minutes older than the newest', async () => {
  await send('heart_rate', [
    [40, 125],
    [39, 125],
    [38, 125],
    [37, 125],
  ]);
  expect(await warnings()).toEqual([]);
  await send('heart_rate', [[1, 80]]);
  await send('heart_rate', [
    [12, 125],
    [11, 125],
    [10, 125],
    [9, 125],
  ]);
  expect(await warnings()).toEqual([]);
});

test('the values of the former wearer are none of the new one', async () => {
  await send('heart_rate', [
    [3, 125],
    [2, 125],
  ]);
  const other = await aCustomer(app);
  await app.sql('update equipment_binding set unbound_at = now() - interval $$90 seconds$$ where equipment_id = $1', [
    device.id,
  ]);
  await app.sql(
    `insert into equipment_binding (equipment_id, customer_id, bound_at) values ($1, $2, now() - interval '80 seconds')`,
    [device.id, other],
  );
  await send('heart_rate', [
    [1, 125],
    [0, 125],
  ]);
  expect([await warnings(), await warnings(other)]).toEqual([[], []]);
});

test('somebody who is not in service is not judged', async () => {
  await app.sql(`update customer set service_state = 'suspended' where id = $1`, [customer]);
  await send('heart_rate', [
    [5, 125],
    [4, 125],
    [3, 125],
    [2, 125],
    [1, 125],
  ]);
  expect(await warnings()).toEqual([]);
});

test('a mat of which somebody is out judges no heart', async () => {
  await send('in_bed', [[6, 0]]);
  await send('heart_rate', [
    [5, 125],
    [4, 125],
    [3, 125],
    [2, 125],
    [1, 125],
  ]);
  expect(await warnings()).toEqual([]);
});

test('what lasts is judged by the clock, and not by an offline device', async () => {
  const definition = { value: 0, minutes: 10 };
  const rule = {
    name: `离床${next()}`,
    kind: 'lasting' as const,
    metric: 'in_bed' as const,
    definition,
    level: 3,
    scope: { customerIds: [customer] },
  };
  await app.call(earlyWarningApi.addRule, rule, app.admin);
  await send('in_bed', [
    [30, 1],
    [14, 0],
  ]);
  await app.sql('update device_state set online = false where device_id = $1', [device.id]);
  await app.sql('update health_state set due_at = now() where customer_id = $1', [customer]);
  await sweep();
  expect(await warnings()).toEqual([]);
  await app.sql('update device_state set online = true where device_id = $1', [device.id]);
  await app.sql('update health_state set due_at = now() where customer_id = $1', [customer]);
  await sweep();
  expect(await warnings()).toMatchObject([{ metric: 'in_bed', level: 3, status: 'pending' }]);
  await send('in_bed', [[0, 1]]);
  expect(await warnings()).toMatchObject([{ status: 'done', recovered: true }]);
});

test('within the cool-down nothing new at the same level; still out afterwards, a new one', async () => {
  await send('heart_rate', [
    [6, 125],
    [5, 125],
    [4, 125],
    [3, 125],
  ]);
  expect(await warnings()).toHaveLength(1);
  await app.sql(`update warn set status = 'done', finished_at = now() where subject = $1`, [
    `h:${customer}:heart_rate`,
  ]);
  await send('heart_rate', [[2, 125]]);
  expect(await warnings()).toHaveLength(1);
  await app.sql(`update warn set finished_at = now() - interval '31 minutes' where subject = $1`, [
    `h:${customer}:heart_rate`,
  ]);
  await send('heart_rate', [[1, 125]]);
  expect(await warnings()).toMatchObject([{ status: 'done' }, { status: 'pending', level: 2 }]);
});

test('a worse value lifts the open warning', async () => {
  await send('heart_rate', [
    [9, 105],
    [8, 105],
    [7, 105],
    [6, 105],
  ]);
  expect(await warnings()).toMatchObject([{ level: 3 }]);
  await send('heart_rate', [
    [5, 125],
    [4, 125],
    [3, 125],
    [2, 125],
  ]);
  expect(await warnings()).toMatchObject([{ level: 2, value: 125, status: 'pending' }]);
});
