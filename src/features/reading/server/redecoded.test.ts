import { afterAll, beforeAll, expect, test } from 'vitest';
import { logApi } from '#features/equipmentLog/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { jobApi } from '#shared/contract/job.ts';
import { countStaleHours } from './hours.ts';
import { settle } from './settle.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();

/** Reads the stored messages of twelve hours anew. */
async function readAnew(equipmentId: string): Promise<void> {
  const { token } = await aUser(app, { role: 'engineer' });
  const input = { protocol: 'watch', equipmentId, from: hours(-12), to: hours(0) };
  const { jobId } = await app.call(logApi.redecodeLog, input, token);
  const state = async () => (await app.call(jobApi.getJob, { id: jobId }, token)).state;
  await until('the end of the job', async () => ['done', 'failed'].includes(await state()), 20_000);
  expect(await state()).toBe('done');
}

const usable = `from reading where device_id = $1 and metric = 'spo2' and flags & 385 = 0`;

test('hours and newest values equal a plain recomputation after messages were read anew', async () => {
  const customer = await aCustomer(app);
  const { id } = await aDevice(app, { customer });
  await app.sql(`update equipment_binding set bound_at = now() - interval '7 days' where equipment_id = $1`, [id]);
  await app.sql(
    `insert into raw_message (device_id, key, received_at, project_id, protocol, kind, body)
     select id, n, date_trunc('milliseconds', now()) - n * interval '17 minutes', project_id, 'mqtt', 'reading',
       convert_to('{"readings":[{"kind":"spo2","value":' || 80 + n || '}]}', 'UTF8')
     from equipment, generate_series(1, 15) n where id = $1`,
    [id],
  );
  const plain = () =>
    app.sql<{ n: number }>(
      `select date_trunc('hour', at) as hour, count(*)::int as n, min(value), max(value), sum(value) ${usable} group by 1 order by 1`,
      [id],
    );
  const counted = () =>
    app.sql(`select hour, n, min, max, sum from reading_hour where device_id = $1 and metric = 'spo2' order by 1`, [
      id,
    ]);
  const check = async (n: number) => {
    await readAnew(id);
    await until('all to be settled and counted', async () => {
      while ((await settle()) > 0);
      while ((await countStaleHours(500, true)) > 0);
      return JSON.stringify(await counted()) === JSON.stringify(await plain());
    });
    expect((await plain()).reduce((sum, row) => sum + row.n, 0)).toBe(n);
    const latest = await app.sql(`select value from reading_latest where customer_id = $1 and metric = 'spo2'`, [
      customer,
    ]);
    expect(latest).toEqual(await app.sql(`select value ${usable} order by at desc limit 1`, [id]));
  };
  await check(15);
  const changed = `update raw_message set body = convert_to('{"readings":[{"kind":"spo2","value":' || $2::int || '}]}', 'UTF8')`;
  await app.sql(`${changed} where device_id = $1 and key in (1, 4, 9)`, [id, 0]);
  await app.sql(`${changed} where device_id = $1 and key in (2, 15)`, [id, 99]);
  await check(12);
});
