import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deskApi } from '#features/desk/contract.ts';
import { seatApi } from '#features/seat/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aProject, aUser, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { fireDue } from './timers.ts';

let app: TestApp;
let department: string;
let project: string;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.sql('delete from presence');
  await app.sql(`update warn set status = 'done', offered_to = null, finished_at = now()`);
  department = await aDepartment(app);
  project = await aProject(app);
});

type State = 'idle' | 'busy';
const set = (user: TestUser, state: State) => app.call(seatApi.setSeatState, { state }, user.token);

/** A user at a seat of this test's department. */
async function sits(state: State): Promise<TestUser> {
  const user = await aUser(app, { department, projects: [project] });
  await set(user, state);
  await app.sql(`insert into presence values ($1, now() + interval '1 hour')`, [user.id]);
  return user;
}

async function alarm(): Promise<string> {
  const customerId = await aCustomer(app, { project, department });
  const facts = { type: 'sos' as const, level: 1 as const, occurredAt: new Date().toISOString(), note: '来电' };
  return (await app.call(warnApi.addWarn, { ...facts, customerId }, app.admin)).id;
}
const detail = (id: string) => app.call(deskApi.getWarn, { id }, app.admin);
/** Makes the half limit or the offer of these warns end now. */
const hasten = (...ids: string[]) =>
  app.sql(`update warn_timer set due_at = now() where warn_id = any($1) and name = 'seat' and done_at is null`, [ids]);
const isOfferedTo = (id: string, user: TestUser | null) =>
  until('the offer', async () => (await detail(id)).offeredTo === (user?.id ?? null));
/** Waits until the warn has no offer and no timer for a seat. */
const waits = (id: string) =>
  until('the wait for a seat', async () => {
    const due = await app.sql(`select from warn_timer where warn_id = $1 and name = 'seat' and done_at is null`, [id]);
    return due.length === 0 && (await detail(id)).offeredTo === null;
  });
const offers = async (id: string) =>
  (await detail(id)).steps.filter((step) => step.data.offeredTo).map((step) => step.data.offeredTo);

test('an offer lasts 30 s, goes to the next idle seat then, and to the first that becomes free where there is none', async () => {
  const [first, second, third] = [await sits('idle'), await sits('busy'), await sits('busy')];
  const id = await alarm();
  await hasten(id);
  await isOfferedTo(id, first);
  const [timer] = await app.sql<{ lasts: number }>(
    `select extract(epoch from o.due_at - c.done_at)::int as lasts from warn_timer o join warn_timer c on c.warn_id = o.warn_id and c.kind = 'claim' and c.rung = 0
     where o.warn_id = $1 and o.kind = 'offer' and o.done_at is null`,
    [id],
  );
  expect(timer?.lasts).toBe(30);
  await set(second, 'idle');
  await hasten(id);
  await isOfferedTo(id, second);
  await hasten(id);
  await waits(id);
  await set(third, 'idle');
  await isOfferedTo(id, third);
  // A user who let an offer pass gets it again once their seat becomes idle again.
  await hasten(id);
  await waits(id);
  await set(first, 'busy');
  await set(first, 'idle');
  await isOfferedTo(id, first);
  const { steps } = await detail(id);
  expect(steps.filter((step) => step.kind === 'note').map((step) => step.note)).toEqual([
    `超过一半时限未接警，派给空闲坐席 ${first.name}`,
    `${first.name} 30 秒未应答，派给空闲坐席 ${second.name}`,
    `${second.name} 30 秒未应答，没有其他空闲坐席`,
    `派给空闲坐席 ${third.name}`,
    `${third.name} 30 秒未应答，没有其他空闲坐席`,
    `派给空闲坐席 ${first.name}`,
  ]);
});

test('of the alarms that nobody could be offered the longest waiting gets the seat that becomes free, before a younger one whose half limit ends then', async () => {
  const [seat] = [await sits('busy'), await sits('busy')];
  const [older, younger, newest] = [await alarm(), await alarm(), await alarm()];
  await hasten(younger, older);
  await waits(older);
  await waits(younger);
  await app.sql(
    `insert into seat (user_id, state) values ($1, 'idle') on conflict (user_id) do update set state = 'idle'`,
    [seat.id],
  );
  await hasten(newest);
  await fireDue();
  await isOfferedTo(older, seat);
  expect([await offers(younger), await offers(newest)]).toEqual([[], []]);
  await app.call(warnApi.claimWarn, { id: older }, seat.token);
  await app.call(warnApi.releaseWarn, { id: older, reason: '另有来电' }, seat.token);
  await isOfferedTo(younger, seat);
});

test('batches that fire at the same time offer each seat once', async () => {
  const seats = [await sits('idle'), await sits('idle'), await sits('idle')];
  const like = await alarm();
  await app.sql(
    `insert into warn (no, type, family, subject, department_id, project_id, last_at, waiting_since, last_step_at, status, level, received_at)
     select 'B-' || n, type, family, 'b:' || n, department_id, project_id, now(), now(), now(), 'pending', 1, now() from warn, generate_series(1, 220) n where id = $1`,
    [like],
  );
  await app.sql(
    `insert into warn_timer (warn_id, kind, rung, due_at, name) select id, 'claim', 0, now(), 'seat' from warn where no like 'B-%' and status = 'pending'`,
  );
  await Promise.all([fireDue(), fireDue(), fireDue()]);
  await until('all', async () => {
    await fireDue();
    return (
      (
        await app.sql(
          `select from warn_timer where kind = 'claim' and rung = 0 and done_at is null and due_at <= now()`,
        )
      ).length === 0
    );
  });
  const assigned = await app.sql<{ to: string; n: number }>(
    `select offered_to::text as to, count(*)::int as n from warn where status = 'pending' and offered_to is not null group by 1`,
  );
  expect(assigned.map(({ to }) => to).toSorted()).toEqual(seats.map(({ id }) => id).toSorted());
  expect(assigned.map(({ n }) => n)).toEqual([1, 1, 1]);
});

test('that it will be offered to an idle seat is announced only while there is one', async () => {
  const [seat] = [await sits('busy'), await sits('busy')];
  const id = await alarm();
  const next = (text: string) => until(text, async () => (await detail(id)).nextRung === text);
  await next('站内通知班长');
  await set(seat, 'idle');
  await next('派给空闲坐席');
  const younger = await alarm();
  await set(seat, 'busy');
  await next('站内通知班长');
  expect((await detail(younger)).nextRung).toBe('站内通知班长');
  await set(seat, 'idle');
  await hasten(id);
  await isOfferedTo(id, seat);
  await next('站内通知班长');
  const other = await sits('idle');
  await next('改派下一个空闲坐席');
  expect((await detail(id)).nextRungIf).toBe('未应答');
  await set(other, 'busy');
  await next('站内通知班长');
  expect((await detail(id)).nextRungIf).toBe('无人接警');
  await app.call(warnApi.claimWarn, { id }, seat.token);
  expect(await detail(id)).toMatchObject({ nextRung: '站内通知班长', nextRungIf: '没有新进展' });
});
