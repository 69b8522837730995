import { expect, test } from 'vitest';
import { aRole, aUser } from '#server/testing/rows.ts';
import { expectVisible, frontPage, goTo } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const { page } = await openBrowserAs(await aUser(site, { role: 'admin' }));

const front = () => frontPage(page);
const request = (path: string, body: object) => site.ask({ path: `/api/menuApi/${path}`, body, token: site.admin });
async function menuWith(permission: string): Promise<string> {
  const [row] = await site.sql<{ id: string }>('select id::text from menu where permission = $1', [permission]);
  return row?.id ?? '';
}

test('what is new and what has vanished from the code is marked, and 从路由同步 says what it did', async () => {
  const menu = await menuWith('role:list');
  await site.sql(`delete from menu_api_endpoint where path = '/api/role/getRoleList'`);
  await site.sql(
    `insert into menu_api (menu_id, method, path) values ($1, 'POST', '/api/role/goneForever') on conflict do nothing`,
    [menu],
  );
  await goTo(page, '/system/menu_api?view=moved');
  await expectVisible(front().getByRole('row', { name: /getRoleList 新/ }));
  await expectVisible(front().getByRole('row', { name: /goneForever 已消失/ }));
  await front().getByRole('button', { name: '从路由同步' }).click();
  await page.getByRole('button', { name: '同步', exact: true }).click();
  await expectVisible(page.getByText('新增 1 个，消失 0 个，清除绑定 1 条'));
  await expectVisible(front().getByText(/暂无数据/));
});

test('a call that two buttons give is listed as bound in several places', async () => {
  await site.call('menuApi/bindMenuApi', {
    menuId: await menuWith('role:add'),
    endpoints: [{ method: 'POST', path: '/api/role/getRoleMenuList' }],
  });
  await goTo(page, '/index');
  await goTo(page, '/system/menu_api?view=many');
  await expectVisible(front().getByRole('row', { name: /getRoleMenuList.*；/ }));
});

test('what the page does not offer is refused by the server', async () => {
  const menuId = await menuWith('role:list');
  const list = { method: 'POST', path: '/api/role/getRoleList' };
  const wrong: [object, string | RegExp, number][] = [
    [{ menuId, endpoints: [list] }, /已绑定到/, 400],
    [{ menuId, endpoints: [{ ...list, path: '/api/role/none' }] }, /不在接口目录中/, 400],
    [{ menuId, endpoints: [{ ...list, path: '/etc/passwd' }] }, '路径须以 /api/ 开头', 400],
    [{ menuId, endpoints: [{ ...list, method: 'DELETE' }] }, /方法/, 400],
    [{ menuId, endpoints: [{ method: 'POST', path: '/api/user/getUserInfo' }] }, /无需绑定/, 400],
    [{ menuId, endpoints: [] }, /.+/, 400],
    [{ menuId: '999999999', endpoints: [{ method: 'POST', path: '/api/role/deleteRole' }] }, /菜单/, 404],
    [{ menuId: 'x', endpoints: [list] }, '请选择菜单', 400],
  ];
  for (const [body, sentence, status] of wrong) {
    const answer = await request('bindMenuApi', body);
    expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), status]);
    expect(answer.msg).toMatch(sentence);
  }
});

test('nobody unbinds the calls that they need to bind them again', async () => {
  const roleId = await aRole(site, { scope: 'all', permissions: ['menuApi:list', 'menuApi:edit'] });
  const { token } = await aUser(site, { roleId });
  const body = {
    menuId: await menuWith('menuApi:list'),
    endpoints: [{ method: 'POST', path: '/api/menuApi/getMenuApiList' }],
  };
  const answer = await site.ask({ path: '/api/menuApi/unbindMenuApi', body, token });
  expect([answer.status, answer.msg]).toEqual([409, expect.stringContaining('自己')]);
  expect((await site.ask({ path: '/api/menuApi/getMenuApiList', body: {}, token })).status).toBe(200);
});
