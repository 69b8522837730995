import { afterAll, beforeAll, expect, test } from 'vitest';
import { emergencyListApi } from '#features/emergencyList/contract.ts';
import { noticeApi } from '#features/notice/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aProject, aUser, type TestUser } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { remindEmergencyList } from './emergencyReminder.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const contacts = [{ name: '吴建国', relation: 'son', mobile: '13900001234', order: 1, isEmergency: true }];

/** A project that is eight days old, with one active customer and a leader. */
async function aPlace() {
  const department = await aDepartment(app);
  const place = { department, project: await aProject(app, department) };
  await app.sql(`update project set created_at = now() - interval '8 days' where id = $1`, [place.project]);
  const facts = { name: '=吴阿婆', mobile: '13955550077', livingState: 'alone', contacts };
  await app.sql(`update customer set name = '=1+1' where id = $1`, [
    await aCustomer(app, { ...place, ...facts, name: '吴阿婆' }),
  ]);
  const leader = await aUser(app, { role: 'leader', department: place.department, projects: [place.project] });
  return { ...place, leader };
}
const reminders = async ({ token }: TestUser) =>
  (await app.list(noticeApi.getMyNoticeList, {}, token)).rows.filter(({ title }) =>
    title.startsWith('应急名单该更新了'),
  );

test('the file has whom to call and where, for its leader alone, and both ways of taking it stand in the command log', async () => {
  const { leader } = await aPlace();
  const { fileId } = await app.call(emergencyListApi.takeEmergencyList, { way: 'file' }, leader.token);
  const [mark, head, row] = await downloadRows(app, fileId ?? '', leader.token);
  expect(String(mark)).toContain('严禁外传');
  expect([head?.[0], row?.[3]]).toEqual(['姓名', '13955550077']);
  expect(String(row?.[5])).toMatch(/^吴建国（.+）13900001234$/);
  expect(String(row?.[0])).not.toMatch(/^=/);
  expect(await app.call(emergencyListApi.takeEmergencyList, { way: 'print' }, leader.token)).toEqual({ fileId: null });
  const logged = await app.sql<{ way: string }>(
    `select input ->> 'way' as way from cmd_log where path = $1 and code = 0 and user_id = $2 order by at`,
    [emergencyListApi.takeEmergencyList.path, leader.id],
  );
  expect(logged).toEqual([{ way: 'file' }, { way: 'print' }]);
  const operator = await aUser(app, { role: 'operator' });
  expect((await app.tryCall(emergencyListApi.takeEmergencyList, { way: 'file' }, operator.token)).status).toBe(403);
});

test('everybody who is served stands in list and file, at highest risk first, however many they are', async () => {
  const { leader, department, project } = await aPlace();
  await app.sql(
    `insert into customer (no, name, service_state, living_state, department_id, project_id)
     select 'E' || nextval('id_seq'), '老人' || n, case when n = 1200 then 'ended' else 'active' end, 'spouse', $1, $2
     from generate_series(1, 1200) n`,
    [department, project],
  );
  const { total, people } = await app.call(emergencyListApi.getEmergencyList, {}, leader.token);
  expect([total, people.length, people[0]?.phone]).toEqual([1200, 1200, '13955550077']);
  expect(people.some(({ name }) => name === '老人1199')).toBe(true);
  const { fileId } = await app.call(emergencyListApi.takeEmergencyList, { way: 'file' }, leader.token);
  const [mark, , first, ...rest] = await downloadRows(app, fileId ?? '', leader.token);
  expect([String(mark), first?.[3], rest.length]).toEqual([
    expect.stringContaining('服务中 1200 人'),
    '13955550077',
    1199,
  ]);
});

test('leaders are reminded once a week while nobody takes the list, and the reminder goes when somebody does', async () => {
  const { leader, project } = await aPlace();
  const other = await aPlace();
  await remindEmergencyList();
  await remindEmergencyList();
  expect([(await reminders(leader)).length, (await reminders(other.leader)).length]).toEqual([1, 1]);
  await app.call(emergencyListApi.takeEmergencyList, { way: 'print' }, leader.token);
  expect([(await reminders(leader)).length, (await reminders(other.leader)).length]).toEqual([0, 1]);

  const past = (column: 'taken_at' | 'reminded_at', days: number) =>
    app.sql(`update warn_emergency_list set ${column} = now() - make_interval(days => $2) where project_id = $1`, [
      project,
      days,
    ]);
  await past('taken_at', 6);
  await past('reminded_at', 8);
  await remindEmergencyList();
  expect(await reminders(leader)).toEqual([]);
  await past('taken_at', 8);
  await remindEmergencyList();
  expect(await reminders(leader)).toHaveLength(1);
  await past('reminded_at', 8);
  await remindEmergencyList();
  expect(await reminders(leader)).toHaveLength(1);
});

test('a project without anybody served, or younger than a week, reminds nobody', async () => {
  const empty = await aPlace();
  const young = await aPlace();
  await app.sql(`update customer set service_state = 'ended' where project_id = $1`, [empty.project]);
  await app.sql(`update project set created_at = now() - interval '6 days' where id = $1`, [young.project]);
  await remindEmergencyList();
  expect([await reminders(empty.leader), await reminders(young.leader)]).toEqual([[], []]);
});
