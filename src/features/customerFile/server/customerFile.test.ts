import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { benefitApi } from '#features/benefit/contract.ts';
import { customerApi } from '#features/customer/contract.ts';
import { customerFileApi } from '#features/customerFile/contract.ts';
import { customerHistoryApi } from '#features/customerHistory/contract.ts';
import { customerMergeApi } from '#features/customerMerge/contract.ts';
import { sweepFiles } from '#features/file/server/service.ts';
import { statBlob, storeBlob } from '#server/files/blobs.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aPicture } from '#server/testing/picture.ts';
import { aCustomer, aRole, aUser } from '#server/testing/rows.ts';
import { upload } from '#server/testing/sheet.ts';
import { maxFiles } from '../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const send = (content: Buffer, token = app.admin) =>
  upload(app, customerFileApi.uploadCustomerFile.path, content, {}, token);
const sent = async () => String((await send(await aPicture())).data.id);
const tryAdd = (customerId: string, fileId: string, token = app.admin) =>
  app.tryCall(customerFileApi.addCustomerFile, { customerId, fileId, remark: '住院小结' }, token);
const uploadedFile = async (customerId: string) => {
  const { data } = await tryAdd(customerId, await sent());
  return (data as { id: string }).id;
};
const listed = async (customerId: string, token = app.admin) =>
  (await app.list(customerFileApi.getCustomerFileList, { customerId }, token)).rows;
const opened = async (id: string, token: string) =>
  (await app.ask({ method: 'GET', path: `/api/file/getFile?id=${id}`, token })).status;

test('a file is kept with a person and told with who brought it; whoever may look behind masks opens it until it is deleted', async () => {
  const id = await aCustomer(app);
  const file = await sent();
  expect(await tryAdd(id, file)).toMatchObject({ code: 0 });
  const [row] = await listed(id);
  expect(row).toMatchObject({
    ...{ customerId: id, remark: '住院小结', userName: expect.any(String) },
    file: { id: file, name: 'upload.xlsx', size: expect.any(Number) },
  });
  const role = (permissions: string[]) => aRole(app, { scope: 'all', permissions });
  const able = await aUser(app, { roleId: await role(['customer:list', 'pii:reveal']) });
  const unable = await aUser(app, { roleId: await role(['customer:list']) });
  expect([await opened(file, able.token), await opened(file, unable.token)]).toEqual([200, 404]);
  expect(await listed(id, unable.token)).toHaveLength(1);
  expect(await tryAdd(id, await sent(), unable.token)).toMatchObject({ status: 403 });
  await app.call(customerFileApi.deleteCustomerFile, { ids: [row?.id ?? ''] }, app.admin);
  expect(await listed(id)).toEqual([]);
  expect(await opened(file, able.token)).toBe(404);
});

test('of a deleted file the contents go after a day, unless another row has the same', async () => {
  const id = await aCustomer(app);
  const [ownId, shared] = [await sent(), await sent()];
  const keeps = await aCustomer(app);
  const theirs = await sent();
  for (const [customerId, file] of [
    [id, ownId],
    [id, shared],
    [keeps, theirs],
  ] as const)
    expect((await tryAdd(customerId, file)).code).toBe(0);
  const contents = await Promise.all(['一份', '两份'].map((text) => storeBlob(Readable.from([text]))));
  for (const [file, content] of [
    [ownId, contents[0]],
    [shared, contents[1]],
    [theirs, contents[1]],
  ])
    await app.sql('update file set hash = $2 where id = $1', [file, (content as { hash: string }).hash]);
  await app.call(customerFileApi.deleteCustomerFile, { ids: (await listed(id)).map((row) => row.id) }, app.admin);
  await sweepFiles();
  const standing = () => Promise.all(contents.map(async ({ hash }) => (await statBlob(hash)) !== null));
  expect(await standing()).toEqual([true, true]);
  await app.sql(`update file set deleted_at = now() - interval '25 hours' where id = any($1)`, [[ownId, shared]]);
  await sweepFiles();
  expect(await standing()).toEqual([false, true]);
  expect(await app.sql('select 1 from file where id = $1', [ownId])).toEqual([]);
  expect(await listed(keeps)).toMatchObject([{ file: { id: theirs } }]);
});

test('what is no document, what another one uploaded, and more than a person may have is refused', async () => {
  const id = await aCustomer(app);
  expect(await send(Buffer.from([1, 2, 3, 4]))).toMatchObject({ status: 400, msg: expect.stringContaining('仅支持') });
  const area = await aUser(app, { role: 'area' });
  expect(await tryAdd(id, await sent(), area.token)).toMatchObject({ status: 400, msg: '附件不存在，请重新上传' });
  await app.sql('insert into customer_file (customer_id) select $1::bigint from generate_series(1, $2::int)', [
    id,
    maxFiles,
  ]);
  expect(await tryAdd(id, await sent())).toMatchObject({
    ...{ status: 400, msg: `附件最多${maxFiles}个，请先删除不用的` },
  });
});

test('a file goes with its person into another one, and holds back the deletion of somebody; a sealed archive keeps its own', async () => {
  const [keep, drop] = [await aCustomer(app), await aCustomer(app)];
  const ownId = await uploadedFile(drop);
  await app.sql(`update customer set service_state = 'pending' where id = $1`, [drop]);
  expect(await app.tryCall(customerApi.deleteCustomer, { ids: [drop] }, app.admin)).toMatchObject({
    ...{ status: 409, msg: expect.stringContaining('已有附件') },
  });
  await app.call(customerMergeApi.mergeCustomer, { keepId: keep, dropId: drop }, app.admin);
  expect((await listed(keep)).map(({ id }) => id)).toEqual([ownId]);

  await app.sql(`update customer set service_state = 'ended' where id = $1`, [keep]);
  await app.sql('insert into customer_leaving (customer_id, archive_sealed_at) values ($1, now())', [keep]);
  const refused = { status: 409, msg: '档案已封存，不能修改' };
  expect(await tryAdd(keep, await sent())).toMatchObject(refused);
  expect(await app.tryCall(customerFileApi.deleteCustomerFile, { ids: [ownId] }, app.admin)).toMatchObject(refused);
});

test('the history of a person tells what papers came, were changed and went', async () => {
  const id = await aCustomer(app);
  const paper = { customerId: id, kind: 'disability' as const, number: '33080012', grade: '二级' };
  const ownId = (await app.call(benefitApi.addBenefit, paper, app.admin)).id;
  const edited = { id: ownId, version: 1, grade: '一级', regionCode: '330802' };
  await app.call(benefitApi.editBenefit, edited, app.admin);
  await app.call(benefitApi.deleteBenefit, { ids: [ownId] }, app.admin);
  await uploadedFile(id);
  const { rows } = await app.list(customerHistoryApi.getCustomerHistory, { id, limit: 20 }, app.admin);
  const fileChanges = rows.filter(({ section }) => section === '权益与证件' || section === '附件');
  expect(fileChanges.map(({ changes }) => changes.map(({ label, old, new: next }) => [label, old, next]))).toEqual([
    [['新增附件', null, 'upload.xlsx']],
    [['删除权益与证件', '残疾证', null]],
    [
      ['残疾证 · 等级', '二级', '一级'],
      ['残疾证 · 参保或发证地', null, '浙江省衢州市柯城区'],
    ],
    [['新增权益与证件', null, '残疾证']],
  ]);
  expect(JSON.stringify(rows)).not.toContain('33080012');
});
