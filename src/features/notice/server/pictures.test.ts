import { afterAll, beforeAll, expect, test } from 'vitest';
import { noticeApi } from '#features/notice/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aPicture } from '#server/testing/picture.ts';
import { aUser, type TestUser } from '#server/testing/rows.ts';
import { upload } from '#server/testing/sheet.ts';

let app: TestApp;
let author: TestUser;
beforeAll(async () => {
  app = await startApp();
  author = await aUser(app, { role: 'area' });
});
afterAll(() => app.stop());

const { path } = noticeApi.uploadNoticePicture;
const address = (id: string) => `/api/file/getFile?id=${id}`;

const blobOf = (content: Buffer) => new Blob([new Uint8Array(content)]);

async function aSavedPicture(token = author.token): Promise<string> {
  const { data } = await upload(app, path, blobOf(await aPicture()), {}, token);
  return String(data.fileId);
}

function textWith(id: string) {
  const content = `<p>路线如图</p><img src="${address(id)}" alt="路线">`;
  return { title: '巡访路线', type: 'notice', content, audience: { kind: 'role' as const, ids: [] as string[] } };
}

test('a picture in a notice is opened by its author, its managers and whoever received it, and by nobody else', async () => {
  const reader = await aUser(app, { role: 'operator' });
  const other = await aUser(app, { role: 'engineer' });
  const [role] = await app.sql<{ id: string }>(`select id::text from role where key = 'operator'`);
  const fileId = await aSavedPicture();
  const seen = async (token: string) => (await app.ask({ method: 'GET', path: address(fileId), token })).status;
  expect(await seen(author.token)).toBe(200);
  expect(await seen(reader.token)).toBe(404);
  const input = { ...textWith(fileId), audience: { kind: 'role' as const, ids: [role?.id ?? ''] } };
  const { id, removed } = await app.call(noticeApi.addNotice, input, author.token);
  expect(removed).toEqual([]);
  expect(await seen(reader.token)).toBe(404);
  await app.call(noticeApi.publishNotice, { id }, app.admin);
  expect(await seen(reader.token)).toBe(200);
  expect(await seen(other.token)).toBe(404);
  await app.call(noticeApi.withdrawNotice, { id, reason: '画错了' }, app.admin);
  expect(await seen(reader.token)).toBe(404);
});

test('nobody puts a file into a text that is not their own upload for it', async () => {
  const outsider = await aUser(app, { role: 'area' });
  const theirs = await aSavedPicture(outsider.token);
  for (const id of [theirs, '999999'])
    expect(
      await app.tryCall(noticeApi.addNotice, { ...textWith(id), audience: { kind: 'all' } }, author.token),
    ).toMatchObject({ status: 400, data: { errors: [{ field: 'content' }] } });
});

test('what is no picture is refused by its content', async () => {
  const answer = await upload(app, path, blobOf(Buffer.from('<svg onload="alert(1)"/>')), {}, author.token);
  expect(answer).toMatchObject({ code: -1, msg: '仅支持 jpg/png/webp，不超过5MB' });
});
