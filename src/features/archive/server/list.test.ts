import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveApi } from '#features/archive/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aUser } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';

let app: TestApp;
let department: string;
beforeAll(async () => {
  app = await startApp({ env: { ROLES: 'web,ingest' } });
  department = await aDepartment(app);
});
afterAll(() => app.stop());

const aPerson = () => aCustomer(app, { department });

/** Newest value of a customer, of this many days ago, as it is settled. */
async function measured(customerId: string, metric: string, value: number, level: number | null, days: number) {
  await app.sql(
    `with value as (
       insert into reading_latest (customer_id, metric, at, value, flags, source_id, level, since, abnormal_at)
       select $1, $2, t.at, $3, 4, $1, $4::int, now(), case when $4::int is not null then t.at end
       from (select now() - make_interval(days => $5) + interval '1 minute' as at) t returning at)
     insert into reading_person select $1, at from value
     on conflict (customer_id) do update set measured_at = greatest(reading_person.measured_at, excluded.measured_at)`,
    [customerId, metric, value, level, days],
  );
}

const listed = async (filters: object, user = app.admin) => {
  const { rows, count } = await app.list(
    archiveApi.getArchiveList,
    { departmentId: department, limit: 200, ...filters },
    user,
  );
  expect(count).toBe(rows.length);
  return rows;
};
const idsOf = async (filters: object, user?: string) => (await listed(filters, user)).map(({ id }) => id);

test('a row has the newest pressure, pulse, oxygen and glucose with level and time, and nothing else that is measured', async () => {
  const id = await aPerson();
  await measured(id, 'systolic', 152, 3, 1);
  await measured(id, 'diastolic', 88, null, 1);
  await measured(id, 'steps', 4000, null, 1);
  const [row] = await listed({ ids: [id] });
  expect(row?.latest).toMatchObject([
    { kind: 'diastolic', value: 88, level: null, unit: 'mm[Hg]', meal: null },
    { kind: 'systolic', value: 152, level: 3 },
  ]);
});

test('abnormal within so many days finds people of whom a value as young was out of its band', async () => {
  const [young, old, normal] = [await aPerson(), await aPerson(), await aPerson()];
  await measured(young, 'spo2', 91, 2, 2);
  await measured(old, 'spo2', 91, 2, 9);
  await measured(normal, 'spo2', 97, null, 1);
  const found = await idsOf({ abnormalWithinDays: 7 });
  expect(found).toContain(young);
  expect(found).not.toContain(old);
  expect(found).not.toContain(normal);
});

test('silent for so many days finds people with a device alone', async () => {
  const [silent, heard, without] = [await aPerson(), await aPerson(), await aPerson()];
  for (const customer of [silent, heard]) await aDevice(app, { customer, department });
  await measured(silent, 'heart_rate', 70, null, 5);
  await measured(heard, 'heart_rate', 70, null, 1);
  const found = await idsOf({ silentDays: 3 });
  expect(found).toContain(silent);
  expect(found).not.toContain(heard);
  expect(found).not.toContain(without);
});

test('age ascending begins with the youngest', async () => {
  const [old, young] = [await aPerson(), await aPerson()];
  await app.sql(
    `update customer set birth_date = case when id = $1 then date '1930-01-01' else date '1960-01-01' end where id = any($2)`,
    [old, [old, young]],
  );
  expect(await idsOf({ ids: [old, young], sort: [{ field: 'age', order: 'asc' }] })).toEqual([young, old]);
  expect(await idsOf({ ids: [old, young], sort: [{ field: 'age', order: 'desc' }] })).toEqual([old, young]);
});

test('rows and export hold nobody of another department', async () => {
  const id = await aPerson();
  const other = await aUser(app, { role: 'area', department: await aDepartment(app) });
  expect(await idsOf({ ids: [id] }, other.token)).toEqual([]);
  const { fileId } = await app.call(archiveApi.exportArchive, { filters: { ids: [id] } }, other.token);
  expect(await downloadRows(app, fileId ?? '', other.token)).toHaveLength(2);
});

test('an export says who made it, then the rows as the list shows them', async () => {
  const id = await aPerson();
  await measured(id, 'systolic', 152, 3, 1);
  await measured(id, 'diastolic', 88, null, 1);
  const { fileId, count } = await app.call(
    archiveApi.exportArchive,
    { filters: { ids: [id] }, columns: ['pressure', 'glucose', 'completeness'] },
    app.admin,
  );
  expect(count).toBe(1);
  const [mark, head, row] = await downloadRows(app, fileId ?? '', app.admin);
  expect(mark?.[0]).toMatch(/健康档案导出 · 导出人 .*内部资料，请勿外传/);
  expect(head).toEqual(['最近血压', '最近血糖', '档案完整度']);
  expect(row).toMatchObject(['152/88', null, '0%']);
});
