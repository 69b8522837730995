import { afterAll, beforeAll, expect, test } from 'vitest';
import { appApi } from '#features/app/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aPicture } from '#server/testing/picture.ts';
import { aProject, aRole, aUser, next } from '#server/testing/rows.ts';
import { upload } from '#server/testing/sheet.ts';
import type { AppScope } from '#shared/appScope.ts';
import { newsApi } from '../contract.ts';
import type { OpenNews } from './open.ts';
import { aNewsroom, article, type Newsroom, permissionKeys } from './testing.ts';

let app: TestApp;
let room: Newsroom;

beforeAll(async () => {
  app = await startApp();
  room = await aNewsroom(app);
});
afterAll(() => app.stop());

/** Returns the token of an app with these scopes and projects. */
async function aToken(scopes: AppScope[], projectIds?: string[]): Promise<string> {
  const redirectUris = ['https://family.example/back'];
  const input = { name: `家属端${next()}`, redirectUris, scopes };
  const created = await app.call(appApi.addApp, { ...input, ...(projectIds ? { projectIds } : {}) }, app.admin);
  const request = { grant_type: 'client_credentials', appid: created.appid, secret: created.secret };
  const answer = await app.ask({
    path: '/api/oauth2/token',
    body: new URLSearchParams(request).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  return (JSON.parse(answer.text) as { access_token: string }).access_token;
}

const list = (token: string | undefined, body: object = {}) =>
  app.ask({ path: '/api/open/getNewsList', body: { limit: 200, ...body }, token });
const articles = async (token: string) => (await list(token)).data as OpenNews[];
const ids = async (token: string) => (await articles(token)).map(({ id }) => id);
const getNews = (id: string, token: string) => app.ask({ path: '/api/open/getNews', body: { id }, token });
const get = (path: string, token?: string) => app.ask({ method: 'GET', path, token });

test('takes an application’s token with the scope, and nothing else', async () => {
  expect(await list(undefined)).toMatchObject({ status: 401, code: 40026 });
  expect(await list(app.admin)).toMatchObject({ status: 401, code: 40026 });
  expect(await list(await aToken(['profile']))).toMatchObject({ status: 403, code: 40050 });
  expect(await list(await aToken(['news:read']))).toMatchObject({ status: 200, code: 0 });
  expect(await list(await aToken(['news:read']), { nonsense: 1 })).toMatchObject({ status: 400, code: -1 });
});

test('is what is online, with its cover, and counts who opens it', async () => {
  const token = await aToken(['news:read']);
  const id = await room.online();
  const waits = await room.submitted();
  expect(await ids(token)).toContain(id);
  expect(await ids(token)).not.toContain(waits);
  const cover = await get(`/api/open/getNewsCover?id=${id}`, token);
  expect([cover.status, cover.headers['content-type']]).toEqual([200, 'image/webp']);
  await Promise.all(Array.from({ length: 5 }, () => getNews(id, token)));
  const { rows } = await app.list(newsApi.getNewsList, { limit: 200 }, room.author.token);
  expect(rows.find((row) => row.id === id)).toMatchObject({ viewCount: 5 });
  await app.call(newsApi.updateNewsStatus, { id, status: 'disabled' }, room.author.token);
  expect(await ids(token)).not.toContain(id);
  expect((await getNews(id, token)).status).toBe(404);
  expect((await get(`/api/open/getNewsCover?id=${id}`, token)).status).toBe(404);
});

test('has only what may stand in a text', async () => {
  const token = await aToken(['news:read']);
  const content =
    '<p onclick="x()">好<script>alert(1)</script><a href="javascript:x()">链</a><iframe src="https://e.example"></iframe></p>';
  const id = await room.online({ content });
  expect((await articles(token)).find((found) => found.id === id)?.content).toBe('<p>好<a>链</a></p>');
  expect((await getNews(id, token)).data).toMatchObject({ content: '<p>好<a>链</a></p>' });
});

test('shows the pictures of a text to the applications that may read it, as long as it is online', async () => {
  const [ownProject, otherProject] = [await aProject(app), await aProject(app)];
  const picture = new Blob([new Uint8Array(await aPicture())]);
  const { data } = await upload(app, newsApi.uploadNewsPicture.path, picture, {}, room.author.token);
  const content = `<p>如图</p><img src="/api/file/getFile?id=${data.fileId}" alt="扶手">`;
  const id = await room.online({ content, projectIds: [ownProject] });
  const [token, other] = [await aToken(['news:read'], [ownProject]), await aToken(['news:read'], [otherProject])];
  const found = (await getNews(id, token)).data as OpenNews;
  const address = /<img src="([^"]+)" alt="扶手"/.exec(found.content)?.[1] ?? '';
  expect(address).toMatch(/^\/api\/open\/getNewsPicture\?id=\d+$/);
  const shown = await get(address, token);
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp']);
  expect([(await get(address, other)).status, (await get(address)).status]).toEqual([404, 401]);
  const stored = `/api/file/getFile?id=${data.fileId}`;
  const office = async (token: string) => (await get(stored, token)).status;
  expect([await office(room.reviewer.token), await office(room.outsider.token)]).toEqual([200, 404]);
  await app.call(newsApi.updateNewsStatus, { id, status: 'disabled' }, room.author.token);
  expect((await get(address, token)).status).toBe(404);
});

test('begins with what stands on top, then goes by place', async () => {
  const token = await aToken(['news:read']);
  const [low, high, top] = [await room.online({ sort: 1 }), await room.online({ sort: 9 }), await room.online()];
  await app.call(newsApi.updateNewsSort, { id: top, pinned: true }, room.author.token);
  const order = (await ids(token)).filter((id) => [low, high, top].includes(id));
  expect(order).toEqual([top, high, low]);
});

test('keeps projects apart', async () => {
  const [ownProject, otherProject] = [await aProject(app), await aProject(app)];
  const [own, other, all] = [
    await room.online({ projectIds: [ownProject] }),
    await room.online({ projectIds: [otherProject] }),
    await room.online(),
  ];
  const seen = await ids(await aToken(['news:read'], [ownProject]));
  expect([own, other, all].map((id) => seen.includes(id))).toEqual([true, false, true]);
});

test('an author of some projects gives an article to those alone', async () => {
  const [ownProject, otherProject] = [await aProject(app), await aProject(app)];
  const limited = await aUser(app, {
    roleId: await aRole(app, { scope: 'all', permissions: permissionKeys }),
    projects: [ownProject],
  });
  const { id } = await app.call(newsApi.addNews, article(), limited.token);
  const { rows } = await app.list(newsApi.getNewsList, { limit: 200 }, limited.token);
  expect(rows.find((row) => row.id === id)?.projectIds).toEqual([ownProject]);
  expect(await app.tryCall(newsApi.addNews, article({ projectIds: [otherProject] }), limited.token)).toMatchObject({
    status: 400,
    msg: '项目不存在或不在你的范围',
  });
});

test('projects of an article outside the editor’s scope are counted, not named, and an edit leaves them as they are', async () => {
  const [ownProject, otherProject, thirdProject] = [await aProject(app), await aProject(app), await aProject(app)];
  const limited = await aUser(app, {
    roleId: await aRole(app, { scope: 'all', permissions: permissionKeys }),
    projects: [ownProject, thirdProject],
  });
  const shared = article({ projectIds: [ownProject, otherProject] });
  const { id } = await app.call(newsApi.addNews, shared, app.admin);
  const read = async (token: string) => (await app.list(newsApi.getNewsList, { id }, token)).rows[0];
  expect(await read(limited.token)).toMatchObject({ projectIds: [ownProject], otherProjects: 1 });
  const edit = (version: number, projectIds: string[] | null) =>
    app.tryCall(newsApi.editNews, { ...shared, id, version, projectIds }, limited.token);
  expect((await edit(1, [thirdProject])).code).toBe(0);
  expect(await read(app.admin)).toMatchObject({ projectIds: [thirdProject, otherProject], otherProjects: 0 });
  expect(await edit(1, [ownProject])).toMatchObject({
    status: 409,
    data: {
      changes: expect.arrayContaining([{ field: 'projectIds', old: [expect.anything()], new: [expect.anything()] }]),
    },
  });
  expect((await edit(2, [await aProject(app)])).status).toBe(400);
});
