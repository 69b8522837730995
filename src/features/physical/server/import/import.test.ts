import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { physicalApi } from '#features/physical/contract.ts';
import { readingApi } from '#features/reading/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { anIdNo } from '#server/testing/rows.ts';
import { upload } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import { importApi } from '#shared/contract/import.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

let count = 0;

/** Adds a customer with an ID number. */
async function aPerson(name: string): Promise<{ id: string; idNo: string }> {
  const idNo = anIdNo();
  const mobile = `139${String(20_000_000 + count++)}`;
  const { id } = await app.call(customerEntryApi.addCustomer, { name, idNo, mobile, regionCode: '330802' }, app.admin);
  return { id, idNo };
}

const csv = (rows: readonly (readonly string[])[]) => Buffer.from(rows.map((row) => row.join(',')).join('\n'));

async function importCsv(org: string, rows: readonly (readonly string[])[]): Promise<string> {
  const answer = await upload(app, physicalApi.importPhysical.path, csv(rows), { org });
  expect(answer, answer.msg).toMatchObject({ code: 0 });
  return String(answer.data.jobId);
}

const preview = (jobId: string) => app.call(importApi.getImportPreview, { jobId }, app.admin);
const list = async (customerId: string) =>
  (await app.list(physicalApi.getPhysicalList, { customerId }, app.admin)).rows;

const head = ['证件', '姓名', '体检日期', '血压', '血糖(mg/dL)', '血色素'];

test('headings are matched once by hand, and later files of the institution are read by them', async () => {
  const org = '望湖医院';
  const { idNo, id } = await aPerson('吴阿根');
  const rows = [head, [idNo, '吴阿根', '2026/3/5', '150/90', '126', '118 ↓']];
  const unmatched = await upload(app, physicalApi.importPhysical.path, csv(rows), { org });
  expect(unmatched).toMatchObject({ status: 400, msg: '没有对应「身份证号」的列，请先对应列' });

  const headings = await upload(app, physicalApi.getPhysicalHeadings.path, csv(rows), { org });
  expect(headings.data).toMatchObject({
    row: 1,
    headings: [
      { heading: '证件', code: null, source: 'new', samples: [idNo] },
      { heading: '姓名', code: 'name', source: 'proposed' },
      { heading: '体检日期', code: 'date' },
      { heading: '血压', code: 'pressure' },
      { heading: '血糖(mg/dL)', code: '14771-0' },
      { heading: '血色素' },
    ],
  });
  await app.call(physicalApi.editPhysicalMapping, { org, columns: { 证件: 'idNo', 血色素: '718-7' } }, app.admin);
  const jobId = await importCsv(org, rows);
  expect(await preview(jobId)).toMatchObject({ total: 1, inserts: 1, invalid: 0 });
  expect((await list(id)).length).toBe(0);

  await app.call(importApi.confirmImport, { jobId, mode: 'all' }, app.admin);
  const [row] = await list(id);
  expect(row).toMatchObject({
    org,
    date: '2026-03-05',
    status: 'done',
    pressure: { systolic: 150, diastolic: 90 },
  });
  const { items } = await app.call(physicalApi.getPhysical, { id: row?.id ?? '' }, app.admin);
  expect(items.find(({ code }) => code === '14771-0')).toMatchObject({
    value: expect.closeTo(6.9938, 4),
    given: { value: 126, unit: 'mg/dL' },
    flag: 'high',
  });
  const systolic = async () =>
    (await app.call(readingApi.getReadingLatest, { customerId: id }, app.admin)).find(
      ({ kind }) => kind === 'systolic',
    );
  const value = await until('the value is settled', systolic);
  expect(value).toMatchObject({ value: 150, source: { kind: 'examination' } });

  await app.call(importApi.undoImport, { jobId }, app.admin);
  expect(await list(id)).toEqual([]);
  await until('the value is withdrawn', async () => (await systolic()) === undefined);
});

test('each bad cell is named, and with one of them all rows stay out', async () => {
  const org = '城东医院';
  const [good, other] = [await aPerson('周慧芳'), await aPerson('徐金宝')];
  const columns = ['身份证号', '姓名', '体检日期', 'Hb', '收缩压', '舒张压'];
  const jobId = await importCsv(org, [
    columns,
    [good.idNo, '周慧芳', '2026-03-05', '120', '130', '80'],
    [anIdNo(), '', '2026-03-05', '120', '', ''],
    [other.idNo, '徐金花', '2026-03-05', '120', '', ''],
    [other.idNo, '', '1900-01-01', '偏高', '', ''],
    [other.idNo, '', '2026-03-05', '120', '80', '130'],
    [good.idNo, '', '2026-03-05', '121', '', ''],
  ]);
  const { rows } = await preview(jobId);
  const errors = rows.map(({ row, errors: cells }) => [row, ...cells.map(({ column, msg }) => `${column}：${msg}`)]);
  expect(errors).toEqual([
    [2],
    [3, '身份证号：没有这个身份证号的客户'],
    [4, '姓名：姓名与这个身份证号的客户不符'],
    [5, expect.stringMatching(/^体检日期：日期不能早于/), expect.stringMatching(/^Hb：.*须为数值/)],
    [6, expect.stringMatching(/^舒张压：.*必须低于收缩压/)],
    [7, '体检日期：与第 2 行是同一人同一天的体检'],
  ]);
  expect(await app.tryCall(importApi.confirmImport, { jobId, mode: 'all' }, app.admin)).toMatchObject({ status: 400 });
  expect(await list(good.id)).toEqual([]);
});

test('an examination that is there is skipped, never doubled', async () => {
  const org = '城西医院';
  const { id, idNo } = await aPerson('郭素贞');
  const rows = [
    ['身份证号', '体检日期', 'Hb'],
    [idNo, '2026-03-05', '120'],
  ];
  await app.call(importApi.confirmImport, { jobId: await importCsv(org, rows), mode: 'all' }, app.admin);
  const again = await importCsv(org, rows);
  expect(await preview(again)).toMatchObject({ inserts: 0, skips: 1, warned: 1 });
  expect(await list(id)).toHaveLength(1);
});

test('a code has one heading, and an unknown code is refused', async () => {
  const match = (columns: Record<string, string>) =>
    app.tryCall(physicalApi.editPhysicalMapping, { org: '城南医院', columns }, app.admin);
  expect(await match({ 甲: 'idNo', 乙: 'idNo' })).toMatchObject({
    ...{ status: 400, msg: '「甲」和「乙」都对应身份证号，请只留一列' },
  });
  expect(await match({ 甲: 'nothing' })).toMatchObject({ status: 400, msg: '没有体检项目「nothing」' });
});
