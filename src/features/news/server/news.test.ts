import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dictionaryApi } from '#features/dictionary/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import type { TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { newsApi } from '../contract.ts';
import { publishDue } from './review.ts';
import { type Article, aCover, aNewsroom, article, type Newsroom, uploadCover } from './testing.ts';

let app: TestApp;
let room: Newsroom;
let author: TestUser;
let reviewer: TestUser;
let outsider: TestUser;

beforeAll(async () => {
  app = await startApp();
  room = await aNewsroom(app);
  ({ author, reviewer, outsider } = room);
});
afterAll(() => app.stop());

const add = (patch?: Partial<Article>) => room.add(patch);
const submitted = (patch?: Partial<Article>) => room.submitted(patch);

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

test('an article that waits for approval is taken back by its author and by nobody else', async () => {
  const id = await submitted();
  expect(await app.tryCall(newsApi.recallNews, { id }, reviewer.token)).toMatchObject({
    status: 409,
    msg: '只有作者能取回，审核人请退回',
  });
  expect(await app.call(newsApi.recallNews, { id }, author.token)).toMatchObject({ status: 'draft' });
  expect(await app.tryCall(newsApi.recallNews, { id }, author.token)).toMatchObject({ status: 409 });
});

test('stands on top apart from its place, recommended or not', async () => {
  const first = await add({ sort: 7, recommended: true });
  await add();
  await app.call(newsApi.updateNewsSort, { id: first, pinned: true }, author.token);
  const { rows } = await app.list(newsApi.getNewsList, {}, author.token);
  expect(rows[0]).toMatchObject({ id: first, pinned: true, sort: 7, recommended: true });
  await app.call(newsApi.updateNewsSort, { id: first, pinned: false }, author.token);
  expect(await rowOf(first)).toMatchObject({ pinned: false, sort: 7 });
});

test('a category that articles have is not deleted from the dictionary', async () => {
  await add();
  const use = await app.call(dictionaryApi.getDictionaryUse, { type: 'news_category' }, app.admin);
  expect(use.health).toBeGreaterThan(0);
});

test('an approved article with a time waits for it and is published once though many fire', async () => {
  const id = await submitted({ publishAt: new Date(Date.now() + 3_600_000).toISOString() });
  expect(await app.call(newsApi.approveNews, { id }, reviewer.token)).toMatchObject({ status: 'waiting' });
  // Taken offline and put back before its time: it waits again.
  await app.call(newsApi.updateNewsStatus, { id, status: 'disabled' }, reviewer.token);
  const back = await app.call(newsApi.updateNewsStatus, { id, status: 'enabled' }, reviewer.token);
  expect(back).toMatchObject({ status: 'waiting' });
  await app.sql('update news set publish_at = now() where id = $1', [id]);
  await Promise.all(Array.from({ length: 8 }, () => publishDue()));
  const row = await until('the article is out', async () => {
    const news = await rowOf(id);
    return news?.status === 'published' && news;
  });
  await publishDue();
  expect(await rowOf(id)).toEqual(row);
});

describe('the cover', () => {
  test('is cut to 16:9 and drawn anew', async () => {
    const fileId = await aCover(app, author.token);
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
    expect(await uploadCover(app, Buffer.from('<svg/>'), author.token)).toMatchObject({ status: 400 });
    const coverId = await aCover(app, outsider.token);
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
  ['a category that is not there', { category: 'none' }, '资讯分类不在可选范围内'],
  ['a link without https', { link: 'http://a.example' }, '外链须以 https:// 开头'],
  ['a link that is a script', { link: 'javascript:alert(1)' }, '外链须以 https:// 开头'],
  ['a time that is past', { publishAt: '2020-01-01T00:00:00.000Z' }, '发布时间须晚于现在'],
  ['a negative place', { sort: -1 }, '排序须为0-9999'],
  ['no text', { content: '<p></p>' }, '请输入正文'],
  ['a text of script alone', { content: '<script>x</script>' }, '正文去掉不允许的部分后是空的'],
  ['a cover that is not there', { coverId: '999999999' }, '封面不存在，请重新上传'],
  ['a picture that is not there', { content: '<img src="/api/file/getFile?id=999999999">' }, '图片不存在，请重新上传'],
  ['a ninth tag', { tags: [...'一二三四五六七八九'] }, '标签最多8个，每个1-10个字'],
  ['a project that is not there', { projectIds: ['999999999'] }, '项目不存在或不在你的范围'],
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
  expect(await rowOf(id, outsider.token)).toBeUndefined();
  const cover = (token: string) => app.ask({ method: 'GET', path: `/api/file/getFile?id=${row?.coverId}`, token });
  expect([(await cover(reviewer.token)).status, (await cover(outsider.token)).status]).toEqual([200, 404]);
  for (const [endpoint, input] of [
    [newsApi.approveNews, { id }],
    [newsApi.rejectNews, { id, reason: '不是我的' }],
    [newsApi.updateNewsStatus, { id, status: 'disabled' }],
    [newsApi.updateNewsSort, { id, sort: 1 }],
    [newsApi.deleteNews, { ids: [id] }],
  ] as const)
    expect(await app.tryCall(endpoint, input, outsider.token)).toMatchObject({ status: 404 });
});

test('drafts and what is offline are deleted, what is online is not', async () => {
  const id = await submitted();
  expect(await app.tryCall(newsApi.deleteNews, { ids: [id] }, author.token)).toMatchObject({ status: 409 });
  const draft = await add();
  await app.call(newsApi.deleteNews, { ids: [draft] }, author.token);
  expect(await rowOf(draft)).toBeUndefined();
});
