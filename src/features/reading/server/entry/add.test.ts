import { afterAll, beforeAll, expect, test } from 'vitest';
import { conversion } from '#devices/units.ts';
import { readingApi } from '#features/reading/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  customerId = await aCustomer(app);
});
afterAll(() => app.stop());

const minute = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();
const add = (input: object) =>
  app.tryCall(readingApi.addReading, { customerId, measuredAt: ago(1), ...input }, app.admin);
const stored = (at: string) =>
  app.sql('select metric, value, flags from reading where device_id = $1 and at = $2 order by metric', [
    customerId,
    at,
  ]);

test('an entry is stored under the person’s own id, told with its levels, and becomes the newest value', async () => {
  const measuredAt = ago(30);
  const answer = await add({ values: { systolic: 150, diastolic: 85, heart_rate: 70 }, measuredAt });
  expect(answer.data).toMatchObject({
    level: 3,
    levels: { systolic: 3, diastolic: null, heart_rate: null },
    at: measuredAt,
  });
  expect(await stored(measuredAt)).toEqual([
    { metric: 'diastolic', value: 85, flags: 4 },
    { metric: 'heart_rate', value: 70, flags: 4 },
    { metric: 'systolic', value: 150, flags: 4 },
  ]);
  const latest = async () => {
    const rows = await app.call(readingApi.getReadingLatest, { customerId }, app.admin);
    return rows.find(({ kind }) => kind === 'systolic');
  };
  const row = await until('the newest value', latest);
  expect(row).toMatchObject({ value: 150, unit: 'mm[Hg]', level: 3, at: measuredAt, source: { kind: 'person' } });
});

test.each([
  [{ values: { systolic: 301, diastolic: 80 } }, 'values.systolic', '收缩压应在 50–300 之间'],
  [{ values: { heart_rate: 0 } }, 'values.heart_rate', '心率应在 20–250 之间'],
  [{ values: { consciousness: 1.5 } }, 'values.consciousness', '意识应在 0–4 之间'],
  [{ values: { systolic: 120 } }, 'values.diastolic', '收缩压和舒张压须一起填写'],
  [{ values: { diastolic: 80 } }, 'values.systolic', '收缩压和舒张压须一起填写'],
  [{ values: { systolic: 80, diastolic: 80 } }, 'values.diastolic', '舒张压必须低于收缩压'],
  [{ values: { heart_rate: 70 }, unit: 'mg/dL' }, 'values.heart_rate', '单位不适用于该体征'],
  [{ values: { heart_rate: 70 }, meal: 'fasting' }, 'meal', '餐别只用于血糖'],
  [{ values: {} }, 'values', '请至少填写一项'],
  [
    { values: { heart_rate: 70 }, measuredAt: new Date(Date.now() + 10 * minute).toISOString() },
    'measuredAt',
    '测量时间不能晚于现在',
  ],
  [{ values: { heart_rate: 70 }, measuredAt: ago(31 * 24 * 60) }, 'lateReason', '超过 30 天的测量请填写补录原因'],
  [{ values: { systolic: 170, diastolic: 80 } }, 'remark', '预警和紧急的值请填写备注'],
])('an entry is refused with its field: %j', async (input, field, msg) => {
  const answer = await add(input);
  expect(answer).toMatchObject({ status: 400, data: { errors: [{ field, msg }] } });
});

test('a value in another unit is stored in that of its kind, unrounded, and noted as given', async () => {
  const measuredAt = ago(40);
  await add({
    values: { glucose: 126, temperature: 98.6 },
    unit: { glucose: 'mg/dL', temperature: '[degF]' },
    meal: 'fasting',
    measuredAt,
    remark: '复测',
  });
  expect(await stored(measuredAt)).toEqual([
    { metric: 'glucose', value: conversion('mg/dL', 'mmol/L')?.(126), flags: 4 | (1 << 4) },
    { metric: 'temperature', value: conversion('[degF]', 'Cel')?.(98.6), flags: 4 },
  ]);
  const notes = await app.sql(
    `select value, unit, remark_cipher <> '复测' as covered from reading_note where source_id = $1 and at = $2 and metric = 'glucose'`,
    [customerId, measuredAt],
  );
  expect(notes).toEqual([{ value: 126, unit: 'mg/dL', covered: true }]);
});

test('a second value of the minute is refused with its kinds, and replaces the former one on demand, which stays on record', async () => {
  const start = new Date(Math.floor((Date.now() - 50 * minute) / minute) * minute);
  const [first, second] = [5000, 40_000].map((ms) => new Date(start.getTime() + ms).toISOString());
  await add({ values: { heart_rate: 70, spo2: 97 }, measuredAt: first });
  const again = { values: { heart_rate: 72 }, measuredAt: second };
  expect(await add(again)).toMatchObject({ status: 409, data: { kinds: ['heart_rate'] } });
  expect(await add({ ...again, overwrite: true })).toMatchObject({ status: 200 });
  expect([await stored(first ?? ''), await stored(second ?? '')]).toMatchObject([
    [{ metric: 'spo2' }],
    [{ value: 72 }],
  ]);
  expect(
    await app.sql(`select former_value, value from reading_note where source_id = $1 and kind = 'replaced'`, [
      customerId,
    ]),
  ).toEqual([{ former_value: 70, value: 72 }]);
});

test('of a round each row is stored or refused by itself', async () => {
  const other = await aCustomer(app);
  const rows = [
    { customerId, values: { weight: 62.4 }, measuredAt: ago(60) },
    { customerId: other, values: { weight: 500 }, measuredAt: ago(60) },
    { customerId: '999999', values: { weight: 60 }, measuredAt: ago(60) },
    { customerId: other, values: { weight: 58 }, measuredAt: ago(60) },
  ];
  const results = await app.call(readingApi.addReadingBatch, { rows }, app.admin);
  expect(results).toMatchObject([
    { level: null, valid: true },
    { errors: [{ field: 'values.weight', msg: '体重应在 20–200 之间' }] },
    { errors: [{ field: 'customerId' }] },
    { valid: true },
  ]);
});

test('all seven parts give a NEWS2, fewer say what is missing', async () => {
  const values = {
    breath_rate: 22,
    spo2: 93,
    oxygen: 0,
    systolic: 105,
    diastolic: 70,
    heart_rate: 95,
    consciousness: 0,
    temperature: 38.2,
  };
  const full = await app.call(readingApi.checkReading, { values }, app.admin);
  expect(full.news2).toMatchObject({ total: 7, risk: 'high', missing: [] });
  const part = await app.call(readingApi.checkReading, { values: { heart_rate: 95 } }, app.admin);
  expect(part.news2).toMatchObject({ total: null, points: { heart_rate: 1 } });
  expect(part.news2?.missing).toHaveLength(6);
});

test('the person’s own limits give the level, and the house’s again once they are deleted', async () => {
  const person = await aCustomer(app);
  const levelOf = async () =>
    (await app.call(readingApi.checkReading, { customerId: person, values: { heart_rate: 100 } }, app.admin)).levels
      .heart_rate;
  expect(await levelOf()).toBe(3);
  const band = { customerId: person, kind: 'heart_rate' as const, reason: '医嘱：房颤' };
  const overlapping = [
    { level: 3 as const, from: 90, to: 120 },
    { level: 2 as const, from: 110 },
  ];
  expect(await app.tryCall(readingApi.editBand, { ...band, bands: overlapping }, app.admin)).toMatchObject({
    status: 400,
    msg: '界限不能重叠',
  });
  const holed = [
    { level: 3 as const, from: 100, to: 120 },
    { level: 1 as const, from: 140 },
  ];
  expect(await app.tryCall(readingApi.editBand, { ...band, bands: holed }, app.admin)).toMatchObject({
    status: 400,
    msg: '界限之外只能有一段正常范围，现有 低于 100、120–140',
  });
  const { id } = await app.call(readingApi.editBand, { ...band, bands: [{ level: 3, from: 111 }] }, app.admin);
  expect(await levelOf()).toBeNull();
  const listed = await app.call(readingApi.getBandList, { customerId: person }, app.admin);
  expect(listed[0]).toMatchObject({ id, customerId: person, reason: '医嘱：房颤', version: 1 });
  const again = await app.call(readingApi.editBand, { ...band, bands: [{ level: 2, from: 99 }] }, app.admin);
  expect([again.id, await levelOf()]).toEqual([id, 2]);
  await app.call(readingApi.deleteBand, { ids: [id] }, app.admin);
  expect(await levelOf()).toBe(3);
  const house = listed.find((row) => row.customerId === null && row.chronic === null);
  expect(await app.tryCall(readingApi.deleteBand, { ids: [house?.id ?? ''] }, app.admin)).toMatchObject({
    status: 409,
  });
});

test('the list shows who entered a value, with its remark, and withdrawn values apart', async () => {
  const person = await aCustomer(app);
  const entry = { customerId: person, values: { systolic: 170, diastolic: 95 }, remark: '头晕' };
  await app.call(readingApi.addReading, { ...entry, measuredAt: ago(30) }, app.admin);
  await app.call(readingApi.addReading, { ...entry, measuredAt: ago(20) }, app.admin);
  const span = { customerId: person, from: ago(60), to: ago(0) };
  const gone = { ...span, kind: ['systolic' as const], to: ago(25), reason: '量的是同屋的人' };
  expect(await app.call(readingApi.voidReading, gone, app.admin)).toEqual({ count: 2 });
  const { rows, count } = await app.list(readingApi.getReadingList, { ...span, kind: ['systolic'] }, app.admin);
  expect([count, rows]).toMatchObject([
    2,
    [
      { value: 170, level: 2, remark: '头晕', source: { kind: 'person' }, flags: 4 },
      { level: null, flags: 132, withdrawal: { reason: '量的是同屋的人' } },
    ],
  ]);
  expect([rows[0]?.by, rows[1]?.withdrawal?.by]).toEqual([expect.any(String), expect.any(String)]);
  const listed = (filters: object) => app.list(readingApi.getReadingList, { ...span, ...filters }, app.admin);
  expect((await listed({ withdrawn: true })).count).toBe(2);
  expect((await listed({ withdrawn: false })).count).toBe(2);
  expect((await listed({ level: [2] })).rows.map(({ kind }) => kind)).toEqual(['systolic']);
});

test('a replaced value stays on record, and only the values of one source are withdrawn', async () => {
  const person = await aCustomer(app);
  const measuredAt = new Date(Math.floor((Date.now() - 50 * minute) / minute) * minute).toISOString();
  const entry = { customerId: person, measuredAt, unit: 'mg/dL', overwrite: true };
  for (const glucose of [90, 99, 108])
    await app.call(readingApi.addReading, { ...entry, values: { glucose } }, app.admin);
  const span = { customerId: person, from: ago(60), to: ago(0) };
  const { rows } = await app.list(readingApi.getReadingList, span, app.admin);
  expect(rows).toMatchObject([
    {
      given: { value: 108, unit: 'mg/dL' },
      former: [{ value: expect.closeTo(99 / 18.016, 6) }, { value: expect.closeTo(90 / 18.016, 6) }],
      withdrawal: null,
    },
  ]);
  const gone = { ...span, kind: ['glucose' as const], reason: '录错人' };
  expect(await app.call(readingApi.voidReading, { ...gone, sourceId: '999999' }, app.admin)).toEqual({ count: 0 });
  expect(await app.call(readingApi.voidReading, { ...gone, sourceId: person }, app.admin)).toEqual({ count: 1 });
});

test('a round names the customers of a department by their beds, those on leave left out, with their newest values', async () => {
  const department = await aDepartment(app);
  const [here, away] = [await aCustomer(app, { department }), await aCustomer(app, { department })];
  await aCustomer(app);
  await app.sql(
    `insert into customer_leave (customer_id, kind, from_at, expected_return) values ($1, 'outing', now() - interval '1 hour', now())`,
    [away],
  );
  const entry = { customerId: here, values: { weight: 61.5 }, measuredAt: ago(5) };
  await app.call(readingApi.addReading, entry, app.admin);
  const round = () => app.call(readingApi.getReadingRound, { departmentId: department }, app.admin);
  await until('the newest value', async () => (await round())[0]?.latest.length === 1);
  expect(await round()).toMatchObject([{ customerId: here, room: null, latest: [{ kind: 'weight', value: 61.5 }] }]);
  expect(await app.tryCall(readingApi.getReadingRound, {}, app.admin)).toMatchObject({ status: 400 });
});

test('a round is narrowed to floors, and names age, own bands and whose archive is sealed', async () => {
  const department = await aDepartment(app);
  const [second, tenth, without] = [
    await aCustomer(app, { department, chronic: ['hypertension'] }),
    await aCustomer(app, { department }),
    await aCustomer(app, { department }),
  ];
  const bed = `insert into customer_bed (department_id, building, floor, room, bed, customer_id) values ($1, '1 号楼', $2, $3, '1', $4)`;
  await app.sql(bed, [department, '10', '1001', tenth]);
  await app.sql(bed, [department, '2', '201', second]);
  await app.sql('update archive set oxygen_scale = 2 where customer_id = $1', [second]);
  const bands = [{ level: 3 as const, from: 150 }];
  await app.call(readingApi.editBand, { customerId: second, kind: 'systolic', bands, reason: '医嘱' }, app.admin);
  const round = async (floor?: string[]) =>
    app.call(readingApi.getReadingRound, { departmentId: department, ...(floor && { floor }) }, app.admin);
  expect((await round()).map(({ customerId }) => customerId)).toEqual([second, tenth, without]);
  expect(await round(['2', '10'])).toMatchObject([
    {
      room: '201',
      building: '1 号楼',
      chronic: ['hypertension'],
      bands: [{ kind: 'systolic', bands }],
      oxygenScale: 2,
    },
    { room: '1001', bands: [], oxygenScale: 1, sealed: false },
  ]);
  expect((await round(['']))[0]).toMatchObject({ customerId: without, room: null });
  expect(await app.call(readingApi.getReadingRoundFloor, { departmentId: department }, app.admin)).toEqual([
    { floor: '2', count: 1, onLeave: 0 },
    { floor: '10', count: 1, onLeave: 0 },
    { floor: '', count: 1, onLeave: 0 },
  ]);
});
