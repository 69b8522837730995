import { afterAll, beforeAll, expect, test } from 'vitest';
import { readingApi } from '#features/reading/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aUser } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import { judgeEnded } from '../bandEnd.ts';

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

test('a NEWS2 takes parts of the hour before, and the scale that a clinician has set', async () => {
  const person = await aCustomer(app);
  const at = Date.parse(ago(100));
  const later = (minutes: number) => new Date(at + minutes * minute).toISOString();
  const of = (measuredAt: string, values: object) => add({ customerId: person, measuredAt, values });
  const rest = { breath_rate: 18, oxygen: 1, heart_rate: 80, consciousness: 0, temperature: 36.9 };
  expect((await of(later(0), { systolic: 130, diastolic: 80 })).data).not.toHaveProperty('news2');
  const within = await of(later(60), { ...rest, spo2: 97 });
  expect(within.data).toMatchObject({ news2: { total: 2, missing: [] } });
  const tooLate = await of(later(61), { ...rest, spo2: 97 });
  expect(tooLate.data).not.toHaveProperty('news2');
  await app.sql('update archive set oxygen_scale = 2 where customer_id = $1', [person]);
  await of(later(70), { systolic: 130, diastolic: 80 });
  const scaled = await of(later(71), { ...rest, spo2: 97 });
  expect(scaled.data).toMatchObject({ news2: { total: 5, points: { spo2: 3 }, risk: 'medium' } });
});

test('a weight shows the BMI with the known height, judged by its band', async () => {
  const person = await aCustomer(app);
  const check = (values: object) => app.call(readingApi.checkReading, { customerId: person, values }, app.admin);
  expect(await check({ weight: 67.8 })).not.toHaveProperty('bmi');
  expect((await check({ weight: 67.7, height: 168 })).bmi).toBeCloseTo(23.99, 2);
  await app.call(readingApi.addReading, { customerId: person, values: { height: 168 }, measuredAt: ago(9) }, app.admin);
  await app.call(
    readingApi.addReading,
    { customerId: person, values: { weight: 79.1 }, measuredAt: ago(8) },
    app.admin,
  );
  const latest = () => app.call(readingApi.getReadingLatest, { customerId: person }, app.admin);
  await until('the BMI', async () => (await latest()).some(({ kind }) => kind === 'bmi'));
  const bmi = (await latest()).find(({ kind }) => kind === 'bmi');
  expect(bmi).toMatchObject({ level: 2, unit: 'kg/m2', source: { kind: 'person' } });
  expect(bmi?.value).toBeCloseTo(28.03, 2);
  expect(await check({ weight: 67.8 })).toMatchObject({ levels: { weight: null, bmi: 3 } });
  const asked = { customerId: person, kind: 'bmi' as const, from: ago(60), to: ago(0) };
  const series = await app.call(readingApi.getReadingSeries, asked, app.admin);
  expect(series).toMatchObject({ values: [{ level: 2 }], band: { low: 18.5, high: 24 } });
  const span = { customerId: person, kind: ['height' as const], from: ago(60), to: ago(0), reason: '量错了人' };
  await app.call(readingApi.voidReading, span, app.admin);
  expect((await latest()).map(({ kind }) => kind)).toEqual(['weight']);
});

test('half a pressure cannot be withdrawn, and what is withdrawn is no newest value at once', async () => {
  const person = await aCustomer(app);
  const entry = { customerId: person, values: { systolic: 130, diastolic: 80 }, measuredAt: ago(5) };
  await app.call(readingApi.addReading, entry, app.admin);
  const latest = () => app.call(readingApi.getReadingLatest, { customerId: person }, app.admin);
  await until('the newest values', async () => (await latest()).length === 2);
  const span = { customerId: person, kind: ['systolic' as const], from: ago(60), to: ago(0), reason: '量错了人' };
  expect(await app.call(readingApi.voidReading, span, app.admin)).toEqual({ count: 2 });
  expect(await latest()).toEqual([]);
});

test('chosen values are withdrawn together with one reason, those between them stay as they are', async () => {
  const [person, other] = [await aCustomer(app), await aCustomer(app)];
  for (const minutes of [50, 40, 30, 20])
    await add({ customerId: person, values: { systolic: 130, diastolic: 80, weight: 60 }, measuredAt: ago(minutes) });
  const span = { customerId: person, from: ago(60), to: ago(0) };
  const listed = async () =>
    (
      await app.list(
        readingApi.getReadingList,
        { ...span, limit: 50, sort: [{ field: 'at', order: 'asc' }] },
        app.admin,
      )
    ).rows;
  const weights = (await listed()).filter(({ kind }) => kind === 'weight');
  const between = { ...span, kind: ['weight' as const], ids: [weights[1]?.id ?? ''], reason: '秤未归零' };
  expect(await app.call(readingApi.voidReading, between, app.admin)).toEqual({ count: 1 });
  const upper = (await listed()).filter(({ kind }) => kind === 'systolic')[3]?.id ?? '';
  const chosen = {
    ...{ ...span, kind: ['weight' as const, 'systolic' as const], reason: '量的是同屋的人' },
    ids: [weights[0]?.id ?? '', weights[2]?.id ?? '', upper],
  };
  const ofOther = { ...chosen, customerId: other };
  expect(await app.call(readingApi.voidReading, ofOther, app.admin)).toEqual({ count: 0 });
  expect(await app.call(readingApi.voidReading, chosen, app.admin)).toEqual({ count: 4 });
  const reasons = (await listed()).map(({ kind, withdrawal }) => `${kind} ${withdrawal?.reason ?? '–'}`);
  expect(reasons.filter((text) => text.startsWith('weight'))).toEqual([
    'weight 量的是同屋的人',
    'weight 秤未归零',
    'weight 量的是同屋的人',
    'weight –',
  ]);
  expect(reasons.filter((text) => text.endsWith('人') && !text.startsWith('weight')).sort()).toEqual([
    'diastolic 量的是同屋的人',
    'systolic 量的是同屋的人',
  ]);
  const wrong = { ...chosen, ids: ['1-weight'] };
  expect(await app.tryCall(readingApi.voidReading, wrong, app.admin)).toMatchObject({ status: 400 });
});

test('a value of another kind than the entry names is refused', async () => {
  const named = { kind: 'glucose', values: { glucose: 6, weight: 60 } };
  expect(await add(named)).toMatchObject({ status: 400, data: { errors: [{ field: 'values.weight', rule: 'kind' }] } });
  const pressures = { kind: 'systolic', values: { systolic: 120, diastolic: 70 }, measuredAt: ago(37) };
  expect(await add(pressures)).toMatchObject({ status: 200 });
});

test('a look at values is in the command log, without what was entered and why', async () => {
  const person = await aCustomer(app);
  const entry = { customerId: person, values: { systolic: 171, diastolic: 80 }, remark: '房颤发作' };
  await app.call(readingApi.addReadingBatch, { rows: [{ ...entry, measuredAt: ago(50) }] }, app.admin);
  await app.call(readingApi.addReading, { ...entry, measuredAt: ago(52), lateReason: '心衰住院' }, app.admin);
  const own = { customerId: person, kind: 'heart_rate' as const, bands: [], reason: '医嘱：房颤' };
  await app.call(readingApi.editBand, own, app.admin);
  const span = { customerId: person, from: ago(60), to: ago(0) };
  await app.call(readingApi.voidReading, { ...span, kind: ['glucose' as const], reason: '糖尿病足' }, app.admin);
  await app.list(readingApi.getReadingList, span, app.admin);
  await app.call(readingApi.getReadingSeries, { ...span, kind: 'systolic' }, app.admin);
  await app.call(readingApi.getReadingLatest, { customerId: person }, app.admin);
  const rows = await app.sql<{ path: string; text: string }>(
    `select path, to_jsonb(l)::text as text from cmd_log l where path like '/api/reading/%' and input::text like $1`,
    [`%${person}%`],
  );
  expect([...new Set(rows.map(({ path }) => path.split('/').pop()))].sort()).toEqual([
    'addReading',
    'editBand',
    'getReadingLatest',
    'getReadingList',
    'getReadingSeries',
    'voidReading',
  ]);
  expect(rows.map(({ text }) => text).join()).not.toMatch(/171|房颤|心衰|糖尿病足/);
  const all = await app.sql<{ text: string }>(
    `select to_jsonb(l)::text as text from cmd_log l where path like '%Batch'`,
  );
  expect(all.map(({ text }) => text).join()).not.toMatch(/171|房颤/);
});

test('values are exported as listed, withdrawn ones marked, only for whoever sees the customer', async () => {
  const person = await aCustomer(app, { name: '周阿珍' });
  const at = (minutes: number) => ({ customerId: person, measuredAt: ago(minutes) });
  await app.call(
    readingApi.addReading,
    { ...at(30), values: { glucose: 7.2 }, meal: 'fasting', remark: '未服药' },
    app.admin,
  );
  await app.call(readingApi.addReading, { ...at(20), values: { weight: 61 } }, app.admin);
  const span = { customerId: person, from: ago(60), to: ago(0) };
  await app.call(readingApi.voidReading, { ...span, kind: ['weight' as const], reason: '量错了人' }, app.admin);
  const columns = ['customerName', 'kind', 'value', 'unit', 'level', 'meal', 'state', 'source', 'remark'] as const;
  const request = { filters: span, columns: [...columns] };
  const { fileId } = await app.call(readingApi.exportReading, request, app.admin);
  expect((await downloadRows(app, fileId ?? '')).slice(2)).toEqual([
    ['周阿珍', '体重', 61, 'kg', null, null, '已撤回', '人工录入', null],
    ['周阿珍', '血糖', 7.2, 'mmol/L', '预警', '空腹', null, '人工录入', '未服药'],
  ]);
  expect(await app.tryCall(readingApi.exportReading, {}, app.admin)).toMatchObject({ status: 400 });
  const { token } = await aUser(app, { role: 'health', department: await aDepartment(app) });
  expect(await app.tryCall(readingApi.exportReading, request, token)).toMatchObject({ status: 404 });
});

test('illnesses and ended bands give the newest values another level', async () => {
  const person = await aCustomer(app);
  await app.call(
    readingApi.addReading,
    { customerId: person, values: { heart_rate: 92 }, measuredAt: ago(9) },
    app.admin,
  );
  const levels = async () =>
    (await app.call(readingApi.getReadingLatest, { customerId: person }, app.admin)).map(({ level }) => level);
  await until('the newest value', async () => (await levels()).length === 1);
  const bands = [{ level: 3 as const, from: 90 }];
  const band = { kind: 'heart_rate' as const, bands, reason: '指南' };
  const ofIllness = await app.call(readingApi.editBand, { ...band, chronic: 'coronary' }, app.admin);
  await app.sql(`update customer set chronic = '{coronary}' where id = $1`, [person]);
  await until('the level of the illness', async () => (await levels())[0] === 3);
  await app.call(readingApi.deleteBand, { ids: [ofIllness.id] }, app.admin);
  await until('the level of the house', async () => (await levels())[0] === null);
  const own = await app.call(readingApi.editBand, { ...band, customerId: person, until: '2999-01-01' }, app.admin);
  expect(await levels()).toEqual([3]);
  await app.sql(`update reading_band set until = current_date - 3 where id = $1`, [own.id]);
  await judgeEnded();
  expect(await levels()).toEqual([null]);
});
