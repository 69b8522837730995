import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerMergeApi } from '#features/customerMerge/contract.ts';
import { physicalApi } from '#features/physical/contract.ts';
import { readingApi } from '#features/reading/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aUser, type TestUser } from '#server/testing/rows.ts';
import { download, downloadRows, upload } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import { catalogues } from '#shared/physical/catalogues.ts';
import { physicalsDue } from './physicalsDue.ts';

let app: TestApp;
let doctor: TestUser;
let reviewer: TestUser;
beforeAll(async () => {
  app = await startApp();
  [doctor, reviewer] = [await aUser(app, { role: 'health' }), await aUser(app, { role: 'health' })];
});
afterAll(() => app.stop());

const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
const items = [
  { code: '8480-6', value: 190 },
  { code: '8462-4', value: 115 },
  { code: 'systolicRight', value: 130 },
  { code: 'diastolicRight', value: 80 },
  { code: '8302-2', value: 158 },
  { code: '29463-7', value: 67.8 },
  { code: '8280-0', value: 86 },
  { code: '14771-0', value: 126, unit: 'mg/dL' },
];
const woman = (more: object = {}) => aCustomer(app, { gender: 2, birthDate: '1944-03-02', ...more });
const entry = (customerId: string, more: object = {}) => ({
  ...{ customerId, date: daysAgo(3), org: '市二院', kind: 'yearly' as const, items },
  ...more,
});
const add = (customerId: string, more: object = {}) =>
  app.call(physicalApi.addPhysical, entry(customerId, more) as never, doctor.token);
async function submitted(customerId: string, more: object = {}): Promise<string> {
  const { id } = await add(customerId, more);
  await app.call(physicalApi.submitPhysical, { id }, doctor.token);
  return id;
}
const latest = async (customerId: string) => {
  const rows = await app.call(readingApi.getReadingLatest, { customerId }, app.admin);
  return Object.fromEntries(rows.map(({ kind, ...row }) => [kind, row]));
};

test('a submitted examination becomes readings of its day, the left arm before the right, and raises nothing', async () => {
  const customerId = await woman();
  const { id } = await add(customerId);
  expect(await latest(customerId)).toEqual({});
  await app.call(physicalApi.submitPhysical, { id }, doctor.token);
  await until('the readings', async () => 'waist' in (await latest(customerId)));
  const values = await latest(customerId);
  const at = `${daysAgo(3)}T00:00:00.000Z`;
  expect(values).toMatchObject({
    systolic: { value: 190, at, level: 1, source: { kind: 'examination', name: '体检' } },
    diastolic: { value: 115 },
    ...{ height: { value: 158 }, weight: { value: 67.8 }, waist: { value: 86 } },
    glucose: { value: 126 / 18.016, level: 3 },
  });
  expect(Object.keys(values).sort()).toEqual(['bmi', 'diastolic', 'glucose', 'height', 'systolic', 'waist', 'weight']);
  expect(await app.sql(`select 1 from warn where customer_id = $1`, [customerId])).toEqual([]);
  const span = { customerId, from: `${daysAgo(5)}T00:00:00.000Z`, to: `${today}T00:00:00.000Z` };
  const { rows } = await app.list(readingApi.getReadingList, { ...span, kind: ['glucose'] }, app.admin);
  expect(rows).toMatchObject([{ by: doctor.name, meal: 'fasting', given: { value: 126, unit: 'mg/dL' } }]);
});

test('readings of one that is sent back or voided are withdrawn, and come anew with the next submission', async () => {
  const customerId = await woman();
  const id = await submitted(customerId);
  const stored = () =>
    app.sql<{ value: number; flags: number }>(
      `select value, flags & 128 as flags from reading where device_id = $1 and metric = 'systolic' order by at`,
      [customerId],
    );
  await app.call(physicalApi.reviewPhysical, { id, approved: false, note: '复测' }, reviewer.token);
  expect(await stored()).toEqual([{ value: 190, flags: 128 }]);
  const { version } = await app.call(physicalApi.getPhysical, { id }, doctor.token);
  const edit = { id, version, items: [{ code: '8480-6', value: 150 }] };
  await app.call(physicalApi.editPhysical, edit, doctor.token);
  await app.call(physicalApi.submitPhysical, { id }, doctor.token);
  await app.call(physicalApi.reviewPhysical, { id }, reviewer.token);
  expect(await stored()).toEqual([
    { value: 190, flags: 128 },
    { value: 150, flags: 0 },
  ]);
  await app.call(physicalApi.voidPhysical, { id, reason: '录错了人' }, reviewer.token);
  expect((await stored()).map(({ flags }) => flags)).toEqual([128, 128]);
});

test('a new version of the catalogue changes no stored examination, and flags new ones alone', async () => {
  const [former] = catalogues;
  if (!former) throw new Error('no catalogue');
  const customerId = await woman();
  const id = await submitted(customerId);
  const draft = await add(customerId, { date: daysAgo(2) });
  const before = JSON.stringify(await app.call(physicalApi.getPhysical, { id }, doctor.token));
  const moved = former.items.map((item) =>
    item.code === '8480-6' ? { ...item, label: '左臂收缩压', ranges: [{ low: 100, high: 200 }] } : item,
  );
  catalogues.push({ ...former, version: 2, items: moved });
  try {
    expect(JSON.stringify(await app.call(physicalApi.getPhysical, { id }, doctor.token))).toBe(before);
    const edit = { id: draft.id, version: 1, items: [{ code: '718-7', value: 120 }] };
    await app.call(physicalApi.editPhysical, edit, doctor.token);
    const old = await app.call(physicalApi.getPhysical, { id: draft.id }, doctor.token);
    const fresh = await app.call(
      physicalApi.getPhysical,
      { id: await submitted(customerId, { date: daysAgo(1) }) },
      doctor.token,
    );
    const pressures = [old, fresh].map(({ catalogue, items: all }) => [
      catalogue,
      all.find(({ code }) => code === '8480-6'),
    ]);
    expect(pressures).toMatchObject([
      [1, { flag: 'high', high: 139, label: '收缩压（左）' }],
      [2, { flag: 'normal', high: 200, label: '左臂收缩压' }],
    ]);
    expect(fresh.before.map(({ catalogue }) => catalogue)).toEqual([1]);
  } finally {
    catalogues.pop();
  }
});

test('the figures of the yearly rate are the counts of their lists', async () => {
  const department = await aDepartment(app);
  const year = Number(today.slice(0, 4));
  const old = () => woman({ department, birthDate: `${year - 65}-12-31` });
  const [done, open, special, draft, ended] = await Promise.all([old(), old(), old(), old(), old()]);
  await woman({ department, birthDate: `${year - 64}-01-01` });
  const date = today;
  await submitted(done, { date });
  await submitted(open, { date: `${year - 1}-12-31` });
  await submitted(special, { date, kind: 'special' });
  await add(draft, { date });
  await app.sql(`update customer set service_state = 'ended' where id = $1`, [ended]);
  const rate = await app.call(physicalApi.getPhysicalRate, { year, departmentId: department }, app.admin);
  expect(rate).toMatchObject({ due: 4, done: 1, open: 3, areas: [{ id: department, due: 4, done: 1, open: 3 }] });
  const listed = async (state?: 'done' | 'open') => {
    const input = { year, departmentId: department, ...(state && { state }), limit: 50 };
    return (await app.list(physicalApi.getPhysicalDueList, input, app.admin)).rows.map(({ id }) => id).sort();
  };
  expect([await listed(), await listed('done'), await listed('open')]).toEqual([
    [done, open, special, draft].sort(),
    [done],
    [open, special, draft].sort(),
  ]);
  const missing = { missingYear: year, departmentId: department };
  const { rows } = await app.list(physicalApi.getPhysicalList, missing, app.admin);
  expect(rows.map(({ customerId }) => customerId).sort()).toEqual([open, special, draft].sort());
});

test('the list filters by person, institution, kind, status, year and abnormal item, and is exported', async () => {
  const customerId = await woman();
  await submitted(customerId, {
    date: daysAgo(400),
    org: '城东卫生院',
    items: [...items, { code: '718-7', value: 90 }],
  });
  const newest = await submitted(customerId, { kind: 'admission' });
  const listed = async (filters: object) =>
    (await app.list(physicalApi.getPhysicalList, { customerId, ...filters }, app.admin)).rows.map(({ id }) => id);
  expect((await listed({}))[0]).toBe(newest);
  expect([await listed({ kind: ['admission'] }), await listed({ status: ['draft'] })]).toEqual([[newest], []]);
  expect([(await listed({ org: '城东' })).length, (await listed({ org: '%' })).length]).toEqual([1, 0]);
  expect([(await listed({ abnormal: '718-7' })).length, (await listed({ abnormal: true })).length]).toEqual([1, 2]);
  expect(await listed({ year: Number(daysAgo(3).slice(0, 4)) })).toEqual([newest]);
  expect((await listed({ sort: [{ field: 'abnormal', order: 'asc' }] })).length).toBe(2);
  const columns = ['customerName', 'date', 'org', 'kind', 'pressure', 'abnormalItems'] as const;
  const input = { filters: { customerId, org: '城东' }, columns: [...columns] };
  const { fileId } = await app.call(physicalApi.exportPhysical, input, app.admin);
  const [row] = (await downloadRows(app, fileId ?? '')).slice(2);
  expect(row?.slice(1)).toEqual([daysAgo(400), '城东卫生院', '年度', '190/115', expect.stringContaining('血红蛋白')]);
});

test('a report is a PDF or a picture of 20 MB at most, and is opened by readers of the examination alone', async () => {
  const pdf = Buffer.from('%PDF-1.4\n%%EOF\n');
  const send = (file: Buffer) => upload(app, physicalApi.uploadPhysicalFile.path, file, {}, doctor.token);
  expect(await send(Buffer.from('no report'))).toMatchObject({
    status: 400,
    msg: '体检报告须为 PDF 或图片（JPG、PNG、WebP）',
  });
  const large = Buffer.concat([pdf, Buffer.alloc(20_971_521)]);
  expect(await send(large)).toMatchObject({ status: 413, msg: '文件太大，最多20MB' });
  const { data } = await send(pdf);
  const fileId = String(data.id);
  const department = await aDepartment(app);
  const { id } = await add(await woman(), { fileIds: [fileId] });
  expect(await app.call(physicalApi.getPhysical, { id }, doctor.token)).toMatchObject({ files: [{ id: fileId }] });
  expect(Buffer.from(await download(app, fileId, reviewer.token))).toEqual(pdf);
  const stranger = await aUser(app, { role: 'health', department });
  const elsewhere = await aUser(app, { role: 'operator' });
  for (const { token } of [elsewhere, stranger]) await expect(download(app, fileId, token)).rejects.toThrow('404');
  const other = entry(await woman(), { fileIds: [fileId] });
  expect(await app.tryCall(physicalApi.addPhysical, other, reviewer.token)).toMatchObject({ status: 400 });
});

test('the next examination is a reminder in its last week, unless one was made meanwhile', async () => {
  const customerId = await woman();
  const later = (days: number) => daysAgo(-days);
  await submitted(customerId, { nextDate: later(6) });
  await submitted(await woman(), { nextDate: later(9) });
  const due = async () => (await physicalsDue()).filter((one) => one.customerId === customerId);
  expect(await due()).toMatchObject([{ kind: 'physical', step: later(6), title: expect.stringContaining(' 6 天后') }]);
  await submitted(customerId, { date: daysAgo(1) });
  expect(await due()).toEqual([]);
});

test('a merge keeps one of two of the same day and institution: the one that went further', async () => {
  const [keepId, dropId] = [await woman(), await woman()];
  const draft = await add(keepId);
  const further = await submitted(dropId);
  const own = await submitted(dropId, { org: '城西卫生院' });
  await app.call(customerMergeApi.mergeCustomer, { keepId, dropId, fields: {} }, app.admin);
  const { rows } = await app.list(physicalApi.getPhysicalList, { customerId: keepId }, app.admin);
  const statuses = Object.fromEntries(rows.map(({ id, status }) => [id, status]));
  expect(statuses).toEqual({ [draft.id]: 'void', [further]: 'done', [own]: 'done' });
});
