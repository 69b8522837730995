import { afterAll, beforeAll, expect, test } from 'vitest';
import { benefitApi } from '#features/benefit/contract.ts';
import { customerImportApi } from '#features/customerImport/contract.ts';
import { searchHash } from '#server/core/crypto.ts';
import type { Cell } from '#server/files/workbook.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, anIdNo, aRole, aUser } from '#server/testing/rows.ts';
import { upload, workbookOf } from '#server/testing/sheet.ts';
import { importApi } from '#shared/contract/import.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const head = ['姓名', '身份证号', '手机号'];
const benefitHead = ['老人身份证号', '类别', '证件号码', '等级', '参保或发证地', '起始日期', '截止日期'];

/** Uploads customers and benefits, and returns the job once the file is read. */
async function read(customers: Cell[][], benefits: Cell[][], fields = {}, token = app.admin): Promise<string> {
  const file = await workbookOf([
    { name: '客户', rows: [head, ...customers] },
    { name: '权益与证件', rows: [benefitHead, ...benefits] },
  ]);
  const { data, msg } = await upload(app, customerImportApi.importCustomer.path, file, fields, token);
  expect(data, msg).toBeTruthy();
  return String(data.jobId);
}

const previewOf = (jobId: string, token = app.admin) => app.call(importApi.getImportPreview, { jobId }, token);
const confirm = (jobId: string) => app.call(importApi.confirmImport, { jobId, mode: 'valid' }, app.admin);
const undo = (jobId: string) => app.call(importApi.undoImport, { jobId }, app.admin);
const benefitsOf = async (customerId: string) =>
  (await app.list(benefitApi.getBenefitList, { customerId }, app.admin)).rows;

async function customerIdOf(idNo: string): Promise<string> {
  const [row] = await app.sql<{ id: string }>('select id::text from customer where id_no_hash = $1', [
    searchHash(idNo),
  ]);
  return row?.id ?? '';
}

test('what people are entitled to is a sheet of its own, counted, written and taken back with them', async () => {
  const [idNo, existingIdNo] = [anIdNo(), anIdNo()];
  const existingId = await aCustomer(app, { idNo: existingIdNo });
  const jobId = await read(
    [['路一苇', idNo, '13800008851']],
    [
      [idNo, '残疾证', '33010219420708100X42', '二级', '330802', '2020/1/31', '2030-01-31'],
      [idNo, '医保', '', '', '', '', ''],
      [existingIdNo, '长护险', 'CH0001', '3', '', '', ''],
    ],
  );
  const preview = await previewOf(jobId);
  expect(preview.errors).toEqual([]);
  expect(preview.message).toBe('读到 客户 1 人 · 权益与证件 3 项，没有错误，请确认导入');
  expect((await confirm(jobId)).message).toBe('导入完成：新增 客户 1 人 · 权益与证件 3 项，覆盖 0 人，跳过 0 人');
  const id = await customerIdOf(idNo);
  expect(await benefitsOf(id)).toMatchObject([
    {
      ...{ kind: 'disability', number: '****0X42', grade: '二级', regionCode: '330802' },
      ...{ from: '2020-01-31', until: '2030-01-31' },
    },
    { kind: 'medical', number: null, grade: null },
  ]);
  expect(await benefitsOf(existingId)).toMatchObject([{ kind: 'long_term_care', number: '****0001' }]);
  expect(await undo(jobId)).toMatchObject({ undone: 4, refused: 0, message: '撤销了 客户 1 人 · 权益与证件 3 项' });
  expect(await benefitsOf(existingId)).toEqual([]);
});

test('a benefit that the form refuses is refused at its cell: a number cut short, an early end, a repeat, nobody', async () => {
  const [idNo, wrong] = [anIdNo(), anIdNo()];
  const jobId = await read(
    [
      ['景一苇', idNo, '13800008852'],
      ['景', wrong, '13800008853'],
    ],
    [
      [idNo, '残疾证', 'CJ0001', '', '', '', ''],
      [idNo, '残疾证', 'cj0001', '', '', '', ''],
      [idNo, '医保', '****1234', '', '', '', ''],
      [idNo, '低保', '', '', '', '2026-01-31', '2025-01-31'],
      [idNo, '月票', '', '', '990000', '明天', ''],
      [idNo, '优抚', '', '', '990000', '', ''],
      [wrong, '优抚', '', '', '', '', ''],
      [anIdNo(), '优抚', '', '', '', '', ''],
      [idNo, '', 'CJ0002', '', '', '', ''],
    ],
  );
  const { errors, sheets } = await previewOf(jobId);
  expect(sheets).toMatchObject([
    { total: 2, invalid: 1 },
    { title: '权益与证件', unit: '项', total: 9, inserts: 1 },
  ]);
  const msgs = errors.slice(1).map(({ row, column, msg }) => [row, column, msg]);
  expect(msgs).toEqual([
    [3, '证件号码', '与第 2 行重复'],
    [4, '证件号码', '请输入完整的证件号码'],
    [5, '截止日期', '截止日期不能早于起始日期'],
    [6, '类别', expect.stringContaining('类别')],
    [6, '起始日期', expect.stringContaining('起始日期')],
    [7, '参保或发证地', '行政区划代码不存在'],
    [8, '老人身份证号', '第 3 行的客户有错误，这一行不能导入'],
    [9, '老人身份证号', '没有找到这位老人'],
    [10, '类别', expect.stringContaining('类别')],
  ]);
});

test('a benefit that is there already is found by its kind and number, and an overwrite and its undo reach the filled cells', async () => {
  const idNo = anIdNo();
  const id = await aCustomer(app, { idNo });
  const was = { kind: 'disability', grade: '三级', from: '2020-01-31', until: '2025-01-31' } as const;
  await app.call(benefitApi.addBenefit, { customerId: id, number: 'CJ0003', ...was }, app.admin);
  const renewed = [[idNo, '残疾证', 'cj0003', '', '', '', '2030-01-31']];
  expect(await previewOf(await read([], renewed, { duplicates: 'skip' }))).toMatchObject({ skips: 1, inserts: 0 });
  const early = [[idNo, '残疾证', 'CJ0003', '', '', '', '2019-01-31']];
  expect((await previewOf(await read([], early))).errors).toMatchObject([{ row: 2, column: '截止日期' }]);
  const jobId = await read([], renewed);
  await confirm(jobId);
  expect(await benefitsOf(id)).toMatchObject([{ ...was, version: 2, number: '****0003', until: '2030-01-31' }]);
  await confirm(await read([], renewed));
  expect(await benefitsOf(id)).toMatchObject([{ version: 2 }]);
  expect(await undo(jobId)).toMatchObject({ undone: 1, refused: 0 });
  expect(await benefitsOf(id)).toMatchObject([{ ...was, number: '****0003' }]);
});

test('an undo leaves a person there whose imported benefit somebody has changed, and the other benefits with them', async () => {
  const idNo = anIdNo();
  const rows = ['医保', '低保'].map((kind) => [idNo, kind, '', '', '', '', '']);
  const jobId = await read([['温一苇', idNo, '13800008854']], rows);
  await confirm(jobId);
  const id = await customerIdOf(idNo);
  const [first] = await benefitsOf(id);
  await app.call(benefitApi.editBenefit, { id: first?.id ?? '', version: 1, grade: '一档' }, app.admin);
  const undone = await undo(jobId);
  expect(undone).toMatchObject({ undone: 0, refused: 3 });
  expect(undone.errors.map(({ row, column }) => [row, column])).toEqual([
    [2, '客户'],
    [3, '权益与证件'],
    [2, '权益与证件'],
  ]);
  expect(await benefitsOf(id)).toHaveLength(2);
});

test('who may import and not edit people brings no benefits, and is told which right is missing', async () => {
  const idNo = anIdNo();
  const roleId = await aRole(app, { scope: 'all', permissions: ['customer:import'] });
  const { token } = await aUser(app, { roleId });
  const jobId = await read([['车一苇', idNo, '13800008855']], [[idNo, '医保', '', '', '', '', '']], {}, token);
  const preview = await previewOf(jobId, token);
  expect(preview).toMatchObject({ inserts: 1, invalid: 1 });
  expect(preview.errors).toEqual([{ row: 2, column: '权益与证件', msg: '没有「新增与编辑客户」的权限，不能导入' }]);
});
