import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bedApi } from '#features/bed/contract.ts';
import { bedBoardApi } from '#features/bedBoard/contract.ts';
import { withPartitions } from '#server/db/partitions.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aProject, aRole, aUser } from '#server/testing/rows.ts';
import type { InputOf } from '#shared/endpoint.ts';

let app: TestApp;
let department: string;
beforeAll(async () => {
  // Rows of readings are written by the test alone.
  app = await startApp({ env: { ROLES: 'web,ingest' } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  department = await aDepartment(app);
  await app.sql(`update department set type = 'org' where id = $1`, [department]);
});

const minute = 60_000;
const start = Date.now();
/** Instant so many minutes before the test's start. */
const ago = (minutes: number) => new Date(start - minutes * minute).toISOString();

type Board = InputOf<typeof bedBoardApi.getBedBoard>;
const board = (input: Board = {}, token = app.admin) =>
  app.call(bedBoardApi.getBedBoard, { departmentId: department, ...input }, token);

/** Creates bed 1 of a room of floor 3, with this customer. */
async function aBedOf(customer: string | null, room = '301', floor = '3'): Promise<void> {
  const input = { departmentId: department, building: '1号楼', floor, room, bed: '1' };
  const { data } = await app.tryCall(bedApi.addBed, input, app.admin);
  const [bedId] = (data as { ids: [string] }).ids;
  if (customer) await app.call(bedApi.assignBed, { customerId: customer, bedId }, app.admin);
}

interface Mat {
  customer: string;
  device: string;
}

/** Creates a person in a bed with an online mat, bound 48 h ago. */
async function aSleeper(room = '301'): Promise<Mat> {
  const customer = await aCustomer(app, { department });
  await aBedOf(customer, room);
  return { customer, device: await aMatOf(customer) };
}

async function aMatOf(customer: string): Promise<string> {
  const { id } = await aDevice(app, { customer });
  await app.sql(`update equipment_binding set bound_at = now() - interval '48 hours' where equipment_id = $1`, [id]);
  await app.sql(
    `insert into device_state (device_id, project_id, online) select id, project_id, true from equipment where id = $1
     on conflict (device_id) do update set online = true, offline_since = null`,
    [id],
  );
  return id;
}

/** Stores values of a mat; the last one becomes the newest. */
async function sent(
  { customer, device }: Mat,
  metric: string,
  values: [minutesAgo: number, value: number][],
  level?: number,
) {
  await withPartitions(() =>
    app.sql(
      `insert into reading (device_id, metric, at, value, project_id)
       select $1, $2, t, v, (select project_id from equipment where id = $1) from unnest($3::timestamptz[], $4::float8[]) as r (t, v)`,
      [device, metric, values.map(([minutes]) => ago(minutes)), values.map(([, value]) => value)],
    ),
  );
  const [minutes, value] = values.at(-1) ?? [0, 0];
  await app.sql(
    `insert into reading_latest (customer_id, metric, at, value, flags, source_id, level, since) values ($1, $2, $3, $4, 0, $5, $6, $3)
     on conflict (customer_id, metric) do update set at = excluded.at, value = excluded.value, level = excluded.level`,
    [customer, metric, ago(minutes), value, device, level ?? null],
  );
}

const lone = async (input?: Board, token?: string) => (await board(input, token))[0];

test('an empty bed is empty, a person without a sensor has none, and neither has values', async () => {
  await aBedOf(null, '301');
  await aBedOf(await aCustomer(app, { department }), '302');
  const nothing = { since: null, heart: null, breath: null, equipmentId: null, warn: null };
  expect(await board()).toMatchObject([
    { room: '301', state: 'empty', customerId: null, name: null, ...nothing },
    { room: '302', state: 'none', ...nothing },
  ]);
});

test('the start of a state is the first of its repeated values, or the only one of a mat that sends changes', async () => {
  const [repeating, changing] = [await aSleeper('301'), await aSleeper('302')];
  await sent(repeating, 'in_bed', [
    [90, 1],
    [60, 0],
    [50, 0],
    [1, 0],
  ]);
  await sent(changing, 'in_bed', [
    [700, 0],
    [600, 1],
  ]);
  expect(await board()).toMatchObject([
    { state: 'out', inBed: false, since: ago(60), at: ago(1) },
    { state: 'in', inBed: true, since: ago(600), at: ago(600) },
  ]);
});

test('a state without a change starts with the first value within a day', async () => {
  const mat = await aSleeper();
  await sent(mat, 'in_bed', [
    [30 * 60, 0],
    [23 * 60, 0],
    [60, 0],
    [1, 0],
  ]);
  expect(await lone()).toMatchObject({ state: 'out', since: ago(23 * 60) });
});

test('a state that changes between two looks starts anew, also when it is back by then', async () => {
  const mat = await aSleeper();
  await sent(mat, 'in_bed', [
    [90, 1],
    [60, 0],
    [50, 0],
  ]);
  expect(await lone()).toMatchObject({ state: 'out', since: ago(60) });
  await sent(mat, 'in_bed', [[40, 0]]);
  expect(await lone()).toMatchObject({ state: 'out', since: ago(60) });
  await sent(mat, 'in_bed', [
    [30, 1],
    [20, 0],
  ]);
  expect(await lone()).toMatchObject({ state: 'out', since: ago(20) });
  await sent(mat, 'in_bed', [[10, 1]]);
  expect(await lone()).toMatchObject({ state: 'in', since: ago(10) });
});

test('who had the mat before is neither in the state nor in the strip, and a mat that was taken away says nothing', async () => {
  const mat = await aSleeper();
  await sent(mat, 'in_bed', [
    [200, 1],
    [100, 1],
    [5, 1],
  ]);
  await app.sql('update equipment_binding set bound_at = $2 where equipment_id = $1', [mat.device, ago(150)]);
  const card = await lone({ strip: true });
  expect(card).toMatchObject({ since: ago(100) });
  expect(card?.strip).toMatchObject([{ from: ago(100) }]);
  await app.sql('update equipment_binding set unbound_at = now() where equipment_id = $1', [mat.device]);
  expect(await lone({ strip: true })).toMatchObject({ state: 'none', since: null, strip: [] });
});

test('the strip has the times in bed of twelve hours, until now or until the device was lost', async () => {
  const mat = await aSleeper();
  await sent(mat, 'in_bed', [
    [800, 1],
    [500, 1],
    [480, 0],
    [470, 0],
    [460, 1],
    [30, 1],
  ]);
  const { strip } = (await lone({ strip: true })) ?? {};
  expect(strip).toMatchObject([{ to: ago(480) }, { from: ago(460) }]);
  expect(Date.parse(strip?.[0]?.from ?? '')).toBeGreaterThanOrEqual(start - 720 * minute);
  expect(Date.parse(strip?.[1]?.to ?? '')).toBeGreaterThanOrEqual(start);
  await app.sql('update device_state set online = false, offline_since = $2 where device_id = $1', [
    mat.device,
    ago(20),
  ]);
  const offline = await lone({ strip: true });
  expect(offline).toMatchObject({ state: 'offline', since: ago(20), inBed: true, at: ago(30) });
  expect(offline?.strip?.[1]).toEqual({ from: ago(460), to: ago(30) });
  expect((await lone())?.strip).toBeNull();
});

test('a signal is weak where the mat has sent heart or breath and sends neither now', async () => {
  const [fresh, old, without] = [await aSleeper('301'), await aSleeper('302'), await aSleeper('303')];
  for (const mat of [fresh, old, without])
    await sent(mat, 'in_bed', [
      [90, 1],
      [0, 1],
    ]);
  await sent(fresh, 'heart_rate', [[0, 72]], 3);
  await sent(old, 'heart_rate', [[3, 72]]);
  expect(await board()).toMatchObject([
    { state: 'in', heart: { value: 72, at: ago(0), level: 3 }, breath: null },
    { state: 'weak', heart: { value: 72, at: ago(3), level: null } },
    { state: 'in', heart: null },
  ]);
});

test('out of bed no heart or breath is shown, and on leave nobody is out of bed', async () => {
  const mat = await aSleeper();
  await sent(mat, 'in_bed', [
    [90, 1],
    [10, 0],
  ]);
  await sent(mat, 'heart_rate', [[10, 72]]);
  expect(await lone()).toMatchObject({ state: 'out', heart: null, leaveUntil: null });
  await app.sql(
    `insert into customer_leave (customer_id, kind, from_at, expected_return) values ($1, 'outing', $2, $3)`,
    [mat.customer, ago(60), ago(-60)],
  );
  expect(await lone()).toMatchObject({ state: 'leave', leaveUntil: ago(-60) });
  await sent(mat, 'in_bed', [[1, 1]]);
  expect(await lone()).toMatchObject({ state: 'in', leaveUntil: ago(-60) });
});

test('beds stand by floor and room, then people at home; a floor and a project are a choice', async () => {
  const project = await aProject(app, department);
  await aBedOf(await aCustomer(app, { department, project, name: '赵长根' }), '1002', '10');
  await aBedOf(await aCustomer(app, { department, name: '梁宝珍' }), '302');
  await aBedOf(null, '301');
  const home = await aCustomer(app, { department, project, name: '王爱英' });
  await sent({ customer: home, device: await aMatOf(home) }, 'in_bed', [[5, 1]]);
  const names = async (input: Board) => (await board(input)).map(({ room, name }) => [room, name]);
  expect(await names({})).toEqual([
    ['301', null],
    ['302', '梁宝珍'],
    ['1002', '赵长根'],
    [null, '王爱英'],
  ]);
  expect(await names({ floor: '3' })).toEqual([
    ['301', null],
    ['302', '梁宝珍'],
  ]);
  expect(await names({ projectId: project })).toEqual([
    ['1002', '赵长根'],
    [null, '王爱英'],
  ]);
  expect(await app.tryCall(bedBoardApi.getBedBoard, {}, app.admin)).toMatchObject({ status: 400 });
});

test('an occupant out of scope has no name and no values', async () => {
  const { customer, device } = await aSleeper();
  await sent({ customer, device }, 'in_bed', [[5, 1]]);
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['sleep:list'] });
  const user = await aUser(app, { roleId, department });
  expect(await lone({}, user.token)).toMatchObject({ state: 'in', customerId: customer });
  await app.sql('update customer set department_id = $2 where id = $1', [customer, await aDepartment(app)]);
  expect(await lone({ strip: true }, user.token)).toMatchObject({
    ...{ state: 'hidden', customerId: null, name: null, equipmentId: null, inBed: null, since: null, strip: [] },
  });
});

test('the most urgent open warn stands on the card of those who may list it', async () => {
  const { customer } = await aSleeper();
  const add = (type: string, level: number, family: string, rest = '') =>
    app.sql(
      `insert into warn (no, type, family, level, subject, customer_id, department_id, project_id, received_at, last_at, last_step_at, waiting_since, status, test)
       select $1, $2, $3, $4, $1, c.id, c.department_id, c.project_id, now(), now(), now(), now(), $6, $7 from customer c where c.id = $5`,
      [
        `${customer}-${type}-${level}${rest}`,
        type,
        family,
        level,
        customer,
        rest === 'done' ? 'done' : 'pending',
        rest === 'test',
      ],
    );
  await add('low_batt', 1, 'device');
  await add('sos', 1, 'sos', 'done');
  await add('fall', 1, 'sos', 'test');
  expect((await lone())?.warn).toBeNull();
  await add('no_motion', 3, 'sos');
  await add('out_bed', 2, 'sos');
  expect((await lone())?.warn).toMatchObject({ type: 'out_bed', level: 2, family: 'sos', pending: true, note: null });
  const seenWith = async (...permissions: string[]) => {
    const roleId = await aRole(app, { scope: 'all', permissions: ['sleep:list', ...permissions] });
    return (await lone({}, (await aUser(app, { roleId })).token))?.warn;
  };
  expect(await seenWith()).toBeNull();
  expect(await seenWith('warn:list')).toMatchObject({ type: 'out_bed' });
  await add('health', 1, 'health');
  await app.sql(
    `insert into warn_step (warn_id, kind, note) select id, 'created', '心率 112，连续 2 次高于 110' from warn where subject = $1`,
    [`${customer}-health-1`],
  );
  expect(await seenWith('warn:list')).toMatchObject({ type: 'out_bed' });
  expect(await seenWith('earlyWarning:list')).toMatchObject({ type: 'health', note: '心率 112，连续 2 次高于 110' });
});

test('looks of an hour at a place are one entry of the command log', async () => {
  await board();
  await board();
  expect(
    await app.sql('select object_type from cmd_log where path = $1 and object_id = $2', [
      bedBoardApi.getBedBoard.path,
      department,
    ]),
  ).toEqual([{ object_type: 'department' }]);
});
