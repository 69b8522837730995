import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aRole, aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, goTo } from './browser.ts';
import { setUpBrowserTests } from './browserTests.ts';
import { aCustomerWithWatch } from './testCustomer.ts';

const { site, openBrowserAs, administrator } = await setUpBrowserTests();

const { page } = await openBrowserAs(await administrator());

const box = (onPage: Page) => onPage.getByRole('dialog', { name: '搜索' });
const options = (onPage: Page) => box(onPage).getByRole('option');

/** Opens the palette by its keys and types into it. */
async function seek(onPage: Page, keyword: string): Promise<void> {
  await onPage.keyboard.press('Control+k');
  await box(onPage).getByRole('combobox').fill(keyword);
}

test('Ctrl K finds a screen by its name or initials and opens it by Enter', async () => {
  await seek(page, '角色');
  await expectVisible(options(page).filter({ hasText: '系统管理' }));
  await page.keyboard.press('Enter');
  await expectHidden(box(page));
  await expectVisible(page.getByRole('region', { name: '角色列表' }));
  await seek(page, 'mlrz');
  await expectVisible(options(page).filter({ hasText: '命令日志' }));
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/system\/cmd_log/);
});

test('a person, the watch and the open alarm are found, a colleague too, and each leads to its place', async () => {
  const customer = await aCustomerWithWatch(site, '查找');
  const colleague = await aUser(site);
  await site.press(customer.watch);
  const [warn] = await site.call<{ id: string }[]>('warn/getWarnList', { keyword: customer.name });
  await seek(page, customer.name);
  await expectVisible(options(page).filter({ hasText: '客户' }));
  await expectVisible(options(page).filter({ hasText: '告警' }));
  await box(page).getByRole('combobox').fill(customer.watch);
  await expectVisible(options(page).filter({ hasText: '设备' }));
  await box(page).getByRole('combobox').fill(colleague.account);
  await options(page).filter({ hasText: colleague.account }).click();
  await page.waitForURL(new RegExp(`#/user/list\\?keyword=${colleague.account}`));
  await seek(page, customer.name);
  const alarm = options(page).filter({ hasText: '告警' });
  await alarm.click();
  await page.waitForURL(new RegExp(`#/warn/sos\\?.*${warn?.id}`));
});

test('it opens from inside a dialog, gives the focus back, and what is no name is only text', async () => {
  await goTo(page, '/role/list');
  await page.getByRole('button', { name: /新增角色/ }).click();
  const name = page.getByRole('dialog', { name: '新增角色' }).getByLabel('名称');
  await name.fill('半个名字');
  await page.keyboard.press('Control+k');
  await expectVisible(box(page));
  await page.keyboard.type('<img src=x onerror=alert(1)>');
  await expectVisible(box(page).getByText('没有找到「<img src=x onerror=alert(1)>」'));
  await box(page).getByRole('combobox').fill('长'.repeat(200));
  await expectVisible(box(page).getByText(/^没有找到「长+」$/));
  await page.keyboard.press('Escape');
  await expectHidden(box(page));
  await expect.poll(() => name.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await name.inputValue()).toBe('半个名字');
  await page.getByRole('dialog', { name: '新增角色' }).getByRole('button', { name: '取消' }).click();
});

test('a dialog that still comes up leaves the focus to the palette, and gets it when that is closed', async () => {
  const { page: moving } = await openBrowserAs(await administrator(), { path: '/role/list', motion: true });
  const form = moving.getByRole('dialog', { name: '新增角色' });
  await moving.getByRole('button', { name: /新增角色/ }).click();
  await moving.keyboard.press('Control+k');
  await moving.keyboard.type('日志');
  await expectVisible(form);
  await expectVisible(options(moving).filter({ hasText: '命令日志' }));
  await form.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  expect(await box(moving).getByRole('combobox').inputValue()).toBe('日志');
  await moving.keyboard.press('Escape');
  await expectHidden(box(moving));
  await expect.poll(() => form.evaluate((element) => element.contains(document.activeElement))).toBe(true);
});

test('nobody finds a screen or a colleague that they may not see', async () => {
  const roleId = await aRole(site, { scope: 'self', permissions: ['warn:list'] });
  const colleague = await aUser(site);
  const userBrowser = await openBrowserAs(await aUser(site, { roleId }));
  await seek(userBrowser.page, '角色');
  await expectVisible(box(userBrowser.page).getByText('没有找到「角色」'));
  await box(userBrowser.page).getByRole('combobox').fill(colleague.account);
  await expectVisible(box(userBrowser.page).getByText(`没有找到「${colleague.account}」`));
});

test('the search on the home page answers as the palette does, and both say what was not searched', async () => {
  const customer = await aCustomerWithWatch(site, '同一');
  const userBrowser = await openBrowserAs(await aUser(site), { path: '/index' });
  const home = userBrowser.page.getByRole('region', { name: '查找' });
  await home.getByRole('combobox').fill(customer.name);
  await expectVisible(home.getByRole('option').filter({ hasText: '客户' }));
  const permissionNote = '你没有用户列表的权限，未搜索用户';
  await expectVisible(home.getByText(permissionNote));
  const answered = await home.getByRole('option').allInnerTexts();
  await seek(userBrowser.page, customer.name);
  await expectVisible(box(userBrowser.page).getByText(permissionNote));
  await expect.poll(() => options(userBrowser.page).allInnerTexts()).toEqual(answered);
  await userBrowser.page.keyboard.press('Enter');
  await userBrowser.page.waitForURL(/#\/customer\/list\/\d+/);
});
