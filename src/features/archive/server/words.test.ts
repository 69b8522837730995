import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveApi } from '#features/archive/contract.ts';
import { decryptHealth, wordsOf } from '#features/customer/server/service.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { customerImportApi } from '#features/customerImport/contract.ts';
import { customerMergeApi } from '#features/customerMerge/contract.ts';
import { db } from '#server/db/db.ts';
import { seededRandom } from '#server/feature/populate.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, anIdNo } from '#server/testing/rows.ts';
import { upload, workbookOf } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import { importApi } from '#shared/contract/import.ts';
import { readHealthRows } from './healthTables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

interface Person {
  id: string;
  health_cipher: string | null;
  chronic: string[];
  version: number;
}

const people = () => app.sql<Person>('select id::text, health_cipher, chronic, version from customer order by id');

/** Compares the words of every customer with the rows. */
async function requireEqual(when: string): Promise<void> {
  const all = await people();
  const rows = await readHealthRows(
    db,
    all.map(({ id }) => id),
  );
  const unequal = all.flatMap(({ id, health_cipher, chronic }) => {
    const { conditions, allergies, medicines } = decryptHealth(health_cipher);
    const stored = JSON.stringify({ words: { conditions, allergies, medicines }, chronic });
    const followed = JSON.stringify(wordsOf(rows.get(id) ?? { conditions: [], allergies: [], medicines: [] }));
    return stored === followed ? [] : [{ id, stored, followed }];
  });
  expect([when, unequal]).toEqual([when, []]);
}

const versionOf = async (id: string) =>
  (await app.sql<Person>('select version from customer where id = $1', [id]))[0]?.version ?? 0;

const illnesses = ['高血压', 'diabetes', '肿瘤', '其他', '舞蹈症', '2 型糖尿病'];
const allergens = ['青霉素', '磺胺', '花生', '青霉素（皮疹）'];
const drugs = ['氨氯地平 5mg', '阿司匹林', '二甲双胍 0.5g 每日两次'];

async function finish(jobId: string): Promise<void> {
  await until('the job to end', async () => {
    const { state } = await app.call(importApi.getImportPreview, { jobId }, app.admin);
    return state !== 'waiting' && state !== 'running';
  });
}

async function imported(rows: string[][]): Promise<string> {
  const head = ['姓名', '身份证号', '手机号', '慢性病', '过敏', '用药'];
  const file = await workbookOf([{ name: '客户', rows: [head, ...rows] }]);
  const { data } = await upload(
    app,
    customerImportApi.importCustomer.path,
    file,
    { duplicates: 'overwrite' },
    app.admin,
  );
  const jobId = String(data.jobId);
  await finish(jobId);
  await app.call(importApi.confirmImport, { jobId, mode: 'valid' }, app.admin);
  await finish(jobId);
  return jobId;
}

/** Number of random steps; more by WORDS_STEPS. */
const randomSteps = Number(process.env.WORDS_STEPS ?? 36);

test('words and rows are equal after any order of entry, edit, import, undo and merge', async () => {
  const random = seededRandom(32);
  const some = (list: readonly string[]) => list.filter(() => random.hits(0.4));
  const ids: string[] = [];
  const idNos = Array.from({ length: 8 }, () => anIdNo());
  const jobs: string[] = [];
  const done = { undo: 0, merge: 0 };
  const steps: Record<string, () => Promise<unknown>> = {
    async enter() {
      const health = { chronic: some(illnesses), allergies: some(allergens), medicines: some(drugs) };
      ids.push(await aCustomer(app, health));
    },
    async edit() {
      const id = random.of(ids);
      const input = {
        ...(random.hits(0.6) && { chronic: some(illnesses) }),
        ...(random.hits(0.6) && {
          allergies: [...some(allergens), { name: '虾', reaction: '皮疹', kind: 'food' as const }],
        }),
        ...(random.hits(0.6) && { medicines: some(drugs) }),
      };
      await app.tryCall(customerEntryApi.editCustomer, { id, version: await versionOf(id), ...input }, app.admin);
    },
    async archive() {
      const customerId = random.of(ids);
      const before = await versionOf(customerId);
      const code = random.of(['I10', 'E11.9', 'C34', 'Z99']);
      await app.tryCall(archiveApi.addCondition, { customerId, name: random.of(illnesses), code }, app.admin);
      await app.tryCall(archiveApi.addAllergy, { customerId, kind: 'other', name: random.of(allergens) }, app.admin);
      const { rows } = await app.list(archiveApi.getMedicineList, { customerId }, app.admin);
      const [first] = rows;
      const change = { state: random.of(['active', 'stopped'] as const), dose: '1 片' };
      if (first)
        await app.tryCall(archiveApi.editMedicine, { id: first.id, version: first.version, ...change }, app.admin);
      const ill = (await app.list(archiveApi.getConditionList, { customerId }, app.admin)).rows;
      if (ill[0] && random.hits(0.5)) await app.tryCall(archiveApi.deleteCondition, { ids: [ill[0].id] }, app.admin);
      expect(await versionOf(customerId)).toBe(before);
    },
    async import() {
      const rows = idNos
        .filter(() => random.hits(0.5))
        .map((idNo, place) => [
          ...[`沈一${'甲乙丙丁戊己庚辛'[place]}`, idNo, `1380000${String(9000 + idNos.indexOf(idNo))}`],
          ...[some(illnesses).join('、'), some(allergens).join('、'), some(drugs).join('、')],
        ]);
      if (rows.length > 0) jobs.push(await imported(rows));
    },
    async undo() {
      const jobId = jobs.pop();
      if (!jobId) return;
      await app.tryCall(importApi.undoImport, { jobId }, app.admin);
      await finish(jobId);
      const undone = await app.sql(`select 1 from import_row where job_id = $1 and state = 'undone'`, [jobId]);
      done.undo += undone.length;
    },
    async merge() {
      const known = await app.sql<{ id: string }>('select id::text from customer where deleted_at is null order by id');
      const [keep, drop] = [random.of(known).id, random.of(known).id];
      if (keep === drop) return;
      const merge = { keepId: keep, dropId: drop, fields: {} };
      const { code } = await app.tryCall(customerMergeApi.mergeCustomer, merge, app.admin);
      done.merge += Number(code === 0);
      ids.splice(0, ids.length, ...known.map(({ id }) => id).filter((id) => id !== drop));
    },
  };
  for (let count = 0; count < 6; count += 1) await steps.enter?.();
  const names = Object.keys(steps);
  for (let count = 0; count < randomSteps; count += 1) {
    const name = random.of(names);
    await steps[name]?.();
    await requireEqual(`${count} ${name}`);
  }
  expect([done.undo > 0, done.merge > 0]).toEqual([true, true]);
}, 120_000);

test('an undone import gives back the details of a medicine that its words do not tell, in its place', async () => {
  const idNo = anIdNo();
  const medicine = { name: '氨氯地平', dose: '5mg', amount: 1, times: ['07:00'], quantity: 30, prescriber: '周医生' };
  const customerId = await aCustomer(app, { name: '甘一苇', idNo, medicines: [medicine, '阿司匹林'] });
  const jobId = await imported([['甘一苇', idNo, '', '', '', '阿司匹林']]);
  const listed = async () => (await app.list(archiveApi.getMedicineList, { customerId }, app.admin)).rows;
  expect((await listed()).map(({ name }) => name)).toEqual(['阿司匹林']);
  await app.call(importApi.undoImport, { jobId }, app.admin);
  await finish(jobId);
  expect(await listed()).toMatchObject([{ ...medicine, daysLeft: 30 }, { name: '阿司匹林' }]);
  await requireEqual('undo');
});

test('an import is not undone for whom the archive was edited since', async () => {
  const idNo = anIdNo();
  const jobId = await imported([['甘二苇', idNo, '13800009777', '高血压', '', '']]);
  const [row] = await app.sql<{ id: string }>(`select id::text from customer where name = '甘二苇'`);
  await app.call(archiveApi.addAllergy, { customerId: row?.id ?? '', kind: 'food', name: '虾' }, app.admin);
  await app.call(importApi.undoImport, { jobId }, app.admin);
  await finish(jobId);
  expect(await app.sql(`select deleted_at from customer where name = '甘二苇'`)).toEqual([{ deleted_at: null }]);
});

test('an overwritten customer whose row was edited since stays as imported and edited, and the undo names the row', async () => {
  const [edited, other] = [anIdNo(), anIdNo()];
  const before = { allergies: [{ name: '青霉素', reaction: '皮疹' }], chronic: ['高血压'] };
  const customerId = await aCustomer(app, { name: '甘三苇', idNo: edited, ...before });
  const otherId = await aCustomer(app, { name: '甘四苇', idNo: other, ...before });
  const jobId = await imported([
    ['甘三苇', edited, '', '糖尿病', '花生', ''],
    ['甘四苇', other, '', '糖尿病', '花生', ''],
  ]);
  const listed = async (id: string) => (await app.list(archiveApi.getAllergyList, { customerId: id }, app.admin)).rows;
  const [row] = await listed(customerId);
  const change = { id: row?.id ?? '', version: row?.version ?? 0, kind: 'food' as const, reaction: '喉头水肿' };
  await app.call(archiveApi.editAllergy, change, app.admin);
  await app.call(importApi.undoImport, { jobId }, app.admin);
  await finish(jobId);
  const undone = await app.call(importApi.getImportPreview, { jobId }, app.admin);
  expect(undone).toMatchObject({ undone: 1, refused: 1 });
  expect(undone.errors).toEqual([{ row: 2, column: '客户', msg: '导入之后健康档案已被修改，没有撤销' }]);
  expect(await listed(customerId)).toMatchObject([{ name: '花生', reaction: '喉头水肿' }]);
  expect(await listed(otherId)).toMatchObject([{ name: '青霉素', reaction: '皮疹' }]);
  await requireEqual('refused undo');
});
