import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { aDepartment, aRole, aUser, password } from '#server/testing/rows.ts';
import { aConnectedCall, ending } from '#server/testing/warns.ts';
import { alarmBanner, expectHidden, expectVisible, frontPage, goTo, submitLogin, waitForShell } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aCustomerWithWatch } from '../testCustomer.ts';
import { unique, uniqueNumber } from '../unique.ts';

const { site, openBrowserAs, administrator } = await setUpBrowserTests();

const admin = await openBrowserAs(await administrator(), { path: '/user/list' });

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const field = (page: Page, name: string, label: string) => dialog(page, name).locator(`[data-field="${label}"]`);
const rowOf = (page: Page, text: string) => frontPage(page).getByRole('row').filter({ hasText: text });

async function clickMenuItem(row: Locator, actionName: string): Promise<void> {
  await row.getByRole('button', { name: '更多操作' }).click();
  await row.page().getByRole('menuitem', { name: actionName }).click();
}

async function choose(page: Page, form: string, name: string, option: string): Promise<void> {
  await field(page, form, name).locator('input').first().click();
  const shown = page.locator('.ant-select-dropdown:visible').locator('.ant-select-tree-title, .ant-select-item-option');
  await shown.filter({ hasText: option }).first().click();
}

describe('accounts', () => {
  test('a new one is refused with the reasons at the fields, then made, with a password shown once', async () => {
    const { page } = admin;
    const account = `zhoumei${uniqueNumber(2)}`;
    await page.getByRole('button', { name: /新增用户/ }).click();
    const form = dialog(page, /新增用户/);
    await expectVisible(form);
    await field(page, '新增用户', 'account').getByRole('textbox').fill('1');
    await field(page, '新增用户', 'name').getByRole('textbox').fill('<script>alert(1)</script>');
    await form.getByRole('button', { name: '新增用户' }).click();
    await expectVisible(form.getByText('有 5 项需要修改'));
    await expectVisible(form.getByText('请输入2-20位姓名'));
    await field(page, '新增用户', 'account').getByRole('textbox').fill(account);
    await field(page, '新增用户', 'name').getByRole('textbox').fill('周晓梅');
    await field(page, '新增用户', 'mobile')
      .getByRole('textbox')
      .fill(`138${uniqueNumber(8)}`);
    await choose(page, '新增用户', 'departmentId', '总部');
    await choose(page, '新增用户', 'roleIds', '坐席');
    await form.getByRole('button', { name: '新增用户' }).click();
    const secret = page.locator('[data-secret]');
    await expectVisible(secret);
    const initialPassword = (await secret.textContent()) ?? '';
    await page.getByRole('button', { name: '我已记下' }).click();
    await expectVisible(rowOf(page, account));
    expect(await page.content()).not.toContain(initialPassword);

    const userBrowser = await openBrowserAs();
    await submitLogin(userBrowser.page, account, initialPassword);
    await expectVisible(userBrowser.page.getByRole('heading', { name: '请先修改密码' }));
    await userBrowser.page.getByLabel('原密码').fill(initialPassword);
    await userBrowser.page.getByLabel('新密码').fill('winter-Orchard-88');
    await userBrowser.page.getByLabel('再输一次').fill('winter-Orchard-88');
    await userBrowser.page.getByRole('button', { name: '修改密码' }).click();
    await waitForShell(userBrowser.page);

    await rowOf(page, account).getByRole('switch').click();
    await page.getByRole('button', { name: '停用并下线' }).click();
    await expectVisible(userBrowser.page.getByText('登录超时，请重新登录'));
    userBrowser.ignoreFaults(/401/);
  });
});

describe('what is typed into an account', () => {
  const remark = (page: Page) => field(page, '编辑用户', 'remark').getByRole('textbox');
  const edit = (page: Page, account: string) => rowOf(page, account).getByRole('button', { name: '编辑' }).click();

  test('is a draft when Esc closes the dialog: offered when that account is opened again, and for no other', async () => {
    const { page } = admin;
    const [first, other] = [await aUser(site), await aUser(site)];
    await goTo(page, `/user/list?keyword=${first.account}`);
    await edit(page, first.account);
    const form = dialog(page, '编辑用户');
    await remark(page).fill('夜班，手机常关机');
    // Esc closes the topmost element: first a toast that is still shown.
    await expectHidden(page.locator('.toast'));
    await page.keyboard.press('Escape');
    await expectHidden(form);
    await goTo(page, `/user/list?keyword=${other.account}`);
    await edit(page, other.account);
    await expectVisible(form);
    await expect.poll(() => remark(page).inputValue()).toBe('');
    expect(await form.getByRole('button', { name: '接着填' }).count()).toBe(0);
    await form.getByRole('button', { name: '取消' }).click();
    await expectHidden(form);
    await goTo(page, `/user/list?keyword=${first.account}`);
    await expectVisible(rowOf(page, first.account));
    await page.reload();
    await edit(page, first.account);
    await form.getByRole('button', { name: '接着填' }).click();
    expect(await remark(page).inputValue()).toBe('夜班，手机常关机');
    await form.getByRole('button', { name: '丢弃' }).waitFor({ state: 'detached' });
    await form.getByRole('button', { name: '取消' }).click();
    await expectHidden(form);
  });

  test('outlasts a password that is reset meanwhile: the new one is asked for above the form, which is saved then', async () => {
    const roleId = await aRole(site, { scope: 'all', permissions: ['warn:list', 'user:list', 'user:edit'] });
    const [editor, colleague] = [await aUser(site, { roleId }), await aUser(site, { roleId })];
    const userBrowser = await openBrowserAs(editor, { path: `/user/list?keyword=${colleague.account}` });
    const { page } = userBrowser;
    await edit(page, colleague.account);
    await field(page, '编辑用户', 'mobile')
      .getByRole('textbox')
      .fill(`138${uniqueNumber(8)}`);
    await field(page, '编辑用户', 'name').getByRole('textbox').fill('夜班坐席');
    await remark(page).fill('不能丢的备注');
    const reset = await site.call<{ password: string }>('user/resetUserPassword', { id: editor.id });
    const over = page.getByRole('alertdialog', { name: '登录超时，请重新登录' });
    await over.getByLabel(/的密码$/).fill(reset.password);
    await over.getByRole('button', { name: '重新登录' }).click();
    const box = page.getByRole('alertdialog', { name: '请先修改密码' });
    await box.getByLabel('原密码').fill(reset.password);
    await box.getByLabel('新密码').fill('winter-Orchard-88');
    await box.getByLabel('再输一次').fill('winter-Orchard-88');
    await box.getByRole('button', { name: '修改密码' }).click();
    await expectHidden(box);
    expect(await remark(page).inputValue()).toBe('不能丢的备注');
    await dialog(page, '编辑用户').getByRole('button', { name: '保存' }).click();
    await expectHidden(dialog(page, '编辑用户'));
    const [stored] = await site.sql<{ remark: string }>('select remark from "user" where id = $1', [colleague.id]);
    expect(stored?.remark).toBe('不能丢的备注');
    userBrowser.ignoreFaults(/40[13]/);
  });
});

describe('somebody with an alarm in hand', () => {
  test('is not deleted: the question leads to their alarms, and after these are handed over it goes through', async () => {
    const { page } = admin;
    const [user, other] = [await aUser(site), await aUser(site)];
    const customer = await aCustomerWithWatch(site, '转派');
    await site.press(customer.watch);
    const [warn] = await site.call<{ id: string }[]>('warn/getWarnList', { keyword: customer.name });
    await site.call('warn/claimWarn', { id: warn?.id }, user.token);
    const deleteIt = async () => {
      await goTo(page, `/user/list?keyword=${user.account}`);
      await clickMenuItem(rowOf(page, user.account), '删除');
      await page.getByRole('button', { name: '删除用户' }).click();
    };
    await deleteIt();
    await expectVisible(page.getByText(`${user.name} 还有 1 条处理中的告警，请先转派`));
    admin.ignoreFaults(/409/);
    await page.getByRole('button', { name: '去转派' }).click();
    await page.waitForURL(/#\/warn\/sos\?/);
    await expectVisible(page.locator(`.page[data-active="true"] [data-warn-id="${warn?.id}"]`));
    await site.call('warn/transferWarn', { id: warn?.id, userId: other.id, reason: '离职交接' }, user.token);
    await deleteIt();
    await expectHidden(rowOf(page, user.account));
  });
});

describe('the question before somebody is sent off', () => {
  test.each([
    ['停用', '停用并下线', (row: Locator) => row.getByRole('switch').click()],
    ['强制下线', '强制下线', (row: Locator) => clickMenuItem(row, '强制下线')],
  ])('names the alarms in their hands at %s, which ring again after it', async (_, buttonName, ask) => {
    const { page } = admin;
    const user = await aUser(site);
    const customer = await aCustomerWithWatch(site, '在手');
    await site.press(customer.watch);
    const [warn] = await site.call<{ id: string; no: string }[]>('warn/getWarnList', { keyword: customer.name });
    await site.call('warn/claimWarn', { id: warn?.id }, user.token);
    await goTo(page, `/user/list?keyword=${user.account}`);
    await ask(rowOf(page, user.account));
    const question = page.getByRole('alertdialog');
    await expectVisible(question.getByText(`手上有 1 条告警（${warn?.no}）`));
    await question.getByRole('button', { name: buttonName }).click();
    await expectVisible(alarmBanner(page).getByText(customer.name));
    const [after] = await site.sql('select status, handler_id from warn where id = $1', [warn?.id]);
    expect(after).toEqual({ status: 'pending', handler_id: null });
    await site.call('warn/claimWarn', { id: warn?.id });
    await aConnectedCall(site, warn?.id ?? '', site.admin);
    await site.call('warn/closeWarn', { id: warn?.id, ...ending });
  });

  test('is asked in general words of somebody who may reset passwords and see no alarms in hand', async () => {
    const roleId = await aRole(site, { scope: 'all', permissions: ['warn:list', 'user:list', 'user:password'] });
    const user = await aUser(site, { roleId });
    const path = `/user/list?keyword=${user.account}`;
    const { page, ignoreFaults } = await openBrowserAs(await aUser(site, { roleId }), { path });
    await rowOf(page, user.account).getByRole('button', { name: '重置密码' }).click();
    const question = page.getByRole('alertdialog');
    await expectVisible(question.getByText('手上若有告警，会立即回到待处理'));
    const answered = page.waitForResponse(/resetUserPassword/);
    await question.getByRole('button', { name: '重置密码' }).click();
    expect((await answered).ok()).toBe(true);
    ignoreFaults(/403/);
  });
});

describe('an account for a time', () => {
  test('takes no end that has passed; when its time is over the person is out, and in the list it says so', async () => {
    const { page } = admin;
    const user = await aUser(site);
    const userBrowser = await openBrowserAs(user);
    await goTo(page, `/user/list?keyword=${user.account}`);
    await rowOf(page, user.account).getByRole('button', { name: '编辑' }).click();
    const form = dialog(page, '编辑用户');
    await field(page, '编辑用户', 'mobile')
      .getByRole('textbox')
      .fill(`138${uniqueNumber(8)}`);
    await field(page, '编辑用户', 'name').getByRole('textbox').fill('限期坐席');
    const end = field(page, '编辑用户', 'expiresAt').getByRole('textbox');
    const setEnd = async (day: string) => {
      await end.fill(`${day} 18:00`);
      await end.press('Enter');
    };
    await setEnd('2020-01-01');
    await form.getByRole('button', { name: '保存' }).click();
    await expectVisible(field(page, '编辑用户', 'expiresAt').getByText('有效期须晚于现在'));
    admin.ignoreFaults(/400/);
    await setEnd('2099-01-01');
    await form.getByRole('button', { name: '保存' }).click();
    await expectHidden(form);
    const [stored] = await site.sql<{ at: string }>('select expires_at::text as at from "user" where id = $1', [
      user.id,
    ]);
    expect(new Date(stored?.at ?? '').toISOString()).toBe('2099-01-01T10:00:00.000Z');

    await site.sql(`update "user" set expires_at = now() - interval '1 second' where id = $1`, [user.id]);
    await expectVisible(userBrowser.page.getByText('登录超时，请重新登录'));
    // The page is closed: its later requests would be refused, too.
    await userBrowser.context.close();
    userBrowser.ignoreFaults(/401/);
    await page.keyboard.press('r');
    await expectVisible(rowOf(page, user.account).getByText('过期'));
    const again = await openBrowserAs();
    await submitLogin(again.page, user.account, password);
    await expectVisible(again.page.getByText('账号或密码不正确'));
    again.ignoreFaults(/400/);
  });
});

describe('a portrait', () => {
  const photograph = () => sharp({ create: { width: 90, height: 60, channels: 3, background: '#0b7a70' } }).jpeg();

  test('goes into the account by the form, whatever the file is called, and stands in the list', async () => {
    const { page } = admin;
    const user = await aUser(site);
    await goTo(page, `/user/list?keyword=${user.account}`);
    await rowOf(page, user.account).getByRole('button', { name: '编辑' }).click();
    const form = dialog(page, '编辑用户');
    const slot = field(page, '编辑用户', 'avatar');
    const put = (buffer: Buffer) =>
      slot.locator('input[type="file"]').setInputFiles({ name: '头像.png', mimeType: 'image/png', buffer });
    await put(Buffer.from('<svg onload="alert(1)"/>'));
    await expectVisible(slot.getByText('仅支持 jpg/png/webp，不超过5MB').first());
    await put(await photograph().toBuffer());
    await expectVisible(slot.getByRole('img', { name: '已选的图片' }));
    await field(page, '编辑用户', 'mobile')
      .getByRole('textbox')
      .fill(`138${uniqueNumber(8)}`);
    await field(page, '编辑用户', 'name').getByRole('textbox').fill('有照片');
    await form.getByRole('button', { name: '保存' }).click();
    await expectHidden(form);
    await expectVisible(rowOf(page, user.account).locator('img'));
  });

  test('is one’s own to change; what is no picture, or half of one, is told in words', async () => {
    const userBrowser = await openBrowserAs(await aUser(site));
    const { page } = userBrowser;
    await page.getByRole('button', { name: /个人菜单$/ }).click();
    await page.getByText('个人中心').click();
    const put = (buffer: Buffer) =>
      page
        .locator('.person-portrait input[type="file"]')
        .setInputFiles({ name: '头像.jpg', mimeType: 'image/jpeg', buffer });
    await put(Buffer.from('没有图片'));
    await expectVisible(page.getByText('头像没有更换：仅支持 jpg/png/webp，不超过5MB'));
    await put((await photograph().toBuffer()).subarray(0, 40));
    await expectVisible(page.getByText('头像没有更换：图片已损坏，无法读取'));
    await put(await photograph().toBuffer());
    await expectVisible(page.getByText('头像已更换'));
    await expectVisible(page.locator('.person-portrait img'));
    await expectVisible(page.locator('.shell-header .person img, header .person img'));
  });
});

describe('the roles of an account', () => {
  test('are given by themselves, at once; without one the form says what is missing', async () => {
    const { page } = admin;
    const user = await aUser(site);
    await goTo(page, `/user/list?keyword=${user.account}`);
    await rowOf(page, user.account).getByRole('button', { name: '更多操作' }).click();
    await page.getByRole('menuitem', { name: '分配角色…' }).click();
    const form = dialog(page, `${user.name} 的角色`);
    await form.locator('.ant-select-selection-item-remove').click();
    await form.getByRole('button', { name: '保存' }).click();
    await expectVisible(form.getByText('请选择角色').first());
    await choose(page, `${user.name} 的角色`, 'roleIds', '运维');
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: '保存' }).click();
    await expectHidden(form);
    await expectVisible(rowOf(page, user.account).getByText('运维'));
  });
});

describe('the departments beside the list', () => {
  test('narrow it to one with what lies below, are searched, and a second press shows everybody again', async () => {
    const { page } = admin;
    const department = await aDepartment(site);
    const name = unique('梧桐街道');
    await site.sql('update department set name = $2 where id = $1', [department, name]);
    const [inside, outside] = [await aUser(site, { department }), await aUser(site)];
    await goTo(page, '/user/list');
    await page.reload();
    const tree = page.getByRole('region', { name: '部门' });
    await tree.getByLabel('搜索部门').fill('没有这个');
    await expectVisible(tree.getByText('没有含「没有这个」的'));
    await tree.getByLabel('搜索部门').fill(name);
    await tree.getByTitle(name).click();
    await expectVisible(rowOf(page, inside.account));
    await expectHidden(rowOf(page, outside.account));
    await tree.getByRole('button', { name: '看全部' }).click();
    await expectVisible(rowOf(page, outside.account));
  });
});

describe('the own page', () => {
  test('asks for the password when the phone changes, and never keeps it in the draft', async () => {
    const user = await aUser(site);
    const { page } = await openBrowserAs(user);
    const mobile = () => field(page, '编辑资料', 'mobile').getByRole('textbox');
    const secret = () => field(page, '编辑资料', 'password').locator('input');
    const open = async () => {
      await page.getByRole('button', { name: '编辑资料' }).click();
      await expectVisible(mobile());
    };
    await page.getByRole('button', { name: /个人菜单$/ }).click();
    await page.getByText('个人中心').click();
    await open();
    expect(await secret().count()).toBe(0);
    const phone = `138${uniqueNumber(8)}`;
    await mobile().fill(phone);
    await secret().fill(password);
    await page.keyboard.press('Escape');
    await expectHidden(dialog(page, '编辑资料'));
    const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(stored).toContain(phone);
    expect(stored).not.toContain(password);
    await open();
    await page.getByRole('button', { name: '接着填' }).click();
    await expectVisible(secret());
    expect(await secret().inputValue()).toBe('');
    await secret().fill(password);
    await dialog(page, '编辑资料').getByRole('button', { name: '保存' }).click();
    await expectVisible(page.getByText('资料已保存'));
    const [row] = await site.sql<{ mobile: string }>('select mobile from "user" where id = $1', [user.id]);
    expect(row?.mobile).toBe(phone);
  });

  test('turns two-step login on, and the next login asks for the code', async () => {
    const user = await aUser(site);
    const userBrowser = await openBrowserAs(user);
    const { page } = userBrowser;
    await page.getByRole('button', { name: /个人菜单$/ }).click();
    await page.getByText('个人中心').click();
    await expectVisible(page.getByText('本次登录'));
    await page.getByRole('button', { name: '开启…' }).click();
    const setting = dialog(page, '开启两步登录');
    await setting.getByLabel('登录密码').fill(password);
    await setting.getByRole('button', { name: '下一步' }).click();
    await expectVisible(setting.getByRole('img', { name: '两步登录二维码' }));
    const secret = Secret.fromBase32(((await setting.getByRole('code').textContent()) ?? '').replaceAll(' ', ''));
    await setting.getByLabel(/6 位验证码/).fill('000000');
    await setting.getByRole('button', { name: '验证并开启' }).click();
    await expectVisible(setting.getByText(/验证码不正确/));
    userBrowser.ignoreFaults(/400/);
    await setting.getByLabel(/6 位验证码/).fill(TOTP.generate({ secret }));
    await setting.getByRole('button', { name: '验证并开启' }).click();
    const codes = dialog(page, '保存恢复码');
    await expectVisible(codes);
    const recovery = (await codes.getByRole('code').first().textContent()) ?? '';
    await codes.getByText('我已把恢复码保存在安全的地方').click();
    await codes.getByRole('button', { name: '完成' }).click();
    await expectVisible(page.getByText('两步登录已开启'));
    await expectVisible(page.getByText('剩 10 个恢复码'));

    const next = await openBrowserAs();
    await submitLogin(next.page, user.account, password);
    await next.page.getByLabel('验证码或恢复码').fill('000000');
    await next.page.getByRole('button', { name: /验证并登录/ }).click();
    await expectVisible(next.page.getByText('验证码不正确或已用过'));
    next.ignoreFaults(/400/);
    await next.page.getByLabel('验证码或恢复码').fill(recovery);
    await next.page.getByRole('button', { name: /验证并登录/ }).click();
    await waitForShell(next.page);
  });
});
