import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { aCustomer, aUser } from '#server/testing/rows.ts';
import { gone, goTo, openBrowser, type Seat, sees, startOver, takeSeat } from './browser.ts';
import { type Site, startSite } from './site.ts';
import { unique, uniqueNumber } from './unique.ts';

let site: Site;
let browser: Browser;
let seat: Seat;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), openBrowser()]);
  seat = await takeSeat(browser, site, await aUser(site, { role: 'admin' }));
  page = seat.page;
});
beforeEach(({ task }) => startOver(task, [seat]));
afterEach(() => {
  expect(seat.faults).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const front = () => page.locator('.page[data-active="true"]');
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const toast = (text: string) => page.getByText(text);
const button = (name: string | RegExp) => front().getByRole('button', { name });
const treeRow = (name: string) =>
  front().locator('.side-tree .ant-tree-node-content-wrapper').filter({ hasText: name });

/** A refused call is a line in the console of the browser: what the test has provoked is no fault. */
const refusals = /status of 4\d\d/;

test('departments: added with bad input refused, found, dragged under another one, disabled with the figures named', async () => {
  const [eastern, western] = [unique('城东'), unique('城西')];
  await goTo(page, '/department/tree');
  for (const name of [eastern, western]) {
    await button('新增下级').click();
    const form = dialog('新增部门');
    await form.getByLabel('名称').fill('甲');
    await form.getByRole('button', { name: '保存' }).click();
    await sees(form.getByText('请输入2-30位名称'));
    await form.getByLabel('名称').fill(name);
    await form.getByRole('button', { name: '保存' }).click();
    await gone(form);
    await sees(treeRow(name));
    await treeRow('总部').click();
  }
  await treeRow(western).dragTo(treeRow(eastern));
  await sees(toast('已移动，数据范围随之改变'));
  const [moved] = await site.sql<{ name: string }>(
    `select p.name from department d join department p on p.id = d.parent_id where d.name = $1`,
    [western],
  );
  expect(moved?.name).toBe(eastern);
  const [east] = await site.sql<{ id: string }>('select id::text from department where name = $1', [eastern]);
  await aCustomer(site, { department: east?.id });
  // A page that comes to the front reads its tree anew.
  await goTo(page, '/index');
  await goTo(page, '/department/tree');
  await sees(treeRow(eastern).filter({ hasText: '0 / 1 / 0' }));
  await front().getByRole('textbox', { name: '名称 / 编码 / 负责人' }).fill(eastern);
  await treeRow(eastern).click();
  await button('停用').click();
  const box = page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .filter({ hasText: `停用「${eastern}」` });
  await sees(box.getByText('1 名客户'));
  await box.getByRole('button', { name: '停用部门' }).click();
  await sees(toast('已停用'));
});

test('a dictionary label that is edited stands in the filters and lists of the alarms at once, without a new page', async () => {
  await goTo(page, '/warn/sos?view=list&tab=all');
  await sees(front().getByRole('combobox', { name: '状态' }));
  await goTo(page, '/dictionary/tree?type=warn_status');
  await front()
    .getByRole('row', { name: /handling/ })
    .getByRole('button', { name: '编辑' })
    .click();
  const form = dialog(/编辑字典项/);
  await form.getByLabel('标签').fill('');
  await form.getByRole('button', { name: '保存' }).click();
  await sees(form.getByText('请填写标签'));
  await form.getByLabel('标签').fill('正在处置');
  await form.getByRole('button', { name: '保存' }).click();
  await sees(toast('已保存，各处的标签随之更新'));
  await goTo(page, '/warn/sos?view=list&tab=all');
  await sees(front().getByText('登记告警'));
  await front().getByRole('combobox', { name: '状态' }).click();
  await sees(page.locator('.ant-select-item-option').filter({ hasText: '正在处置', visible: true }));
  await page.keyboard.press('Escape');
});

test('menus: an unknown route is warned of, a link outside http refused, a button needs a key', async () => {
  const outside = unique('民政网站');
  await goTo(page, '/system/menu');
  await button(/新增目录/).click();
  const form = dialog(/新增/);
  await form.getByText('外链', { exact: true }).click();
  await form.getByLabel('名称').fill(outside);
  await form.getByLabel('地址').fill('javascript:alert(1)');
  await form.getByRole('button', { name: '保存' }).click();
  await sees(form.getByText('外链须以 http:// 或 https:// 开头'));
  await form.getByLabel('地址').fill('https://www.mca.gov.cn/');
  await form.getByRole('button', { name: '保存' }).click();
  await gone(form);
  await sees(front().getByRole('row', { name: new RegExp(outside) }));
  await front()
    .getByRole('row', { name: /首页.*\/index/ })
    .getByRole('button', { name: '新增按钮' })
    .click();
  await dialog(/新增按钮/)
    .getByLabel('名称')
    .fill('导出首页');
  await dialog(/新增按钮/)
    .getByRole('button', { name: '保存' })
    .click();
  await sees(dialog(/新增按钮/).getByText('请填写权限标识'));
  await dialog(/新增按钮/)
    .getByRole('button', { name: '取消' })
    .click();
  await gone(dialog(/新增按钮/));
});

test('menu endpoints: unbound from a menu it is listed as bound nowhere, bound again it is not; 刷新成功 is said', async () => {
  const [menu] = await site.sql<{ id: string }>(`select id::text from menu where url = '/project/list'`);
  await goTo(page, `/system/menu_api?menuId=${menu?.id}`);
  const row = front().getByRole('row', { name: /getProjectList/ });
  await row.getByRole('button', { name: '检测' }).click();
  await sees(page.getByText('超级管理员'));
  await page.getByRole('button', { name: '确定' }).click();
  await row.getByRole('button', { name: '解绑' }).click();
  await page.getByRole('button', { name: '解绑', exact: true }).last().click();
  await sees(toast('已解绑'));
  await goTo(page, `/system/menu_api?view=none`);
  await sees(front().getByRole('row', { name: /getProjectList/ }));
  await goTo(page, `/system/menu_api?menuId=${menu?.id}`);
  await button('绑定接口…').click();
  const form = dialog(/绑定接口到「项目」/);
  await form.getByRole('listitem').filter({ hasText: 'getProjectList' }).getByRole('checkbox').check();
  await form.getByRole('button', { name: '绑定 1 个' }).click();
  await gone(form);
  await button('刷新缓存').click();
  await sees(toast('刷新成功'));
});

test('projects: added with bad input refused, its ladder edited with a preview in words', async () => {
  const code = `NT-${uniqueNumber(4)}`;
  await goTo(page, '/project/list');
  await button(/新增项目/).click();
  const form = dialog('新增项目');
  await form.getByLabel('编号').fill(code);
  await form.getByLabel('名称').fill(unique('南塘居家养老监护'));
  await form.getByLabel('甲方单位').fill('南塘区民政局');
  await form.getByLabel('信用代码').fill('91350100M000100Y44');
  await form.getByLabel('部门').click();
  await page.locator('.ant-select-tree-title').filter({ hasText: '总部', visible: true }).click();
  await form.getByLabel('开始日期').fill('2026-01-01');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: '保存' }).click();
  await sees(form.getByText('信用代码校验不通过'));
  await form.getByLabel('信用代码').fill('91350100M000100Y43');
  await form.getByRole('button', { name: '保存' }).click();
  await gone(form);
  const row = front().getByRole('row', { name: new RegExp(code) });
  await row.getByRole('button', { name: '配置' }).click();
  const config = dialog(/配置/);
  await config.getByLabel('接警时限').fill('40');
  await sees(config.getByText('40 秒没人接警：第 1 次升级，通知班长。'));
  await config.getByRole('button', { name: '保存' }).click();
  await gone(config);
  expect(await site.sql('select claim_seconds from project where code = $1', [code])).toEqual([{ claim_seconds: 40 }]);
  seat.forgive(refusals);
});
