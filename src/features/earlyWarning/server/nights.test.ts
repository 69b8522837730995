import { afterAll, beforeAll, expect, test } from 'vitest';
import { system } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice } from '#server/testing/rows.ts';
import hooks from './nightHooks.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { ROLES: 'web,ingest' } });
});
afterAll(() => app.stop());

const dayMs = 86_400_000;
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);

/** Writes final nights with their mean heart rate, the last one of `daysAgo`, and calls the hook for that one. */
async function sleep(customer: string, device: string, hearts: readonly number[], daysAgo: number, marks = '{}') {
  for (const [index, heart] of hearts.entries())
    await app.sql(
      `insert into sleep_night (device_id, customer_id, night, zone, state, final_at, bed_from, bed_to, tib, exits, longest_exit, recorded, coverage, marks, hr_avg, detail)
       values ($1, $2, $3, 'Asia/Shanghai', 'done', now(), now() - interval '9 hours', now(), 28800, 0, 0, 28800, 1, $4, $5, '{}')
       on conflict (device_id, night, customer_id) do update set hr_avg = excluded.hr_avg`,
      [device, customer, dayOf(daysAgo + hearts.length - 1 - index), marks, heart],
    );
  const night = { customerId: customer, deviceId: device, night: dayOf(daysAgo) };
  await command(system('test'), (ctx) => hooks.written(ctx, [night]));
}

const warnings = (customer: string) =>
  app.sql<{ level: number; value: number; status: string; kind: string }>(
    `select w.level, h.value, w.status, h.evidence ->> 'kind' as kind from warn w join health_warn h on h.warn_id = w.id where h.customer_id = $1 order by w.id`,
    [customer],
  );

const usual = [58, 60, 59, 61, 62, 60, 59, 61, 60, 58, 62, 60, 59, 61];

test('a night far from the own 14 nights raises one warning, which does not vanish while the person is ill', async () => {
  const customer = await aCustomer(app);
  const { id: device } = await aDevice(app, { customer });
  await sleep(customer, device, usual, 8);
  expect(await warnings(customer)).toEqual([]);
  for (const [index, heart] of [80, 82, 84, 80].entries()) await sleep(customer, device, [heart], 7 - index);
  expect(await warnings(customer)).toEqual([{ level: 2, value: 80, status: 'pending', kind: 'baseline' }]);
  await sleep(customer, device, [60], 3);
  expect(await warnings(customer)).toMatchObject([{ status: 'pending' }]);
});

test('a recomputed night while a newer one is there raises nothing, nor does one with too few data', async () => {
  const customer = await aCustomer(app);
  const { id: device } = await aDevice(app, { customer });
  await sleep(customer, device, [...usual, 60], 6);
  await sleep(customer, device, [90], 10);
  await sleep(customer, device, [90], 5, '{gaps}');
  expect(await warnings(customer)).toEqual([]);
});
