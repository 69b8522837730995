import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/db/db.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice } from '#server/testing/rows.ts';
import { lastReadings } from './readings.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('a look at the last values plans the partitions of its days alone', async () => {
  const customer = await aCustomer(app);
  await aDevice(app, { customer });
  const partitions = await db.transaction(async (tx) => {
    await lastReadings(tx, { customerId: customer, equipmentId: null }, ['heart_rate', 'spo2'], 1);
    return tx.rows(sql<{ name: string }>`
      select distinct c.relname::text as name from pg_locks l join pg_class c on c.oid = l.relation
      where l.pid = pg_backend_pid() and c.relname like 'reading_p%' and c.relkind = 'r'`);
  });
  const [all] = await app.sql<{ n: number }>(
    `select count(*)::int as n from pg_inherits where inhparent = 'reading'::regclass`,
  );
  expect(partitions.length).toBeGreaterThan(0);
  expect(partitions.length).toBeLessThan(all?.n ?? 0);
  // Two days may lie in two weeks; the partitions ahead may hold values of fast clocks.
  const ahead = await app.sql(
    `select 1 from pg_class c join pg_inherits i on i.inhrelid = c.oid where i.inhparent = 'reading'::regclass and c.relname > $1`,
    [partitions.map(({ name }) => name).sort()[0]],
  );
  expect(partitions.length).toBeLessThanOrEqual(ahead.length + 1);
});
