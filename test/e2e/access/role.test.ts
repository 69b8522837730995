import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aDepartment, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, frontPage, goTo, liveBadge } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { unique, uniqueNumber } from '../unique.ts';

const { site, openBrowserAs, administrator } = await setUpBrowserTests();

const admin = await openBrowserAs(await administrator(), { path: '/role/list' });
const { page } = admin;

const dialog = (onPage: Page, name: string | RegExp) => onPage.getByRole('dialog', { name });
const rowOf = (onPage: Page, text: string) => frontPage(onPage).getByRole('row').filter({ hasText: text });
const field = (onPage: Page, name: string) => onPage.getByRole('dialog').locator(`[data-field="${name}"]`);
const node = (onPage: Page, name: string) =>
  onPage
    .getByRole('dialog')
    .locator('.ant-tree-treenode')
    .filter({ has: onPage.getByText(name, { exact: true }) });

async function figures(onPage: Page): Promise<[menus: number, apis: number]> {
  const text = (await onPage.getByRole('dialog').getByRole('status').textContent()) ?? '';
  const [menus = '', apis = ''] = text.match(/\d+/g) ?? [];
  return [Number(menus), Number(apis)];
}

/** Inserts a role with these permissions directly into the database. */
async function aNamedRole(namePrefix: string, permissions: string[]): Promise<{ id: string; name: string }> {
  const name = unique(namePrefix);
  const id = await aRole(site, { scope: 'all', permissions });
  await site.sql('update role set name = $2 where id = $1', [id, name]);
  return { id, name };
}

describe('a new role', () => {
  test('is refused with the reasons at the fields, then made with menus, buttons and departments in one dialog', async () => {
    const name = `<script>${uniqueNumber(3)}</script>`;
    const key = `night${uniqueNumber(3)}`;
    await page.getByRole('button', { name: /新增角色/ }).click();
    const form = dialog(page, '新增角色');
    await expectVisible(form);
    await form.getByLabel('名称').fill('长'.repeat(31));
    expect(await form.getByLabel('名称').inputValue()).toHaveLength(30);
    await form.getByLabel('名称').fill(' ');
    await form.getByLabel('标识').fill('night shift');
    await form.getByText('自定义', { exact: true }).click();
    await form.getByLabel('排序').fill('1000');
    await form.getByRole('button', { name: '新增角色' }).click();
    await expectVisible(form.getByText('有 4 项需要修改'));
    await expectVisible(field(page, 'name').getByText('请填写名称'));
    await expectVisible(field(page, 'sort').getByText('排序不能大于 999'));
    await expectVisible(field(page, 'key').getByText(/^标识须为2-40位/));
    await expectVisible(field(page, 'departmentIds').getByText('请选择部门'));

    await form.getByLabel('名称').fill(name);
    await form.getByLabel('标识').fill('operator');
    await form.getByLabel('排序').fill('7');
    await field(page, 'departmentIds').getByRole('combobox').click();
    await page.locator('.ant-select-dropdown:visible .ant-select-tree-title', { hasText: '总部' }).first().click();
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: '新增角色' }).click();
    await expectVisible(field(page, 'key').getByText('标识已存在'));
    admin.ignoreFaults(/400/);
    await form.getByLabel('标识').fill(key);

    expect(await figures(page)).toEqual([expect.any(Number), 0]);
    await form.getByRole('button', { name: /^全选/ }).click();
    const [menus, apis] = await figures(page);
    expect(menus).toBeGreaterThan(20);
    expect(apis).toBeGreaterThan(100);
    await form.getByRole('button', { name: /^全选/ }).click();
    await form.getByLabel('搜索菜单和按钮').fill('新增用户');
    await node(page, '新增用户').locator('.ant-tree-checkbox').click();
    expect((await figures(page))[1]).toBeGreaterThan(0);
    await form.getByRole('button', { name: '新增角色' }).click();
    await expectHidden(form);

    await expectVisible(rowOf(page, key).getByText(name));
    await expectVisible(rowOf(page, key).getByText('自定义（1 个部门）'));
    const rows = await site.sql<{ permission: string }>(
      `select permission from menu m join role_menu x on x.menu_id = m.id join role r on r.id = x.role_id where r.key = $1 order by 1`,
      [key],
    );
    // The button has also selected its menu.
    expect(rows.map(({ permission }) => permission)).toEqual(['user:add', 'user:list']);
  });

  test('with parent and child unlinked gets the one alone; the tree opens and closes as a whole', async () => {
    await page.getByRole('button', { name: /新增角色/ }).click();
    const form = dialog(page, '新增角色');
    const nodes = form.locator('.ant-tree-treenode:not([aria-hidden="true"])');
    await expectVisible(node(page, '角色'));
    const closed = await nodes.count();
    await form.getByRole('button', { name: '全部展开' }).click();
    await expect.poll(() => nodes.count()).toBeGreaterThan(closed);
    await form.getByRole('button', { name: '全部收起' }).click();
    await expect.poll(() => nodes.count()).toBeLessThan(closed);
    await form.getByLabel('搜索菜单和按钮').fill('删除角色');
    const ticked = form.locator('.ant-tree-checkbox-checked');
    const tickedBefore = await ticked.count();
    await form.getByRole('switch', { name: '父子联动' }).click();
    await node(page, '删除角色').locator('.ant-tree-checkbox').click();
    await expect.poll(() => ticked.count()).toBe(tickedBefore + 1);
    await form.getByRole('button', { name: '取消' }).click();
    await expectHidden(form);
  });
});

describe('two people at one role', () => {
  test('the second one to save is told who was first, and sees field by field what they changed', async () => {
    const { id, name } = await aNamedRole('早班', ['warn:list']);
    const [menu] = await site.sql<{ id: string; name: string }>(
      `select id::text, name from menu where permission = 'warn:claim'`,
    );
    await goTo(page, `/role/list?keyword=${encodeURIComponent(name)}`);
    await rowOf(page, name).getByRole('button', { name: '编辑' }).click();
    const form = dialog(page, '编辑角色');
    await form.getByLabel('备注').fill('我写的');
    await site.call('role/editRole', { id, version: 1, dataScope: 'department', sort: 42, menuIds: [menu?.id] });
    await form.getByRole('button', { name: '保存' }).click();
    await expectVisible(form.getByText(/数据已被 管理员 于 \d\d:\d\d 修改，请刷新/));
    admin.ignoreFaults(/409/);
    await form.getByRole('button', { name: '查看差异' }).click();
    const resultRow = (label: string) =>
      form.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label }) });
    await expect
      .poll(() => resultRow('数据范围').getByRole('cell').allTextContents())
      .toEqual(['全部', '本部门', '全部']);
    await expect.poll(() => resultRow('排序').getByRole('cell').allTextContents()).toEqual(['0', '42', '0']);
    await expectVisible(resultRow('菜单权限').getByRole('cell', { name: menu?.name ?? '' }));
    await expectVisible(resultRow('菜单权限').getByRole('cell', { name: '1 项菜单与按钮' }));
    expect(await form.getByLabel('备注').inputValue()).toBe('我写的');

    await form.getByRole('button', { name: '刷新' }).click();
    await expect.poll(() => form.getByLabel('排序').inputValue()).toBe('42');
    await form.getByLabel('备注').fill('第二次');
    await form.getByRole('button', { name: '保存' }).click();
    await expectHidden(form);
  });
});

describe('the built-in role', () => {
  test('is only looked at, and says why', async () => {
    await goTo(page, '/role/list');
    const row = rowOf(page, '超级管理员');
    await expectVisible(row);
    expect(await row.getByRole('button', { name: '编辑' }).count()).toBe(0);
    await row.getByRole('button', { name: '查看' }).click();
    const view = dialog(page, /超级管理员/);
    await expectVisible(view.getByText('内置角色拥有全部权限，只能查看。'));
    expect(await view.getByRole('button', { name: /全选|保存/ }).count()).toBe(0);
    await view.getByRole('button', { name: '关闭' }).last().click();
    await expectHidden(view);
  });
});

describe('a manager of one department', () => {
  test('can tick only what they have, and is told at the field what is wider than their own', async () => {
    const department = await aDepartment(site);
    const permissions = ['role:list', 'role:add', 'role:edit', 'warn:list'];
    const roleId = await aRole(site, { scope: 'department', permissions });
    const manager: TestUser = await aUser(site, { roleId, department });
    const userBrowser = await openBrowserAs(manager, { path: '/role/list' });
    await userBrowser.page.getByRole('button', { name: /新增角色/ }).click();
    const form = dialog(userBrowser.page, '新增角色');
    await form.getByLabel('名称').fill('越权');
    await form.getByLabel('标识').fill(`over${uniqueNumber(3)}`);
    await form.getByText('全部', { exact: true }).click();
    await form.getByLabel('搜索菜单和按钮').fill('删除用户');
    await expectVisible(form.getByTitle('你没有这项权限，不能授予'));
    await expectVisible(node(userBrowser.page, '删除用户').locator('.ant-tree-checkbox-disabled'));
    await form.getByRole('button', { name: '新增角色' }).click();
    await expectVisible(field(userBrowser.page, 'dataScope').getByText('不能授予比你大的数据范围'));
    userBrowser.ignoreFaults(/400/);
    await form.getByText('本部门', { exact: true }).click();
    await form.getByRole('button', { name: '新增角色' }).click();
    await expectHidden(form);
    await expectVisible(rowOf(userBrowser.page, '越权'));
    await expectVisible(rowOf(userBrowser.page, '超级管理员').getByRole('button', { name: '查看' }));
  });
});

describe('who has a role', () => {
  test('is shown, added to and taken from; the copy has nobody', async () => {
    const { name } = await aNamedRole('早班', ['warn:list']);
    const user = await aUser(site);
    await goTo(page, `/role/list?keyword=${encodeURIComponent(name)}`);
    await rowOf(page, name).getByRole('button', { name: '用户' }).click();
    const users = dialog(page, `${name} 的用户`);
    await expectVisible(users.getByText('还没有用户有这个角色'));
    await users.getByRole('tab', { name: '添加用户' }).click();
    await users.getByLabel('搜索用户').fill(user.account);
    const userRow = users.getByRole('row').filter({ hasText: user.name });
    await userRow.getByRole('checkbox').check();
    await users.getByRole('button', { name: '加入角色 1 人' }).click();
    await expectVisible(page.getByText('已加入 1 人'));
    await users.getByRole('tab', { name: '已有用户' }).click();
    await expectVisible(users.getByRole('row').filter({ hasText: user.account }));
    await users.getByRole('button', { name: '关闭' }).last().click();
    await expectHidden(users);
    await expectVisible(rowOf(page, name).getByRole('button', { name: '1', exact: true }));

    await rowOf(page, name).getByRole('button', { name: '复制' }).click();
    const copy = dialog(page, '复制角色');
    const key = `copy${uniqueNumber(3)}`;
    await copy.getByLabel('标识').fill(key);
    await copy.getByRole('button', { name: '复制', exact: true }).click();
    await expectHidden(copy);
    await expectVisible(rowOf(page, key).getByRole('button', { name: '0', exact: true }));
    await rowOf(page, key).getByRole('button', { name: '更多操作' }).click();
    await page.getByRole('menuitem', { name: '删除' }).click();
    await page.getByRole('button', { name: '删除角色' }).click();
    await expectHidden(rowOf(page, key));
  });
});

describe('a change of a role', () => {
  test('holds at once on the screens of those who have it: menu entry, open screen and live stream', async () => {
    const role = await aNamedRole('夜班', ['warn:list', 'user:list']);
    const user: TestUser = await aUser(site, { roleId: role.id });
    const userBrowser = await openBrowserAs(user, { path: '/user/list' });
    await expectVisible(rowOf(userBrowser.page, user.account));
    await expectVisible(liveBadge(userBrowser.page));

    await goTo(page, `/role/list?keyword=${encodeURIComponent(role.name)}`);
    await rowOf(page, role.name).getByRole('button', { name: '编辑' }).click();
    const form = dialog(page, /编辑角色/);
    await expectVisible(form.getByText(/可见 \d+ 个菜单，可调用 \d+ 个接口/));
    await form.getByLabel('搜索菜单和按钮').fill('用户');
    await node(page, '用户').locator('.ant-tree-checkbox').click();
    await form.getByRole('button', { name: '保存' }).click();
    await expectHidden(form);

    await expectVisible(userBrowser.page.getByText('没有「用户」的权限'));
    await expectHidden(
      userBrowser.page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '用户', exact: true }),
    );
    await expectVisible(userBrowser.page.getByRole('link', { name: 'SOS 告警' }));
    userBrowser.ignoreFaults(/403/);
  });

  test('disabling it takes all that it gave, and enabling it gives it back', async () => {
    const role = await aNamedRole('替班', ['warn:list', 'role:list']);
    const user: TestUser = await aUser(site, { roleId: role.id });
    const userBrowser = await openBrowserAs(user, { path: '/role/list' });
    const entry = userBrowser.page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: 'SOS 告警' });
    await expectVisible(entry);
    await goTo(page, `/role/list?keyword=${encodeURIComponent(role.name)}`);
    const runAction = async (label: string) => {
      await rowOf(page, role.name).getByRole('button', { name: '更多操作' }).click();
      await page.getByRole('menuitem', { name: label }).click();
    };
    await runAction('停用');
    await page.getByRole('button', { name: '停用角色' }).click();
    await expectHidden(entry);
    await expectVisible(userBrowser.page.getByText('没有「角色」的权限'));
    await runAction('启用');
    await expectVisible(entry);
    // The open screen reappears by itself.
    await expectVisible(userBrowser.page.getByRole('region', { name: '角色列表' }));
    userBrowser.ignoreFaults(/403/);
  });
});
