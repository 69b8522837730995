import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeGbk } from '#devices/jt808/gbk.ts';
import { consentApi } from '#features/consent/contract.ts';
import { customerImportApi } from '#features/customerImport/contract.ts';
import { leaveApi } from '#features/leave/contract.ts';
import { readingApi } from '#features/reading/contract.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import type { Cell } from '#server/files/workbook.ts';
import { runJob } from '#server/jobs/jobRunner.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, anIdNo, aRole, aUser } from '#server/testing/rows.ts';
import { upload, workbookOf } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import { importApi } from '#shared/contract/import.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const bookOf = (rows: Cell[][], contacts: Cell[][] = []) =>
  workbookOf([{ name: '客户', rows }, ...(contacts.length > 0 ? [{ name: '联系人', rows: contacts }] : [])]);

/** Uploads a file and returns the import once the file is read. */
async function read(file: Blob | Buffer, fields: Record<string, string> = {}, token = app.admin): Promise<string> {
  const { data, msg } = await upload(app, customerImportApi.importCustomer.path, file, fields, token);
  expect(data, msg).toBeTruthy();
  const jobId = String(data.jobId);
  await until('the file to be read', async () => {
    const { state } = await seen(jobId, token);
    return state !== 'waiting' && state !== 'running';
  });
  return jobId;
}

const seen = (jobId: string, token = app.admin) => app.call(importApi.getImportPreview, { jobId }, token);
const confirm = (jobId: string) => app.call(importApi.confirmImport, { jobId, mode: 'valid' }, app.admin);

test('who may be known already is told in the preview as the form says it, and is written all the same', async () => {
  const department = await aDepartment(app);
  await aCustomer(app, { name: '曾兰芝', birthDate: '1938-02-03', mobile: '13700008801', phone: '0570-8808801' });
  await aCustomer(app, { name: '俞阿毛', birthDate: '1939-02-03', department });
  const head = ['姓名', '出生日期', '手机号', '固定电话'];
  const rows = [
    head,
    ['曾兰芝', '1938-02-03', '13700008802', ''],
    ['曾南之', '', '13700008801', ''],
    ['曾南之', '', '', '05708808801'],
    ['王桂兰', '', '13700008801', ''],
    ['俞阿毛', '1939-02-03', '13700008803', ''],
    ['俞阿毛', '1939-02-03', '13700008804', ''],
  ];
  const jobId = await read(await bookOf(rows));
  const preview = await seen(jobId);
  expect(preview).toMatchObject({ total: 6, inserts: 6, invalid: 0, warned: 5 });
  expect(preview.message).toContain('5 行有提示');
  const told = preview.rows.map(({ warnings }) => warnings.map(({ column, msg }) => `${column}：${msg}`));
  const sounds = '电话与已有客户相同，姓名读音相近（客户 曾兰芝，待开通）';
  expect(told).toEqual([
    ['姓名：姓名和出生日期与已有客户相同（客户 曾兰芝，待开通）'],
    [`手机号：${sounds}`],
    [`固定电话：${sounds}`],
    [],
    ['姓名：姓名和出生日期与已有客户相同（客户 俞阿毛，待开通）'],
    [expect.stringMatching(/^姓名：/)],
  ]);
  const { count } = await app.call(importApi.getImportPreview, { jobId, problems: true }, app.admin);
  expect(count).toBe(5);

  const roleId = await aRole(app, { scope: 'department', permissions: ['customer:list', 'customer:import'] });
  const outsideViewer = await aUser(app, { roleId, department: await aDepartment(app) });
  const theirs = await seen(await read(await bookOf(rows.slice(0, 2)), {}, outsideViewer.token), outsideViewer.token);
  expect(theirs.rows[0]?.warnings).toEqual([{ column: '姓名', msg: '姓名和出生日期与已有客户相同（不在你的范围内）' }]);
  expect(await confirm(jobId)).toMatchObject({ written: 6 });
});

test('two of one file who may be the same are told by the row of the first', async () => {
  const rows = [
    ['姓名', '身份证号', '出生日期', '手机号'],
    ['鲍水根', '', '1936-05-05', '13700008811'],
    ['鲍水根', '', '1936-05-05', '13700008812'],
    ['鲍穗耕', '', '', '13700008812'],
  ];
  const { rows: told } = await seen(await read(await bookOf(rows)));
  expect(told.map(({ warnings }) => warnings)).toEqual([
    [],
    [{ column: '姓名', msg: '与第 2 行姓名和出生日期相同' }],
    [{ column: '手机号', msg: '与第 3 行电话相同，姓名读音相近' }],
  ]);
});

test('a later row that repeats an ID number, or name and phone, takes no contact away from the good row', async () => {
  const [idNo, other] = [anIdNo(), anIdNo()];
  const rows = [
    ['姓名', '身份证号', '手机号'],
    ['裘月娥', idNo, '13700008821'],
    ['裘月娥', idNo, '13700008822'],
    ['应阿良', '', '13700008823'],
    ['应阿良', '', '13700008823'],
    ['计水仙', other, '13700008824'],
    ['计小仙', other, '13700008825'],
  ];
  const contacts = [
    ['老人身份证号', '老人姓名', '联系人姓名', '关系', '联系人手机', '紧急联系人'],
    [idNo, '', '裘小月', '女儿', '13900008821', '是'],
    ['', '裘月娥', '裘小日', '儿子', '13900008822', '否'],
    ['', '应阿良', '应小良', '儿子', '13900008823', '是'],
    [other, '', '计小水', '女儿', '13900008824', '是'],
  ];
  const jobId = await read(await bookOf(rows, contacts));
  const preview = await seen(jobId);
  expect(preview.errors.map(({ row, msg }) => [row, msg])).toEqual([
    [3, '与第 2 行重复'],
    [5, '与第 4 行重复'],
    [7, '与第 6 行重复'],
  ]);
  expect(await confirm(jobId)).toMatchObject({ written: 7 });
  const written = await app.sql(
    `select c.name, string_agg(k.name, '、' order by k.name) as contacts from customer c
     join customer_contact k on k.customer_id = c.id where c.name in ('裘月娥', '应阿良', '计水仙', '计小仙') group by c.id, c.name order by c.name`,
  );
  expect(written).toEqual(
    [
      { name: '应阿良', contacts: '应小良' },
      { name: '裘月娥', contacts: expect.stringMatching(/裘小月.*裘小日|裘小日.*裘小月/) },
      { name: '计水仙', contacts: '计小水' },
    ].sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
});

test('a street that the list of the county does not have is told and written, and one of a county without a list is not', async () => {
  const rows = [
    ['姓名', '手机号', '区划代码', '街道'],
    ['裘一苇', '13700008821', '330802', '信安街道'],
    ['裘二苇', '13700008822', '330802', '望湖街道'],
    ['裘三苇', '13700008823', '460302', '永兴岛'],
  ];
  const preview = await seen(await read(await bookOf(rows)));
  const street = { column: '街道', msg: '不在该区县 2023 年的街道名录里' };
  expect(preview.rows.map(({ warnings }) => warnings)).toEqual([[], [street], []]);
  expect(preview).toMatchObject({ inserts: 3, invalid: 0, warned: 1 });
});

test('an age outside 40 to 110 is a hint in the preview, and the row is written all the same', async () => {
  const rows = [
    ['姓名', '出生日期', '手机号'],
    ['裘四苇', '1941-02-03', '13700008831'],
    ['裘五苇', '2010-01-01', '13700008832'],
  ];
  const preview = await seen(await read(await bookOf(rows)));
  const age = { column: '出生日期', msg: expect.stringMatching(/^年龄 \d+ 岁，不在 40 至 110 岁之间，请核对$/) };
  expect(preview.rows.map(({ warnings }) => warnings)).toEqual([[], [age]]);
  expect(preview).toMatchObject({ inserts: 2, invalid: 0, warned: 1 });
});

test('somebody whose archive is sealed is not overwritten, in the preview and after it, and neither are their contacts', async () => {
  const idNo = anIdNo();
  const id = await aCustomer(app, { name: '褚阿彩', idNo, mobile: '13700008831' });
  await app.sql(`update customer set service_state = 'ended', state_since = '2026-01-01' where id = $1`, [id]);
  const seal = (done: boolean) =>
    app.call(leaveApi.tickLeaving, { customerId: id, item: 'archiveSealed', done }, app.admin);
  await seal(true);
  const customerRows = [
    ['姓名', '身份证号', '手机号'],
    ['褚阿菜', idNo, '13700008832'],
  ];
  const contacts = [
    ['老人身份证号', '联系人姓名', '关系', '联系人手机'],
    [idNo, '褚建国', '儿子', '13900008831'],
  ];
  const over = { duplicates: 'overwrite' };
  const msg = '档案已封存，不能修改';
  expect((await seen(await read(await bookOf(customerRows), over))).errors).toEqual([{ row: 2, column: '姓名', msg }]);
  expect(await seen(await read(await bookOf(customerRows), { duplicates: 'skip' }))).toMatchObject({
    skips: 1,
    invalid: 0,
  });
  const alone = await bookOf(
    [
      ['姓名', '手机号'],
      ['褚无关', '13700008833'],
    ],
    contacts,
  );
  expect((await seen(await read(alone))).errors).toEqual([{ row: 2, column: '老人姓名', msg }]);

  await seal(false);
  const jobs = [await read(await bookOf(customerRows), over), await read(alone)];
  await seal(true);
  for (const jobId of jobs) await confirm(jobId);
  const refused = await Promise.all(jobs.map((jobId) => seen(jobId)));
  expect(refused.flatMap(({ rows }) => rows.flatMap(({ reason }) => reason ?? []))).toEqual([msg, msg]);
  const [row] = await app.sql(
    'select name, (select count(*)::int from customer_contact k where k.customer_id = c.id) as contacts from customer c where id = $1',
    [id],
  );
  expect(row).toEqual({ name: '褚阿彩', contacts: 0 });
});

test('of all rows or none the batches before a row that cannot be written are taken back, and the good ones may still be written', async () => {
  const [existingIdNo, newIdNo, takenIdNo] = [anIdNo(), anIdNo(), anIdNo()];
  await aCustomer(app, { name: '姜阿彩', idNo: existingIdNo, mobile: '13700008861' });
  const rows = [
    ['姓名', '身份证号', '手机号'],
    ['姜阿菜', existingIdNo, '13700008862'],
    ['姜二苇', newIdNo, '13700008863'],
  ];
  // One full batch before and one after: written batches stay when a later one fails.
  const others = Array.from({ length: 60 }, (_, index) => [
    `姜旁人${'甲乙丙丁戊己庚辛壬癸'[index % 10]}`,
    '',
    `1370001${1000 + index}`,
  ]);
  const file = await bookOf([...rows, ...others, ['姜三苇', takenIdNo, '13700008864']]);
  const jobId = await read(file, { duplicates: 'overwrite' });
  await aCustomer(app, { name: '姜抢先', idNo: takenIdNo });
  const state = await app.call(importApi.confirmImport, { jobId, mode: 'all' }, app.admin);
  expect(state).toMatchObject({
    ...{ state: 'failed', phase: 'preview', written: 0, refused: 1 },
    message: '第 64 行不能写入（导入期间已有人新增了相同的数据），没有写入任何行',
  });
  const named = async (mobile: string) =>
    (await app.sql('select name from customer where mobile = $1 and deleted_at is null', [mobile]))[0]?.name;
  expect([await named('13700008861'), await named('13700008862'), await named('13700008863')]).toEqual([
    ...['姜阿彩', undefined, undefined],
  ]);
  expect(await confirm(jobId)).toMatchObject({ state: 'done', phase: 'imported', written: 62, refused: 1 });
  expect([await named('13700008862'), await named('13700008863')]).toEqual(['姜阿菜', '姜二苇']);
});

test('of all rows or none nothing is left of an import that a fault ends', async () => {
  const customerRows = Array.from({ length: 60 }, (_, index) => [
    `靳旁人${'甲乙丙丁戊己庚辛壬癸'[index % 10]}`,
    `1370002${1000 + index}`,
  ]);
  const jobId = await read(await bookOf([['姓名', '手机号'], ...customerRows, ['靳末人', '13700029999']]));
  await app.sql(`create function fault() returns trigger language plpgsql as $$ begin raise exception 'fault'; end $$`);
  await app.sql(
    `create trigger fault before insert on customer for each row when (new.mobile = '13700029999') execute function fault()`,
  );
  const state = await app.call(importApi.confirmImport, { jobId, mode: 'all' }, app.admin);
  await app.sql('drop trigger fault on customer');
  expect(state).toMatchObject({ state: 'failed', phase: 'preview', written: 0 });
  const remaining = await app.sql(`select 1 from customer where mobile like '1370002%' and deleted_at is null`);
  expect(remaining).toEqual([]);
  expect(await confirm(jobId)).toMatchObject({ state: 'done', written: 61 });
});

test('of all rows or none nothing is left of an import in which the process ended twice', async () => {
  const customerRows = Array.from({ length: 3 }, (_, index) => [`康旁人${'甲乙丙'[index]}`, `1370003${1000 + index}`]);
  const jobId = await read(await bookOf([['姓名', '手机号'], ...customerRows]));
  expect(await confirm(jobId)).toMatchObject({ state: 'done', written: 3 });
  // State after the last batch was written, if the process ended before the job did.
  await app.sql(
    `update job set state = 'running', attempts = 2, input = input || '{"phase":"write","mode":"all"}' where id = $1`,
    [jobId],
  );
  const kinds = (await extensionsOf('jobs')).flatMap(({ extension: part }) =>
    part.map((kind) => [kind.kind, kind] as const),
  );
  await runJob(jobId, new Map(kinds), () => false);
  const [job] = await app.sql('select state, message from job where id = $1', [jobId]);
  expect(job).toEqual({ state: 'failed', message: expect.stringMatching(/不再重试.*没有写入任何行/) });
  expect(await app.sql(`select 1 from customer where mobile like '1370003%' and deleted_at is null`)).toEqual([]);
});

test('an undo leaves people there who have a benefit, a bed or a consent by then, and says so', async () => {
  const jobId = await read(
    await bookOf([
      ['姓名', '手机号'],
      ['卫一苇', '13700008841'],
      ['卫二苇', '13700008842'],
      ['卫三苇', '13700008843'],
      ['卫四苇', '13700008844'],
    ]),
  );
  await confirm(jobId);
  const ids = await app.sql<{ id: string }>(
    `select id::text from customer where mobile between '13700008841' and '13700008844' order by mobile`,
  );
  await app.sql(`insert into benefit (customer_id, kind) values ($1, 'medical')`, [ids[0]?.id]);
  await app.sql(
    `insert into customer_bed (department_id, building, floor, room, bed, customer_id) values ($2, '1', '1', '101', 'A', $1)`,
    [ids[1]?.id, await aDepartment(app)],
  );
  const signed = {
    purpose: 'service',
    signedBy: '卫三苇',
    relation: 'self',
    signedAt: new Date().toISOString(),
  } as const;
  await app.call(consentApi.addConsent, { customerId: ids[2]?.id ?? '', ...signed }, app.admin);
  const measured = { customerId: ids[3]?.id ?? '', values: { weight: 60 }, measuredAt: new Date().toISOString() };
  await app.call(readingApi.addReading, measured, app.admin);
  const undone = await app.call(importApi.undoImport, { jobId }, app.admin);
  expect(undone).toMatchObject({ undone: 0, refused: 4 });
  const reasons = ['床位', '权益与证件', '知情同意', '体征'].map((what) => `已有${what}，没有撤销`);
  expect(undone.errors.map(({ msg }) => msg).sort()).toEqual(reasons.sort());
});

const table = (name: string) => `姓名,手机号,详细地址\r\n\r\n${name},13700008851,"和平路,12号"\r\n李,,\r\n`;

test.each([
  ['UTF-8 with BOM', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['UTF-8 without', (text: string) => Buffer.from(text)],
  ['GBK', encodeGbk],
  ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
])('a CSV file in %s is read like a workbook, its rows as the spreadsheet numbers them', async (_, encoded) => {
  const preview = await seen(await read(encoded(table('龚喜妹'))));
  expect(preview).toMatchObject({ total: 2, inserts: 1, invalid: 1 });
  expect(preview.rows[0]).toMatchObject({
    ...{ sheet: '客户', row: 3 },
    values: { 姓名: '龚喜妹', 手机号: '13700008851', 详细地址: '和平路,12号' },
  });
  expect(preview.errors[0]).toEqual({ row: 4, column: '姓名', msg: '请输入2-20位姓名' });
});

test('a CSV file of contacts is known by its headings, and one whose quotation never ends is refused in words', async () => {
  const idNo = anIdNo();
  await aCustomer(app, { idNo });
  const contacts = `老人身份证号,联系人姓名,关系,联系人手机\n${idNo},龚建国,儿子,13900008851\n`;
  const preview = await seen(await read(Buffer.from(contacts)));
  expect(preview.rows[0]).toMatchObject({ sheet: '联系人', row: 2, action: 'insert' });
  const open = await seen(await read(Buffer.from('姓名,手机号\n"龚喜妹,13700008852\n')));
  expect(open).toMatchObject({ state: 'failed', message: '文件里的引号没有成对，请检查后重新上传' });
});
