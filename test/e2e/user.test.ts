import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aUser, password, type TestUser } from '#server/testing/rows.ts';
import { gone, inside, logInOn, openBrowser, openSeat, type Seat, sees, startOver, takeSeat } from './browser.ts';
import { adminPassword, type Site, startSite } from './site.ts';
import { unique, uniqueNumber } from './unique.ts';

let site: Site;
let browser: Browser;
let admin: Seat;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), openBrowser()]);
  const user = { id: '', account: 'admin', name: '管理员', token: await site.login('admin', adminPassword) };
  admin = await takeSeat(browser, site, user, { path: '/user/list' });
});
beforeEach(({ task }) => startOver(task, [admin]));
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const field = (page: Page, name: string, label: string) => dialog(page, name).locator(`[data-field="${label}"]`);
const rowOf = (page: Page, text: string) => page.locator('.data-table tr').filter({ hasText: text });

async function choose(page: Page, form: string, name: string, option: string): Promise<void> {
  await field(page, form, name).locator('input').first().click();
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).first().click();
}

describe('accounts', () => {
  test('a new one is refused with the reasons at the fields, then made, with a password shown once', async () => {
    const { page } = admin;
    const account = `zhoumei${uniqueNumber(2)}`;
    await page.getByRole('button', { name: /新增用户/ }).click();
    const form = dialog(page, /新增用户/);
    await sees(form);
    await field(page, '新增用户', 'account').locator('input').fill('1');
    await field(page, '新增用户', 'name').locator('input').fill('<script>alert(1)</script>');
    await form.getByRole('button', { name: '新增用户' }).click();
    await sees(form.getByText('有 5 项需要修改'));
    await sees(form.getByText('请输入2-20位姓名'));
    await field(page, '新增用户', 'account').locator('input').fill(account);
    await field(page, '新增用户', 'name').locator('input').fill('周晓梅');
    await field(page, '新增用户', 'mobile')
      .locator('input')
      .fill(`138${uniqueNumber(8)}`);
    await choose(page, '新增用户', 'departmentId', '总部');
    await choose(page, '新增用户', 'roleIds', '坐席');
    await form.getByRole('button', { name: '新增用户' }).click();
    const secret = page.locator('[data-secret]');
    await sees(secret);
    const given = (await secret.textContent()) ?? '';
    await page.getByRole('button', { name: '我已记下' }).click();
    await sees(rowOf(page, account));
    expect(await page.content()).not.toContain(given);

    const seat = await openSeat(browser, site);
    await logInOn(seat.page, account, given);
    await sees(seat.page.getByRole('heading', { name: '请先修改密码' }));
    await seat.page.getByLabel('原密码').fill(given);
    await seat.page.getByLabel('新密码').fill('winter-Orchard-88');
    await seat.page.getByLabel('再输一次').fill('winter-Orchard-88');
    await seat.page.getByRole('button', { name: '修改密码' }).click();
    await inside(seat.page);

    await rowOf(page, account).getByRole('switch').click();
    await page.getByRole('button', { name: '停用并下线' }).click();
    await sees(seat.page.getByText('登录超时，请重新登录'));
    await seat.context.close();
  });
});

describe('a role', () => {
  test('changed by an administrator changes menu and open screen of those who have it, without a new login', async () => {
    const name = unique('夜班');
    const [role] = await site.sql<{ id: string }>(
      `insert into role (key, name, data_scope) values ($1, $2, 'all') returning id::text`,
      [`night${uniqueNumber(2)}`, name],
    );
    await site.sql(`insert into role_menu select $1, id from menu where permission in ('warn:list', 'user:list')`, [
      role?.id,
    ]);
    const user: TestUser = await aUser(site, { roleId: role?.id ?? '' });
    const seat = await takeSeat(browser, site, user, { path: '/user/list' });
    await sees(rowOf(seat.page, user.account));
    await sees(seat.page.locator('[data-live="live"]'));

    const { page } = admin;
    await page.goto(`${site.address}/#/role/list`);
    await rowOf(page, name).getByRole('button', { name: '编辑' }).click();
    const form = dialog(page, /编辑角色/);
    await sees(form.getByText(/可见 \d+ 个菜单，可调用 \d+ 个接口/));
    await form.getByLabel('搜索菜单和按钮').fill('用户');
    const node = form.locator('.ant-tree-treenode').filter({ has: page.getByText('用户', { exact: true }) });
    await node.locator('.ant-tree-checkbox').click();
    await form.getByRole('button', { name: '保存' }).click();
    await gone(form);

    await sees(seat.page.getByText('没有「用户」的权限'));
    await gone(seat.page.locator('.sider').getByRole('link', { name: '用户', exact: true }));
    await sees(seat.page.getByRole('link', { name: 'SOS 告警' }));
    seat.forgive(/403/);
    expect(seat.faults).toEqual([]);
    await seat.context.close();
  });
});

describe('the own page', () => {
  test('turns two-step login on, and the next login asks for the code', async () => {
    const user = await aUser(site);
    const seat = await takeSeat(browser, site, user);
    const { page } = seat;
    await page.locator('.person').click();
    await page.getByText('个人中心').click();
    await sees(page.getByText('本次登录'));
    await page.getByRole('button', { name: '开启…' }).click();
    const setting = dialog(page, '开启两步登录');
    await sees(setting.getByRole('img', { name: '两步登录二维码' }));
    const secret = Secret.fromBase32(((await setting.locator('code').textContent()) ?? '').replaceAll(' ', ''));
    await setting.getByLabel(/6 位验证码/).fill('000000');
    await setting.getByRole('button', { name: '验证并开启' }).click();
    await sees(setting.getByText(/验证码不正确/));
    await setting.getByLabel(/6 位验证码/).fill(TOTP.generate({ secret }));
    await setting.getByRole('button', { name: '验证并开启' }).click();
    const codes = dialog(page, '保存恢复码');
    await sees(codes);
    const recovery = (await codes.locator('code').first().textContent()) ?? '';
    await codes.getByText('我已把恢复码保存在安全的地方').click();
    await codes.getByRole('button', { name: '完成' }).click();
    await sees(page.getByText('两步登录已开启'));
    await sees(page.getByText('剩 10 个恢复码'));

    const next = await openSeat(browser, site);
    await logInOn(next.page, user.account, password);
    await next.page.getByLabel('验证码或恢复码').fill('000000');
    await next.page.getByRole('button', { name: /验证并登录/ }).click();
    await sees(next.page.getByText('验证码不正确或已用过'));
    await next.page.getByLabel('验证码或恢复码').fill(recovery);
    await next.page.getByRole('button', { name: /验证并登录/ }).click();
    await inside(next.page);
    await next.context.close();
    await seat.context.close();
  });
});
