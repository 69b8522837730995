import { afterAll, beforeAll, expect, test } from 'vitest';
import { homeApi } from '#features/home/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aProject, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';

/** Time zones with different dates for half of each day. */
const zones = ['America/New_York', 'Asia/Shanghai'] as const;
type Zone = (typeof zones)[number];

let app: TestApp;
let both: TestUser;
const projects = new Map<Zone, string>();
/** A second after the last midnight of their project's zone, and a second before it. */
const raised: { id: string; zone: Zone; today: boolean }[] = [];

async function raise(zone: Zone, today: boolean): Promise<void> {
  const customerId = await aCustomer(app, { project: projects.get(zone) });
  const { id } = await app.call(
    warnApi.addWarn,
    { customerId, type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '试' },
    app.admin,
  );
  await app.sql(
    `update warn set created_at = (date_trunc('day', now() at time zone $2) at time zone $2) + $3::int * interval '1 second' where id = $1`,
    [id, zone, today ? 1 : -1],
  );
  raised.push({ id, zone, today });
}

beforeAll(async () => {
  app = await startApp();
  for (const timeZone of zones) {
    const id = await aProject(app);
    await app.call(projectApi.editProjectConfig, { id, version: 1, timeZone }, app.admin);
    projects.set(timeZone, id);
    for (const today of [true, false]) await raise(timeZone, today);
  }
  const roleId = await aRole(app, { scope: 'all', permissions: ['warn:list', 'warn:claim', 'warn:export'] });
  both = await aUser(app, { roleId, projects: [...projects.values()] });
});
afterAll(() => app.stop());

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
const listed = async (filters: object) =>
  (await app.list(warnListApi.getWarnList, { limit: 50, ...filters }, both.token)).rows;

test('today is the day of each alarm’s own project: in the counters, the figures, the hours and the list behind them', async () => {
  const today = idsOf(raised.filter((warn) => warn.today));
  expect(idsOf(await listed({ today: true }))).toEqual(today);
  expect(await app.call(warnListApi.getWarnCount, {}, both.token)).toMatchObject({ today: today.length });
  const { today: figures } = await app.call(homeApi.getHome, {}, both.token);
  expect(figures?.today).toBe(today.length);
  // Both were raised in the first hour of their day.
  expect([figures?.hours[0], figures?.hoursYesterday[23]]).toEqual([2, 2]);
});

test('a day as a filter is that day in each alarm’s own project', async () => {
  const days = await app.sql<{ id: string; day: string }>(
    `select w.id::text, (w.created_at at time zone p.time_zone)::date::text as day from warn w join project p on p.id = w.project_id`,
  );
  for (const day of new Set(days.map((warn) => warn.day)))
    expect(idsOf(await listed({ createdFrom: day, createdTo: day })), day).toEqual(
      idsOf(days.filter((warn) => warn.day === day)),
    );
});

test('a row names its zone, and the export tells its times by it', async () => {
  expect((await listed({})).map(({ id, timeZone }) => [id, timeZone]).sort()).toEqual(
    raised.map(({ id, zone }) => [id, zone]).sort(),
  );
  const { fileId } = await app.call(warnListApi.exportWarn, { columns: ['no', 'createdAt'] }, both.token);
  const [, , ...rows] = await downloadRows(app, fileId ?? '', both.token);
  const exportRows = await app.sql<{ no: string; at: string }>(
    `select w.no, to_char(w.created_at at time zone p.time_zone, 'YYYY-MM-DD HH24:MI:SS') as at from warn w join project p on p.id = w.project_id`,
  );
  expect(rows.map((row) => row.join()).sort()).toEqual(exportRows.map(({ no, at }) => `${no},${at}`).sort());
});

test('a person reads what belongs to no project by the clocks of their first one', async () => {
  expect(await app.call(userApi.getUserInfo, {}, both.token)).toMatchObject({ timeZone: 'America/New_York' });
});
