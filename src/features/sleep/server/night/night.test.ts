import { afterAll, beforeAll, expect, test } from 'vitest';
import { sleepApi } from '#features/sleep/contract.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { withPartitions } from '#server/db/partitions.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aUser } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { dayBefore, nightDay, wakingDay } from '#shared/health/night/day.ts';
import bindingHooks from '../bindingHooks.ts';
import { computeAndWrite, computeStale } from './run.ts';
import { takeStale } from './stale.ts';

let app: TestApp;
beforeAll(async () => {
  // The worker would compute before the test.
  app = await startApp({ env: { ROLES: 'web,ingest' } });
});
afterAll(() => app.stop());

const zone = 'Asia/Shanghai';
const minute = 60_000;
/** A day of waking that is over. */
const day = dayBefore(dayBefore(wakingDay(Date.now(), zone)));
/** An instant of that night by the clock; from noon on of the evening before. */
const at = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  const { whole } = nightDay(day, zone);
  return whole.from + (((hours + 12) % 24) * 60 + minutes) * minute;
};

async function wearing(customer: string, from: number, until: number | null = null, device?: string): Promise<string> {
  const id = device ?? (await aDevice(app)).id;
  await app.sql(
    'insert into equipment_binding (equipment_id, customer_id, bound_at, unbound_at) values ($1, $2, to_timestamp($3), to_timestamp($4))',
    [id, customer, from / 1000, until === null ? null : until / 1000],
  );
  return id;
}

type Values = [from: number, until: number, value: number][];

/** Stores a value each `every` minutes, and settles it. */
async function measured(device: string, metric: string, values: Values, every = 1): Promise<void> {
  const all = values.flatMap(([from, until, value]) => {
    const times: [number, number][] = [];
    for (let time = from; time < until; time += every * minute) times.push([time, value]);
    return times;
  });
  await withPartitions(() =>
    app.sql(
      `insert into reading (device_id, metric, at, value, project_id)
       select $1, $2, to_timestamp(t), v, (select project_id from equipment where id = $1) from unnest($3::float8[], $4::float8[]) as r (t, v) on conflict do nothing`,
      [device, metric, all.map(([time]) => time / 1000), all.map(([, value]) => value)],
    ),
  );
  const oldest = Math.min(...all.map(([time]) => time));
  for (const { extension } of await extensionsOf('readingHooks'))
    await extension.changed?.(db, [{ sourceId: device, metric, oldest, arrivals: [] }]);
}

/** In bed from 21:45 to 06:20 with one exit at 01:00, asleep from 22:05. */
async function aNight(device: string): Promise<void> {
  await measured(device, 'in_bed', [
    [at('21:45'), at('01:00'), 1],
    [at('01:00'), at('01:10'), 0],
    [at('01:10'), at('06:20'), 1],
    [at('06:20'), at('06:30'), 0],
  ]);
  await measured(device, 'heart_rate', [
    [at('21:45'), at('01:00'), 64],
    [at('01:10'), at('06:20'), 60],
  ]);
  await measured(device, 'sleep_stage', [
    [at('21:45'), at('22:05'), 0],
    [at('22:05'), at('01:00'), 1],
    [at('01:10'), at('05:00'), 2],
    [at('05:00'), at('06:20'), 3],
  ]);
}

const nightsOf = (customerId: string) =>
  app.list(sleepApi.getNightList, { customerId, nightFrom: dayBefore(day), nightTo: day }, app.admin);
const stored = (device: string) =>
  app.sql<{ night: string; revision: number; state: string; marks: string[]; customer: string }>(
    'select night::text, revision, state, marks, customer_id::text as customer from sleep_night where device_id = $1 and night <= $2 order by night, bed_from',
    [device, day],
  );
const someNight = async () => {
  const customer = await aCustomer(app);
  const device = await wearing(customer, at('12:00') - 48 * 60 * minute);
  await aNight(device);
  await computeStale();
  const { rows } = await nightsOf(customer);
  return { customer, device, id: rows[0]?.id ?? '', rows };
};

test('changed values make a night stale, which is computed once over midnight', async () => {
  const { customer, device, rows } = await someNight();
  expect(rows).toMatchObject([
    {
      ...{
        customerId: customer,
        equipmentId: device,
        night: day,
        state: 'done',
        marks: [],
        exits: 1,
        longestExit: 600,
      },
      ...{ tib: 515 * 60, tst: 485 * 60, sol: 1200, waso: 600, awakenings: 1, longAwakenings: 1, met: 4, rem: 80 * 60 },
      ...{ bedFrom: new Date(at('21:45')).toISOString(), bedTo: new Date(at('06:20')).toISOString(), coverage: 100 },
      hr: { min: 60, max: 64 },
    },
  ]);
  expect((await stored(device)).map(({ night }) => night)).toEqual([day]);
  expect(await app.sql('select 1 from sleep_stale where device_id = $1 and night = $2', [device, day])).toEqual([]);
});

test('a night that is computed again without new values stays as it is; late ones revise it', async () => {
  const { device } = await someNight();
  await computeAndWrite([{ deviceId: device, night: day }]);
  expect(await stored(device)).toMatchObject([{ revision: 1, marks: [] }]);
  await measured(device, 'breath_rate', [[at('23:00'), at('05:00'), 15]]);
  await computeStale();
  expect(await stored(device)).toMatchObject([{ revision: 2, marks: ['revised'] }]);
});

test('values of a former wearer are never in the night of the new one', async () => {
  const [former, next] = [await aCustomer(app), await aCustomer(app)];
  const device = await wearing(former, at('12:00') - 1000 * minute, at('02:00'));
  await wearing(next, at('02:30'), null, device);
  await measured(device, 'in_bed', [
    [at('21:00'), at('07:00'), 1],
    [at('07:00'), at('07:05'), 0],
  ]);
  await measured(device, 'heart_rate', [
    [at('21:00'), at('02:15'), 80],
    [at('02:15'), at('07:00'), 50],
  ]);
  await computeStale();
  const [[his], [hers]] = [(await nightsOf(former)).rows, (await nightsOf(next)).rows];
  expect(his).toMatchObject({ bedTo: new Date(at('02:00')).toISOString(), tib: 300 * 60, hr: { min: 80, max: 80 } });
  expect(hers).toMatchObject({ bedFrom: new Date(at('02:30')).toISOString(), tib: 270 * 60, hr: { min: 50, max: 50 } });
});

test('two devices give two nights, and the person’s is the one that covers more', async () => {
  const { customer, device } = await someNight();
  const other = await wearing(customer, at('12:00') - 1000 * minute);
  await measured(
    other,
    'in_bed',
    [
      [at('21:45'), at('06:20'), 1],
      [at('06:20'), at('06:21'), 0],
    ],
    5,
  );
  await app.sql(
    `insert into warn (no, type, family, level, subject, equipment_id, department_id, project_id, received_at, last_at, waiting_since, last_step_at, status, occurred_at, recovered_at)
     select 'O' || nextval('id_seq'), 'offline', 'device', 4, 'e:' || id, id, department_id, project_id, now(), now(), now(), now(), 'done', to_timestamp($2), to_timestamp($3) from equipment where id = $1`,
    [other, at('23:00') / 1000, at('00:30') / 1000],
  );
  await app.sql('delete from reading where device_id = $1 and at >= to_timestamp($2) and at < to_timestamp($3)', [
    ...[other, at('23:00') / 1000, at('00:30') / 1000],
  ]);
  await computeStale();
  const { rows } = await nightsOf(customer);
  const second = rows.find(({ equipmentId }) => equipmentId === other);
  expect(rows.length).toBe(2);
  expect(second).toMatchObject({ exits: 0, tib: 515 * 60, tst: null, met: null, marks: ['no_stages'] });
  expect(second?.coverage).toBeCloseTo((1 - 90 / 515) * 100, 3);
  const trend = await app.call(sleepApi.getSleepTrend, { customerId: customer, days: 7 }, app.admin);
  expect(trend.map(({ equipmentId, night }) => [equipmentId, night])).toEqual([[device, day]]);
  expect(await app.call(sleepApi.getNight, { id: second?.id ?? '' }, app.admin)).toMatchObject({
    betterId: rows.find(({ equipmentId }) => equipmentId === device)?.id,
    gaps: [{ from: new Date(at('23:00')).toISOString(), to: new Date(at('00:30')).toISOString() }],
  });
});

test('before noon a night is open, and has no end while the person is in bed', async () => {
  const customer = await aCustomer(app);
  const device = await wearing(customer, at('12:00') - 1000 * minute);
  // Changes alone.
  await measured(device, 'in_bed', [[at('22:00'), at('22:01'), 1]]);
  await computeAndWrite([{ deviceId: device, night: day }], [], at('06:00'));
  expect((await nightsOf(customer)).rows).toMatchObject([{ state: 'open', bedTo: null, tib: 480 * 60, coverage: 100 }]);
  await computeAndWrite([{ deviceId: device, night: day }]);
  expect((await nightsOf(customer)).rows).toMatchObject([
    { state: 'done', bedTo: new Date(nightDay(day, zone).whole.until).toISOString(), marks: ['no_stages'] },
  ]);
});

test('a device that changes its person has the night computed again that runs, none that is final', async () => {
  const { device } = await someNight();
  const released = async () => {
    await app.sql('delete from sleep_stale where device_id = $1', [device]);
    await bindingHooks.afterRelease?.(db, system('test'), [device]);
    return app.sql('select night from sleep_stale where device_id = $1', [device]);
  };
  expect(await released()).toEqual([]);
  await app.sql(
    `update sleep_night set state = 'open', night = current_date, final_at = now() + interval '1 hour' where device_id = $1`,
    [device],
  );
  expect(await released()).toHaveLength(1);
});

test('a night without raw values stays as it was', async () => {
  const { device, id } = await someNight();
  await app.sql(`update sleep_night set state = 'frozen' where id = $1`, [id]);
  await app.sql('delete from reading where device_id = $1', [device]);
  await measured(device, 'in_bed', [[at('23:00'), at('23:30'), 1]]);
  await computeStale();
  expect(await stored(device)).toMatchObject([{ state: 'frozen', revision: 1 }]);
  expect(await app.tryCall(sleepApi.recomputeNight, { id }, app.admin)).toMatchObject({ status: 400 });
});

test('a night that nobody spent in bed after all is no more', async () => {
  const { device, id } = await someNight();
  await app.sql(`update reading set flags = flags | 128 where device_id = $1 and metric = 'in_bed'`, [device]);
  await app.call(sleepApi.recomputeNight, { id }, app.admin).catch(() => undefined);
  expect(await stored(device)).toEqual([]);
});

test('a mark that somebody took and did not finish is taken again; values after it was taken make another', async () => {
  const customer = await aCustomer(app);
  const device = await wearing(customer, at('12:00') - 1000 * minute);
  await aNight(device);
  const marksOf = () =>
    app.sql<{ taken: boolean }>(
      'select taken_at is not null as taken from sleep_stale where device_id = $1 and night = $2 order by id',
      [device, day],
    );
  await takeStale(1000);
  expect(await marksOf()).toEqual([{ taken: true }]);
  await measured(device, 'in_bed', [[at('06:40'), at('06:41'), 0]]);
  expect(await marksOf()).toEqual([{ taken: true }, { taken: false }]);
  await computeStale();
  expect(await marksOf()).toEqual([{ taken: true }]);
  await app.sql(`update sleep_stale set taken_at = now() - interval '20 minutes' where device_id = $1`, [device]);
  await computeStale();
  expect(await marksOf()).toEqual([]);
});

test('one night shows segments, exits, curves and the usual range of at least seven nights before', async () => {
  const { id, customer, device } = await someNight();
  const night = await app.call(sleepApi.getNight, { id }, app.admin);
  expect(night).toMatchObject({
    exitList: [{ from: new Date(at('01:00')).toISOString(), to: new Date(at('01:10')).toISOString() }],
    segments: [{ stage: 0 }, { stage: 1 }, { stage: 0 }, { stage: 2 }, { stage: 3 }],
    ...{ naps: [], gaps: [], baseline: {}, validNights: 0, previousId: null, nextId: null, betterId: null },
    bands: { heart: { low: 45, high: 91 } },
    recent: [{ id }],
  });
  expect(night.heart.length).toBe(101);
  expect(night.heart[0]).toEqual({ at: new Date(at('21:45')).toISOString(), min: 64, avg: 64, max: 64 });
  for (let back = 1; back <= 7; back++)
    await app.sql(
      `insert into sleep_night (device_id, customer_id, night, zone, state, final_at, bed_from, bed_to, tib, exits, longest_exit, recorded, coverage, marks, detail, hr_min, hr_avg, hr_max)
       select device_id, customer_id, night - $2::int, zone, state, final_at, bed_from, bed_to, tib + $2 * 60, exits, longest_exit, recorded, coverage, marks, detail, 55, 60 + $2, 70 from sleep_night where id = $1`,
      [id, back],
    );
  const after = await app.call(sleepApi.getNight, { id }, app.admin);
  expect(after.baseline).toMatchObject({
    hr: { median: 64, mad: 2, nights: 7 },
    tib: { median: 515 * 60 + 240, mad: 120 },
  });
  expect(after.baseline.tst).toBeUndefined();
  expect([after.recent.length, after.validNights, customer !== device]).toEqual([8, 7, true]);
});

test('a remark is encrypted, and an older version is refused', async () => {
  const { id } = await someNight();
  const { version } = await app.call(sleepApi.noteNight, { id, remark: '夜里咳嗽', version: 1 }, app.admin);
  expect((await app.call(sleepApi.getNight, { id }, app.admin)).remark).toBe('夜里咳嗽');
  const [row] = await app.sql<{ text: string }>(
    `select (select string_agg(n::text, '') from sleep_night n where id = $1) || (select string_agg(l::text, '') from cmd_log l) || (select string_agg(c::text, '') from change_log c) as text`,
    [id],
  );
  expect(row?.text).not.toContain('咳嗽');
  const again = { id, remark: '睡得好', version: version - 1 };
  expect(await app.tryCall(sleepApi.noteNight, again, app.admin)).toMatchObject({ status: 409 });
});

test('the list opens with last night, and is filtered by exits, marks and days; its export has the same rows', async () => {
  const { customer, id } = await someNight();
  const last = (filters: object) => app.list(sleepApi.getNightList, { customerId: customer, ...filters }, app.admin);
  expect((await last({})).count).toBe(0);
  await app.sql(
    `update sleep_night set night = ((now() at time zone zone) - interval '5 hours')::date, marks = '{gaps}' where id = $1`,
    [id],
  );
  expect((await last({})).rows.map((row) => row.id)).toEqual([id]);
  const counts = [{ exitsAbove: 0 }, { exitsAbove: 1 }, { mark: ['gaps' as const] }, { mark: ['short' as const] }];
  expect(await Promise.all(counts.map(async (filters) => (await last(filters)).count))).toEqual([1, 0, 1, 0]);
  expect(
    await app.tryCall(sleepApi.getNightList, { nightFrom: '2026-02-02', nightTo: '2026-02-01' }, app.admin),
  ).toMatchObject({ status: 400 });
  const { fileId } = await app.call(
    sleepApi.exportNight,
    { filters: { customerId: customer }, columns: ['tib', 'marks', 'met'] },
    app.admin,
  );
  expect((await downloadRows(app, fileId ?? '')).slice(1)).toEqual([
    ['在床（分）', '异常', '达标（共 4 项）'],
    [515, '覆盖不足 60%', 4],
  ]);
});

test('nights are looked at by health staff, who alone note and compute them, and each look is in the command log', async () => {
  const { id } = await someNight();
  const [operator, health] = [await aUser(app, { role: 'operator' }), await aUser(app, { role: 'health' })];
  expect(await app.tryCall(sleepApi.getNight, { id }, operator.token)).toMatchObject({ status: 403 });
  expect(await app.tryCall(sleepApi.getNight, { id }, health.token)).toMatchObject({ status: 200 });
  const looks = await app.sql(`select 1 from cmd_log where path = '/api/sleep/getNight' and user_id = $1`, [health.id]);
  expect(looks.length).toBe(1);
});
