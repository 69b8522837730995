import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessmentApi } from '#features/assessment/contract.ts';
import { customerMergeApi } from '#features/customerMerge/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer } from '#server/testing/rows.ts';
import { acting, assessingStaff, type Staff } from '../act/acting.ts';
import { aScale } from '../testing.ts';
import { notifyEnding } from './notify.ts';

const scale = 'ends';
const fair = { 1: '2', 2: '1' };
let app: TestApp;
let staff: Staff;
let act: ReturnType<typeof acting>;
beforeAll(async () => {
  // The worker would notify before the test.
  app = await startApp({ env: { ROLES: 'web' } });
  staff = await assessingStaff(app);
  act = acting(app, staff);
  await aScale(app, scale);
});
afterAll(() => app.stop());

const today = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
/** A day of assessment so that the last day is so many days from today. */
async function endingIn(days: number, customerId?: string): Promise<string> {
  const [row] = await app.sql<{ day: string }>(`select (($1::date + 1) - interval '12 months')::date::text as day`, [
    today(days),
  ]);
  const input = { date: row?.day ?? '', ...(customerId && { customerId }) };
  const { id } = await act.done(scale, fair, input);
  return id;
}

/** Returns who got how many notices about an assessment. */
const noticesOf = (id: string) =>
  app.sql<{ user: string; n: number }>(
    `select r.user_id::text as "user", count(*)::int as n from notice n join notice_receipt r on r.notice_id = n.id
     where n.content like '%' || (select no from assessment where id = $1) || '%' group by r.user_id order by r.user_id`,
    [id],
  );

test('at T-30 the responsible and each assessor get one notice, however often and on however many nodes it runs', async () => {
  const customerId = await aCustomer(app);
  await app.sql('update customer set responsible_id = $2 where id = $1', [customerId, staff.reviewer.id]);
  const ending = await endingIn(30, customerId);
  const [later, over] = [await endingIn(31), await endingIn(-1)];
  const superseded = await endingIn(10);
  const [{ customer_id: person = '' } = {}] = await app.sql<{ customer_id: string }>(
    'select customer_id::text from assessment where id = $1',
    [superseded],
  );
  await act.done(scale, fair, { customerId: person, date: today(0) });
  const counts = await Promise.all([notifyEnding(), notifyEnding(), notifyEnding()]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await notifyEnding()).toBe(0);
  const everybody = [staff.first.id, staff.second.id, staff.reviewer.id];
  expect(await noticesOf(ending)).toEqual(everybody.map((user) => ({ user, n: 1 })));
  for (const id of [later, over, superseded]) expect(await noticesOf(id)).toEqual([]);
});

test('a notice that cannot be sent leaves the assessment to the next run', async () => {
  const id = await endingIn(5);
  await app.sql(`alter table notice add constraint broken check (title not like '%5 天后到期') not valid`);
  await expect(notifyEnding()).rejects.toThrow();
  expect(await app.sql('select expiry_notified_at from assessment where id = $1', [id])).toEqual([
    { expiry_notified_at: null },
  ]);
  await app.sql('alter table notice drop constraint broken');
  expect(await notifyEnding()).toBe(1);
});

test('of two persons who become one the newest finished one of a scale stays the latest', async () => {
  const [keep, drop] = [await aCustomer(app), await aCustomer(app)];
  const older = await act.done(scale, fair, { customerId: keep, date: '2025-02-01' });
  const newer = await act.done(scale, fair, { customerId: drop, date: '2025-08-01' });
  await act.done(scale, fair, { customerId: drop, date: '2024-08-01' });
  await app.call(customerMergeApi.mergeCustomer, { keepId: keep, dropId: drop }, app.admin);
  const listed = (filters: object) =>
    app.list(assessmentApi.getAssessmentList, { customerId: keep, ...filters }, staff.first.token);
  expect((await listed({ latest: true })).rows.map(({ id }) => id)).toEqual([newer.id]);
  expect((await listed({})).count).toBe(3);
  const { before, history } = await app.call(assessmentApi.getAssessment, { id: newer.id }, staff.first.token);
  expect(before).toMatchObject({ id: older.id, answers: fair });
  expect(history.map(({ date }) => date)).toEqual(['2024-08-01', '2025-02-01', '2025-08-01']);
});
