import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { earlyWarningApi } from '#features/earlyWarning/contract.ts';
import { withPartitions } from '#server/db/partitions.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, next } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await app.sql(`update rule set status = 'disabled'`);
});
afterAll(() => app.stop());

const minute = 60_000;
/** Minutes of a series: what is received later than 30 minutes after its time raises nothing. */
const length = 26;
const people = 12;

const definitions = [
  { kind: 'band' as const, definition: { minutes: 3, clearMinutes: 5 } },
  { kind: 'band' as const, definition: { times: 2, back: 3, clearMinutes: 2 } },
  { kind: 'step' as const, definition: { of: 5, by: 20 }, level: 3 as const },
];

/** Heart rates a minute apart that often leave the band and come back; null: a gap. */
const series = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(70, 72, 74) },
    { weight: 6, arbitrary: fc.constantFrom(99, 100, 104) },
    { weight: 2, arbitrary: fc.constantFrom(118, 125, 140) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  { minLength: length, maxLength: length },
);

/** Blocks of like values: single ones rarely satisfy a rule. */
const blocks = series.map((values) => values.map((_value, index) => values[Math.floor(index / 4)] ?? null));

async function wearing(): Promise<{ customerId: string; deviceId: string }> {
  const customerId = await aCustomer(app);
  const { id: deviceId } = await aDevice(app, { customer: customerId });
  await app.sql(`update equipment_binding set bound_at = now() - interval '1 day' where equipment_id = $1`, [deviceId]);
  return { customerId, deviceId };
}

/**
 * Leaves out what follows a warning of level 1 or 2, and its lift: it waits for somebody, while a try-out ends it when the
 * sign is back.
 */
function untilUrgent(warnings: readonly { at: string; level: number }[]) {
  const urgent = warnings.findIndex(({ level }) => level <= 2);
  const shown = urgent < 0 ? warnings : warnings.slice(0, urgent + 1);
  return shown.map(({ at, level }) => ({ at, level: Math.max(2, level) }));
}

/** Stores the series of all at once and waits until they are settled. */
async function arrive(all: readonly { deviceId: string; values: readonly (number | null)[] }[], from: number) {
  const rows = all.flatMap(({ deviceId, values }) =>
    values.flatMap((value, index) => (value === null ? [] : [{ deviceId, at: (from + index * minute) / 1000, value }])),
  );
  await withPartitions(() =>
    app.sql(
      `with stored as (
         insert into reading (device_id, metric, at, value, project_id)
         select r.device, 'heart_rate', to_timestamp(r.at), r.value, (select project_id from equipment where id = r.device)
         from unnest($1::bigint[], $2::float8[], $3::float8[]) as r (device, at, value) returning device_id, at)
       insert into reading_queue (device_id, metric, at) select device_id, 'heart_rate', min(at) from stored group by device_id`,
      [rows.map((row) => row.deviceId), rows.map((row) => row.at), rows.map((row) => row.value)],
    ),
  );
  await until('the queue to be empty', async () => {
    const [row] = await app.sql<{ n: number }>('select count(*)::int as n from reading_queue');
    return row?.n === 0;
  });
}

test.each(definitions)(
  'a try-out of $kind $definition says what happened, value for value',
  async ({ kind, definition, ...rest }) => {
    const all = await Promise.all(fc.sample(blocks, people).map(async (values) => ({ ...(await wearing()), values })));
    const rule = {
      name: `规则${next()}`,
      kind,
      metric: 'heart_rate' as const,
      definition,
      ...rest,
      cooldownMinutes: 5,
    };
    const scope = { customerIds: all.map(({ customerId }) => customerId) };
    const { id } = await app.call(earlyWarningApi.addRule, { ...rule, scope }, app.admin);
    const from = Math.floor(Date.now() / minute) * minute - length * minute;
    await arrive(all, from);

    let raised = 0;
    for (const { customerId, values } of all) {
      const happened = await app.sql<{ at: Date; level: number }>(
        `select w.occurred_at as at, w.level from warn w where w.customer_id = $1 and w.type = 'health' order by w.id`,
        [customerId],
      );
      const { name: _name, ...tried } = rule;
      const answer = await app.call(earlyWarningApi.tryRule, { ...tried, scope, days: 1, customerId }, app.admin);
      const raisedThere = Array.isArray(answer) ? answer.map(({ at, level }) => ({ at, level })) : [];
      const was = happened.map(({ at, level }) => ({ at: at.toISOString(), level }));
      expect(untilUrgent(raisedThere), JSON.stringify(values)).toEqual(untilUrgent(was));
      raised += happened.length;
    }
    expect(raised).toBeGreaterThan(people / 3);
    await app.call(earlyWarningApi.deleteRule, { ids: [id] }, app.admin);
  },
);
