import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { aUser, type TestUser } from '#server/testing/rows.ts';
import { choose, gone, goTo, openBrowser, type Seat, sees, startOver, takeSeat } from './browser.ts';
import { type Site, startSite } from './site.ts';
import { unique } from './unique.ts';

let site: Site;
let browser: Browser;
let writer: Seat;
let reader: Seat;
let operator: TestUser;
/** Of the notice that the first test publishes. */
let title = '';

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), openBrowser()]);
  operator = await aUser(site, { role: 'operator' });
  writer = await takeSeat(browser, site, await aUser(site, { role: 'admin' }));
  reader = await takeSeat(browser, site, operator);
});
beforeEach(({ task }) => startOver(task, [writer, reader]));
afterEach(() => {
  expect(writer.faults).toEqual([]);
  expect(reader.faults).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const front = (page: Page) => page.locator('.page[data-active="true"]');
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('a notice is written with bad input refused, published, told live to its reader, confirmed and counted', async () => {
  const { page } = writer;
  title = unique('今晚停机维护');
  await goTo(page, '/manage/notice');
  await front(page)
    .getByRole('button', { name: /起草通知/ })
    .click();
  const form = dialog(page, '起草通知');
  await form.getByRole('textbox', { name: '内容' }).waitFor();
  await form.getByRole('radio', { name: '部门', exact: true }).check();
  await form.getByRole('button', { name: '保存' }).click();
  await sees(form.getByText('有 3 项需要修改'));
  await sees(form.getByText('请选择接收范围'));

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
  await gone(form);
  const own = page.getByRole('alertdialog', { name: new RegExp(title) });
  await own.getByRole('button', { name: '我已知晓' }).click();
  await gone(own);

  const urgent = reader.page.getByRole('alertdialog', { name: new RegExp(title) });
  await sees(urgent);
  expect(await urgent.locator('.rich-text').innerHTML()).toBe(
    '<p>期间告警接收<strong>不受影响</strong></p><ul><li><p>提前交班</p></li></ul>',
  );
  await sees(reader.page.getByRole('button', { name: '通知，1 条未读' }));
  await urgent.getByRole('button', { name: '我已知晓' }).click();
  await gone(urgent);
  await reader.page.getByRole('button', { name: '通知', exact: true }).click();
  const inbox = dialog(reader.page, '通知');
  await inbox.getByRole('button', { name: new RegExp(title) }).click();
  await sees(inbox.getByText(/你已于 .* 确认/));

  const row = front(page).getByRole('row', { name: new RegExp(title) });
  await row.getByRole('button', { name: '阅读情况' }).click();
  const receipts = dialog(page, /阅读情况/);
  await receipts.getByRole('button', { name: /^已读/ }).click();
  await sees(receipts.getByRole('row', { name: new RegExp(operator.name) }));
  // The first Esc may go to a toast that still stands.
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape');
      return receipts.isVisible();
    })
    .toBe(false);
});

test('a withdrawn notice leaves the reader’s inbox', async () => {
  const { page } = writer;
  await goTo(page, '/manage/notice');
  await front(page)
    .getByRole('row', { name: new RegExp(title) })
    .getByRole('button', { name: '撤回' })
    .click();
  const box = page.getByRole('dialog').or(page.getByRole('alertdialog')).filter({ hasText: '撤回通知' });
  await box.getByRole('textbox').fill('改到明晚');
  await box.getByRole('button', { name: '撤回', exact: true }).click();
  await sees(page.getByText('已撤回').first());
  await sees(reader.page.getByText('这条通知已被撤回或已过期。'));
});

test('an article without a cover is refused when it is submitted, and shown in a phone’s frame', async () => {
  const { page } = writer;
  const headline = unique('冬季防跌倒');
  await goTo(page, '/manage/news');
  await front(page)
    .getByRole('button', { name: /写资讯/ })
    .click();
  const form = dialog(page, '写资讯');
  const field = form.getByLabel('标题').first();
  // A dialog that has opened puts the focus into its first field.
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.fill(headline);
  await choose(form, '分类', '健康科普');
  await form.getByRole('textbox', { name: '正文' }).click();
  await page.keyboard.type('地面湿时慢走。');
  await form.getByLabel('外链').fill('http://a.example');
  await form.getByRole('radio', { name: '提交审核' }).check();
  await form.getByRole('button', { name: '保存' }).click();
  await sees(form.getByText('请上传封面'));
  await sees(form.getByText('外链须以 https:// 开头'));
  await form.getByLabel('外链').fill('https://a.example/');
  await form.getByRole('radio', { name: '暂不提交' }).check();
  await form.getByRole('button', { name: '保存' }).click();
  await gone(form);
  await front(page)
    .getByRole('row', { name: new RegExp(headline) })
    .getByRole('button', { name: '预览' })
    .click();
  await sees(page.getByRole('figure', { name: '手机上的样子' }).getByText('地面湿时慢走。'));
});
