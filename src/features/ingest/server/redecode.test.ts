import { afterAll, beforeAll, expect, test } from 'vitest';
import { logApi } from '#features/equipmentLog/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import {
  aCustomer,
  aDevice,
  aProject,
  aRole,
  aUser,
  next,
  type TestDevice,
  type TestUser,
} from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';
import { jobApi } from '#shared/contract/job.ts';

let app: TestApp;
let engineer: TestUser;
beforeAll(async () => {
  app = await startApp();
  engineer = await aUser(app, { role: 'engineer' });
});
afterAll(() => app.stop());

const hours = (n: number) => new Date(Date.now() + n * 3_600_000);
const today = { from: hours(-24).toISOString(), to: hours(0).toISOString() };

/** Creates a watch of a new model with a clock eight hours fast. */
async function aheadDevice(place: Parameters<typeof aDevice>[1] = {}): Promise<TestDevice & { model: string }> {
  const model = `ahead-${next()}`;
  await app.sql(
    `insert into model (code, name, kind, protocol, interval_seconds, offline_seconds, capabilities, profile)
     select $1, $1, kind, protocol, interval_seconds, offline_seconds, capabilities, '{}' from model where code = 'watch'`,
    [model],
  );
  return { ...(await aDevice(app, { ...place, model })), model };
}

async function speak({ sn }: TestDevice, contents: readonly string[]): Promise<void> {
  const watch = await TestWatch.open(app.ports.watch, sn);
  for (const content of contents) watch.send(content);
  await watch.answered(watch.send('LK'));
  watch.close();
}

/** Starts the job and returns its result. */
async function redecode(model: string, span: typeof today & { equipmentId?: string } = today, token = engineer.token) {
  const { jobId } = await app.call(logApi.redecodeLog, { protocol: 'watch', model, ...span }, token);
  const ended = async () => {
    const job = await app.call(jobApi.getJob, { id: jobId }, token);
    return ['done', 'failed', 'cancelled'].includes(job.state) ? job : undefined;
  };
  await until('the end of the job', async () => (await ended()) !== undefined, 20_000);
  return (await ended()) as NonNullable<Awaited<ReturnType<typeof ended>>>;
}

const positionsOf = (id: string) =>
  app.sql<{ at: Date; flags: number; customer_id: string | null }>(
    'select at, flags, customer_id::text from position where device_id = $1 order by at',
    [id],
  );
const readingsOf = (id: string) =>
  app.sql('select metric, value, at from reading where device_id = $1 order by metric, at', [id]);

test('a profile that was put right gives positions their true time, raises nothing and leaves state alone', async () => {
  const customer = await aCustomer(app);
  const device = await aheadDevice({ customer });
  await speak(device, [`AL,${placed(hours(8), '00010000')}`, 'heart,72']);
  const [stored] = await positionsOf(device.id);
  expect(stored?.flags).toBe(2);
  const outside = () =>
    app.sql(
      `select (select array_agg(w.id || w.status || w.repeat_count) from warn w where w.customer_id = $1) as warns,
         (select to_jsonb(s) from device_state s where s.device_id = $2) as state`,
      [customer, device.id],
    );
  const asBefore = await outside();
  await app.sql(`update model set profile = '{"zoneMinutes": 480}' where code = $1`, [device.model]);
  expect(await redecode(device.model)).toMatchObject({ state: 'done', result: { devices: 1, left: 0 } });
  const [after, ...others] = await positionsOf(device.id);
  expect(others).toEqual([]);
  expect(after).toMatchObject({ flags: 0, customer_id: customer });
  expect(Math.abs((after?.at.getTime() ?? 0) - Date.now())).toBeLessThan(120_000);
  expect(await outside()).toEqual(asBefore);
});

test('one device can be read anew alone', async () => {
  const one = await aheadDevice();
  const other = await aDevice(app, { model: one.model });
  for (const device of [one, other]) await speak(device, [`UD,${placed(hours(8))}`]);
  await app.sql(`update model set profile = '{"zoneMinutes": 480}' where code = $1`, [one.model]);
  const ended = await redecode(one.model, { ...today, equipmentId: one.id });
  expect(ended).toMatchObject({ state: 'done', result: { devices: 1 } });
  const flags = await Promise.all([one, other].map(async ({ id }) => (await positionsOf(id)).map((row) => row.flags)));
  expect(flags).toEqual([[0], [2]]);
});

test('a second run changes nothing, and what other protocols of the device said stays', async () => {
  const device = await aheadDevice();
  await speak(device, [`UD,${placed(new Date())}`, 'heart,72', 'bphrt,152,88,76']);
  await app.sql(
    `insert into raw_message (device_id, key, received_at, project_id, protocol, kind, body)
     select id, 7, date_trunc('milliseconds', now()), project_id, 'mqtt', 'reading', $2 from equipment where id = $1`,
    [device.id, '{"readings":[{"kind":"spo2","value":97}]}'],
  );
  expect(await redecode(device.model)).toMatchObject({ state: 'done' });
  const first = await readingsOf(device.id);
  expect(first.map(({ metric }) => metric)).toEqual(expect.arrayContaining(['heart_rate', 'systolic', 'spo2']));
  expect(await redecode(device.model)).toMatchObject({ state: 'done' });
  expect(await readingsOf(device.id)).toEqual(first);
  expect(await positionsOf(device.id)).toHaveLength(1);
});

test('a backlog that is read anew belongs to who had the device when it was measured', async () => {
  const [former, current] = [await aCustomer(app), await aCustomer(app)];
  const device = await aheadDevice({ customer: current });
  await speak(device, [`UD2,${placed(hours(-30))}`]);
  await app.sql(`update equipment_binding set bound_at = now() - interval '1 day' where equipment_id = $1`, [
    device.id,
  ]);
  await app.sql(
    `insert into equipment_binding (equipment_id, customer_id, bound_at, unbound_at)
     values ($1, $2, now() - interval '3 days', now() - interval '1 day')`,
    [device.id, former],
  );
  const span = { from: hours(-54).toISOString(), to: hours(0).toISOString() };
  expect(await redecode(device.model, span)).toMatchObject({ state: 'done' });
  expect(await positionsOf(device.id)).toMatchObject([{ customer_id: former }]);
});

test('a value that was withdrawn stays withdrawn', async () => {
  const device = await aheadDevice();
  await speak(device, ['heart,72', 'bphrt,152,88,76']);
  await app.sql(`update reading set flags = flags | 128 where device_id = $1 and metric = 'systolic'`, [device.id]);
  expect(await redecode(device.model)).toMatchObject({ state: 'done' });
  const flags = await app.sql(
    `select metric, flags from reading where device_id = $1 and metric in ('systolic', 'diastolic') order by 1`,
    [device.id],
  );
  expect(flags).toEqual([
    { metric: 'diastolic', flags: 0 },
    { metric: 'systolic', flags: 128 },
  ]);
});

test('a backlog that came later keeps its place on the day that is read anew', async () => {
  const device = await aheadDevice();
  await speak(device, [`UD2,${placed(hours(-30))}`]);
  const stored = await positionsOf(device.id);
  const span = { from: hours(-54).toISOString(), to: hours(-25).toISOString() };
  expect(await redecode(device.model, span)).toMatchObject({ state: 'done' });
  expect(await positionsOf(device.id)).toEqual(stored);
});

test('history whose messages are gone is left as it is and counted, and days past their keeping are refused', async () => {
  const device = await aheadDevice();
  await app.sql(
    `insert into reading (device_id, metric, at, value, project_id) select id, 'heart_rate', now(), 70, project_id from equipment where id = $1`,
    [device.id],
  );
  expect(await redecode(device.model)).toMatchObject({ state: 'done', result: { left: 1 } });
  expect(await readingsOf(device.id)).toHaveLength(1);
  const old = { protocol: 'watch', from: hours(-24 * 95).toISOString(), to: hours(-24 * 94).toISOString() };
  const answer = await app.tryCall(logApi.redecodeLog, old, engineer.token);
  expect(answer).toMatchObject({ status: 400, msg: '这一天的原文已过保留期，不能重新解析' });
  const wide = { protocol: 'watch', from: hours(-24 * 40).toISOString(), to: hours(0).toISOString() };
  expect(await app.tryCall(logApi.redecodeLog, wide, engineer.token)).toMatchObject({ status: 400 });
});

test('a day with a message whose bytes are gone is left as it is', async () => {
  const device = await aheadDevice();
  await speak(device, ['heart,72', `UD,${placed(new Date())}`]);
  await app.sql(`update raw_message set body = '' where device_id = $1 and kind = 'position'`, [device.id]);
  expect(await redecode(device.model)).toMatchObject({ state: 'done', result: { left: 1 } });
  expect((await readingsOf(device.id)).map(({ metric }) => metric)).toEqual(['battery', 'heart_rate', 'signal']);
  expect(await positionsOf(device.id)).toHaveLength(1);
});

test('a day with something that cannot be stored is left as it is, and the others are read anew', async () => {
  const [bad, good] = [await aheadDevice(), await aheadDevice()];
  await app.sql('update equipment set model_id = (select model_id from equipment where id = $1) where id = $2', [
    good.id,
    bad.id,
  ]);
  for (const one of [bad, good]) await speak(one, [one === bad ? 'heart,77' : 'heart,78']);
  await app.sql('alter table reading add constraint no_77 check (value <> 77) not valid');
  const job = await redecode(good.model);
  await app.sql('alter table reading drop constraint no_77');
  expect([job.state, job.result]).toEqual(['done', expect.objectContaining({ devices: 2, days: 3, left: 1 })]);
  const readings = await app.sql(`select 1 from reading where device_id = $1 and metric = 'heart_rate'`, [bad.id]);
  expect(readings).toHaveLength(1);
});

test('somebody of another project reads none of its devices anew', async () => {
  const device = await aheadDevice();
  await speak(device, ['heart,72']);
  const roleId = await aRole(app, { scope: 'all', permissions: ['equipment:log', 'equipment:redecode'] });
  const outsider = await aUser(app, { roleId, projects: [await aProject(app)] });
  expect(await redecode(device.model, today, outsider.token)).toMatchObject({ result: { devices: 0 } });
  const watcher = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions: ['equipment:log'] }) });
  const input = { protocol: 'watch', ...today };
  expect(await app.tryCall(logApi.redecodeLog, input, watcher.token)).toMatchObject({ status: 403 });
});
