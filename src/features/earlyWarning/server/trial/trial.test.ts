import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { earlyWarningApi } from '#features/earlyWarning/contract.ts';
import { readingApi } from '#features/reading/contract.ts';
import { waitForJob } from '#server/jobs/jobs.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aProject, aRole, aUser, next } from '#server/testing/rows.ts';
import { jobApi } from '#shared/contract/job.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { TrialResult } from '../../contract/tryRule.ts';

type Input = InputOf<(typeof earlyWarningApi)['tryRule']>;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const minute = 60_000;
const hour = 60 * minute;
let customerId: string;
let device: string;
/** Time of the first value. */
let start: number;
beforeEach(async () => {
  customerId = await aCustomer(app);
  device = (await aDevice(app, { customer: customerId })).id;
  await app.sql(`update equipment_binding set bound_at = now() - interval '30 days' where equipment_id = $1`, [device]);
  start = Math.floor((Date.now() - 5 * hour) / minute) * minute;
});

/** Stores values of the device, one a minute; null is a missing one. */
async function store(metric: string, values: readonly (number | null)[], from = start) {
  const rows = values.flatMap((value, index) => (value === null ? [] : [{ value, at: from + index * minute }]));
  await app.sql(
    `insert into reading (device_id, metric, at, value, project_id)
     select $1, $2, to_timestamp(at / 1000), value, (select min(id) from project) from unnest($3::float8[], $4::float8[]) as r (at, value)`,
    [device, metric, rows.map(({ at }) => at), rows.map(({ value }) => value)],
  );
}

const setBand = (level: 1 | 2 | 3, from: number) =>
  app.call(
    readingApi.editBand,
    { customerId, kind: 'heart_rate', bands: [{ level, from }], reason: '医嘱' },
    app.admin,
  );

const heart = {
  ...{ kind: 'band', metric: 'heart_rate', scope: { all: true }, days: 1 },
  definition: { minutes: 3, back: 5, clearMinutes: 5 },
} as const satisfies Omit<Input, 'customerId'>;

const vector1 = [100, 112, 113, 108, 111, 112, 114, 113, 109, 106, 104, 103, 102, 104, 101, 100];
const vector2 = [112, 113, null, 112, 113, 114, 104, 103, null, null, 102, 101, 100];

const at = (index: number) => new Date(start + index * minute).toISOString();
const tryOn = (input: Partial<Input> = {}) =>
  app.call(earlyWarningApi.tryRule, { ...heart, customerId, ...input }, app.admin);

test.each([
  ['vector 1', vector1, 6, 14],
  ['vector 2 with gaps', vector2, 5, 12],
] as const)('%s of clinical.md 3.6 would have raised one warning, and ended it', async (_name, values, from, until) => {
  await setBand(3, 110.5);
  await store('heart_rate', values);
  expect(await tryOn()).toMatchObject([{ at: at(from), until: at(until), level: 3 }]);
});

test('a warning of level 2 ends when the sign is back, as nobody has taken it; within the cool-down there is no other', async () => {
  await setBand(2, 111);
  await store('heart_rate', [...vector1, ...vector1]);
  expect(await tryOn()).toMatchObject([{ level: 2, until: at(14), sentence: '心率 114，已 3 分钟达到 111' }]);
  expect(await tryOn({ cooldownMinutes: 0 })).toMatchObject([{ until: at(14) }, { until: at(30) }]);
});

test('what is measured with nobody in bed is judged by nothing, and in bed by the band of sleep', async () => {
  await store(
    'heart_rate',
    Array.from({ length: 6 }, () => 125),
  );
  await store('in_bed', [0]);
  expect(await tryOn()).toEqual([]);
  await store(
    'heart_rate',
    Array.from({ length: 6 }, () => 92),
    start + hour,
  );
  expect(await tryOn()).toEqual([]);
  await store('in_bed', [1], start + hour);
  expect(await tryOn()).toMatchObject([{ level: 3, sentence: '心率 92，已 3 分钟高于 91' }]);
});

test('what lasts is judged by the clock between two values, and only within the hours', async () => {
  await store('in_bed', [1, 0]);
  await store('in_bed', [1], start + 40 * minute);
  const out = { kind: 'lasting', metric: 'in_bed', definition: { value: 0, minutes: 15 }, level: 2 } as const;
  expect(await tryOn(out)).toMatchObject([{ at: at(16), until: at(40), level: 2, sentence: '离床 15 分钟' }]);
  const clock = (ms: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', timeStyle: 'short' }).format(ms);
  const hours = { from: clock(start + 5 * minute), to: clock(start + 60 * minute) };
  expect(await tryOn({ ...out, hours })).toEqual([]);
});

test('a night is tried against the own nights, frozen while it deviates, and known at noon', async () => {
  const usual = [58, 60, 59, 61, 62, 60, 59, 61, 60, 58, 62, 60, 59, 61];
  for (const [index, heart] of [...usual, 80, 82, 84, 60].entries())
    await app.sql(
      `insert into sleep_night (device_id, customer_id, night, zone, state, final_at, bed_from, bed_to, tib, exits, longest_exit, recorded, coverage, marks, hr_avg, detail)
       values ($1, $2, current_date - $3::int, 'Asia/Shanghai', 'done', now(), now() - interval '9 hours', now(), 28800, 0, 0, 28800, 1, '{}', $4, '{}')`,
      [device, customerId, 19 - index, heart],
    );
  const definition = { nights: 14, watch: 3, warn: 4.5 };
  const found = await tryOn({ kind: 'baseline', metric: 'heart_rate', definition, days: 30 });
  expect(found).toMatchObject([{ level: 2, sentence: '夜间心率 80，高于 14 夜中位数 60' }]);
  const [warning] = found as { at: string; until: string }[];
  expect([warning?.at.slice(11, 16), Date.parse(warning?.until ?? '') - Date.parse(warning?.at ?? '')]).toEqual([
    '04:00',
    3 * 24 * hour,
  ]);
});

test('a weight is tried by the medians of its days', async () => {
  const day = 24 * hour;
  const first = Math.floor(Date.now() / day) * day - 31 * day + 2 * hour;
  for (let index = 0; index <= 30; index++) await store('weight', [62 - (3.2 * index) / 30], first + index * day);
  const definition = { days: 30, percent: -5 };
  await app.sql(`update equipment_binding set bound_at = now() - interval '60 days' where equipment_id = $1`, [device]);
  const input = { kind: 'trend' as const, metric: 'weight' as const, level: 2, days: 7 };
  expect(await tryOn({ ...input, definition })).toMatchObject([{ level: 2, until: null }]);
  expect(await tryOn({ ...input, definition: { days: 30, percent: -6 } })).toEqual([]);
});

test('nothing of a try-out is stored', async () => {
  await setBand(3, 111);
  await store('heart_rate', vector1);
  await tryOn();
  const rows = await app.sql<{ n: number }>(
    `select (select count(*) from health_state where customer_id = $1)::int + (select count(*) from health_warn where customer_id = $1)::int as n`,
    [customerId],
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test('each look is in the command log', async () => {
  await tryOn();
  const rows = await app.sql<{ n: number }>(
    `select count(*)::int as n from cmd_log where path = $1 and at > now() - interval '1 minute'`,
    [earlyWarningApi.tryRule.path],
  );
  expect(rows[0]?.n).toBeGreaterThan(0);
});

test.each([
  ['over 30 days', { days: 31 }, 400, 'days'],
  ['without a field that its kind needs', { definition: { minutes: 3 } }, 400, 'definition.clearMinutes'],
  [
    'with a field of another kind',
    { definition: { minutes: 3, clearMinutes: 5, nights: 14 } },
    400,
    'definition.nights',
  ],
  ['with an unknown key', { definition: { minutes: 3, clearMinutes: 5, wait: 1 } }, 400, 'definition'],
  ['for a sign that the kind does not judge', { metric: 'motion' as const }, 400, 'metric'],
  ['in hours of no length', { hours: { from: '22:00', to: '22:00' } }, 400, 'hours.to'],
])('a try-out %s is refused at its field', async (_name, input, status, field) => {
  const refused = await app.tryCall(earlyWarningApi.tryRule, { ...heart, customerId, ...input } as Input, app.admin);
  expect([refused.status, refused.text]).toEqual([status, expect.stringContaining(field)]);
});

test('a person, named people or a project out of sight are answered like missing ones', async () => {
  const department = await aDepartment(app);
  const project = await aProject(app, department);
  const roleId = await aRole(app, { scope: 'department', permissions: ['earlyWarning:list'] });
  const { token } = await aUser(app, { roleId, department, projects: [project] });
  const status = async (input: Partial<Input>) =>
    (await app.tryCall(earlyWarningApi.tryRule, { ...heart, ...input }, token)).status;
  const other = await aProject(app);
  expect(await status({ customerId })).toBe(404);
  expect(await status({ scope: { customerIds: [customerId] } })).toBe(404);
  expect(await status({ scope: { all: true, projectId: other } })).toBe(404);
});

test('drawn people of the scope: counts, days and the noisiest, beside the rule in force', async () => {
  await setBand(3, 111);
  await store('heart_rate', vector1);
  const quiet = await aCustomer(app);
  const scope = { customerIds: [customerId, quiet] };
  const rule = { name: `心率${next()}`, kind: 'band' as const, metric: 'heart_rate' as const, scope };
  const definition = { times: 20, clearMinutes: 5 };
  const { id } = await app.call(earlyWarningApi.addRule, { ...rule, definition }, app.admin);
  const started = await tryOn({ id, scope, customerId: undefined } as Partial<Input>);
  const jobId = 'jobId' in started ? started.jobId : '';
  expect(await waitForJob(jobId, 20_000)).toBe('done');
  const { result } = await app.call(jobApi.getJob, { id: jobId }, app.admin);
  expect(result as unknown as TrialResult).toMatchObject({
    ...{ tried: 2, raised: 1, levels: { 3: 1 }, days: [1] },
    ...{ people: [{ id: customerId, n: 1, former: 0 }], former: { raised: 0, days: [0] } },
  });
});
