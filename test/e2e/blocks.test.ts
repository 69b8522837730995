import type { BrowserContext, Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectHidden, expectVisible, optionWith, selectOption, type UserBrowser } from './browser.ts';
import { setUpBrowserTests } from './browserTests.ts';

const { site, openBrowserAs, administrator } = await setUpBrowserTests();

let userBrowser: UserBrowser;
let page: Page;
/** Requests of the table, oldest first. */
let requests: Record<string, unknown>[];

async function openScreen(path: string, motion = false): Promise<void> {
  requests = [];
  const prepare = async (context: BrowserContext): Promise<void> => {
    context.on('request', (request) => {
      if (request.url().includes('getSampleList')) requests.push(request.postDataJSON() as Record<string, unknown>);
    });
  };
  userBrowser = await openBrowserAs(await administrator(), { path, prepare, motion });
  page = userBrowser.page;
}

const savedSetting = async () => (await site.sql<{ setting: object }>('select setting from list_setting'))[0]?.setting;
const rows = () => page.locator('tr[data-index]');
const focusOn = (control: Locator) =>
  expect.poll(() => control.evaluate((element) => element === document.activeElement)).toBe(true);
const requestLine = () => page.getByText(/第 \d+ 次请求/);

describe('the paginated table', () => {
  beforeEach(async () => {
    await openScreen('/test/data_table');
  });

  test('starts at once with page 1 of size 10, and has prev, pager, next, jumper, total, sizes in this order', async () => {
    await expectVisible(rows().nth(9));
    expect(await rows().count()).toBe(10);
    expect(requests[0]).toMatchObject({ page: 1, limit: 10 });
    const parts = await page
      .getByRole('navigation', { name: '分页' })
      .evaluate((pager) =>
        [...pager.children].map(
          (part) =>
            part.getAttribute('aria-label') ?? part.className.split(' ').find((name) => name.startsWith('pager')),
        ),
      );
    expect(parts.filter((part) => !/^第|pager-gap/.test(part ?? ''))).toEqual([
      '上一页',
      '下一页',
      'pager-jumper',
      'pager-total',
      'pager-sizes',
    ]);
    expect(await page.locator('.pager-total').textContent()).toBe('共 286 条');
  });

  test('reloads when the page or its size changes, and keeps the size for the account', async () => {
    await expectVisible(rows().nth(9));
    await page.getByRole('button', { name: '下一页' }).click();
    await expect.poll(() => requests.at(-1)?.page).toBe(2);
    await page.getByLabel('页码').fill('5');
    await page.getByLabel('页码').press('Enter');
    await expect.poll(() => requests.at(-1)?.page).toBe(5);
    await page.getByRole('combobox', { name: '每页条数' }).click();
    await optionWith(page, '20 条/页').click();
    await expectVisible(rows().nth(19));
    expect(requests.at(-1)).toMatchObject({ page: 1, limit: 20 });
    await page.getByRole('button', { name: '宽松' }).click();
    await expect.poll(savedSetting).toMatchObject({ limit: 20, density: 'large' });
    await userBrowser.context.close();
    await openScreen('/test/data_table');
    await expectVisible(rows().nth(19));
    await expectVisible(page.getByRole('button', { name: '宽松', pressed: true }));
    await page.getByRole('button', { name: '紧凑' }).click();
    await expect.poll(savedSetting).toMatchObject({ density: 'small' });
    await site.sql('delete from list_setting');
  });

  test('waits for 1000 ms after the last typed change and asks once; 查询 asks at once', async () => {
    await expectVisible(rows().nth(9));
    const requestsBefore = requests.length;
    await page.getByRole('textbox', { name: '关键字' }).pressSequentially('苑区里', { delay: 30 });
    await expectVisible(page.getByText('停止输入 1000 ms 后查询'));
    expect(requests.length).toBe(requestsBefore);
    await expect.poll(() => requests.length).toBe(requestsBefore + 1);
    expect(requests.at(-1)).toMatchObject({ keyword: '苑区里', page: 1 });
    await page.getByRole('textbox', { name: '关键字' }).fill('桂');
    await page.getByRole('button', { name: '查询' }).click();
    await expect.poll(() => requests.length).toBe(requestsBefore + 2);
    expect(requests.at(-1)).toMatchObject({ keyword: '桂' });
  });

  test('shows the newest request only, under an overlay that closes', async () => {
    await expectVisible(rows().nth(9));
    await selectOption(page, '返回方式', '慢');
    await expectVisible(page.locator('.veil'));
    await selectOption(page, '返回方式', '空');
    await expectVisible(page.getByText('暂无数据'));
    await expectHidden(page.locator('.veil'));
    await expect.poll(() => requestLine().textContent()).toContain('第 3 次');
    expect(await rows().count()).toBe(0);
  });

  test.each([
    ['空', '暂无数据'],
    ['返回码不为 0', '样例接口按要求拒绝了这次查询'],
    ['抛出异常', '没有取到'],
  ])('says what came of it: %s', async (mode, message) => {
    await expectVisible(rows().nth(9));
    await selectOption(page, '返回方式', mode);
    await expectVisible(page.getByText(message));
    await expectHidden(page.locator('.veil'));
    expect(await rows().count()).toBe(0);
    userBrowser.ignoreFaults(/400|500/);
  });

  test('keeps the focus of the keyboard through 10,000 rows', async () => {
    await expectVisible(rows().nth(9));
    await selectOption(page, '返回方式', '10,000');
    await expectVisible(rows().nth(15));
    await page.keyboard.press('Escape');
    await rows().first().focus();
    const place = () => page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('data-index'));
    for (let times = 0; times < 60; times++) await page.keyboard.press('ArrowDown');
    expect(await place()).toBe('60');
    await page.keyboard.press('End');
    await expect.poll(place).toBe('9999');
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Home');
    await expect.poll(place).toBe('0');
    expect(await rows().count()).toBeLessThan(200);
  });
});

describe('the dialog form', () => {
  beforeEach(async () => {
    await openScreen('/test/dialog_form', true);
  });
  const form = () => page.getByRole('dialog', { name: '新增样例' });

  test('resets its fields on close and calls back', async () => {
    await page.getByRole('button', { name: '打开表单' }).click();
    await form().getByLabel('姓名').fill('王桂兰');
    await page.keyboard.press('Escape');
    await expectVisible(page.getByText('关闭回调 1 次'));
    await page.getByRole('button', { name: '打开表单' }).click();
    expect(await form().getByLabel('姓名').inputValue()).toBe('');
    await form().getByRole('button', { name: '丢弃' }).click();
  });

  test('takes what is typed while it still comes up into its first field', async () => {
    await page.getByRole('button', { name: '打开表单' }).click();
    await form().locator('[data-field]').first().locator(':focus').waitFor();
    await page.keyboard.type('王');
    await page.waitForFunction(() => !document.querySelector('.ant-zoom-enter, .ant-zoom-appear'));
    await page.keyboard.type('桂珍');
    expect(await form().locator('[data-field] input').first().inputValue()).toBe('王桂珍');
  });

  test('leaves the focus in the field, or on the button below, that the person has gone to while it opened', async () => {
    const opened = () => page.waitForFunction(() => !document.querySelector('.ant-zoom-enter, .ant-zoom-appear'));
    await page.getByRole('button', { name: '打开表单' }).click();
    await form().getByLabel('手机', { exact: true }).focus();
    await page.keyboard.type('138');
    await opened();
    await page.keyboard.type('0000');
    expect(await form().getByLabel('手机', { exact: true }).inputValue()).toBe('1380000');
    await page.keyboard.press('Escape');
    await expectHidden(form());
    // The dialog stays half open until the button has the focus.
    await page.evaluate(() => {
      const held = new CSSStyleSheet();
      held.replaceSync('.ant-modal { animation-play-state: paused !important; }');
      document.adoptedStyleSheets = [held];
    });
    await page.getByRole('button', { name: '打开表单' }).click();
    await form().getByRole('button', { name: '保存' }).focus();
    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
    await opened();
    await focusOn(form().getByRole('button', { name: '保存' }));
  });

  test('has no part that a screen reader would name in English', async () => {
    await page.getByRole('button', { name: '打开表单' }).click();
    await expectVisible(form());
    await form().getByRole('combobox', { name: '人员类别' }).click();
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
    const english = await page.evaluate(() =>
      [...document.querySelectorAll('[aria-label]')]
        .filter((element) => !element.closest('[aria-hidden="true"]'))
        .map((element) => element.getAttribute('aria-label') ?? '')
        .filter((name) => /[a-z]{3}/i.test(name) && !/[\u4e00-\u9fff]/.test(name)),
    );
    expect(english).toEqual([]);
  });

  test('is judged as a whole before it is sent: a summary, the words at the fields, the focus in the first', async () => {
    await page.getByRole('button', { name: '打开表单' }).click();
    await form().getByLabel('手机', { exact: true }).fill('123');
    await page.keyboard.press('Control+Enter');
    await expectVisible(form().getByText('有 2 项需要修改'));
    await expectVisible(form().getByText('请输入正确的手机号'));
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field')))
      .toBe('name');
  });

  test('shows what the server refuses at its field, and who was faster at a conflict', async () => {
    await selectOption(page, '服务端返回', '服务端字段错误');
    await page.getByRole('button', { name: '编辑已有数据' }).click();
    await expectVisible(form());
    await page.keyboard.press('Control+Enter');
    await expectVisible(form().getByText('该手机号已被使用'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expectHidden(form());
    await selectOption(page, '服务端返回', '他人已修改');
    await page.getByRole('button', { name: '编辑已有数据' }).click();
    await expectVisible(form());
    await page.keyboard.press('Control+Enter');
    await expectVisible(form().getByText('数据已被 李静 于 09:32 修改，请刷新'));
    await form().getByRole('button', { name: '继续编辑' }).press('Enter');
    await expectHidden(form().getByText('数据已被 李静'));
    await focusOn(form().getByRole('button', { name: '保存' }));
    userBrowser.ignoreFaults(/400|409/);
  });

  test('is left by no Tab with another choice: an open list closes, and the focus goes on', async () => {
    await page.getByRole('button', { name: '打开表单' }).click();
    const [tags, next] = [form().getByRole('combobox', { name: '人员类别' }), form().getByRole('switch')];
    await tags.focus();
    await page.keyboard.press('ArrowDown');
    await expectVisible(page.locator('.ant-select-item-option-active'));
    await page.keyboard.press('Tab');
    await focusOn(next);
    await expectHidden(page.locator('.ant-select-dropdown:visible'));
    expect(await form().locator('.ant-select-selection-item').count()).toBe(0);
    await page.keyboard.press('Escape');
    await expectHidden(form());
    const width = page.getByRole('combobox', { name: '宽度' });
    await width.focus();
    await page.keyboard.press('ArrowDown');
    await expectVisible(page.locator('.ant-select-dropdown:visible'));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    await focusOn(page.getByRole('switch', { name: '点遮罩关闭' }));
    await expectHidden(page.locator('.ant-select-dropdown:visible'));
    await expectVisible(page.locator('.ant-select').filter({ has: width }).getByText('800'));
  });

  test('keeps the focus at a step back, in the first field', async () => {
    await page.getByRole('button', { name: '打开分步表单' }).click();
    const steps = page.getByRole('dialog', { name: '分步新增样例' });
    await expectVisible(steps);
    await page.waitForFunction(() => !document.querySelector('.ant-zoom-enter, .ant-zoom-appear'));
    await steps.getByLabel('姓名').fill('王桂兰');
    await steps.getByLabel('手机', { exact: true }).fill('13800005678');
    await page.keyboard.press('Enter');
    await focusOn(steps.getByRole('combobox', { name: '社区' }));
    await steps.getByRole('button', { name: '上一步' }).press('Enter');
    await focusOn(steps.getByLabel('姓名'));
  });
});

describe('message boxes and toasts', () => {
  beforeEach(async () => {
    await openScreen('/test/dialog_form', true);
  });
  const box = () => page.getByRole('alertdialog');

  test('an alert is closed by its button only, neither by Esc nor by a click beside it', async () => {
    await page.getByRole('button', { name: '提示框' }).click();
    await expectVisible(box().getByRole('heading', { name: '提示' }));
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 400);
    await expectVisible(box());
    expect(await box().getByRole('button', { name: '取消' }).count()).toBe(0);
    await box().getByRole('button', { name: '确定' }).click();
    await expectVisible(page.getByText('提示框已关闭'));
  });

  test('a confirm box is left by Esc without a yes, and closes when the route changes', async () => {
    await page.getByRole('button', { name: '确认框' }).click();
    await expectVisible(box().getByRole('button', { name: '取消' }));
    await page.keyboard.press('Escape');
    await expectVisible(page.getByText('已取消'));
    await page.getByRole('button', { name: '确认框' }).click();
    await expectVisible(box());
    await page.evaluate(() => {
      location.hash = '#/index';
    });
    await expectHidden(box());
  });

  test('a prompt refuses what its pattern refuses, with the default words', async () => {
    await page.getByRole('button', { name: '输入框（正则）' }).click();
    await page.keyboard.type('123');
    await page.keyboard.press('Enter');
    await expectVisible(box().getByText('输入的数据不合法'));
    await box().getByRole('textbox').fill('13800005678');
    await page.keyboard.press('Enter');
    await expectVisible(page.getByText('输入了 13800005678'));
  });

  test('a toast stands 16 px from the top, goes after 3 s, and Esc closes it', async () => {
    await page.getByRole('button', { name: '成功', exact: true }).click();
    const toast = page.locator('.toast').filter({ hasText: '操作成功' });
    await expectVisible(toast);
    await expect.poll(async () => Math.round((await toast.boundingBox())?.y ?? -1)).toBe(16);
    await expectHidden(toast);
    await page.getByRole('button', { name: '错误', exact: true }).click();
    const error = page.locator('.toast').filter({ hasText: '操作失败' });
    await expectVisible(error);
    await page.keyboard.press('Escape');
    await expectHidden(error);
  });
});
