import { afterAll, beforeAll, expect, test } from 'vitest';
import { noticeApi } from '#features/notice/contract.ts';
import { shiftApi } from '#features/shift/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aProject, aUser, type TestUser } from '#server/testing/rows.ts';
import { watchDuty } from './gap.ts';

let app: TestApp;
let leader: TestUser;
beforeAll(async () => {
  app = await startApp();
  leader = await aUser(app, { role: 'leader' });
});
afterAll(() => app.stop());

/** Returns an hour some days ahead at 09:00 in the zone, so that no turn crosses midnight there. */
const day = (offset: number) => new Date(Math.floor(Date.now() / 86_400_000 + offset) * 86_400_000 + 3_600_000);
const clock = (offset: number) => day(offset).toISOString().slice(5, 10);
const hours = (offset: number, from = 0) => ({
  from: new Date(day(offset).getTime() + from * 3_600_000).toISOString(),
  until: new Date(day(offset).getTime() + 8 * 3_600_000).toISOString(),
});
const put = (userId: string, offset: number) =>
  app.call(shiftApi.editRoster, { userId, ...hours(offset) }, leader.token);

/** Returns the lines of the user's notices on turns, the latest notice first. */
async function noticeLines({ token }: TestUser): Promise<string[]> {
  const { rows } = await app.list(noticeApi.getMyNoticeList, {}, token);
  const ownIds = rows.filter(({ title }) => title === '你的班次有变动').map(({ id }) => id);
  const found = await app.sql<{ content: string }>('select content from notice where id = any($1) order by id desc', [
    ownIds,
  ]);
  return found.map(({ content }) => content.replaceAll(/<\/?p>/g, ' ').trim());
}

test('whoever finds a turn moved, swapped or gone is told what it was and is; a new one and one’s own deed tell nothing', async () => {
  const [one, other] = [await aUser(app), await aUser(app)];
  const [first, second] = [await put(one.id, 2), await put(other.id, 3)];
  expect([await noticeLines(one), await noticeLines(other)]).toEqual([[], []]);

  await app.call(shiftApi.editRoster, { ...first, userId: one.id, ...hours(2, 2) }, leader.token);
  const moved = `改时间：${clock(2)} 09:00–17:00 其他 → ${clock(2)} 11:00–17:00 其他`;
  expect([await noticeLines(one), await noticeLines(other)]).toEqual([[moved], []]);

  await app.call(shiftApi.swapRoster, { id: first.id, version: 2, withId: second.id, withVersion: 1 }, leader.token);
  const [early, late] = [`${clock(2)} 11:00–17:00 其他`, `${clock(3)} 09:00–17:00 其他`];
  expect((await noticeLines(one))[0]).toBe(
    `改由 ${other.name} 值班：${early}  改由你值班：${late}（原为 ${other.name}）`,
  );
  expect(await noticeLines(other)).toEqual([
    `改由你值班：${early}（原为 ${one.name}）  改由 ${one.name} 值班：${late}`,
  ]);

  await app.call(shiftApi.deleteRoster, { ids: [first.id, second.id] }, leader.token);
  expect((await noticeLines(other))[0]).toBe(`已取消：${early}`);
  expect((await noticeLines(one))[0]).toBe(`已取消：${late}`);

  const own = await put(leader.id, 4);
  await app.call(shiftApi.deleteRoster, { ids: [own.id] }, leader.token);
  expect(await noticeLines(leader)).toEqual([]);
});

test('a pattern whose hours change for the turns ahead tells each person once, and nobody where that is refused', async () => {
  const one = await aUser(app);
  const input = { name: '早巡', from: '06:00', until: '08:00', minStaff: 1 };
  const { id } = await app.call(shiftApi.addPattern, input, app.admin);
  const [from, to] = [day(2), day(4)].map((at) => at.toISOString().slice(0, 10)) as [string, string];
  await app.call(shiftApi.fillRoster, { userIds: [one.id], patternId: id, from, to }, leader.token);
  const edit = (until: string) =>
    app.tryCall(shiftApi.editPattern, { id, version: 1, ...input, until, follow: true }, app.admin);
  const inTheWay = await put(one.id, 3);
  expect([(await edit('10:00')).status, await noticeLines(one)]).toEqual([409, []]);

  await app.call(shiftApi.deleteRoster, { ids: [inTheWay.id] }, leader.token);
  expect((await edit('10:00')).data).toMatchObject({ moved: 3 });
  const lines = [2, 3, 4].map((n) => `改时间：${clock(n)} 06:00–08:00 早巡 → ${clock(n)} 06:00–10:00 早巡`);
  expect((await noticeLines(one))[0]).toBe(lines.join('  '));
});

test('a swap says who would be on duty for more than 12 hours in a row, and happens when that is accepted', async () => {
  const [one, other] = [await aUser(app), await aUser(app)];
  const turn = (user: TestUser, from: number, until: number) => {
    const [begin, end] = [from, until].map((n) => new Date(day(2).getTime() + n * 3_600_000).toISOString());
    return app.call(shiftApi.editRoster, { userId: user.id, from: begin ?? '', until: end ?? '' }, leader.token);
  };
  // The first of the two would work 0–8 and 8–16 hours; the turn after a break joins no run.
  const mine = await turn(one, 20, 28);
  await turn(one, 0, 8);
  await turn(one, 17, 19);
  const theirs = await turn(other, 8, 16);
  const pair = { id: mine.id, version: 1, withId: theirs.id, withVersion: 1 };
  const answer = await app.tryCall(shiftApi.swapRoster, pair, leader.token);
  expect(answer).toMatchObject({ status: 409, data: { longRun: true } });
  expect(answer.msg).toMatch(new RegExp(`^${one.name} 将连续值班 16 小时（.*），超过 12 小时$`));
  const users = () =>
    app.sql('select user_id::text as id from shift_turn where id = any($1) order by from_at', [[mine.id, theirs.id]]);
  expect(await users()).toEqual([{ id: other.id }, { id: one.id }]);
  await app.call(shiftApi.swapRoster, { ...pair, acceptLong: true }, leader.token);
  expect(await users()).toEqual([{ id: one.id }, { id: other.id }]);
});

test('too few at their seats are told with who is there and who is missing, and nobody on duty with who is at a seat', async () => {
  const project = await aProject(app);
  const own = { projects: [project] };
  const boss = await aUser(app, { role: 'leader', ...own });
  const [present, away, extra] = [await aUser(app, own), await aUser(app, own), await aUser(app, own)];
  const sit = (...people: TestUser[]) =>
    app.sql(
      `insert into seat (user_id, state) select u, 'idle' from unnest($1::bigint[]) u on conflict (user_id) do update set state = 'idle'`,
      [people.map(({ id }) => id)],
    );
  await app.sql('delete from shift_turn');
  const pattern = { projectId: project, name: '两人班', from: '08:00', until: '16:00', minStaff: 2 };
  const { id: patternId } = await app.call(shiftApi.addPattern, pattern, boss.token);
  const span = (from: number, until: number) => ({
    from: new Date(Date.now() + from * 3_600_000).toISOString(),
    until: new Date(Date.now() + until * 3_600_000).toISOString(),
  });
  for (const { id } of [present, away])
    await app.call(shiftApi.editRoster, { userId: id, patternId, ...span(-1, 3) }, boss.token);
  await sit(present, extra);
  const short = async () => (await app.call(shiftApi.getOnDuty, {}, boss.token)).short;
  const missing = { patternId, shift: '两人班', minStaff: 2, there: [present.name], missing: [away.name] };
  expect(await short()).toEqual([missing]);
  await sit(away);
  expect(await short()).toEqual([]);
  await app.sql(`update seat set state = 'away' where user_id = any($1)`, [[present.id, away.id]]);
  await watchDuty();
  const { gaps } = await app.call(shiftApi.getOnDuty, {}, boss.token);
  expect(gaps).toMatchObject([{ projectId: project, reason: 'nobody_there', there: [extra.name] }]);
  const [notice] = await app.sql<{ content: string }>(
    `select content from notice where title = '无人值班：' || (select name from project where id = $1) order by id desc limit 1`,
    [project],
  );
  expect(notice?.content).toContain(`没有排班但在坐席的有：${extra.name}。`);
});
