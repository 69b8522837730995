import { expect, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, frontPage, goTo } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { unique } from '../unique.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const { page, ignoreFaults } = await openBrowserAs(await aUser(site, { role: 'admin' }));

/** Opens the screen afresh, without dialogs of another test. */
async function open(path: string): Promise<void> {
  await goTo(page, path);
  await page.reload();
}

const front = () => frontPage(page);
const button = (name: string | RegExp) => front().getByRole('button', { name });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const row = (name: string | RegExp) => front().getByRole('row', { name });
const request = (path: string, body: object) => site.ask({ path: `/api/menu/${path}`, body, token: site.admin });

interface Node {
  id: string;
  name: string;
  version: number;
  children: Node[];
}
async function node(name: string): Promise<Node> {
  const all = (nodes: Node[]): Node[] => nodes.flatMap((item) => [item, ...all(item.children)]);
  const menu = all(await site.call<Node[]>('menu/getMenuTree')).find((item) => item.name === name);
  if (!menu) throw new Error(`no menu ${name}`);
  return menu;
}
const folder = (parentId: string | null = null) =>
  site.call<{ id: string }>('menu/addMenu', { type: 'dir', name: unique('目录'), parentId });

test('a name is cut at its length, asked for when it is missing, and stands as text whatever is in it', async () => {
  const name = unique('<b onclick=x>甲');
  await open('/system/menu');
  await button(/新增目录/).click();
  const form = dialog('新增目录');
  await form.getByRole('button', { name: '保存' }).click();
  await expectVisible(form.getByText(/请填写名称|请输入1-30位名称/));
  await form.getByLabel('名称').fill('字'.repeat(40));
  expect((await form.getByLabel('名称').inputValue()).length).toBe(30);
  await form.getByLabel('名称').fill(name);
  await form.getByRole('button', { name: '保存' }).click();
  await expectHidden(form);
  await expectVisible(front().getByText(name));
  expect(await front().locator('[onclick]').count()).toBe(0);
});

test('an unknown route is saved with a warning that stands beside it', async () => {
  const name = unique('未来页');
  await open('/system/menu');
  await button(/新增目录/).click();
  const form = dialog(/新增/);
  await form.getByText('菜单', { exact: true }).click();
  await form.getByLabel('名称').fill(name);
  await form.getByLabel('地址').fill('/none/such');
  await expectVisible(form.getByText(/前端不存在该路由/));
  await form.getByRole('button', { name: '保存' }).click();
  await expectHidden(form);
  await expectVisible(row(new RegExp(name)).getByText('前端不存在该路由'));
});

test('what the page does not offer is refused by the server: cycles, parents that are not there, wrong types, scripts', async () => {
  const { id: above } = await folder();
  const { id: below } = await folder(above);
  const { msg, status } = await request('moveMenu', { id: above, parentId: below });
  expect([status, msg]).toEqual([400, '不能移到自己或自己的下级']);
  expect(await request('moveMenu', { id: above, parentId: above })).toMatchObject({ status: 400 });
  const wrong: [object, string | RegExp][] = [
    [{ parentId: '999999999' }, '上级菜单不存在'],
    [{ name: '字'.repeat(31) }, '请输入1-30位名称'],
    [{ name: 12 }, /名称/],
    [{ sort: 'first' }, /排序/],
    [{ type: 'window' }, /类型/],
    [{ type: 'link', url: 'javascript:alert(1)' }, '外链须以 http:// 或 https:// 开头'],
    [{ type: 'menu', url: '/a b<script>' }, /路由地址/],
    [{ type: 'button', permission: 'DROP TABLE', parentId: above }, /权限标识/],
    [{ icon: '<svg>' }, '图标不在可选范围内'],
    [{ nonsense: 1 }, /.+/],
  ];
  for (const [patch, sentence] of wrong) {
    const answer = await request('addMenu', { type: 'dir', name: '甲', ...patch });
    expect([JSON.stringify(patch), answer.status]).toEqual([JSON.stringify(patch), 400]);
    expect(answer.msg).toMatch(sentence);
  }
});

test('the second of two who edit an entry is told who was first and shown what they changed', async () => {
  const name = unique('并发目录');
  await site.call('menu/addMenu', { type: 'dir', name });
  await open('/system/menu');
  await row(new RegExp(name)).getByRole('button', { name: '编辑' }).click();
  const form = dialog('编辑目录');
  await expectVisible(form.getByLabel('名称'));
  const { id, version } = await node(name);
  const first = await aUser(site, { role: 'admin' });
  await site.call('menu/editMenu', { id, version, sort: 77 }, first.token);
  await form.getByLabel('名称').fill(`${name}改`);
  await form.getByRole('button', { name: '保存' }).click();
  await expectVisible(form.getByText(new RegExp(`数据已被 ${first.name} 于 .* 修改，请刷新`)));
  await form.getByRole('button', { name: /看.*改|查看/ }).click();
  await expectVisible(form.getByRole('row', { name: /排序.*77/ }));
  expect((await node(name)).name).toBe(name);
  await form.getByRole('button', { name: '继续编辑' }).click();
  await form.getByRole('button', { name: '保存' }).click();
  await expectHidden(form);
  expect((await node(`${name}改`)).id).toBe(id);
  ignoreFaults(/status of 409/);
});

test('nobody takes the screen of the menus away from themselves', async () => {
  await open('/system/menu');
  await front()
    .getByRole('row', { name: /\/system\/menu menu:list/ })
    .getByRole('button', { name: '停用' })
    .click();
  await page.getByRole('button', { name: /停用/ }).last().click();
  await expectVisible(page.getByText(/自己/));
  const { status } = await request('getMenuTree', {});
  expect(status).toBe(200);
  ignoreFaults(/status of 4\d\d/);
});

test('a hidden page opens by its address and is not drawn in the menu; one without 缓存 goes when another comes to the front', async () => {
  const { id, version } = await node('分页表格');
  await site.call('menu/editMenu', { id, version, visible: false, cache: false });
  await open('/test/dialog_form');
  const links = page.getByRole('navigation', { name: '菜单' }).getByRole('link');
  await expectVisible(links.filter({ hasText: '弹窗表单' }));
  expect(await links.filter({ hasText: '分页表格' }).count()).toBe(0);
  await goTo(page, '/test/data_table');
  await expectVisible(front().getByRole('textbox', { name: '关键字' }));
  expect(await page.locator('.page[data-path="/test/dialog_form"]').count()).toBe(1);
  await goTo(page, '/test/dialog_form');
  await page.locator('.page[data-path="/test/data_table"]').waitFor({ state: 'detached' });
  await site.call('menu/editMenu', { id, version: version + 1, visible: true, cache: true });
  await expectVisible(links.filter({ hasText: '分页表格' }));
});
