import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appApi } from '#features/app/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDepartment, aProject, aRole, aUser, next, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { newsApi } from '../contract.ts';
import { publishDue } from './review.ts';

type Article = InputOf<typeof newsApi.addNews>;

const rights = ['news:list', 'news:add', 'news:edit', 'news:approve', 'news:status', 'news:delete'];

let app: TestApp;
let author: TestUser;
let reviewer: TestUser;
/** Somebody with all rights to articles, of another department. */
let stranger: TestUser;

beforeAll(async () => {
  app = await startApp();
  const here = await aDepartment(app);
  const roleId = await aRole(app, { scope: 'department_below', rights });
  author = await aUser(app, { roleId, department: here });
  reviewer = await aUser(app, { roleId, department: here });
  stranger = await aUser(app, { roleId, department: await aDepartment(app) });
});
afterAll(() => app.stop());

function upload(content: Buffer, token: string) {
  const head =
    '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  return app.ask({
    path: newsApi.uploadNewsCover.path,
    body: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--cut--\r\n')]),
    headers: { 'Content-Type': 'multipart/form-data; boundary=cut' },
    token,
  });
}

async function aCover(token: string): Promise<string> {
  const { default: sharp } = await import('sharp');
  const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#0b7a70' } })
    .png()
    .toBuffer();
  const answer = await upload(picture, token);
  expect(answer).toMatchObject({ code: 0 });
  return (answer.data as { fileId: string }).fileId;
}

function article(patch: Partial<Article> = {}): Article {
  return { title: `冬季防跌${next()}`, category: 'health', content: '<p>地面湿时慢走。</p>', ...patch };
}

async function add(patch: Partial<Article> = {}): Promise<string> {
  return (await app.call(newsApi.addNews, article({ coverId: await aCover(author.token), ...patch }), author.token)).id;
}

async function submitted(patch: Partial<Article> = {}): Promise<string> {
  const id = await add(patch);
  await app.call(newsApi.submitNews, { id }, author.token);
  return id;
}

async function rowOf(id: string, token = author.token) {
  const { rows } = await app.list(newsApi.getNewsList, { limit: 200 }, token);
  return rows.find((row) => row.id === id);
}

test('goes from draft over approval to readers, and off again', async () => {
  const id = await add({ tags: ['防跌', '冬季'], summary: '三点提醒', link: 'https://a.example/x', sort: 7 });
  expect(await rowOf(id)).toMatchObject({
    status: 'draft',
    categoryName: '健康科普',
    mine: true,
    tags: ['防跌', '冬季'],
  });
  expect(await app.call(newsApi.submitNews, { id }, author.token)).toMatchObject({ status: 'pending' });
  expect(await app.call(newsApi.approveNews, { id }, reviewer.token)).toMatchObject({ status: 'published' });
  expect(await rowOf(id)).toMatchObject({ reviewerName: reviewer.name, sort: 7 });
  expect((await rowOf(id))?.publishedAt).not.toBeNull();
  expect(await app.call(newsApi.updateNewsStatus, { id, status: 'disabled' }, author.token)).toMatchObject({
    status: 'offline',
  });
  expect(await app.call(newsApi.updateNewsStatus, { id, status: 'enabled' }, author.token)).toMatchObject({
    status: 'published',
  });
});

describe('four eyes', () => {
  test('nobody approves or rejects what they wrote', async () => {
    const id = await submitted();
    for (const answer of [
      await app.tryCall(newsApi.approveNews, { id }, author.token),
      await app.tryCall(newsApi.rejectNews, { id, reason: '再改改' }, author.token),
    ])
      expect(answer).toMatchObject({ status: 409, msg: '不能审核自己写的资讯，请由他人审核' });
    expect(await rowOf(id)).toMatchObject({ status: 'pending' });
  });

  test('nor what they changed last, though another wrote it', async () => {
    const id = await add();
    const row = await rowOf(id);
    const coverId = row?.coverId ?? null;
    await app.call(newsApi.editNews, { ...article({ coverId }), id, version: row?.version ?? 0 }, reviewer.token);
    await app.call(newsApi.submitNews, { id }, author.token);
    expect(await app.tryCall(newsApi.approveNews, { id }, reviewer.token)).toMatchObject({ status: 409 });
    expect(await app.call(newsApi.approveNews, { id }, app.admin)).toMatchObject({ status: 'published' });
  });

  test('what was rejected is a draft again with its reason, and a changed text is approved anew', async () => {
    const id = await submitted();
    await app.call(newsApi.rejectNews, { id, reason: '缺少来源' }, reviewer.token);
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: 'draft', rejectReason: '缺少来源' });
    const edit = { ...article({ coverId: row?.coverId ?? null, source: '区疾控' }), id, version: row?.version ?? 0 };
    await app.call(newsApi.editNews, edit, author.token);
    await app.call(newsApi.submitNews, { id }, author.token);
    await app.call(newsApi.approveNews, { id }, reviewer.token);
    await app.call(newsApi.updateNewsStatus, { id, status: 'disabled' }, author.token);
    const off = await rowOf(id);
    await app.call(newsApi.editNews, { ...edit, version: off?.version ?? 0 }, author.token);
    expect(await rowOf(id)).toMatchObject({ status: 'draft' });
    expect(await app.tryCall(newsApi.updateNewsStatus, { id, status: 'enabled' }, author.token)).toMatchObject({
      status: 409,
    });
  });
});

test('an approved article with a time waits for it and is published once though many fire', async () => {
  const id = await submitted({ publishAt: new Date(Date.now() + 3_600_000).toISOString() });
  expect(await app.call(newsApi.approveNews, { id }, reviewer.token)).toMatchObject({ status: 'waiting' });
  await app.sql('update news set publish_at = now() where id = $1', [id]);
  await Promise.all(Array.from({ length: 8 }, () => publishDue()));
  const row = await until('the article is out', async () => {
    const found = await rowOf(id);
    return found?.status === 'published' && found;
  });
  await publishDue();
  expect(await rowOf(id)).toEqual(row);
});

describe('the cover', () => {
  test('is cut to 16:9 and drawn anew', async () => {
    const fileId = await aCover(author.token);
    const answer = await fetch(`${app.url}/api/file/getFile?id=${fileId}`, {
      headers: { Authorization: `Bearer ${author.token}`, 'X-Requested-With': 'XMLHttpRequest' },
    });
    const { default: sharp } = await import('sharp');
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
      format: 'webp',
      width: 1280,
      height: 720,
    });
  });

  test('is refused when it is no picture, and when it is somebody else’s', async () => {
    expect(await upload(Buffer.from('<svg/>'), author.token)).toMatchObject({ status: 400 });
    const coverId = await aCover(stranger.token);
    expect(await app.tryCall(newsApi.addNews, article({ coverId }), author.token)).toMatchObject({
      status: 400,
      msg: '封面不存在，请重新上传',
    });
  });

  test('is asked for when an article is submitted', async () => {
    const { id } = await app.call(newsApi.addNews, article(), author.token);
    expect(await app.tryCall(newsApi.submitNews, { id }, author.token)).toMatchObject({
      status: 400,
      msg: '请上传封面',
    });
  });
});

test.each<[string, object, string]>([
  ['no title', { title: '' }, '请输入1-60个字的标题'],
  ['a title of 61 signs', { title: '字'.repeat(61) }, '请输入1-60个字的标题'],
  ['a category that is not there', { category: 'none' }, '分类不存在或已停用'],
  ['a link without https', { link: 'http://a.example' }, '外链须以 https:// 开头'],
  ['a link that is a script', { link: 'javascript:alert(1)' }, '外链须以 https:// 开头'],
  ['a time that is past', { publishAt: '2020-01-01T00:00:00.000Z' }, '发布时间须晚于现在'],
  ['a negative place', { sort: -1 }, '排序须为0-9999'],
  ['no text', { content: '<p></p>' }, '请输入正文'],
])('%s is refused in words', async (_, patch, msg) => {
  expect(await app.tryCall(newsApi.addNews, { ...article(), ...patch }, author.token)).toMatchObject({
    status: 400,
    msg,
  });
});

test('the text is stored clean and its author told', async () => {
  const content = '<p onclick="x()">好<script>alert(1)</script><a href="javascript:x()">链</a></p>';
  const { id, removed } = await app.call(newsApi.addNews, article({ content }), author.token);
  expect(removed).toEqual(expect.arrayContaining(['onclick 属性', '<script> 标签', '不安全的链接']));
  expect((await rowOf(id))?.content).toBe('<p>好<a>链</a></p>');
});

test('the second of two editors is told who was first', async () => {
  const { id, version } = await app.call(newsApi.addNews, article(), author.token);
  await app.call(newsApi.editNews, { ...article(), id, version }, reviewer.token);
  const second = await app.tryCall(newsApi.editNews, { ...article(), id, version }, author.token);
  expect(second).toMatchObject({ status: 409, data: { updatedBy: reviewer.name } });
});

test('a department outside sees neither article nor cover and can do nothing with it', async () => {
  const id = await submitted();
  const row = await rowOf(id);
  expect(await rowOf(id, stranger.token)).toBeUndefined();
  const cover = (token: string) => app.ask({ method: 'GET', path: `/api/file/getFile?id=${row?.coverId}`, token });
  expect([(await cover(reviewer.token)).status, (await cover(stranger.token)).status]).toEqual([200, 404]);
  for (const [endpoint, input] of [
    [newsApi.approveNews, { id }],
    [newsApi.rejectNews, { id, reason: '不是我的' }],
    [newsApi.updateNewsStatus, { id, status: 'disabled' }],
    [newsApi.updateNewsSort, { id, sort: 1 }],
    [newsApi.deleteNews, { ids: [id] }],
  ] as const)
    expect(await app.tryCall(endpoint, input, stranger.token)).toMatchObject({ status: 404 });
});

test('drafts and what is offline are deleted, what is online is not', async () => {
  const id = await submitted();
  expect(await app.tryCall(newsApi.deleteNews, { ids: [id] }, author.token)).toMatchObject({ status: 409 });
  const draft = await add();
  await app.call(newsApi.deleteNews, { ids: [draft] }, author.token);
  expect(await rowOf(draft)).toBeUndefined();
});

describe('what families’ applications read', () => {
  /** A token of an application with these scopes and projects. */
  async function aToken(scopes: string[], projectIds?: string[]): Promise<string> {
    const made = await app.call(
      appApi.addApp,
      {
        name: `家属端${next()}`,
        redirectUris: ['https://family.example/back'],
        scopes: scopes as never,
        ...(projectIds ? { projectIds } : {}),
      },
      app.admin,
    );
    const answer = await app.ask({
      path: '/api/oauth2/token',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        appid: made.appid,
        secret: made.secret,
      }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    return (JSON.parse(answer.text) as { access_token: string }).access_token;
  }

  const list = (token: string | undefined, body: object = {}) =>
    app.ask({ path: '/api/open/getNewsList', body: { limit: 200, ...body }, token });
  const titles = async (token: string) => ((await list(token)).data as { title: string }[]).map(({ title }) => title);

  async function online(patch: Partial<Article> = {}): Promise<{ id: string; title: string }> {
    const id = await submitted(patch);
    await app.call(newsApi.approveNews, { id }, reviewer.token);
    return { id, title: (await rowOf(id))?.title ?? '' };
  }

  test('takes an application’s token with the scope, and nothing else', async () => {
    expect(await list(undefined)).toMatchObject({ status: 401, code: 40026 });
    expect(await list(app.admin)).toMatchObject({ status: 401, code: 40026 });
    expect(await list(await aToken(['profile']))).toMatchObject({ status: 403, code: 40050 });
    expect(await list(await aToken(['news:read']))).toMatchObject({ status: 200, code: 0 });
    expect(await list(await aToken(['news:read']), { nonsense: 1 })).toMatchObject({ status: 400, code: -1 });
  });

  test('is what is online, with its cover, and counts who opens it', async () => {
    const token = await aToken(['news:read']);
    const { id, title } = await online();
    const waiting = await rowOf(await submitted());
    expect(await titles(token)).toContain(title);
    expect(await titles(token)).not.toContain(waiting?.title);
    const cover = await app.ask({ method: 'GET', path: `/api/open/getNewsCover?id=${id}`, token });
    expect([cover.status, cover.headers['content-type']]).toEqual([200, 'image/webp']);
    await Promise.all(Array.from({ length: 5 }, () => app.ask({ path: '/api/open/getNews', body: { id }, token })));
    expect(await rowOf(id)).toMatchObject({ viewCount: 5 });
    await app.call(newsApi.updateNewsStatus, { id, status: 'disabled' }, author.token);
    expect(await titles(token)).not.toContain(title);
    expect((await app.ask({ path: '/api/open/getNews', body: { id }, token })).status).toBe(404);
    expect((await app.ask({ method: 'GET', path: `/api/open/getNewsCover?id=${id}`, token })).status).toBe(404);
  });

  test('keeps projects apart', async () => {
    const [mine, theirs] = [await aProject(app), await aProject(app)];
    const [one, other, all] = [
      await online({ projectIds: [mine] }),
      await online({ projectIds: [theirs] }),
      await online(),
    ];
    const seen = await titles(await aToken(['news:read'], [mine]));
    expect([one, other, all].map(({ title }) => seen.includes(title))).toEqual([true, false, true]);
  });

  test('an author of some projects gives an article to those alone', async () => {
    const [mine, theirs] = [await aProject(app), await aProject(app)];
    const limited = await aUser(app, { roleId: await aRole(app, { scope: 'all', rights }), projects: [mine] });
    const { id } = await app.call(newsApi.addNews, article(), limited.token);
    expect((await rowOf(id, limited.token))?.projectIds).toEqual([mine]);
    expect(await app.tryCall(newsApi.addNews, article({ projectIds: [theirs] }), limited.token)).toMatchObject({
      status: 400,
      msg: '项目不存在或不在你的范围',
    });
  });
});
