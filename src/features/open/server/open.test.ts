import { afterAll, beforeAll, expect, test } from 'vitest';
import { noticeApi } from '#features/notice/contract.ts';
import { openApi } from '#features/open/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aPicture } from '#server/testing/picture.ts';
import { aCustomer, aDevice } from '#server/testing/rows.ts';
import { upload } from '#server/testing/sheet.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { INSPECT_FROM: '127.0.0.1' } });
});
afterAll(() => app.stop());

const draft = { title: '热线电话调整', type: 'notice', content: '<p>新号码</p>', audience: { kind: 'all' as const } };

test('the public page shows the notices that were made public and are in force, and no other', async () => {
  const add = async (input: object) => {
    const { id } = await app.call(noticeApi.addNotice, { ...draft, ...input }, app.admin);
    await app.call(noticeApi.publishNotice, { id }, app.admin);
    return id;
  };
  const shown = async () => (await app.call(openApi.getOpenInfo, {})).notices.map((notice) => notice.title);
  await add({ title: '内部' });
  const id = await add({ public: true });
  expect(await shown()).toEqual(['热线电话调整']);
  await app.call(noticeApi.withdrawNotice, { id, reason: '有误' }, app.admin);
  expect(await shown()).toEqual([]);
  const role = { kind: 'role', ids: ['1'] };
  expect(await app.tryCall(noticeApi.addNotice, { ...draft, public: true, audience: role }, app.admin)).toMatchObject({
    status: 400,
  });
});

test('the public page leads to the documentation only from where it is read without a login', async () => {
  const docs = async (from: string) => {
    const { data } = await app.tryCall(openApi.getOpenInfo, {}, undefined, from);
    return [(data as { docs: boolean }).docs, (await app.ask({ method: 'GET', path: '/api/docs/json', from })).status];
  };
  expect(await docs('127.0.0.1')).toEqual([true, 200]);
  expect(await docs('127.0.0.2')).toEqual([false, 401]);
});

test('a device tells its model and nothing of its owner; an unknown one is a bad link; 20 tries a minute', async () => {
  const customer = await aCustomer(app, { name: '吴阿根', mobile: '13912345678' });
  const { sn } = await aDevice(app, { customer });
  const device = await app.call(openApi.getOpenDevice, { sn });
  expect(device).toMatchObject({ model: '定位手表', kind: 'watch', kindName: '定位手表' });
  expect(JSON.stringify(device)).not.toMatch(/吴阿根|139/);
  const wrong = await app.tryCall(openApi.getOpenDevice, { sn: 'nosuchdevice' });
  expect(wrong).toMatchObject({ status: 400, msg: '链接无效或已过期' });
  const answers = await Promise.all(Array.from({ length: 19 }, () => app.tryCall(openApi.getOpenDevice, { sn })));
  // Calls at once are answered in any order.
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});

test('a picture in a public notice is shown to everybody while the notice is, one in another notice to nobody', async () => {
  const blob = new Blob([new Uint8Array(await aPicture())]);
  const keep = async () => String((await upload(app, noticeApi.uploadNoticePicture.path, blob)).data.fileId);
  const publish = async (fileId: string, open: boolean) => {
    const content = `<p>如图</p><img src="/api/file/getFile?id=${fileId}" alt="路线">`;
    const { id } = await app.call(noticeApi.addNotice, { ...draft, content, public: open }, app.admin);
    await app.call(noticeApi.publishNotice, { id }, app.admin);
    return id;
  };
  const [shown, hidden] = [await keep(), await keep()];
  const id = await publish(shown, true);
  await publish(hidden, false);
  const seen = async (fileId: string) =>
    (await app.ask({ method: 'GET', path: `/api/open/getNoticePicture?id=${fileId}` })).status;
  expect([await seen(shown), await seen(hidden)]).toEqual([200, 404]);
  await app.call(noticeApi.withdrawNotice, { id, reason: '有误' }, app.admin);
  expect(await seen(shown)).toBe(404);
});
