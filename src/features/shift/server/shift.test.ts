import { afterAll, beforeAll, expect, test } from 'vitest';
import { noticeApi } from '#features/notice/contract.ts';
import { notificationApi } from '#features/notification/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { shiftApi } from '#features/shift/contract.ts';
import { db } from '#server/db/db.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDepartment, aProject, aUser, type TestUser } from '#server/testing/rows.ts';
import { upload, workbookOf } from '#server/testing/sheet.ts';
import { importApi } from '#shared/contract/import.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { todayInChina } from '#shared/idCard.ts';
import { watchDuty } from './gap.ts';
import { onDutyUsers } from './service.ts';

let app: TestApp;
let leader: TestUser;
/** Patterns of a new installation, by name. */
let patterns: Record<string, string>;
beforeAll(async () => {
  app = await startApp();
  leader = await aUser(app, { role: 'leader' });
  patterns = Object.fromEntries((await choice()).patterns.map(({ name, id }) => [name, id]));
});
afterAll(() => app.stop());

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const day = (from: number) => todayInChina(Date.now() + from * 24 * hour);

type Turn = InputOf<typeof shiftApi.editRoster>;
const put = (turn: Turn, by = leader) => app.call(shiftApi.editRoster, turn, by.token);
const refused = async (turn: Turn, by = leader) => {
  const { status, msg } = await app.tryCall(shiftApi.editRoster, turn, by.token);
  return [status, msg];
};
const choice = (by: { token: string } = { token: app.admin }) => app.call(shiftApi.getRosterChoice, {}, by.token);
const turnsOf = async (user: TestUser, by = leader) =>
  (await app.call(shiftApi.getRosterList, { from: day(-1), to: day(10) }, by.token)).filter(
    (row) => row.userId === user.id,
  );

test('a turn is put on the roster, moved, and taken off; what was changed meanwhile is a conflict', async () => {
  const one = await aUser(app);
  const { id, version } = await put({
    userId: one.id,
    patternId: patterns.早班,
    seat: ' 03 ',
    from: inHours(1),
    until: inHours(9),
  });
  expect(await turnsOf(one)).toMatchObject([
    { id, shift: '早班', patternId: patterns.早班, seat: '03', userName: one.name, version: 1 },
  ]);
  await put({ id, version, userId: one.id, from: inHours(2), until: inHours(9) });
  expect(await turnsOf(one)).toMatchObject([{ shift: '其他', patternId: null, seat: null, version: 2 }]);
  expect(await refused({ id, version, userId: one.id, from: inHours(3), until: inHours(9) })).toMatchObject([
    409,
    expect.any(String),
  ]);
  await app.call(shiftApi.deleteRoster, { ids: [id] }, leader.token);
  expect(await turnsOf(one)).toEqual([]);
});

test('turns over each other, of the past, too long, of another department or of nobody who takes alarms are refused by name', async () => {
  const one = await aUser(app);
  const gone = await put({ userId: one.id, from: inHours(-2), until: inHours(6) });
  expect(await refused({ userId: one.id, from: inHours(5), until: inHours(8) })).toEqual([
    400,
    expect.stringMatching(`^${one.name} 在 .+ 已有排班$`),
  ]);
  // The next begins as the first ends.
  const [first] = await turnsOf(one);
  await put({ userId: one.id, from: first?.until ?? '', until: inHours(8) });
  expect(await refused({ userId: one.id, from: inHours(-9), until: inHours(-1) })).toEqual([
    400,
    '这个班次已经结束，不能再排',
  ]);
  expect(await refused({ userId: one.id, from: inHours(20), until: inHours(19) })).toEqual([
    400,
    '结束时间须晚于开始时间',
  ]);
  expect(await refused({ userId: one.id, from: inHours(20), until: inHours(45) })).toEqual([400, '一个班次最长24小时']);
  const outside = '这个人不在你的范围，或没有接警的权限';
  const place = await aDepartment(app);
  const [elsewhere, there] = [
    await aUser(app, { department: place }),
    await aUser(app, { role: 'leader', department: place }),
  ];
  expect(await refused({ userId: one.id, from: inHours(30), until: inHours(38) }, there)).toEqual([400, outside]);
  const viewer = await aUser(app, { role: 'viewer' });
  expect(await refused({ userId: viewer.id, from: inHours(30), until: inHours(38) })).toEqual([400, outside]);
  await put({ userId: elsewhere.id, from: inHours(30), until: inHours(38) }, there);
  expect(await turnsOf(one, there)).toEqual([]);
  await app.sql(
    `update shift_turn set from_at = now() - interval '9 hours', until_at = now() - interval '1 minute' where id = $1`,
    [gone.id],
  );
  const over = await app.tryCall(shiftApi.deleteRoster, { ids: [gone.id] }, leader.token);
  expect(over).toMatchObject({ status: 409, msg: '已经结束的班次不能再改' });
});

test('two who put the same person on at once: one of them is told of the other', async () => {
  const one = await aUser(app);
  const turn = { userId: one.id, from: inHours(1), until: inHours(9) };
  const both = await Promise.all([1, 2].map(() => app.tryCall(shiftApi.editRoster, turn, leader.token)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('a pattern fills the days of the zone for several people, all or none; two exchange their turns', async () => {
  const [one, other] = [await aUser(app), await aUser(app)];
  const week = { patternId: patterns.早班 ?? '', seat: '01', from: day(1), to: day(3) };
  const { count } = await app.call(shiftApi.fillRoster, { ...week, userIds: [one.id] }, leader.token);
  expect([count, (await turnsOf(one)).map(({ from }) => from)]).toEqual([
    3,
    [1, 2, 3].map((n) => `${day(n - 1 + 1)}T00:00:00.000Z`),
  ]);
  const third = await aUser(app);
  const running = { ...week, from: day(-3), to: day(1), userIds: [third.id] };
  const filled = await app.call(shiftApi.fillRoster, running, leader.token);
  expect([filled.count + filled.over, (await turnsOf(third)).length]).toEqual([5, filled.count]);
  expect(filled.over).toBeGreaterThanOrEqual(3);
  const gone = await app.tryCall(shiftApi.fillRoster, { ...running, to: day(-2) }, leader.token);
  expect(gone).toMatchObject({ status: 400, msg: `${day(-3)} 至 ${day(-2)} 的早班都已结束，不能再排` });
  const again = await app.tryCall(shiftApi.fillRoster, { ...week, userIds: [other.id, one.id] }, leader.token);
  expect([again.status, await turnsOf(other)]).toEqual([400, []]);

  await app.call(
    shiftApi.fillRoster,
    { ...week, patternId: patterns.夜班 ?? '', to: day(1), userIds: [other.id] },
    leader.token,
  );
  const [[mine], [theirs]] = [await turnsOf(one), await turnsOf(other)];
  const pair = { id: mine?.id ?? '', version: 1, withId: theirs?.id ?? '', withVersion: 1 };
  await app.call(shiftApi.swapRoster, pair, leader.token);
  expect([(await turnsOf(one)).map(({ shift }) => shift), (await turnsOf(other)).map(({ shift }) => shift)]).toEqual([
    ['夜班', '早班', '早班'],
    ['早班'],
  ]);
  // A second leader with the old version changes nothing.
  for (const seen of [pair, { ...pair, version: 2 }])
    expect(await app.tryCall(shiftApi.swapRoster, seen, leader.token)).toMatchObject({
      ...{ status: 409, data: { version: 2, updatedBy: leader.name } },
    });
  const same = await app.tryCall(shiftApi.swapRoster, { ...pair, withId: pair.id }, leader.token);
  expect(same).toMatchObject({ status: 400, msg: '请选择另一个人的班次' });
});

test('a leader edits the hours of a pattern: turns from tomorrow on follow if asked, what has begun and other patterns never', async () => {
  const mine = await aProject(app);
  const boss = await aUser(app, { role: 'leader', projects: [mine] });
  const one = await aUser(app, { projects: [mine] });
  const hours = { name: '长夜班', from: '21:00', until: '05:30', minStaff: 2 };
  const { id } = await app.call(shiftApi.addPattern, { projectId: mine, ...hours }, boss.token);
  const fill = { userIds: [one.id], patternId: id, from: day(1), to: day(3) };
  await app.call(shiftApi.fillRoster, fill, boss.token);
  const spans = async () => (await turnsOf(one, boss)).map(({ shift, from, until }) => [shift, from, until]);
  const was = (n: number) => ['长夜班', `${day(n)}T13:00:00.000Z`, `${day(n)}T21:30:00.000Z`];
  expect(await spans()).toEqual([was(1), was(2), was(3)]);
  // The first turn has begun.
  const [first] = await turnsOf(one, boss);
  await app.sql(
    `update shift_turn set from_at = now() - interval '1 hour', until_at = now() + interval '7 hours' where id = $1`,
    [first?.id],
  );
  const [begun] = await spans();
  const pattern = (await choice(boss)).patterns.find((row) => row.id === id);
  expect(pattern).toMatchObject({ ...hours, projectId: mine, ahead: 2, editable: true, version: 1 });

  const edit = (change: object, by = boss) =>
    app.tryCall(shiftApi.editPattern, { id, ...hours, ...change } as InputOf<typeof shiftApi.editPattern>, by.token);
  expect((await edit({ version: 1, minStaff: 3, from: '20:00' })).data).toMatchObject({ version: 2, moved: 0 });
  expect(await spans()).toEqual([begun, was(2), was(3)]);
  const moved = await edit({ version: 2, name: '大夜班', from: '22:00', until: '06:00', follow: true });
  expect(moved.data).toMatchObject({ version: 3, moved: 2 });
  const is = (n: number) => ['大夜班', `${day(n)}T14:00:00.000Z`, `${day(n)}T22:00:00.000Z`];
  expect(await spans()).toEqual([begun, is(2), is(3)]);

  expect((await edit({ version: 2 })).status).toBe(409);
  // No turn moves over the next day's turn.
  const until = new Date(Date.parse(`${day(3)}T22:00:00.000Z`) + 4 * hour).toISOString();
  await put({ userId: one.id, from: `${day(3)}T22:00:00.000Z`, until }, boss);
  const over = await edit({ version: 3, from: '23:00', until: '08:00', follow: true });
  expect([over.status, over.msg]).toEqual([409, expect.stringMatching(`^${one.name} .+ 改后与另一个班次重叠`)]);
  expect((await spans()).slice(0, 3)).toEqual([begun, is(2), is(3)]);
});

test('patterns are refused by name: bad hours, a name twice, another project, everybody’s by somebody of one, and one in use', async () => {
  const [mine, other] = [await aProject(app), await aProject(app)];
  const boss = await aUser(app, { role: 'leader', projects: [mine] });
  const one = await aUser(app, { projects: [mine] });
  const add = async (input: object, by = boss) => {
    const asked = { projectId: mine, name: '周末班', from: '09:00', until: '18:00', minStaff: 0, ...input };
    const { status, msg } = await app.tryCall(shiftApi.addPattern, asked, by.token);
    return [status, msg];
  };
  expect(await add({ from: '8点' })).toEqual([400, '请填写开始时间，如 08:00']);
  expect(await add({ until: '24:00' })).toEqual([400, '请填写结束时间，如 08:00']);
  expect(await add({ minStaff: 100 })).toEqual([400, '最少人数须在0至99之间']);
  expect(await add({ projectId: other })).toEqual([400, '项目不存在或不在你的范围']);
  expect(await add({ projectId: null })).toEqual([400, '请选择项目']);
  const { id } = await app.call(
    shiftApi.addPattern,
    { projectId: mine, name: '周末班', from: '09:00', until: '09:00', minStaff: 0 },
    boss.token,
  );
  expect(await add({})).toEqual([400, '已有同名的班次']);
  const all = await app.tryCall(shiftApi.deletePattern, { ids: [patterns.中班 ?? ''] }, boss.token);
  expect([all.status, (await choice(boss)).patterns.map(({ name, editable }) => [name, editable])]).toEqual([
    403,
    [
      ['早班', false],
      ['中班', false],
      ['夜班', false],
      ['周末班', true],
    ],
  ]);
  // From nine to nine are 24 hours.
  await app.call(shiftApi.fillRoster, { userIds: [one.id], patternId: id, from: day(1), to: day(2) }, boss.token);
  const used = await app.tryCall(shiftApi.deletePattern, { ids: [id] }, boss.token);
  expect([used.status, used.msg]).toEqual([409, '「周末班」还有 2 个排班没有结束，请先取消或改用别的班次']);
  const turns = await turnsOf(one, boss);
  await app.call(shiftApi.deleteRoster, { ids: turns.map((row) => row.id) }, boss.token);
  expect((await app.call(shiftApi.deletePattern, { ids: [id] }, boss.token)).count).toBe(1);
  const gone = await app.tryCall(
    shiftApi.fillRoster,
    { userIds: [one.id], patternId: id, from: day(1), to: day(2) },
    boss.token,
  );
  expect(gone.msg).toBe('班次不存在或不在你的范围');
});

test('a sheet is judged row by row, written, and taken back', async () => {
  const one = await aUser(app);
  const rows = [
    ['账号', '日期', '班次', '坐席', '开始', '结束'],
    [one.account, day(2), '早班', '05', '', ''],
    [one.account, day(2), '其他', '', '22:00', '06:00'],
    [one.account, day(2), '其他', '', '15:00', '18:00'],
    ['nobody', day(2), '早班', '', '', ''],
    [one.account, day(-3), '早班', '', '', ''],
    [one.account, day(4), '午班', '', '', ''],
    [one.account, '2099-02-30', '早班', '', '', ''],
    // Times as in a workbook: fractions of a day, with a format and without.
    [one.account, day(5), '其他', '', new Date(Date.UTC(1899, 11, 30, 22, 0)), new Date(Date.UTC(1899, 11, 31, 6, 30))],
    [one.account, day(7), '其他', '', 0.9166666667, 0.25],
  ];
  const { data } = await upload(
    app,
    shiftApi.importRoster.path,
    await workbookOf([{ name: '排班', rows }]),
    {},
    leader.token,
  );
  const jobId = String(data.jobId);
  const seen = await app.call(importApi.getImportPreview, { jobId }, leader.token);
  expect(seen).toMatchObject({ total: 9, inserts: 4, invalid: 5 });
  expect(seen.errors.map(({ row, column, msg }) => [row, column, msg])).toMatchObject([
    [4, '日期', '与表中前面的行时间重叠'],
    [5, '账号', '没有这个账号，或不在你的范围，或没有接警的权限'],
    [6, '日期', '这个班次已经结束，不能再排'],
    [7, '班次', expect.any(String)],
    [8, '日期', '请填写存在的日期，格式YYYY-MM-DD'],
  ]);
  await app.call(importApi.confirmImport, { jobId, mode: 'valid' }, leader.token);
  expect(await turnsOf(one)).toMatchObject([
    { shift: '早班', seat: '05', from: `${day(2)}T00:00:00.000Z` },
    { shift: '其他', seat: null, from: `${day(2)}T14:00:00.000Z`, until: `${day(2)}T22:00:00.000Z` },
    { from: `${day(5)}T14:00:00.000Z`, until: `${day(5)}T22:30:00.000Z` },
    { from: `${day(7)}T14:00:00.000Z`, until: `${day(7)}T22:00:00.000Z` },
  ]);
  await app.call(importApi.undoImport, { jobId }, leader.token);
  expect(await turnsOf(one)).toEqual([]);
});

test('operators look at the roster and change nothing', async () => {
  const one = await aUser(app);
  expect(await turnsOf(one, one)).toEqual([]);
  expect(await refused({ userId: one.id, from: inHours(1), until: inHours(2) }, one)).toMatchObject([
    403,
    expect.any(String),
  ]);
});

const present = (user: TestUser) =>
  app.sql('insert into presence values ($1, now()) on conflict (user_id) do update set seen_at = excluded.seen_at', [
    user.id,
  ]);

test('who is on duty is who has a turn now, may take the alarms of the place, and how their seat stands', async () => {
  const [departmentId, project] = [await aDepartment(app), await aProject(app)];
  const [one, later] = [await aUser(app, { department: departmentId, projects: [project] }), await aUser(app)];
  await app.call(shiftApi.editRoster, { userId: one.id, from: inHours(-1), until: inHours(3) }, app.admin);
  await put({ userId: later.id, from: inHours(2), until: inHours(3) });
  await present(one);
  const { people } = await app.call(shiftApi.getOnDuty, {}, app.admin);
  expect(people.filter(({ userId }) => userId === one.id || userId === later.id)).toMatchObject([
    { userId: one.id, state: 'idle' },
  ]);
  const there = { departmentId, projectId: project };
  const ids = async (place: typeof there, when?: string) =>
    (await onDutyUsers(db, when)).filter((one) => one.sees(place)).map(({ id }) => id);
  expect(await ids(there)).toContain(one.id);
  expect(await ids(there, inHours(4))).not.toContain(one.id);
  expect(await ids({ ...there, projectId: await aProject(app) })).not.toContain(one.id);
});

test('nobody on duty is told once to leader, manager and administrator, and taken back when somebody is there', async () => {
  const project = await aProject(app);
  const [one, boss] = [
    await aUser(app, { projects: [project] }),
    await aUser(app, { role: 'leader', projects: [project] }),
  ];
  await app.sql('delete from shift_turn');
  const ladder = [
    { after: 30, target: 'contacts' as const, channels: ['sms' as const] },
    { after: 60, target: 'leader' as const, channels: ['voice' as const] },
  ];
  await app.call(projectApi.editProjectConfig, { id: project, version: 1, ladder }, app.admin);
  await app.sql(`insert into channel (project_id, kind, name) values ($1, 'voice', '值班电话')`, [project]);
  const told = async () =>
    (await app.list(noticeApi.getMyNoticeList, {}, boss.token)).rows.filter(({ title }) =>
      title.startsWith('无人值班'),
    );
  const gaps = async () => (await app.call(shiftApi.getOnDuty, {}, boss.token)).gaps;
  await watchDuty();
  expect([await told(), await gaps()]).toEqual([[], []]);

  await app.call(shiftApi.editRoster, { userId: one.id, from: inHours(-1), until: inHours(3) }, boss.token);
  await Promise.all([watchDuty(), watchDuty()]);
  await watchDuty();
  expect(await told()).toHaveLength(1);
  const calls = await app.list(notificationApi.getNotificationList, { event: ['gap'], userId: boss.id }, boss.token);
  expect(calls.rows).toMatchObject([{ channel: 'voice', warnId: null, title: expect.stringMatching(/^无人值班 /) }]);
  expect(await gaps()).toMatchObject([{ projectId: project, reason: 'nobody_there' }]);

  await present(one);
  await watchDuty();
  expect([await told(), await gaps()]).toEqual([[], []]);
});

test('a turn that begins takes back nothing while nobody comes, the gap ends with who comes, and with its project', async () => {
  const project = await aProject(app);
  const [one, other] = [await aUser(app, { projects: [project] }), await aUser(app, { projects: [project] })];
  await app.sql('delete from shift_turn');
  const gaps = () =>
    app.sql<{ id: string; open: boolean }>(
      'select id::text, ended_at is null as open from shift_gap where project_id = $1 order by id',
      [project],
    );
  await app.call(shiftApi.editRoster, { userId: one.id, from: inHours(-1), until: inHours(3) }, app.admin);
  await watchDuty();
  const [first] = await gaps();
  expect(first?.open).toBe(true);
  await app.call(shiftApi.editRoster, { userId: other.id, from: inHours(-0.01), until: inHours(3) }, app.admin);
  await watchDuty();
  expect(await gaps()).toEqual([first]);
  await present(other);
  await watchDuty();
  expect(await gaps()).toEqual([{ ...first, open: false }]);

  await app.sql('delete from presence where user_id = $1', [other.id]);
  await app.sql(`update shift_turn set from_at = now() - interval '1 hour' where user_id = $1`, [other.id]);
  await watchDuty();
  expect((await gaps()).map(({ open }) => open)).toEqual([false, true]);
  await app.sql(`update project set status = 'closed' where id = $1`, [project]);
  await watchDuty();
  expect((await gaps()).map(({ open }) => open)).toEqual([false, false]);
});

test('a template is filled by the clock of the project, and a shift over its midnight counts to the minute', async () => {
  const project = await aProject(app);
  await app.sql(`update project set time_zone = 'Asia/Urumqi' where id = $1`, [project]);
  const own = { projects: [project] };
  const [boss, early, night] = [
    await aUser(app, { role: 'leader', ...own }),
    await aUser(app, own),
    await aUser(app, own),
  ];
  const fill = { userIds: [early.id], patternId: patterns.早班 ?? '', from: day(1), to: day(1) };
  await app.call(shiftApi.fillRoster, fill, boss.token);
  const [turn] = await turnsOf(early, boss);
  const clock = (instant = '') => new Date(instant).toLocaleString('sv-SE', { timeZone: 'Asia/Urumqi' });
  expect(clock(turn?.from)).toBe(`${day(1)} 08:00:00`);

  const [from, until] = [`${day(1)}T16:00:00Z`, `${day(2)}T00:00:00Z`];
  await put({ userId: night.id, from, until }, boss);
  expect(clock(from)).toBe(`${day(1)} 22:00:00`);
  const on = async (minutes: number) => {
    const when = new Date(Date.parse(from) + minutes * 60_000).toISOString();
    return (await onDutyUsers(db, when)).some(({ id }) => id === night.id);
  };
  expect([await on(-1), await on(0), await on(121), await on(479), await on(480)]).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});
