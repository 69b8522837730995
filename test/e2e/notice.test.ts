import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { aUser, type TestUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, frontPage, goTo, pressEscape, type UserBrowser } from './browser.ts';
import { setUpBrowserTests } from './browserTests.ts';
import { unique } from './unique.ts';

const stage = await setUpBrowserTests();
const { site } = stage;
let writer: UserBrowser;
let reader: UserBrowser;
let operator: TestUser;
/** Title of the notice published by the first test. */
let title = '';

beforeAll(async () => {
  operator = await aUser(site, { role: 'operator' });
  writer = await stage.openBrowserAs(await aUser(site, { role: 'admin' }));
  reader = await stage.openBrowserAs(operator);
});

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const row = (page: Page, text: string) => frontPage(page).getByRole('row', { name: new RegExp(text) });
const actionButton = (page: Page, text: string, verb: string) =>
  row(page, text).getByRole('button', { name: verb, exact: true });
const box = (page: Page, text: string) =>
  page.getByRole('dialog').or(page.getByRole('alertdialog')).filter({ hasText: text });
const field = (form: Locator, name: string) => form.locator(`[data-field="${name}"]`);
const save = (form: Locator) => form.getByRole('button', { name: '保存' }).click();

/** A refused request is an error in the browser's console; those provoked by the test are no fault. */
const refusals = /status of 4\d\d/;

async function toNotices(page: Page): Promise<void> {
  await goTo(page, '/manage/notice');
  await frontPage(page).getByRole('button', { name: '刷新' }).click();
}

/** Clicks an action, in the menu ··· when the row does not show it. */
async function clickMenuItem(page: Page, text: string, verb: string): Promise<void> {
  await actionButton(page, text, '更多操作').click();
  await page.getByRole('menuitem', { name: verb, exact: true }).click();
}

/** Adds a draft to the reader only. */
async function aDraft(name: string, patch: object = {}): Promise<{ id: string; version: number; title: string }> {
  const input = { title: unique(name), type: 'notice', content: '<p>请周五前完成。</p>', ...patch };
  const audience = { kind: 'user', ids: [operator.id] };
  const draft = await site.call<{ id: string; version: number }>('notice/addNotice', { audience, ...input });
  return { ...draft, title: input.title };
}

const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();

test('a notice is written with bad input refused, published, told live to its reader, confirmed and counted', async () => {
  const { page } = writer;
  title = unique('今晚停机维护');
  await goTo(page, '/manage/notice');
  await frontPage(page)
    .getByRole('button', { name: /起草通知 Alt N/ })
    .click();
  const form = dialog(page, '起草通知');
  await form.getByRole('textbox', { name: '内容' }).waitFor();
  await form.getByRole('radio', { name: '部门', exact: true }).check();
  await form.getByRole('button', { name: '保存' }).click();
  await expectVisible(form.getByText('有 3 项需要修改'));
  await expectVisible(form.getByText('请选择接收范围'));

  await form.getByLabel('标题').first().fill(title);
  await form.getByRole('textbox', { name: '内容' }).click();
  await page.keyboard.type('期间告警接收');
  await form.getByRole('button', { name: '加粗' }).click();
  await page.keyboard.type('不受影响');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: '列表', exact: true }).click();
  await page.keyboard.type('提前交班');
  await form.getByRole('radio', { name: '紧急' }).check();
  await form.getByRole('radio', { name: '全部', exact: true }).check();
  await form.getByRole('radio', { name: '立即发布' }).check();
  await form.getByRole('button', { name: '保存' }).click();
  await expectHidden(form);
  const authorCopy = page.getByRole('alertdialog', { name: new RegExp(title) });
  await authorCopy.getByRole('button', { name: '我已知晓' }).click();
  await expectHidden(authorCopy);

  const urgent = reader.page.getByRole('alertdialog', { name: new RegExp(title) });
  await expectVisible(urgent);
  expect(await urgent.locator('.rich-text').innerHTML()).toBe(
    '<p>期间告警接收<strong>不受影响</strong></p><ul><li><p>提前交班</p></li></ul>',
  );
  await expectVisible(reader.page.getByRole('button', { name: '通知，1 条未读' }));
  await urgent.getByRole('button', { name: '我已知晓' }).click();
  await expectHidden(urgent);
  await reader.page.getByRole('button', { name: '通知', exact: true }).click();
  const inbox = dialog(reader.page, '通知');
  await inbox.getByRole('button', { name: new RegExp(title) }).click();
  await expectVisible(inbox.getByText(/你已于 .* 确认/));

  const row = frontPage(page).getByRole('row', { name: new RegExp(title) });
  await row.getByRole('button', { name: '阅读情况' }).click();
  const receipts = dialog(page, /阅读情况/);
  await receipts.getByRole('button', { name: /^已读/ }).click();
  await expectVisible(receipts.getByRole('row', { name: new RegExp(operator.name) }));
  await pressEscape(page);
  await expectHidden(receipts);
});

test('a withdrawn notice leaves the reader’s inbox', async () => {
  const { page } = writer;
  await goTo(page, '/manage/notice');
  await frontPage(page)
    .getByRole('row', { name: new RegExp(title) })
    .getByRole('button', { name: '撤回' })
    .click();
  const box = page.getByRole('dialog').or(page.getByRole('alertdialog')).filter({ hasText: '撤回通知' });
  await box.getByRole('textbox').fill('改到明晚');
  await box.getByRole('button', { name: '撤回', exact: true }).click();
  await expectVisible(page.getByText('已撤回').first());
  await expectVisible(reader.page.getByText('这条通知已被撤回或已过期。'));
});

test('bad input is named at its field, script stays words, and the kind that has no inbox cannot be chosen', async () => {
  const { page } = writer;
  const name = `<script>alert(1)</script>${unique('试按')}`;
  await toNotices(page);
  await frontPage(page)
    .getByRole('button', { name: /起草通知 Alt N/ })
    .click();
  const form = dialog(page, '起草通知');
  await form.locator('[data-field="title"] :focus').waitFor();
  await form.getByRole('textbox', { name: '内容' }).waitFor();
  expect(await form.getByRole('radio', { name: '客户用户' }).isDisabled()).toBe(true);
  await expectVisible(form.getByText(/客户用户.*还没有收件箱/));
  // The input cuts longer text; the API's refusal is tested in notice.test.ts of the server.
  await form.getByLabel('标题').first().fill('长'.repeat(51));
  expect(await form.getByLabel('标题').first().inputValue()).toBe('长'.repeat(50));
  await form.getByLabel('标题').first().fill(name);
  await form
    .locator('[data-field="files"] input[type="file"]')
    .setInputFiles({ name: '程序.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\0\0') });
  await expectVisible(field(form, 'files').getByText(/仅支持图片、PDF/));
  await form.getByRole('radio', { name: '角色', exact: true }).check();
  await form.getByRole('radio', { name: '定时发布' }).check();
  await form.getByLabel('发布时间').fill('2020-01-01 08:00');
  await page.keyboard.press('Enter');
  await form.getByLabel('失效时间').fill('2021-01-01 08:00');
  await page.keyboard.press('Enter');
  await save(form);
  for (const [fieldName, text] of [
    ['content', '请填写内容'],
    ['audience', '请选择接收范围'],
    ['publishAt', '发布时间须晚于现在'],
    ['expireAt', '失效时间须晚于现在'],
  ] as const)
    await expectVisible(field(form, fieldName).getByText(text));
  await form.getByRole('radio', { name: '全部', exact: true }).check();
  await form.getByRole('radio', { name: '暂不发布' }).check();
  await field(form, 'expireAt').locator('.ant-picker-clear').click({ force: true });
  await form.getByRole('textbox', { name: '内容' }).click();
  await page.keyboard.type('<img src=x onerror=alert(1)>');
  await save(form);
  await expectHidden(form);
  await expectVisible(row(page, name.slice(-4)).getByText(name));
  writer.ignoreFaults(refusals);
});

test('a notice that waits is published at once, counted in the header, reminded, pinned, copied, and leaves when it expires', async () => {
  const { page } = writer;
  const { id, title: name } = await aDraft('设备试按', { publishAt: ahead(3_600_000), expireAt: ahead(7_200_000) });
  await site.call('notice/publishNotice', { id });
  await toNotices(page);
  await expectVisible(row(page, name).getByText('待发布'));
  await actionButton(page, name, '发布').click();
  await box(page, '不等定时').getByRole('button', { name: '发布', exact: true }).click();
  await expectVisible(row(page, name).getByText('已发布'));
  await expectVisible(reader.page.getByRole('button', { name: '通知，1 条未读' }));

  await actionButton(page, name, '阅读情况').click();
  const receipts = dialog(page, /阅读情况/);
  await expectVisible(receipts.getByRole('row', { name: new RegExp(`${operator.name}.*未读`) }));
  await receipts.getByRole('button', { name: '提醒未读' }).click();
  await expectVisible(page.getByText('已提醒 1 人'));
  await expectVisible(reader.page.getByText('有通知等你阅读'));
  await receipts.getByRole('button', { name: '提醒未读' }).click();
  await expectVisible(page.getByText(/10 分钟内已经提醒过/));
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape');
      return receipts.isVisible();
    })
    .toBe(false);

  await clickMenuItem(page, name, '置顶');
  await expectVisible(row(page, name).getByLabel('置顶'));
  await clickMenuItem(page, name, '复制');
  await expectVisible(page.getByText('已复制为草稿'));
  await expectVisible(row(page, name).filter({ hasText: '草稿' }));
  await row(page, name).filter({ hasText: '草稿' }).getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '删除', exact: true }).click();
  await box(page, '确认删除草稿').getByRole('button', { name: '删除', exact: true }).click();
  await expectHidden(row(page, name).filter({ hasText: '草稿' }));

  await frontPage(page).getByRole('navigation', { name: '状态' }).getByRole('button', { name: '待发布' }).click();
  await expectVisible(frontPage(page).getByText('没有「待发布」的通知。'));
  await frontPage(page).getByRole('button', { name: '看全部' }).click();
  await expectVisible(row(page, name));
  await site.sql('update notice set expire_at = now() where id = $1', [id]);
  await expectVisible(reader.page.getByRole('button', { name: '通知', exact: true }));
  await toNotices(page);
  await expectVisible(row(page, name).getByText('已过期'));
  writer.ignoreFaults(refusals);
});

test('an inbox of several hundred is read on to its end', async () => {
  const { page } = reader;
  const name = unique('周报');
  await site.sql(
    `with many as (
       insert into notice (title, type, content, audience_kind, status, published_at, department_id)
       select $2 || i, 'notice', '<p>见附表。</p>', 'all', 'published', now() - i * interval '1 day', (select min(id) from department)
       from generate_series(1, 230) i returning id)
     insert into notice_receipt (notice_id, user_id, read_at) select id, $1, now() from many`,
    [operator.id, name],
  );
  // Another test has left the inbox open at a notice.
  await page.reload();
  await page.getByRole('button', { name: '通知', exact: true }).click();
  const inbox = dialog(page, '通知');
  await expectVisible(inbox.getByRole('button', { name: new RegExp(`^${name}1 `) }));
  await expect
    .poll(async () => {
      const onward = inbox.getByRole('button', { name: /^再看/ });
      // The button goes with the last page, perhaps while it is pressed.
      if (await onward.isVisible()) await onward.click({ timeout: 2000 }).catch(() => undefined);
      return inbox.getByRole('button', { name: new RegExp(`^${name}230 `) }).count();
    })
    .toBe(1);
  await expectHidden(inbox.getByRole('button', { name: /^再看/ }));
});

test('the second of two editors is told who was first and what changed', async () => {
  const { page } = writer;
  const { id, version, title: name } = await aDraft('节日值班');
  await toNotices(page);
  await actionButton(page, name, '编辑').click();
  const form = dialog(page, '编辑通知');
  await form.getByRole('textbox', { name: '内容' }).waitFor();
  const input = { title: name, type: 'announcement', level: 'important', content: '<p>初一到初三。</p>' };
  await site.call('notice/editNotice', { ...input, audience: { kind: 'all' }, id, version });
  await form.getByRole('radio', { name: '紧急' }).check();
  await save(form);
  await expectVisible(form.getByText(/数据已被 .* 于 .* 修改/));
  await form.getByRole('button', { name: '查看差异' }).click();
  for (const text of ['公告', '重要', '紧急', '初一到初三。'])
    await expectVisible(form.getByRole('cell', { name: text }));
  await form.getByRole('button', { name: '刷新' }).click();
  await expect.poll(() => form.getByRole('radio', { name: '重要' }).isChecked()).toBe(true);
  await save(form);
  await expectHidden(form);
  writer.ignoreFaults(refusals);
});
