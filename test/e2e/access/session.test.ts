import type { BrowserContext, Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aUser, password } from '#server/testing/rows.ts';
import { adminPassword } from '#server/testing/template.ts';
import {
  alarmBanner,
  deskQueue,
  expectHidden,
  expectRinging,
  expectSilent,
  expectVisible,
  goTo,
  liveBadge,
  submitLogin,
  type UserBrowser,
  waitForShell,
} from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aCustomerWithWatch } from '../testCustomer.ts';

const { site, openBrowserAs, administrator } = await setUpBrowserTests();

const user = await aUser(site);

/** Opens a page as administrator. */
async function administratorAt(path: string): Promise<UserBrowser> {
  return openBrowserAs(await administrator(), { path });
}

const over = (page: Page) => page.getByRole('alertdialog', { name: '登录超时，请重新登录' });

/** Ends every session on the server, like an administrator or a restart from a backup. */
async function endSessions(): Promise<void> {
  await site.sql('delete from session');
  site.admin = await site.login();
}

describe('the login page', () => {
  test('is where a page without a token leads, and lets in with account and password', async () => {
    const { page } = await openBrowserAs(undefined, { path: '/warn/sos' });
    await page.waitForURL(/#\/login$/);
    await expectVisible(page.getByText('忘记密码请联系管理员重置。连续输错 5 次将锁定 15 分钟。'));
    await submitLogin(page, user.account, password);
    await waitForShell(page);
    await page.waitForURL(/#\/index$/);
    await expectVisible(page.getByRole('button', { name: `${user.name}，个人菜单` }));
  });

  test('says the same for a wrong password and an unknown account', async () => {
    const userBrowser = await openBrowserAs();
    const messages: (string | null)[] = [];
    for (const account of [user.account, 'nobody-at-all']) {
      await submitLogin(userBrowser.page, account, 'wrong-password');
      await expectVisible(userBrowser.page.locator('#password-problem').getByText(/./));
      messages.push(await userBrowser.page.locator('#password-problem').textContent());
      await userBrowser.page.getByLabel('密码', { exact: true }).fill('');
    }
    expect(messages[0]).toBe(messages[1]);
    expect(messages[0]).toContain('密码');
    userBrowser.ignoreFaults(/Failed to load resource/);
  });

  test('remembers the account when asked to, and begins in the password', async () => {
    const { page } = await openBrowserAs();
    await page.getByLabel('记住账号').check();
    await submitLogin(page, user.account, password);
    await waitForShell(page);
    await page.getByRole('button', { name: /个人菜单$/ }).click();
    await page.getByRole('menuitem', { name: '退出' }).click();
    await page.waitForURL(/#\/login$/);
    expect(await page.getByLabel('账号', { exact: true }).inputValue()).toBe(user.account);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('password');
    await page.getByRole('button', { name: '换账号' }).click();
    expect(await page.getByLabel('账号', { exact: true }).inputValue()).toBe('');
  });
});

describe('the own page', () => {
  test('shows where one is logged in, and ends one of these places at once', async () => {
    const owner = await aUser(site);
    const { page } = await openBrowserAs(owner);
    const other = await openBrowserAs();
    await submitLogin(other.page, owner.account, password);
    await waitForShell(other.page);
    await page.getByRole('button', { name: /个人菜单$/ }).click();
    await page.getByText('个人中心').click();
    const places = page.getByRole('region', { name: '登录设备' }).getByRole('listitem');
    await expectVisible(places.filter({ hasText: '本次登录' }));
    await places.filter({ hasText: 'Chrome' }).getByRole('button', { name: '结束' }).click();
    await page.getByRole('button', { name: '结束登录' }).click();
    await expectVisible(other.page.getByText('登录超时，请重新登录'));
    other.ignoreFaults(/401/);
    await expect.poll(() => places.count()).toBe(1);
  });
});

describe('a session that ended on the server', () => {
  test('is asked for again over the form that was being filled; the interrupted call is repeated and nothing is lost', async () => {
    const userBrowser = await administratorAt('/test/dialog_form');
    const { page } = userBrowser;
    await page.getByRole('button', { name: '打开表单' }).click();
    const form = page.getByRole('dialog', { name: '新增样例' });
    await form.getByLabel('姓名').fill('王桂兰');
    await form.getByLabel('手机', { exact: true }).fill('13800005678');
    // The session ends between the key and the server: otherwise the live stream may notice first.
    const end = async (route: Route): Promise<void> => {
      await endSessions();
      await route.continue();
    };
    await page.route(/test\/saveSample/, end, { times: 1 });
    await page.keyboard.press('Control+Enter');
    await expectVisible(over(page));
    expect(await form.getByLabel('姓名').inputValue()).toBe('王桂兰');
    await over(page)
      .getByLabel(/的密码$/)
      .fill(adminPassword);
    await page.keyboard.press('Enter');
    await expectHidden(over(page));
    await expectVisible(page.getByText('操作成功'));
    await expectHidden(form);
    userBrowser.ignoreFaults(/401/);
  });

  test('is a lost line: red and heard at once, and after the login in place the alarm pressed meanwhile is there', async () => {
    const userBrowser = await openBrowserAs(
      { ...user, token: await site.login(user.account, password) },
      { path: '/warn/sos' },
    );
    const { page } = userBrowser;
    const customer = await aCustomerWithWatch(site, '汤佩芬');
    await expectVisible(liveBadge(page));
    await page.getByRole('heading', { name: '没有人在等待' }).click();
    await expectSilent(page);
    await site.call('user/logoutUser', { id: user.id });
    await expectVisible(page.locator('.live-badge.down'));
    await expectVisible(page.getByText('登录已失效，实时已断开'));
    await expectRinging(page);
    await site.press(customer.watch);
    await over(page)
      .getByLabel(/的密码$/)
      .fill(password);
    await page.keyboard.press('Enter');
    await expectHidden(over(page));
    await expectVisible(page.getByRole('alert').filter({ hasText: customer.name }));
    await expectVisible(liveBadge(page));
    userBrowser.ignoreFaults(/401/);
  });

  test('leads to the login page when one does not log in again', async () => {
    const userBrowser = await administratorAt('/test/data_table');
    await expectVisible(userBrowser.page.locator('tr[data-index]'));
    await endSessions();
    // The first request of the page meets the refusal.
    await goTo(userBrowser.page, '/user/list');
    await over(userBrowser.page).getByRole('button', { name: '换账号' }).click();
    await userBrowser.page.waitForURL(/#\/login$/);
    expect(await userBrowser.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    userBrowser.ignoreFaults(/401/);
  });

  test('whose expiry has passed is asked about first: refreshed when it still holds, else logged out', async () => {
    const userBrowser = await openBrowserAs({ ...user, token: await site.login(user.account, password) });
    const { page } = userBrowser;
    const expire = () =>
      page.evaluate(() => {
        const until = Date.now() + 60_000;
        localStorage.setItem('exp_time', JSON.stringify({ value: Math.floor(Date.now() / 1000) - 5, until }));
      });
    const validated = page.waitForResponse(/login\/validateToken/);
    await expire();
    await page.reload();
    expect((await validated).status()).toBe(200);
    await waitForShell(page);
    const expTime = await page.evaluate(() => JSON.parse(localStorage.getItem('exp_time') ?? '{}').value as number);
    expect(expTime * 1000).toBeGreaterThan(Date.now());
    await site.sql('delete from session');
    site.admin = await site.login();
    await expire();
    await page.reload();
    await page.waitForURL(/#\/login$/);
    userBrowser.ignoreFaults(/401/);
  });
});

describe('a refused call', () => {
  test("that is a screen's own first one leads to the 403 page, which keeps the address and names the screen and the right", async () => {
    const extraMenu = { id: '1', name: '分页表格', url: '/test/data_table', icon: 'table', type: 'menu', children: [] };
    const prepare = (context: BrowserContext): Promise<unknown> =>
      context.route('**/api/user/getUserMenu', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { data: object[] };
        await route.fulfill({ response: answer, json: { ...body, data: [...body.data, extraMenu] } });
      });
    const userBrowser = await openBrowserAs({ ...user, token: await site.login(user.account, password) }, { prepare });
    let requestCount = 0;
    userBrowser.page.on('request', (request) => {
      if (/test\/getSampleList/.test(request.url())) requestCount += 1;
    });
    await goTo(userBrowser.page, '/test/data_table?keyword=苑');
    await expectVisible(userBrowser.page.getByRole('heading', { name: '没有「分页表格」的权限' }));
    await expectVisible(userBrowser.page.getByText('需要权限「分页表格样例」'));
    // No hidden page sends further requests that are refused.
    await userBrowser.page.evaluate(() => fetch('/healthz'));
    expect(requestCount).toBe(1);
    await expectVisible(userBrowser.page.getByRole('heading', { name: '没有「分页表格」的权限' }));
    const from = new URLSearchParams(new URL(userBrowser.page.url()).hash.split('?')[1]).get('from');
    expect(decodeURIComponent(from ?? '')).toMatch(/^\/test\/data_table\?keyword=苑/);
    userBrowser.ignoreFaults(/403/);
  });
});

describe('the open pages', () => {
  test('survive a reload with filters, page and half-filled form', async () => {
    const { page } = await administratorAt('/test/data_table');
    await page.getByRole('textbox', { name: '关键字' }).fill('苑');
    await page.getByRole('button', { name: '查询' }).click();
    await page.getByRole('button', { name: '第 2 页' }).click();
    await page.waitForURL(/page=2/);
    await goTo(page, '/test/dialog_form');
    await page.getByRole('button', { name: '打开表单' }).click();
    const form = page.getByRole('dialog', { name: '新增样例' });
    await form.getByLabel('姓名').fill('半填的表');
    await expectVisible(form.getByText(/草稿 .* 已存/));
    await page.reload();
    const tabs = page.getByRole('navigation', { name: '打开的页面' });
    await expectVisible(tabs.getByRole('link', { name: '弹窗表单' }));
    await page.getByRole('button', { name: '打开表单' }).click();
    await form.getByRole('button', { name: '接着填' }).click();
    expect(await form.getByLabel('姓名').inputValue()).toBe('半填的表');
    await page.keyboard.press('Escape');
    await expectHidden(form);
    await tabs.getByRole('link', { name: '分页表格' }).click();
    await page.waitForURL(/page=2/);
    expect(await page.getByRole('textbox', { name: '关键字' }).inputValue()).toBe('苑');
    await expectVisible(page.getByRole('button', { name: '第 2 页' }).and(page.locator('[aria-current="page"]')));
  });

  test('and drafts of one person are not there for the next', async () => {
    const { page } = await administratorAt('/test/dialog_form');
    await page.getByRole('button', { name: '打开表单' }).click();
    const form = page.getByRole('dialog', { name: '新增样例' });
    await form.getByLabel('姓名').fill('别人的稿');
    await page.keyboard.press('Escape');
    await expectHidden(form);
    await page.getByRole('button', { name: /个人菜单$/ }).click();
    await page.getByRole('menuitem', { name: '退出' }).click();
    await page.waitForURL(/#\/login$/);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('别人的稿');
    await submitLogin(page, user.account, password);
    await waitForShell(page);
    const tabs = page.getByRole('navigation', { name: '打开的页面' }).getByRole('link');
    expect(await tabs.allTextContents()).toEqual(['首页']);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('别人的稿');
  });
});

describe('whoever leaves with a case in hand', () => {
  /** Opens a claimed warn on the desk of an operator, in a separate browser. */
  async function openClaimedWarn(
    namePrefix: string,
  ): Promise<{ userBrowser: UserBrowser; name: string; no: string; id: string }> {
    const operator = await aUser(site);
    const customer = await aCustomerWithWatch(site, namePrefix);
    await site.press(customer.watch);
    const [row] = await site.call<{ id: string; no: string }[]>('warn/getWarnList', { keyword: customer.name });
    await site.call('warn/claimWarn', { id: row?.id }, operator.token);
    const userBrowser = await openBrowserAs(operator, { path: `/warn/sos?id=${row?.id}` });
    await expectVisible(userBrowser.page.getByRole('heading', { name: customer.name }));
    return { userBrowser, name: customer.name, no: row?.no ?? '', id: operator.id };
  }
  const leave = async (page: Page) => {
    await page.getByRole('button', { name: /个人菜单$/ }).click();
    await page.getByRole('menuitem', { name: '退出' }).click();
  };
  const note = (page: Page) => page.getByRole('textbox', { name: '备注' });
  const closing = (page: Page) => page.getByRole('dialog', { name: /^结案/ }).getByLabel('处理说明');

  test('is told which; Esc leads back to it, and the next holder goes on with what was typed', async () => {
    const { userBrowser, name, no } = await openClaimedWarn('俞福康');
    const { page } = userBrowser;
    await page.getByRole('link', { name: /^拨打 陈敏/ }).click();
    await page.getByLabel('与 陈敏 的通话记录').fill('女儿在路上');
    await page.getByRole('button', { name: /^加备注/ }).click();
    await note(page).fill('老人说右髋疼');
    await page.keyboard.press('F9');
    await closing(page).fill('邻居已扶起');
    await page.keyboard.press('Escape');
    await expectHidden(closing(page));
    await goTo(page, '/index');
    await leave(page);
    const question = page.getByRole('alertdialog', { name: '手上还有 1 条告警' });
    await expectVisible(question.getByText(`${name} ${no}`));
    await page.keyboard.press('Escape');
    await expectHidden(question);
    await expectVisible(page.getByRole('heading', { name }));
    await leave(page);
    await question.getByRole('button', { name: '释放并退出' }).click();
    await page.waitForURL(/#\/login$/);

    const next = await openBrowserAs(await aUser(site), { path: '/warn/sos' });
    // An older warn may be first in the banner.
    await next.page.getByRole('button', { name: `打开 ${name} 主动呼救` }).click();
    await next.page.getByRole('region', { name: '处置' }).getByRole('button', { name: '接警' }).click();
    await next.page.getByRole('button', { name: '接着写' }).click();
    await expect.poll(() => note(next.page).inputValue()).toBe('老人说右髋疼');
    expect(await next.page.getByLabel('与 陈敏 的通话记录').inputValue()).toBe('女儿在路上');
    await next.page.keyboard.press('F9');
    await expect.poll(() => closing(next.page).inputValue()).toBe('邻居已扶起');
  });

  test('against their will is told which cases went back, and the page behind shows them waiting', async () => {
    const { userBrowser, name, no, id } = await openClaimedWarn('强退林');
    const { page } = userBrowser;
    const desk = page.getByRole('region', { name: '处置' });
    await expectVisible(desk.getByRole('button', { name: /^结案/ }));
    await site.call('user/logoutUser', { id });
    await expectVisible(over(page).getByText(`你已被强制下线。你手上的 1 条告警（${no}）已退回队列。`));
    await expectVisible(desk.getByRole('button', { name: /^接警/ }));
    await expectVisible(
      deskQueue(page).locator('[data-warn-id]').filter({ hasText: name }).getByRole('button', { name: /^接警/ }),
    );
    await expectVisible(alarmBanner(page).getByText(name));
    // The next user sees none of it.
    await over(page).getByRole('button', { name: '换账号' }).click();
    await page.waitForURL(/#\/login$/);
    await expectVisible(page.getByRole('heading', { name: '登录' }));
    expect(await page.getByText(no).count()).toBe(0);
    userBrowser.ignoreFaults(/401/);
  });

  test('while their page is closed is told which cases went back on the login page', async () => {
    const { userBrowser, no, id } = await openClaimedWarn('强退宁');
    const { page } = userBrowser;
    await page.evaluate(() => {
      const until = Date.now() + 60_000;
      localStorage.setItem('exp_time', JSON.stringify({ value: Math.floor(Date.now() / 1000) - 5, until }));
    });
    await page.goto('about:blank');
    await site.call('user/logoutUser', { id });
    await page.goto(`${site.address}/#/warn/sos`);
    await page.waitForURL(/#\/login$/);
    await expectVisible(page.getByRole('status').getByText(`你手上的 1 条告警（${no}）已退回队列`));
    userBrowser.ignoreFaults(/401/);
  });

  test('keeps it when a login has lasted as long as it may: told before in one line, asked for in place, the notes still there', async () => {
    const { userBrowser, name, id } = await openClaimedWarn('时长林');
    const { page } = userBrowser;
    const setSessionEnd = (instant: string) =>
      site.sql(`update session set ends_at = ${instant}, expires_at = ${instant} where user_id = $1`, [id]);
    const line = page.getByRole('status').filter({ hasText: '届时在原处重新输入密码' });
    expect(await line.count()).toBe(0);
    await setSessionEnd(`now() + interval '5 minutes'`);
    await page.reload();
    await expectVisible(line);
    await page.getByRole('button', { name: /^加备注/ }).click();
    await note(page).fill('老人说右髋疼');
    await setSessionEnd(`now() - interval '1 second'`);
    await over(page)
      .getByLabel(/的密码$/)
      .fill(password);
    await page.keyboard.press('Enter');
    await expectHidden(over(page));
    await expectHidden(line);
    expect(await note(page).inputValue()).toBe('老人说右髋疼');
    await expectVisible(page.getByRole('heading', { name }));
    await expectVisible(liveBadge(page));
    const held = await site.sql(`select 1 from warn where handler_id = $1 and status = 'handling'`, [id]);
    expect(held).toHaveLength(1);
    userBrowser.ignoreFaults(/401/);
  });

  test('is asked by the browser before the last tab is closed, and not before another one', async () => {
    const { userBrowser } = await openClaimedWarn('施文涛');
    const { page, context } = userBrowser;
    await page.getByRole('heading', { name: '时间线' }).click();
    const tab = await context.newPage();
    await tab.goto(`${site.address}/#/warn/sos`);
    await expectVisible(liveBadge(tab));
    await tab.getByRole('navigation', { name: '位置' }).click();
    expect(await tab.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(true);
    await Promise.all([tab.waitForEvent('close'), tab.close({ runBeforeUnload: true })]);
    // The shared worker informs the page that the other one is gone.
    const wouldAsk = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
    await expect.poll(wouldAsk).toBe(true);
    const dialogEvent = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await dialogEvent;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    expect(page.isClosed()).toBe(false);
    // The page is still used: Chromium crashes when a context is closed in the same moment as the prompt.
    await page.getByRole('heading', { name: '时间线' }).click();
  });
});
