import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readingApi } from '#features/reading/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer } from '#server/testing/rows.ts';
import { houseBands, levelOf } from '#shared/health/bands.ts';
import { settle } from '../settle.ts';

let app: TestApp;
beforeAll(async () => {
  // The worker would take the queue before the test.
  app = await startApp({ env: { ROLES: 'web,ingest' } });
});
afterAll(() => app.stop());

const hour = 3_600_000;
const thisMinute = Math.floor(Date.now() / 60_000) * 60_000;
const at = (hoursAgo: number) => new Date(thisMinute - hoursAgo * hour).toISOString();

async function settleAll() {
  while ((await settle()) > 0);
}

async function enter(customerId: string, value: number, hoursAgo: number) {
  const entry = { customerId, values: { heart_rate: value }, measuredAt: at(hoursAgo), remark: '复测' };
  await app.call(readingApi.addReading, entry, app.admin);
}

async function withdraw(customerId: string, hoursAgo: number) {
  const span = { kind: ['heart_rate' as const], from: at(hoursAgo), to: at(hoursAgo), reason: '测错了人' };
  await app.call(readingApi.voidReading, { customerId, ...span }, app.admin);
}

/** When the heart rate was last out of its band, and when anything was measured. */
async function marksOf(customerId: string) {
  const [row] = await app.sql<{ abnormal: Date | null; measured: Date | null }>(
    `select (select abnormal_at from reading_latest where customer_id = $1 and metric = 'heart_rate') as abnormal,
       (select measured_at from reading_person where customer_id = $1) as measured`,
    [customerId],
  );
  return { abnormal: row?.abnormal?.toISOString() ?? null, measured: row?.measured?.toISOString() ?? null };
}

test('a value out of its band is remembered when normal ones follow, in one batch and later', async () => {
  const customer = await aCustomer(app);
  await enter(customer, 130, 5);
  await enter(customer, 70, 4);
  await settleAll();
  expect((await marksOf(customer)).abnormal).toBe(at(5));
  await enter(customer, 71, 3);
  await settleAll();
  expect((await marksOf(customer)).abnormal).toBe(at(5));
});

test('a late value out of its band is remembered, an older one moves nothing', async () => {
  const customer = await aCustomer(app);
  await enter(customer, 70, 1);
  await settleAll();
  await enter(customer, 130, 30);
  await settleAll();
  expect((await marksOf(customer)).abnormal).toBe(at(30));
  await enter(customer, 131, 60);
  await settleAll();
  expect((await marksOf(customer)).abnormal).toBe(at(30));
});

test('a withdrawn value is forgotten: the one before it is the last', async () => {
  const customer = await aCustomer(app);
  await enter(customer, 130, 50);
  await enter(customer, 131, 20);
  await enter(customer, 70, 10);
  await settleAll();
  expect((await marksOf(customer)).abnormal).toBe(at(20));
  await withdraw(customer, 20);
  await settleAll();
  expect((await marksOf(customer)).abnormal).toBe(at(50));
  await withdraw(customer, 50);
  await settleAll();
  expect((await marksOf(customer)).abnormal).toBeNull();
});

test('the last measurement is at most an hour behind, and goes back with a withdrawal', async () => {
  const customer = await aCustomer(app);
  await enter(customer, 70, 9);
  await settleAll();
  expect((await marksOf(customer)).measured).toBe(at(9));
  await enter(customer, 70, 8.5);
  await settleAll();
  expect((await marksOf(customer)).measured).toBe(at(9));
  await enter(customer, 70, 2);
  await settleAll();
  expect((await marksOf(customer)).measured).toBe(at(2));
  await withdraw(customer, 2);
  await settleAll();
  expect((await marksOf(customer)).measured).toBe(at(8.5));
  await withdraw(customer, 8.5);
  await withdraw(customer, 9);
  await settleAll();
  expect((await marksOf(customer)).measured).toBeNull();
});

test('after any entries and withdrawals the mark equals a plain look at what is left', async () => {
  const step = fc.record({
    hoursAgo: fc.integer({ min: 1, max: 12 }),
    value: fc.constantFrom(70, 100, 130),
    withdraw: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), fc.boolean(), async (steps, often) => {
      const customer = await aCustomer(app);
      const left = new Map<number, number>();
      for (const { hoursAgo, value, withdraw: goes } of steps) {
        if (goes && left.delete(hoursAgo)) await withdraw(customer, hoursAgo);
        else if (!goes && !left.has(hoursAgo)) {
          left.set(hoursAgo, value);
          await enter(customer, value, hoursAgo);
        }
        if (often) await settleAll();
      }
      await settleAll();
      const isOut = (value: number) =>
        levelOf(
          { kind: 'heart_rate', value, meal: null, asleep: false },
          { own: [], illnesses: [], house: houseBands },
        ) !== null;
      const last = Math.min(...[...left].filter(([, value]) => isOut(value)).map(([hoursAgo]) => hoursAgo));
      expect((await marksOf(customer)).abnormal).toBe(Number.isFinite(last) ? at(last) : null);
    }),
    { numRuns: 12 },
  );
});
