import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveApi } from '#features/archive/contract.ts';
import { readingApi } from '#features/reading/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const day = 86_400_000;
const ago = (ms: number) => new Date(Math.floor((Date.now() - ms) / 1000) * 1000).toISOString();
const archiveOf = (customerId: string) => app.call(archiveApi.getArchive, { customerId }, app.admin);

/** A device that a customer wears, with values of one kind at these times. */
async function worn(
  customerId: string,
  metric: string,
  values: readonly (readonly [ms: number, value: number, flags?: number])[],
) {
  const device = await aDevice(app, { customer: customerId });
  await app.sql(`update equipment_binding set bound_at = now() - interval '60 days' where equipment_id = $1`, [
    device.id,
  ]);
  for (const [ms, value, flags] of values)
    await app.sql(
      `insert into reading (device_id, metric, at, value, flags, project_id) values ($1, $2, $3, $4, $5, (select min(id) from project))`,
      [device.id, metric, ago(ms), value, flags ?? 0],
    );
  return device.id;
}

test('the newest value of each kind comes with its level and source', async () => {
  const customerId = await aCustomer(app);
  const values = { systolic: 186, diastolic: 95, spo2: 97 };
  await app.call(readingApi.addReading, { customerId, values, measuredAt: ago(60_000), remark: '头晕' }, app.admin);
  await until('the newest values', async () => (await archiveOf(customerId)).latest.length === 3);
  const { latest } = await archiveOf(customerId);
  expect(latest.map(({ kind, value, level, source }) => [kind, value, level, source.kind])).toEqual([
    ['diastolic', 95, 3, 'person'],
    ['spo2', 97, null, 'person'],
    ['systolic', 186, 1, 'person'],
  ]);
});

test('values of the last seven days that are out of the band are told; implausible, withdrawn and older ones are not', async () => {
  const customerId = await aCustomer(app);
  await worn(customerId, 'systolic', [
    [day, 150],
    [2 * day, 168],
    [3 * day, 139],
    [4 * day, 290, 1],
    [5 * day, 200, 128],
    [8 * day, 210],
  ]);
  const { highlights } = await archiveOf(customerId);
  expect(highlights).toMatchObject([
    {
      level: 2,
      text: expect.stringMatching(/^收缩压 2 次高于 139，最高 168（\d\d-\d\d \d\d:\d\d），提示偏高，建议复测$/),
    },
  ]);
});

test('values of the device while somebody else had it are nowhere in the archive', async () => {
  const [customerId, other] = [await aCustomer(app), await aCustomer(app)];
  const device = await worn(other, 'systolic', [
    [2 * day, 188],
    [3 * day, 188],
  ]);
  await app.sql(`update equipment_binding set unbound_at = now() - interval '1 day' where equipment_id = $1`, [device]);
  await app.sql(
    `insert into equipment_binding (equipment_id, customer_id, bound_at) values ($1, $2, now() - interval '1 day')`,
    [device, customerId],
  );
  expect((await archiveOf(customerId)).highlights).toEqual([]);
  expect((await archiveOf(other)).highlights).toHaveLength(1);
});

test('the own band of a person decides what is out of it', async () => {
  const customerId = await aCustomer(app);
  const own = { customerId, kind: 'systolic' as const, bands: [{ level: 3 as const, from: 170 }], reason: '长期偏高' };
  await app.call(readingApi.editBand, own, app.admin);
  await worn(customerId, 'systolic', [
    [day, 150],
    [2 * day, 168],
  ]);
  expect((await archiveOf(customerId)).highlights).toEqual([]);
});

test('a sign that a worn device measured daily and no longer does is told', async () => {
  const customerId = await aCustomer(app);
  const device = await worn(customerId, 'heart_rate', []);
  for (let days = 4; days < 12; days++)
    await app.sql(
      `insert into reading_hour (device_id, metric, hour, n, min, max, sum, last) values ($1, 'heart_rate', date_trunc('hour', now(), 'UTC') - make_interval(days => $2), 1, 70, 70, 70, 70)`,
      [device, days],
    );
  await app.sql(
    `insert into reading_latest (customer_id, metric, at, value, flags, source_id, since) values ($1, 'heart_rate', now() - interval '4 days', 70, 0, $2, now())`,
    [customerId, device],
  );
  expect((await archiveOf(customerId)).highlights).toMatchObject([
    { level: 4, text: '心率 4 天没有测量，平时每天都有，建议补测' },
  ]);
});
