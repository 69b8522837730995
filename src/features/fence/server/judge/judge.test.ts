import { afterAll, beforeAll, expect, test } from 'vitest';
import { fenceApi } from '#features/fence/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aFence, aWalker, type Walker, walks } from '../testing.ts';
import { judgeStays } from './due.ts';
import { forgetJudged, judgeFences } from './tick.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const warns = ({ customerId }: Walker) =>
  app.sql<{ type: string; status: string; n: number; notes: string[] }>(
    `select type, status, repeat_count as n, array(select note from warn_step s where s.warn_id = warn.id and note is not null order by id) as notes
     from warn where customer_id = $1 order by id`,
    [customerId],
  );
const events = async ({ customerId }: Walker) =>
  (
    await app.list(fenceApi.getFenceEventList, { customerId, sort: [{ field: 'at', order: 'asc' }] }, app.admin)
  ).rows.map(({ kind, warnId }) => [kind, warnId !== null]);

/** A person who is known to be inside a fence of 300 m. */
async function insider(fence: Parameters<typeof aFence>[2] = {}) {
  const walker = await aWalker(app);
  const id = await aFence(app, [walker.customerId], { name: '桂园小区 家', ...fence });
  await walks(app, walker, { north: 0, ago: 280 }, { north: 20, ago: 240 });
  await judgeFences();
  return { ...walker, fenceId: id };
}

test('the second fix outside rings, the note names the fence, and the way back ends the alarm', async () => {
  const walker = await insider();
  await walks(app, walker, { north: 400, ago: 200 });
  await judgeFences();
  expect(await warns(walker)).toEqual([]);
  await walks(app, walker, { north: 440, ago: 160 });
  await judgeFences();
  expect(await warns(walker)).toMatchObject([
    { type: 'fence_out', status: 'pending', notes: ['越出围栏 桂园小区 家'] },
  ]);
  await walks(app, walker, { north: 480, ago: 120 });
  await judgeFences();
  expect(await warns(walker)).toHaveLength(1);
  await walks(app, walker, { north: 100, ago: 80 }, { north: 60, ago: 40 });
  await judgeFences();
  expect(await warns(walker)).toMatchObject([{ status: 'done', n: 0 }]);
  expect(await events(walker)).toEqual([
    ['leave', true],
    ['back', false],
  ]);
});

test('a lone jump, a repeated fix, a cell fix and a late one ring nothing', async () => {
  const walker = await insider();
  await walks(app, walker, { north: 900, ago: 200 }, { north: 900, ago: 160 });
  await walks(app, walker, { north: 2000, ago: 120, source: 'cell' }, { north: 950, ago: 100, flags: 4 });
  await judgeFences();
  await walks(app, walker, { north: 10, ago: 60 }, { north: 800, ago: 20 });
  await judgeFences();
  expect(await warns(walker)).toEqual([]);
});

test('the first fix outside asks a device that can answer for another one, once', async () => {
  const walker = await insider();
  await walks(app, walker, { north: 500, ago: 100 });
  await judgeFences();
  await judgeFences();
  const commands = await app.sql(`select command from equipment_command where equipment_id = $1`, [walker.deviceId]);
  expect(commands).toEqual([{ command: 'locate' }]);
});

test('leaving two fences is one alarm, and back in one of them is not back', async () => {
  const walker = await insider();
  await aFence(app, [walker.customerId], {
    kind: 'safe',
    shape: { circle: { centre: { lat: 28.936, lng: 118.885 }, radius: 600 } },
  });
  await judgeFences();
  await walks(app, walker, { north: 1000, ago: 200 }, { north: 1040, ago: 160 });
  await judgeFences();
  expect(await warns(walker)).toMatchObject([{ status: 'pending', n: 0 }]);
  await walks(app, walker, { north: 500, ago: 120 }, { north: 460, ago: 80 });
  await judgeFences();
  expect(await warns(walker)).toMatchObject([{ status: 'pending' }]);
  await walks(app, walker, { north: 100, ago: 40 }, { north: 60, ago: 5 });
  await judgeFences();
  expect(await warns(walker)).toMatchObject([{ status: 'done' }]);
});

test('out again within 15 minutes of the way back waits, and rings then for who is still out', async () => {
  const walker = await insider();
  await walks(
    app,
    walker,
    { north: 500, ago: 230 },
    { north: 540, ago: 195 },
    { north: 100, ago: 160 },
    { north: 60, ago: 125 },
  );
  await judgeFences();
  await walks(app, walker, { north: 500, ago: 90 }, { north: 540, ago: 55 });
  await judgeFences();
  expect(await warns(walker)).toHaveLength(1);
  await app.sql(
    `update fence_alarm set back_at = back_at - interval '15 minutes', due_at = due_at - interval '15 minutes' where customer_id = $1`,
    [walker.customerId],
  );
  await judgeFences();
  expect(await warns(walker)).toMatchObject([{ status: 'done' }, { status: 'pending' }]);
});

test('an alarm closed by a person does not ring again while the other is still out', async () => {
  const walker = await insider();
  await walks(app, walker, { north: 500, ago: 200 }, { north: 540, ago: 160 });
  await judgeFences();
  await app.sql(`update warn set status = 'done', finished_at = now() where customer_id = $1`, [walker.customerId]);
  await app.sql(`update fence_watch set next_at = now() where fence_id = $1`, [walker.fenceId]);
  await walks(app, walker, { north: 600, ago: 120 });
  await judgeFences();
  expect(await warns(walker)).toHaveLength(1);
});

test('who is outside already when a fence is made, switched on or its hours begin is judged, once', async () => {
  const walker = await aWalker(app);
  await walks(app, walker, { north: 500, ago: 200 }, { north: 540, ago: 160 });
  const id = await aFence(app, [walker.customerId]);
  await judgeFences();
  await judgeFences();
  expect(await warns(walker)).toHaveLength(1);
  await app.call(fenceApi.updateFenceStatus, { id, status: 'disabled' }, app.admin);
  await app.sql(`update warn set status = 'done', finished_at = now() where customer_id = $1`, [walker.customerId]);
  await app.sql(`delete from fence_alarm where customer_id = $1`, [walker.customerId]);
  await judgeFences();
  await app.call(fenceApi.updateFenceStatus, { id, status: 'enabled' }, app.admin);
  await judgeFences();
  expect(await warns(walker)).toHaveLength(2);
});

test('out of its hours a fence records the crossing and does not ring; when they begin it does', async () => {
  const clock = (ms: number) => new Date(Date.now() + ms + 8 * 3_600_000).toISOString().slice(11, 16);
  const later = { days: [1, 2, 3, 4, 5, 6, 7], from: clock(2 * 3_600_000), to: clock(3 * 3_600_000) };
  const walker = await insider({ windows: [later] });
  await walks(app, walker, { north: 500, ago: 200 }, { north: 540, ago: 160 });
  await judgeFences();
  expect(await warns(walker)).toEqual([]);
  expect(await events(walker)).toEqual([['leave', false]]);
  await app.sql(`update fence set windows = jsonb_set(windows, '{0,from}', $2::jsonb) where id = $1`, [
    walker.fenceId,
    JSON.stringify(clock(-3_600_000)),
  ]);
  await app.sql(`update fence_watch set seed = false where fence_id = $1`, [walker.fenceId]);
  await judgeFences();
  expect(await warns(walker)).toMatchObject([{ type: 'fence_out', status: 'pending' }]);
});

test('entering a forbidden zone rings, leaving it ends the alarm', async () => {
  const walker = await aWalker(app);
  await aFence(app, [walker.customerId], { kind: 'forbidden', name: '镜湖东岸' });
  await walks(app, walker, { north: 600, ago: 280 }, { north: 560, ago: 240 });
  await judgeFences();
  expect(await warns(walker)).toEqual([]);
  await walks(app, walker, { north: 100, ago: 200 }, { north: 60, ago: 165 });
  await judgeFences();
  expect(await warns(walker)).toMatchObject([{ type: 'fence_in', notes: ['进入禁入区 镜湖东岸'] }]);
  await walks(app, walker, { north: 500, ago: 120 }, { north: 540, ago: 80 });
  await judgeFences();
  expect(await warns(walker)).toMatchObject([{ status: 'done' }]);
});

test('who stays too long is reported once, with a fresh fix alone', async () => {
  const walker = await insider({ kind: 'stay', minutes: 30, name: '地下车库' });
  await app.sql(`update fence_state set stay_at = now() - interval '1 minute' where customer_id = $1`, [
    walker.customerId,
  ]);
  await app.sql(`update device_state set position_at = now() - interval '2 hours' where device_id = $1`, [
    walker.deviceId,
  ]);
  await judgeStays();
  expect(await warns(walker)).toEqual([]);
  await walks(app, walker, { north: 25, ago: 10 });
  await judgeStays();
  await judgeStays();
  expect(await warns(walker)).toMatchObject([{ type: 'sedentary', notes: ['在地下车库停留超过 30 分钟'] }]);
});

test('who has not agreed, is on leave or not in service is not judged', async () => {
  const withdrawn = await insider();
  await app.sql(
    `update consent set withdrawn_at = now(), reason = '本人要求' where customer_id = $1 and purpose = 'location'`,
    [withdrawn.customerId],
  );
  const away = await insider();
  await app.sql(
    `insert into customer_leave (customer_id, kind, from_at, expected_return) values ($1, 'outing', now(), now() + interval '1 day')`,
    [away.customerId],
  );
  const paused = await insider();
  await app.sql(`update customer set service_state = 'paused' where id = $1`, [paused.customerId]);
  for (const walker of [withdrawn, away, paused]) {
    await walks(app, walker, { north: 500, ago: 200 }, { north: 540, ago: 160 });
    await judgeFences();
    expect(await warns(walker)).toEqual([]);
  }
});

test('a run that is repeated from the beginning, or by another node, changes nothing', async () => {
  const walker = await insider();
  await walks(app, walker, { north: 500, ago: 200 }, { north: 540, ago: 160 }, { north: 580, ago: 120 });
  await judgeFences();
  const stored = async () => [
    await warns(walker),
    await events(walker),
    await app.sql('select * from fence_state where customer_id = $1', [walker.customerId]),
  ];
  const before = await stored();
  await app.sql(`update fence_judge set judged_at = now() - interval '30 minutes'`);
  forgetJudged();
  await Promise.all([judgeFences(), judgeFences()]);
  expect(await stored()).toEqual(before);
});

test('a tag makes a fence hold for everybody of its project who has it', async () => {
  const walker = await aWalker(app);
  await app.sql(`update customer set tag = '{key_care}' where id = $1`, [walker.customerId]);
  const [owner] = await app.sql<{ projectId: string; departmentId: string }>(
    'select project_id::text as "projectId", department_id::text as "departmentId" from customer where id = $1',
    [walker.customerId],
  );
  await aFence(app, [], { tag: ['key_care'], ...owner });
  const stranger = await aWalker(app);
  for (const each of [walker, stranger])
    await walks(
      app,
      each,
      { north: 10, ago: 280 },
      { north: 20, ago: 240 },
      { north: 500, ago: 200 },
      { north: 540, ago: 160 },
    );
  await judgeFences();
  expect(await warns(walker)).toHaveLength(1);
  expect(await warns(stranger)).toEqual([]);
});

test('whatever breaks on the way to the alarm, each going out rings once', async () => {
  const walkers: Walker[] = [];
  for (let n = 0; n < 6; n++) walkers.push(await insider());
  for (const walker of walkers) await walks(app, walker, { north: 500, ago: 200 }, { north: 540, ago: 160 });
  await app.sql(`
    create function break_half() returns trigger language plpgsql as $$
    begin if random() < 0.5 then raise exception 'broken on purpose'; end if; return new; end $$`);
  const tables = ['fence_event', 'fence_alarm', 'fence_state'];
  for (const table of tables)
    await app.sql(
      `create trigger break_half before insert or update on ${table} for each row execute function break_half()`,
    );
  for (let run = 0; run < 4; run++) await judgeFences().catch(() => undefined);
  for (const table of tables) await app.sql(`drop trigger break_half on ${table}`);
  await judgeFences();
  for (const walker of walkers) {
    expect(await warns(walker)).toMatchObject([{ type: 'fence_out', status: 'pending', n: 0 }]);
    expect(await events(walker)).toEqual([['leave', true]]);
  }
});

test('a fence that cannot be judged stops no other', async () => {
  const walker = await insider();
  const broken = await aFence(app, [walker.customerId], { name: '坏了的围栏' });
  await app.sql(`
    create function break_one() returns trigger language plpgsql as $$
    begin raise exception 'broken on purpose'; end $$`);
  await app.sql(
    `create trigger break_one before update on fence_watch for each row when (old.fence_id = ${broken}) execute function break_one()`,
  );
  await walks(app, walker, { north: 500, ago: 200 }, { north: 540, ago: 160 });
  await judgeFences();
  expect(await warns(walker)).toMatchObject([{ type: 'fence_out', status: 'pending' }]);
  await app.sql('drop trigger break_one on fence_watch');
});
