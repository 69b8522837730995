import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { homeApi } from '#features/home/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aUser, type TestUser } from '#server/testing/rows.ts';
import { warnOrderFor } from '#shared/warnOrder.ts';

let app: TestApp;
let operator: TestUser;
let colleague: TestUser;
beforeAll(async () => {
  app = await startApp();
  operator = await aUser(app);
  colleague = await aUser(app);
});
afterAll(() => app.stop());

interface Row {
  status: string;
  level: number;
  escalation: number;
  received: string;
  created: string;
  due: string | null;
  silent?: boolean;
  offered?: string | null;
}

const instant = fc.integer({ min: 0, max: 3 }).map((offset) => new Date(Date.UTC(2026, 0, 1) + offset).toISOString());
const anyRow: fc.Arbitrary<Row> = fc.record({
  status: fc.constantFrom('pending', 'handling', 'done', 'false'),
  level: fc.integer({ min: 1, max: 4 }),
  escalation: fc.integer({ min: 0, max: 2 }),
  received: instant,
  created: instant,
  due: fc.option(instant),
  silent: fc.boolean(),
  offered: fc.constantFrom(null, 'own', 'other'),
});

/** Makes these the only warns of the database; ids cross a power of ten, where text and number order differ. */
async function put(rows: Row[]): Promise<void> {
  await app.sql('delete from warn');
  await app.sql(
    `insert into warn (id, no, type, family, subject, department_id, project_id, last_at, waiting_since, last_step_at, status, level, escalation, received_at, created_at,
       follow_up_at, handler_id, silent, offered_to)
     select 9990 + n, 'O-' || n, 'sos', 'sos', 'o:' || n, d.id, p.id, received, received, received, status, level, escalation, received, created, due,
       case when status = 'handling' then $2::bigint end, coalesce(silent, false),
       case offered when 'own' then $2::bigint when 'other' then $3::bigint end
     from rows from (jsonb_to_recordset($1::jsonb) as (status text, level int, escalation int, received timestamptz, created timestamptz, due timestamptz, silent boolean, offered text)) with ordinality
       as r (status, level, escalation, received, created, due, silent, offered, n),
       (select min(id) as id from department) d, (select min(id) as id from project) p`,
    [JSON.stringify(rows), operator.id, colleague.id],
  );
}

const list = async (input: Parameters<typeof app.list<typeof warnListApi.getWarnList>>[1]) =>
  (await app.list(warnListApi.getWarnList, { limit: 200, ...input }, operator.token)).rows;

test('list, banner and queue have one order: what the server lists is what the pages would make of the same alarms', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 2, maxLength: 40 }), async (rows) => {
      await put(rows);
      const all = await list({});
      expect(all).toHaveLength(rows.length);
      expect(all.map((row) => row.id)).toEqual(all.toSorted(warnOrderFor(operator.id)).map((row) => row.id));
      const statuses = [['pending'], ['handling'], ['pending', 'handling'], ['done', 'false']] as const;
      for (const status of statuses) {
        const some = await list({ status: [...status] });
        const expected = all.filter((row) => status.some((one) => one === row.status));
        expect(some.map((row) => row.id)).toEqual(expected.map((row) => row.id));
      }
    }),
    { numRuns: 12 },
  );
});

test('an offer comes first for whoever has it and nobody else, and what came in without sound stands last of those who wait', async () => {
  const one = { status: 'pending', level: 2, escalation: 0, created: '2026-01-01T00:00:00.000Z', due: null };
  const secondAt = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
  await put([
    { ...one, received: secondAt(1), level: 1, silent: true },
    { ...one, received: secondAt(1), level: 1 },
    { ...one, received: secondAt(2), offered: 'other' },
    { ...one, received: secondAt(3) },
    { ...one, received: secondAt(4), offered: 'own' },
  ]);
  const listed = async (by: TestUser) =>
    (await app.list(warnListApi.getWarnList, { status: ['pending'], limit: 20 }, by.token)).rows.map((row) => row.no);
  expect(await listed(operator)).toEqual(['O-5', 'O-2', 'O-3', 'O-4', 'O-1']);
  expect(await listed(colleague)).toEqual(['O-3', 'O-2', 'O-4', 'O-5', 'O-1']);
});

test('the cases that somebody has in hand stand on the home page as in the queue', async () => {
  const one = { status: 'handling', escalation: 0, created: '2026-01-01T00:00:00.000Z', due: null };
  await put([
    { ...one, level: 2, received: '2026-01-01T00:00:01.000Z' },
    { ...one, level: 1, received: '2026-01-01T00:00:03.000Z' },
    { ...one, level: 1, received: '2026-01-01T00:00:04.000Z', escalation: 1 },
    { ...one, level: 1, received: '2026-01-01T00:00:02.000Z' },
  ]);
  const { mine } = await app.call(homeApi.getHome, {}, operator.token);
  expect(mine?.rows.map((row) => row.no)).toEqual(['O-3', 'O-4', 'O-2']);
});

test('follow-ups stand soonest due first, finished alarms newest first whatever their level', async () => {
  const one = { status: 'done', escalation: 0, received: '2026-01-01T00:00:00.000Z' };
  await put([
    { ...one, level: 1, created: '2026-01-01T00:00:00.000Z', due: '2026-01-05T00:00:00.000Z' },
    { ...one, level: 4, created: '2026-01-02T00:00:00.000Z', due: '2026-01-04T00:00:00.000Z' },
    { ...one, level: 2, created: '2026-01-03T00:00:00.000Z', due: '2026-01-06T00:00:00.000Z' },
  ]);
  const numbers = (rows: { no: string }[]) => rows.map((row) => row.no);
  expect(numbers(await list({ followUp: true }))).toEqual(['O-2', 'O-1', 'O-3']);
  expect(numbers(await list({ status: ['done', 'false'] }))).toEqual(['O-3', 'O-2', 'O-1']);
});

test('the list of several customers has their warns only', async () => {
  const [first, second, other] = [await aCustomer(app), await aCustomer(app), await aCustomer(app)];
  const occurredAt = new Date().toISOString();
  for (const customerId of [first, second, other])
    await app.call(warnApi.addWarn, { customerId, type: 'sos', level: 1, occurredAt, note: '来电求助' }, app.admin);
  const { rows } = await app.list(warnListApi.getWarnList, { customerIds: [first, second] }, app.admin);
  expect(rows.map(({ customerId }) => customerId).sort()).toEqual([first, second].sort());
});
