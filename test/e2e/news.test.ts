import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { aPicture } from '#server/testing/picture.ts';
import { aUser, type TestUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, frontPage, goTo, selectOption, type UserBrowser } from './browser.ts';
import { setUpBrowserTests } from './browserTests.ts';
import { unique } from './unique.ts';

const stage = await setUpBrowserTests();
const { site } = stage;
let author: UserBrowser;
let reviewer: UserBrowser;
let writer: TestUser;

beforeAll(async () => {
  writer = await aUser(site, { role: 'admin' });
  author = await stage.openBrowserAs(writer);
  reviewer = await stage.openBrowserAs(await aUser(site, { role: 'admin' }));
});

/** A refused request is an error in the browser's console; those provoked by the test are no fault. */
const refusals = /status of 4\d\d/;

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const row = (page: Page, title: string) => frontPage(page).getByRole('row', { name: new RegExp(title) });
const actionButton = (page: Page, title: string, verb: string) =>
  row(page, title).getByRole('button', { name: verb, exact: true });
const box = (page: Page, text: string) =>
  page.getByRole('dialog').or(page.getByRole('alertdialog')).filter({ hasText: text });
const field = (form: Locator, name: string) => form.locator(`[data-field="${name}"]`);
const save = (form: Locator) => form.getByRole('button', { name: '保存' }).click();

async function toNews(page: Page): Promise<void> {
  await goTo(page, '/manage/news');
  await frontPage(page).getByRole('button', { name: '刷新' }).click();
}

async function openForm(page: Page): Promise<Locator> {
  await toNews(page);
  await frontPage(page)
    .getByRole('button', { name: /写资讯 Alt N/ })
    .click();
  const form = dialog(page, '写资讯');
  await form.locator('[data-field="title"] :focus').waitFor();
  await form.getByRole('textbox', { name: '正文' }).waitFor();
  return form;
}

/** Clicks an action, in the menu ··· when the row does not show it. */
async function clickMenuItem(page: Page, title: string, verb: string): Promise<void> {
  await actionButton(page, title, '更多操作').click();
  await page.getByRole('menuitem', { name: verb, exact: true }).click();
}

/** Closes a drawer by Esc, which needs the focus in it; the focus moves there after the animation. */
async function closeBy(page: Page, drawer: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape');
      return drawer.isVisible();
    })
    .toBe(false);
}

async function attachPicture(form: Locator, fieldName: string, name: string, buffer: Buffer): Promise<void> {
  await field(form, fieldName).locator('input[type="file"]').setInputFiles({ name, mimeType: 'image/png', buffer });
}

/** Returns a token of a family's app for this project only. */
async function aFamilyApp(projectId: string): Promise<string> {
  const redirectUris = ['https://family.example/back'];
  const input = { name: unique('家属端'), redirectUris, scopes: ['news:read'], projectIds: [projectId] };
  const { appid, secret } = await site.call<{ appid: string; secret: string }>('app/addApp', input);
  const answer = await site.ask({
    path: '/api/oauth2/token',
    body: new URLSearchParams({ grant_type: 'client_credentials', appid, secret }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  return (JSON.parse(answer.text) as { access_token: string }).access_token;
}

interface ListedNews {
  id: string;
  title: string;
  content: string;
}

async function readNews(token: string, title: string): Promise<ListedNews | undefined> {
  const { data } = await site.ask({ path: '/api/open/getNewsList', body: { limit: 200 }, token });
  return (data as ListedNews[]).find((item) => item.title === title);
}

test('an article goes from draft over another person’s approval to a family’s application, and off again', async () => {
  const title = unique('冬季防跌倒');
  const [project] = await site.sql<{ id: string }>('select min(id)::text as id from project');
  const token = await aFamilyApp(project?.id ?? '');
  const form = await openForm(author.page);
  await form.getByLabel('标题').first().fill(title);
  await selectOption(form, '分类', '健康科普');
  await form.getByLabel('来源').fill('区疾控');
  await attachPicture(form, 'coverId', '封面.png', await aPicture());
  await expectVisible(field(form, 'coverId').getByRole('img', { name: '封面' }));
  await form.getByLabel('摘要').fill('五处留心');
  await form.getByRole('textbox', { name: '正文' }).click();
  await author.page.keyboard.type('地面湿时慢走。');
  await attachPicture(form, 'content', '扶手.png', await aPicture());
  await expectVisible(form.getByRole('textbox', { name: '正文' }).locator('img[src^="blob:"]'));
  await form.getByLabel('外链').fill('https://health.example/steps');
  await field(form, 'tags').getByRole('combobox').fill('防跌');
  await author.page.keyboard.press('Enter');
  await form.getByLabel('排序').fill('7');
  await field(form, 'recommended').getByRole('switch').click();
  await form.getByRole('radio', { name: '提交审核' }).check();
  await save(form);
  await expectHidden(form);
  await expectVisible(author.page.getByText('已提交审核'));
  await expectVisible(row(author.page, title).getByText('待审'));
  expect(await actionButton(author.page, title, '审核通过').getAttribute('title')).toBe(
    '不能审核自己写的资讯，请由他人审核',
  );
  expect(await readNews(token, title)).toBeUndefined();

  const { page } = reviewer;
  await toNews(page);
  await actionButton(page, title, '预览').click();
  const preview = dialog(page, '预览');
  await expectVisible(preview.getByRole('figure', { name: '手机上的样子' }).getByText('地面湿时慢走。'));
  await expectVisible(preview.getByRole('img', { name: '扶手' }));
  await expectVisible(preview.getByText(writer.name));
  await closeBy(page, preview);
  await actionButton(page, title, '退回').click();
  const reason = box(page, '退回资讯');
  await reason.getByRole('textbox').fill('缺');
  await reason.getByRole('button', { name: '退回', exact: true }).click();
  await expectVisible(reason.getByText('请输入2-200个字的退回原因'));
  await reason.getByRole('textbox').fill('缺少图片说明');
  await reason.getByRole('button', { name: '退回', exact: true }).click();
  await expectVisible(row(page, title).getByText('被退回'));

  await toNews(author.page);
  await actionButton(author.page, title, '提交审核').click();
  await expectVisible(row(author.page, title).getByText('待审'));
  await toNews(page);
  await actionButton(page, title, '审核通过').click();
  await box(page, '通过后马上发布').getByRole('button', { name: '审核通过', exact: true }).click();
  await expectVisible(row(page, title).getByText('已发布'));

  const found = await readNews(token, title);
  expect(found?.content).toMatch(
    /^<p>地面湿时慢走。<\/p><img src="\/api\/open\/getNewsPicture\?id=\d+" alt="扶手" ?\/?>/,
  );
  const picture = /\/api\/open\/getNewsPicture\?id=\d+/.exec(found?.content ?? '')?.[0] ?? '';
  for (const path of [picture, `/api/open/getNewsCover?id=${found?.id}`])
    expect((await site.ask({ method: 'GET', path, token })).headers['content-type']).toBe('image/webp');
  await site.ask({ path: '/api/open/getNews', body: { id: found?.id }, token });
  await toNews(page);
  await expectVisible(row(page, title).getByRole('gridcell', { name: '1', exact: true }));

  await actionButton(page, title, '下线').click();
  await box(page, '确认下线').getByRole('button', { name: '下线', exact: true }).click();
  await expectVisible(row(page, title).getByRole('button', { name: '上线' }));
  expect(await readNews(token, title)).toBeUndefined();
  await actionButton(page, title, '上线').click();
  await expectVisible(row(page, title).getByText('已发布'));
  expect((await readNews(token, title))?.title).toBe(title);
});

test('bad input is named at its field, and script stays words', async () => {
  const { page } = author;
  const title = `<script>alert(1)</script>${unique('标题')}`;
  const form = await openForm(page);
  await form.getByRole('radio', { name: '提交审核' }).check();
  await save(form);
  await expectVisible(form.getByText('有 4 项需要修改'));
  for (const [name, problem] of [
    ['title', '请填写标题'],
    ['category', '请选择分类'],
    ['coverId', '请上传封面'],
    ['content', '请填写正文'],
  ] as const)
    await expectVisible(field(form, name).getByText(problem));
  // The input cuts longer text; the API's refusal is tested in news.test.ts of the server.
  await form.getByLabel('标题').first().fill('长'.repeat(61));
  expect(await form.getByLabel('标题').first().inputValue()).toBe('长'.repeat(60));
  await form.getByLabel('标题').first().fill(title);
  await form.getByLabel('摘要').fill('长'.repeat(121));
  await form.getByLabel('外链').fill('javascript:alert(1)');
  await form.getByLabel('排序').fill('10000');
  await form.getByLabel('定时发布').fill('2020-01-01 08:00');
  await page.keyboard.press('Enter');
  await field(form, 'tags').getByRole('combobox').fill('一个太长太长太长的标签');
  await page.keyboard.press('Enter');
  await attachPicture(form, 'coverId', '封面.png', Buffer.from('<svg onload="alert(1)"/>'));
  await expectVisible(field(form, 'coverId').getByText('仅支持 jpg/png/webp，不超过5MB'));
  await selectOption(form, '分类', '防诈骗');
  await save(form);
  for (const [name, problem] of [
    ['summary', '摘要最多120个字'],
    ['link', '外链须以 https:// 开头'],
    ['sort', '排序须为0-9999'],
    ['publishAt', '发布时间须晚于现在'],
    ['tags', '每个标签1-10个字'],
  ] as const)
    await expectVisible(field(form, name).getByText(problem));
  await form.getByLabel('摘要').fill('一句话');
  await form.getByLabel('外链').fill('https://a.example/');
  await form.getByLabel('排序').fill('3');
  await field(form, 'publishAt').locator('.ant-picker-clear').click({ force: true });
  await field(form, 'tags').locator('.ant-select-selection-item-remove').click();
  await form.getByRole('textbox', { name: '正文' }).click();
  await page.keyboard.type('<img src=x onerror=alert(1)>');
  await form.getByRole('radio', { name: '暂不提交' }).check();
  await save(form);
  await expectHidden(form);
  await expectVisible(row(page, '标题').getByText(title));
  expect(await actionButton(page, title.slice(-6), '提交审核').getAttribute('title')).toBe('还没有封面');
  author.ignoreFaults(refusals);
});

test('the second of two editors is told who was first and what changed', async () => {
  const { page } = author;
  const title = unique('换季用药');
  const text = { title, category: 'health', content: '<p>按时量血压。</p>' };
  const { id, version } = await site.call<{ id: string; version: number }>('news/addNews', text, writer.token);
  await toNews(page);
  await actionButton(page, title, '编辑').click();
  const form = dialog(page, '编辑资讯');
  await form.getByRole('textbox', { name: '正文' }).waitFor();
  await site.call('news/editNews', { ...text, source: '区医院', id, version });
  await form.getByLabel('摘要').fill('三句话');
  await save(form);
  await expectVisible(form.getByText(/数据已被 .* 于 .* 修改/));
  await form.getByRole('button', { name: '查看差异' }).click();
  await expectVisible(form.getByText('区医院'));
  await form.getByRole('button', { name: '刷新' }).click();
  await expect.poll(() => form.getByLabel('来源').inputValue()).toBe('区医院');
  await form.getByLabel('摘要').fill('三句话');
  await save(form);
  await expectHidden(form);
  author.ignoreFaults(refusals);
});

test('an article is pinned, recommended and given a place, also while it is online', async () => {
  const { page } = reviewer;
  const title = unique('社区义诊');
  const { id } = await site.call<{ id: string }>(
    'news/addNews',
    { title, category: 'activity', content: '<p>周六上午。</p>' },
    writer.token,
  );
  await site.sql(`update news set status = 'published', published_at = now() where id = $1`, [id]);
  await toNews(page);
  await actionButton(page, title, '置顶').click();
  await expectVisible(row(page, title).getByRole('img', { name: '置顶' }).or(row(page, title).getByLabel('置顶')));
  await clickMenuItem(page, title, '推荐');
  await expectVisible(row(page, title).getByRole('gridcell', { name: '推荐', exact: true }));
  await clickMenuItem(page, title, '排序…');
  const place = box(page, '在家属端的次序');
  await place.getByRole('textbox').fill('一');
  await place.getByRole('button', { name: '保存', exact: true }).click();
  await expectVisible(place.getByText('排序须为0-9999'));
  await place.getByRole('textbox').fill('42');
  await place.getByRole('button', { name: '保存', exact: true }).click();
  await expectVisible(row(page, title).getByRole('gridcell', { name: '42', exact: true }));
});
