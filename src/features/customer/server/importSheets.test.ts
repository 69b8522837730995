import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { searchHash } from '#server/core/crypto.ts';
import type { Cell } from '#server/files/workbook.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aProject, aUser, next } from '#server/testing/rows.ts';
import { upload, workbookOf } from '#server/testing/sheet.ts';
import { checkCharacter } from '#shared/idCard.ts';
import { importApi } from '#shared/import.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** A right number of a woman born on 1942-07-08. */
function anIdNo(): string {
  const digits = `33010219420708${String(100 + next() * 2).slice(-3)}`;
  return digits + checkCharacter(digits);
}

const head = ['姓名', '身份证号', '手机号', '居住情况', '慢性病'];
const contactHead = ['老人身份证号', '联系人姓名', '关系', '联系人手机', '有钥匙'];

/** Uploads sheets by their names; the job once the file has been read. */
async function readSheets(sheets: Record<string, Cell[][]>, fields = {}): Promise<string> {
  const file = await workbookOf(Object.entries(sheets).map(([name, rows]) => ({ name, rows })));
  const { data, msg } = await upload(app, customerApi.importCustomer.path, file, fields);
  expect(data, msg).toBeTruthy();
  return String(data.jobId);
}

const read = (people: Cell[][], contacts: Cell[][] = []) =>
  readSheets({ 客户: [head, ...people], ...(contacts.length > 0 && { 联系人: [contactHead, ...contacts] }) });
const seen = (jobId: string) => app.call(importApi.getImportPreview, { jobId }, app.admin);
const confirm = (jobId: string) => app.call(importApi.confirmImport, { jobId, mode: 'valid' }, app.admin);
const undo = (jobId: string) => app.call(importApi.undoImport, { jobId }, app.admin);

async function person(idNo: string) {
  const [row] = await app.sql<{ id: string }>('select id::text from customer where id_no_hash = $1', [
    searchHash(idNo),
  ]);
  return row;
}

test('people and their contacts are counted apart: in the preview, the result and the undo', async () => {
  const [first, second] = [anIdNo(), anIdNo()];
  const people = [
    ['樊一苇', first, '13800008801', '', ''],
    ['樊二苇', second, '13800008802', '', ''],
    ['樊', '', '', '', ''],
  ];
  const contacts = ['甲', '乙', '丙'].map((one, at) => [first, `樊小${one}`, '儿子', `1390000880${at}`, '否']);
  const jobId = await read(people, contacts);
  const preview = await seen(jobId);
  expect(preview.message).toBe('读到 客户 3 人 · 联系人 3 人，其中 1 行有错误，请确认如何导入');
  expect(preview.sheets).toMatchObject([
    { title: '客户', unit: '人', total: 3, inserts: 2, invalid: 1 },
    { title: '联系人', unit: '人', total: 3, inserts: 3, invalid: 0 },
  ]);
  expect((await confirm(jobId)).message).toBe('导入完成：新增 客户 2 人 · 联系人 3 人，覆盖 0 人，跳过 0 人');
  expect((await undo(jobId)).message).toBe('撤销了 客户 2 人 · 联系人 3 人');
});

test('an undo has one figure for what it left: rows that were never written are not among it', async () => {
  const [held, taken] = [anIdNo(), anIdNo()];
  const jobId = await read([
    ['占用的', held, '13800008811', '', ''],
    ['撞上的', taken, '13800008812', '', ''],
  ]);
  await seen(jobId);
  await aCustomer(app, { name: '抢先的', idNo: taken });
  expect(await confirm(jobId)).toMatchObject({ written: 1, refused: 1 });
  await aDevice(app, { customer: (await person(held))?.id ?? '' });
  const state = await undo(jobId);
  expect(state).toMatchObject({ undone: 0, refused: 1, message: '撤销了 0 人，客户 1 人没有撤销' });
});

test('what bounds an import is known before there is a file: rows, bytes and the quotas of projects', async () => {
  const project = await aProject(app, await aDepartment(app));
  await app.sql('update project set quota_customer = 30, quota_equipment = 40 where id = $1', [project]);
  await aCustomer(app, { project });
  const [named] = await app.sql<{ name: string }>('select name from project where id = $1', [project]);
  const limit = await app.call(importApi.getImportLimit, { path: customerApi.importCustomer.path }, app.admin);
  expect(limit).toMatchObject({ rows: 20_000, bytes: 20_971_520 });
  expect(limit.quotas).toContainEqual({ project: named?.name, quota: 30, used: 1, unit: '人' });
  await app.sql(`update dictionary set amount = 300 where type = 'export_limit' and value = 'import_most'`);
  const lowered = await app.call(importApi.getImportLimit, { path: '/api/equipment/importEquipment' }, app.admin);
  expect(lowered.rows).toBe(300);
  expect(lowered.quotas).toContainEqual({ project: named?.name, quota: 40, used: 0, unit: '台' });
  await app.sql(`update dictionary set amount = 20000 where type = 'export_limit' and value = 'import_most'`);
  const viewer = await aUser(app, { role: 'viewer' });
  expect(
    await app.tryCall(importApi.getImportLimit, { path: customerApi.importCustomer.path }, viewer.token),
  ).toMatchObject({ status: 403 });
});
