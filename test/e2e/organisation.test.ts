import { test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, frontPage, goTo, optionWith } from './browser.ts';
import { setUpBrowserTests } from './browserTests.ts';
import { unique } from './unique.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const { page } = await openBrowserAs(await aUser(site, { role: 'admin' }));

const front = () => frontPage(page);
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const toast = (text: string) => page.getByText(text);
const button = (name: string | RegExp) => front().getByRole('button', { name });

test('a dictionary label that is edited stands in the filters and lists of the alarms at once, without a new page', async () => {
  await goTo(page, '/warn/sos?view=list&tab=all');
  await expectVisible(front().getByRole('combobox', { name: '状态' }));
  await goTo(page, '/dictionary/tree?type=warn_status');
  await front()
    .getByRole('row', { name: /handling/ })
    .getByRole('button', { name: '编辑' })
    .click();
  const form = dialog(/编辑字典项/);
  await form.getByLabel('标签').fill('');
  await form.getByRole('button', { name: '保存' }).click();
  await expectVisible(form.getByText('请填写标签'));
  await form.getByLabel('标签').fill('正在处置');
  await form.getByRole('button', { name: '保存' }).click();
  await expectVisible(toast('已保存，各处的标签随之更新'));
  await goTo(page, '/warn/sos?view=list&tab=all');
  await expectVisible(front().getByText('登记告警'));
  await front().getByRole('combobox', { name: '状态' }).click();
  await expectVisible(optionWith(page, '正在处置'));
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
  await expectVisible(form.getByText('外链须以 http:// 或 https:// 开头'));
  await form.getByLabel('地址').fill('https://www.mca.gov.cn/');
  await form.getByRole('button', { name: '保存' }).click();
  await expectHidden(form);
  await expectVisible(front().getByRole('row', { name: new RegExp(outside) }));
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
  await expectVisible(dialog(/新增按钮/).getByText('请填写权限标识'));
  await dialog(/新增按钮/)
    .getByRole('button', { name: '取消' })
    .click();
  await expectHidden(dialog(/新增按钮/));
});

test('menu endpoints: unbound from a menu it is listed as bound nowhere, bound again it is not; 刷新成功 is said', async () => {
  const [menu] = await site.sql<{ id: string }>(`select id::text from menu where url = '/project/list'`);
  await goTo(page, `/system/menu_api?menuId=${menu?.id}&keyword=getProjectList`);
  const row = front().getByRole('row', { name: /getProjectList/ });
  await row.getByRole('button', { name: '检测' }).click();
  await expectVisible(page.getByText('超级管理员'));
  await page.getByRole('button', { name: '确定' }).click();
  await row.getByRole('button', { name: '解绑' }).click();
  await page.getByRole('button', { name: '解绑', exact: true }).last().click();
  await expectVisible(toast('已解绑'));
  await goTo(page, `/system/menu_api?view=none`);
  await expectVisible(front().getByRole('row', { name: /getProjectList/ }));
  await goTo(page, `/system/menu_api?menuId=${menu?.id}&keyword=getProjectList`);
  await button('绑定接口…').click();
  const form = dialog(/绑定接口到「项目」/);
  await form.getByRole('listitem').filter({ hasText: 'getProjectList' }).getByRole('checkbox').check();
  await form.getByRole('button', { name: '绑定 1 个' }).click();
  await expectHidden(form);
  await button('刷新缓存').click();
  await expectVisible(toast('刷新成功'));
});
