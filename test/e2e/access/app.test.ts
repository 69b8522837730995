import { expect, test } from 'vitest';
import { aPicture } from '#server/testing/picture.ts';
import { aProject, aRole, aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, frontPage, goTo, selectOption, type UserBrowser } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { unique } from '../unique.ts';

const { site, openBrowserAs } = await setUpBrowserTests();
const manager: UserBrowser = await openBrowserAs(await aUser(site, { role: 'admin' }));
let { page } = manager;

const address = 'https://minzheng.example.cn/back';
const front = () => frontPage(page);
const row = (name: string | RegExp) => front().getByRole('row', { name });
const form = () => page.getByRole('dialog', { name: /^(新增|编辑)应用/ });
const secretBox = () => page.getByRole('alertdialog', { name: '密钥只显示这一次' });

/** Opens the screen afresh. */
async function open(): Promise<void> {
  await goTo(page, '/platform/push_list');
  await page.reload();
  await expectVisible(front().getByRole('button', { name: /新增应用.*N/ }));
}

async function openForm(): Promise<void> {
  await open();
  await front()
    .getByRole('button', { name: /新增应用.*N/ })
    .click();
  await expectVisible(form().getByLabel('名称'));
}

const save = () => form().getByRole('button', { name: '保存' }).click();

interface ListedApp {
  id: string;
  appid: string;
  name: string;
  version: number;
  redirectUris: string[];
}
const listApps = (keyword: string) => site.call<ListedApp[]>('app/getAppList', { keyword });

/** Returns the token endpoint's status for the app's server. */
async function exchange(appid: string, secret: string): Promise<number> {
  const answer = await fetch(`${site.address}/api/oauth2/token`, {
    method: 'POST',
    headers: { 'X-Requested-With': 'x' },
    body: new URLSearchParams({ grant_type: 'client_credentials', appid, secret }),
  });
  return answer.status;
}

/** Returns the secret in the box and closes it. */
async function secretShown(): Promise<string> {
  const secret = (await page.locator('[data-secret]').textContent()) ?? '';
  await page.getByRole('button', { name: '我已保存密钥' }).click();
  await expectHidden(secretBox());
  return secret;
}

test('a name is asked for, cut at its length and given once; addresses must be whole, https and named once', async () => {
  const name = unique('街道平台');
  await site.call('app/addApp', { name, redirectUris: [address], scopes: ['profile'] });
  await openForm();
  await save();
  await expectVisible(form().getByText(/请填写名称|名称为2至30个字/));
  await form().getByLabel('名称').fill('字'.repeat(40));
  expect((await form().getByLabel('名称').inputValue()).length).toBe(30);
  await form().getByLabel('名称').fill(name);
  const wrong: [string, string | RegExp][] = [
    ['不是网址', '每一行须是完整的网址'],
    ['http://minzheng.example.cn/back', '返回地址须以 https:// 开头'],
    ['javascript:alert(1)', '返回地址须以 https:// 开头'],
    ['https://a:b@minzheng.example.cn/back', '返回地址不能带账号或密码'],
    [`${address}\n${address}`, /重复/],
  ];
  for (const [lines, sentence] of wrong) {
    await form().getByLabel('返回地址').fill(lines);
    await save();
    await expectVisible(form().getByText(sentence));
  }
  await form().getByLabel('返回地址').fill(address);
  await save();
  await expectVisible(form().getByText('已有同名的应用'));
  expect(await listApps(name)).toHaveLength(1);
  manager.ignoreFaults(/status of 400/);
});

test('a new application stands as text whatever its name, and its secret is shown once and never again', async () => {
  const name = unique('<b onclick=x>甲');
  await openForm();
  await form().getByLabel('名称').fill(name);
  await form().getByLabel('返回地址').fill(address);
  await save();
  const secret = await secretShown();
  await expectHidden(form());
  await expectVisible(row(new RegExp(name.slice(-2))));
  expect(await front().locator('[onclick]').count()).toBe(0);
  const [app] = await listApps(name);
  expect(await exchange(app?.appid ?? '', secret)).toBe(200);
  await page.reload();
  await expectVisible(row(new RegExp(name.slice(-2))));
  expect(await page.content()).not.toContain(secret);
});

test('after a rotation the old secret and the new one are good', async () => {
  const name = unique('轮换应用');
  const { appid, secret } = await site.call<{ appid: string; secret: string }>('app/addApp', {
    name,
    redirectUris: [address],
    scopes: ['profile'],
  });
  await open();
  await row(new RegExp(name)).getByRole('button', { name: '轮换密钥' }).click();
  await expectVisible(page.getByText('旧密钥还能再用 24 小时'));
  await page.getByRole('button', { name: '轮换密钥' }).last().click();
  const newSecret = await secretShown();
  expect(newSecret).not.toBe(secret);
  expect([await exchange(appid, secret), await exchange(appid, newSecret)]).toEqual([200, 200]);
});

test('the second of two who edit an application is told who was first, shown what they changed, and opens the newest', async () => {
  const name = unique('并发应用');
  await site.call('app/addApp', { name, redirectUris: [address], scopes: ['profile'] });
  await open();
  await row(new RegExp(name)).getByRole('button', { name: '编辑' }).click();
  await expectVisible(form().getByLabel('名称'));
  const [app] = await listApps(name);
  const first = await aUser(site, { role: 'admin' });
  await site.call('app/editApp', { id: app?.id, version: app?.version, tokenMinutes: 77 }, first.token);
  await form().getByLabel('说明').fill('第二个人写的');
  await save();
  await expectVisible(form().getByText(new RegExp(`数据已被 ${first.name} 于 .* 修改，请刷新`)));
  await form().getByRole('button', { name: '查看差异' }).click();
  await expectVisible(form().getByRole('row', { name: /令牌有效.*77/ }));
  await form().getByRole('button', { name: '刷新' }).click();
  await expect.poll(() => form().getByLabel('令牌有效').inputValue()).toBe('77');
  await form().getByLabel('说明').fill('第二个人写的');
  await save();
  await expectHidden(form());
  expect((await listApps(name))[0]).toMatchObject({ version: 3 });
  manager.ignoreFaults(/status of 409/);
});

test('an application is known by its logo in its form, in the list and where people log in, and trusted by a switch', async () => {
  const name = unique('本院系统');
  const { appid } = await site.call<{ appid: string }>('app/addApp', {
    name,
    redirectUris: [address],
    scopes: ['profile'],
  });
  await open();
  await row(new RegExp(name)).getByRole('button', { name: '编辑' }).click();
  const file = form().locator('input[type="file"]');
  await file.setInputFiles({ name: '标志.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="x"/>') });
  await expectVisible(form().getByText('仅支持 jpg/png/webp，不超过5MB'));
  await file.setInputFiles({ name: '标志.txt', mimeType: 'text/plain', buffer: await aPicture() });
  await expectVisible(form().getByAltText('已选的标志'));
  await form().getByRole('switch', { name: '免确认' }).click();
  await expectVisible(form().getByText('登录时不再询问本人'));
  await save();
  await expectHidden(form());
  await expectVisible(row(new RegExp(name)).locator('img'));
  await expectVisible(row(new RegExp(name)).getByText('免确认'));
  expect((await listApps(name))[0]).toMatchObject({ autoApprove: true });
  const query = new URLSearchParams({ appid, redirect_uri: address });
  const visitor = await openBrowserAs(undefined, { path: `/login?${query}` });
  await expectVisible(visitor.page.getByText(`登录后将返回 ${name}`));
  await expectVisible(visitor.page.locator('img.login-logo'));
});

test('somebody of one project registers applications for it alone, and sees no others', async () => {
  const [project, other] = [await aProject(site), await aProject(site)];
  const [theirs, name] = [unique('别的项目应用'), unique('本项目应用')];
  await site.call('app/addApp', { name: theirs, redirectUris: [address], scopes: ['profile'], projectIds: [other] });
  const roleId = await aRole(site, { scope: 'all', permissions: ['app:list', 'app:edit', 'warn:list'] });
  const theirSeat = await openBrowserAs(await aUser(site, { roleId, projects: [project] }), {
    path: '/platform/push_list',
  });
  page = theirSeat.page;
  await openForm();
  expect(await page.getByText(theirs).count()).toBe(0);
  await form().getByLabel('名称').fill(name);
  await form().getByLabel('返回地址').fill(address);
  await save();
  await expectVisible(form().getByText(/请.*项目/));
  const [{ name: projectName } = { name: '' }] = await site.sql<{ name: string }>(
    'select name from project where id = $1',
    [project],
  );
  await selectOption(form(), '项目', projectName);
  await page.keyboard.press('Escape');
  await save();
  await secretShown();
  await expectVisible(row(new RegExp(name)).getByText(projectName));
  theirSeat.ignoreFaults(/status of 400/);
  page = manager.page;
});

test('the page of the open interface shows its calls under the policy of all pages', async () => {
  const userBrowser = await openBrowserAs();
  await userBrowser.page.goto(`${site.address}/api/docs/`);
  await expectVisible(userBrowser.page.locator('.opblock').filter({ hasText: '/api/app/getAppList' }));
});
