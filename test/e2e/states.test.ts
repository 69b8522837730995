import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aDepartment, aUser, password, type TestUser } from '#server/testing/rows.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';
import { inParallel } from '../support/pool.ts';
import {
  deskQueue,
  expectHidden,
  expectVisible,
  goTo,
  openUserBrowser,
  type UserBrowser,
  type UserBrowserOptions,
} from './browser.ts';
import { setUpBrowserTests } from './browserTests.ts';
import { startSite } from './site.ts';
import { aCustomerWithWatch, type TestCustomer } from './testCustomer.ts';

const { site, browser, openBrowserAs } = await setUpBrowserTests();

function atDesk(user: TestUser, options: UserBrowserOptions = {}): Promise<UserBrowser> {
  return openBrowserAs(user, { path: '/warn/sos', ...options });
}

/** Adds an open warn of the customer, claimed by the user. */
async function aClaimedWarn(customer: TestCustomer, user: TestUser): Promise<string> {
  await site.press(customer.watch);
  const [row] = await site.sql<{ id: string }>(
    `select id::text from warn where customer_id = $1 and status = 'pending'`,
    [customer.id],
  );
  await site.call('warn/claimWarn', { id: row?.id }, user.token);
  return row?.id ?? '';
}

const timeline = (page: Page) => page.getByRole('region', { name: '时间线' });
const note = (page: Page) => page.getByRole('textbox', { name: '备注' });

async function beginNote(page: Page, text: string): Promise<void> {
  await timeline(page)
    .getByRole('button', { name: /^加备注/ })
    .click();
  await note(page).fill(text);
}

describe('a note', () => {
  test('survives a session that ended before it was sent, and is saved by logging in inside the dialog', async () => {
    const user = await aUser(site);
    const id = await aClaimedWarn(await aCustomerWithWatch(site, '吴月娥'), user);
    const userBrowser = await atDesk(user, { path: `/warn/sos?id=${id}` });
    const { page } = userBrowser;
    await beginNote(page, '老人说右髋疼');
    // The session ends between the key and the server: otherwise the stream or the saved draft may notice first.
    await page.route(
      /warn\/addWarnNote/,
      async (route) => {
        await site.sql('delete from session where user_id = $1', [user.id]);
        await route.continue();
      },
      { times: 1 },
    );
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('alertdialog', { name: /登录超时/ });
    await expectVisible(dialog);
    expect(await note(page).inputValue()).toBe('老人说右髋疼');
    await dialog.getByLabel(/的密码$/).fill(password);
    await dialog.getByRole('button', { name: '重新登录' }).click();
    await expectHidden(dialog);
    await expectVisible(timeline(page).getByRole('listitem').filter({ hasText: '老人说右髋疼' }));
    userBrowser.ignoreFaults(/401/);
  });

  test('is written once however often it is sent, and stays where it was typed while the line is cut', async () => {
    const user = await aUser(site);
    const id = await aClaimedWarn(await aCustomerWithWatch(site, '徐根宝'), user);
    const userBrowser = await atDesk(user, { path: `/warn/sos?id=${id}` });
    const { page, context } = userBrowser;
    await beginNote(page, '邻居已到门口');
    await context.setOffline(true);
    await page.keyboard.press('Control+Enter');
    await expectVisible(page.getByText('没有连上服务器'));
    expect(await note(page).inputValue()).toBe('邻居已到门口');
    await context.setOffline(false);
    await note(page).focus();
    for (let times = 0; times < 3; times++) await page.keyboard.press('Control+Enter');
    await expectVisible(timeline(page).getByRole('listitem').filter({ hasText: '邻居已到门口' }));
    const steps = await site.sql(`select 1 from warn_step where warn_id = $1 and note = '邻居已到门口'`, [id]);
    expect(steps).toHaveLength(1);
    // The map may be loading its worker when the connection is cut.
    userBrowser.ignoreFaults(/ERR_INTERNET_DISCONNECTED|Worker failed to load/);
  });
});

describe('taking an alarm', () => {
  test('on a cut line says so in a sentence, and goes through once the line is back', async () => {
    const userBrowser = await atDesk(await aUser(site));
    const { page, context } = userBrowser;
    const customer = await aCustomerWithWatch(site, '何玉珍');
    await site.press(customer.watch);
    const banner = page.getByRole('alert').filter({ hasText: customer.name });
    await expectVisible(banner);
    await context.setOffline(true);
    await page.keyboard.press('F2');
    await expectVisible(page.getByText('接警没有应答，正在再试'));
    await expectVisible(banner);
    await context.setOffline(false);
    await expectVisible(page.getByRole('heading', { name: customer.name }));
    // The map may be loading its worker when the connection is cut.
    userBrowser.ignoreFaults(/ERR_INTERNET_DISCONNECTED|Worker failed to load/);
  });

  test('says on a slow line that the press was heard, and is asked for once', async () => {
    const answer = Promise.withResolvers<void>();
    let requestCount = 0;
    const { page } = await atDesk(await aUser(site), {
      prepare: (context) =>
        context.route(/warn\/claimWarn/, async (route) => {
          requestCount += 1;
          await answer.promise;
          await route.continue();
        }),
    });
    const customer = await aCustomerWithWatch(site, '马秀兰');
    await site.press(customer.watch);
    await expectVisible(page.getByRole('alert').filter({ hasText: customer.name }));
    for (let times = 0; times < 3; times++) await page.keyboard.press('F2');
    await expectVisible(page.getByRole('alert').getByText('接警中…'));
    answer.resolve();
    await expectVisible(page.getByRole('heading', { name: customer.name }));
    expect(requestCount).toBe(1);
  });
});

test('a case in hand is dialled and located from its card in the queue and its row in the list, and each is on record', async () => {
  const user = await aUser(site);
  const customer = await aCustomerWithWatch(site, '贺金娣');
  const id = await aClaimedWarn(customer, user);
  const { page } = await atDesk(user);
  const watch = await TestWatch.open(site.watchPort, customer.watch);
  await watch.answered(watch.send('LK'));
  const queue = page.getByRole('complementary', { name: '告警队列' });
  await queue.getByRole('button', { name: `呼叫 ${customer.name}` }).click();
  const numbers = page.getByRole('dialog', { name: `呼叫 · ${customer.name}` });
  await expectVisible(numbers.getByText('方建平'));
  await numbers.getByRole('link', { name: '139 0000 4402' }).click();
  await expectHidden(numbers);
  // The warn opens with the form for the result of the call.
  await expectVisible(
    page
      .getByRole('region', { name: '呼叫' })
      .getByText(/通话中|拨出/)
      .first(),
  );
  await expectVisible(timeline(page).getByText(/呼叫 陈敏/));
  await queue.getByRole('button', { name: `定位 ${customer.name}` }).click();
  await expectVisible(timeline(page).getByText('立即定位：已请设备上报位置'));

  await goTo(page, '/warn/sos?tab=mine&view=list');
  const row = page.locator(`tr[data-warn-id="${id}"]`);
  await expectVisible(row);
  expect(await row.locator('.row-actions button').allInnerTexts()).toEqual(['处理', '呼叫老人', '定位', '']);
  await row.getByRole('button', { name: '定位' }).click();
  await expect.poll(() => timeline(page).getByText('立即定位：已请设备上报位置').count()).toBe(2);
  watch.close();
});

describe('locating', () => {
  test('asks the watch at once and shows where it answers from, and the way of the day in words', async () => {
    const user = await aUser(site);
    const customer = await aCustomerWithWatch(site, '高阿毛');
    const id = await aClaimedWarn(customer, user);
    const { page } = await atDesk(user, { path: `/warn/sos?id=${id}` });
    const watch = await TestWatch.open(site.watchPort, customer.watch);
    await watch.answered(watch.send('LK'));
    const place = page.getByRole('region', { name: '位置' });
    await place.getByRole('button', { name: '立即定位' }).click();
    await expect.poll(() => watch.text).toContain('*CR]');
    watch.send('CR');
    await expectVisible(place.getByText(/设备已应答/));
    watch.send(`UD,${placed(new Date(), '00000000', { lat: 28.936, lng: 118.886 })}`);
    await expectVisible(place.getByText(/已返回/));
    await place.getByRole('button', { name: '轨迹' }).click();
    await expectVisible(place.getByText(/24 小时 \d+ 个点/));
    await expectVisible(timeline(page).getByText('立即定位：已请设备上报位置'));
    const [consent] = await site.sql<{ id: string }>('select id::text from consent where customer_id = $1', [
      customer.id,
    ]);
    await site.call('customer/withdrawConsent', { id: consent?.id, reason: '本人要求' });
    await expectVisible(place.getByText('定位同意已撤回'));
    await expectHidden(place.getByRole('button', { name: '立即定位' }));
    expect(await place.getByRole('link', { name: '查看同意' }).getAttribute('href')).toContain('section=consent');
    watch.close();
  });
});

describe('the keyboard alone', () => {
  test('opens a dialog of the case, stays inside it, and comes back to where it was', async () => {
    const user = await aUser(site);
    const id = await aClaimedWarn(await aCustomerWithWatch(site, '林根娣'), user);
    const { page } = await atDesk(user, { path: `/warn/sos?id=${id}` });
    const call = page.getByRole('link', { name: /^拨打 林根娣/ });
    await call.focus();
    await page.keyboard.press('F9');
    const dialog = page.getByRole('dialog', { name: /^结案/ });
    await expectVisible(dialog);
    const within = () => dialog.evaluate((element) => element.contains(document.activeElement));
    await expect.poll(within).toBe(true);
    for (let times = 0; times < 25; times++) {
      await page.keyboard.press(times < 20 ? 'Tab' : 'Shift+Tab');
      // After the last field the focus moves to the browser's toolbar, never to the page under the dialog.
      expect((await within()) || (await page.evaluate(() => document.activeElement === document.body))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expectHidden(dialog);
    await expect.poll(() => call.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('walks through a list of 200 rows to its end and back, and never loses its place', async () => {
    const signs = '金木水火土日月山';
    const names = Array.from({ length: 60 }, (_, index) => `走${signs[index % 8]}${signs[Math.floor(index / 8)]}`);
    const customers: TestCustomer[] = [];
    await inParallel(names, 8, async (name) => customers.push(await aCustomerWithWatch(site, name)));
    await Promise.all(customers.map(({ watch }) => site.press(watch)));
    const { page } = await atDesk(await aUser(site), { path: '/warn/sos?view=list&tab=all&limit=200' });
    await page.locator('tr[data-warn-id]').first().locator('td').nth(3).click();
    const focusedCell = () =>
      page.evaluate(() => {
        const cell = document.activeElement?.closest('td');
        const { top = -1, bottom = -1 } = cell?.getBoundingClientRect() ?? {};
        return {
          row: Number(cell?.closest('tr')?.getAttribute('aria-rowindex') ?? 0),
          seen: top > 0 && bottom <= innerHeight,
        };
      });
    for (const key of ['End', 'PageUp', 'ArrowUp', 'PageDown', 'Home', 'PageDown', 'ArrowDown']) {
      await page.keyboard.press(key);
      await expect.poll(async () => (await focusedCell()).row, { message: key }).toBeGreaterThan(0);
      await expect.poll(async () => (await focusedCell()).seen, { message: key }).toBe(true);
    }
  });
});

test('before the first answer a list shows bars in rows as high as the real ones', async () => {
  const { page } = await openBrowserAs(await aUser(site, { role: 'admin' }), { path: '/index' });
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/customer/getCustomerList', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await goTo(page, '/customer/list');
  const bars = page.locator('.page[data-active="true"] .skeleton-row');
  await expectVisible(bars.nth(1));
  const tops = await bars.evaluateAll((all) => all.map((element) => element.getBoundingClientRect().top));
  expect((tops[1] ?? 0) - (tops[0] ?? 0)).toBe(32);
  answer.resolve();
  await expectHidden(bars);
});

test('what waits for device staff stands on their home page, and each figure leads to the list that it counts', async () => {
  const { id } = await site.call<{ id: string }>('warn/addWarn', {
    phone: '13900007700',
    type: 'other',
    level: 3,
    occurredAt: new Date().toISOString(),
    note: '电量低',
  });
  await site.sql(`update warn set family = 'device', type = 'low_batt', equipment_sn = '7700' where id = $1`, [id]);
  const { page } = await openBrowserAs(await aUser(site, { role: 'engineer' }), { path: '/index' });
  const work = page.getByRole('region', { name: '设备待办' });
  await expectVisible(work.getByRole('link', { name: '未登记设备 1' }));
  await work.getByRole('link', { name: '其中低电量 1' }).click();
  await expectVisible(page.locator(`tr[data-warn-id="${id}"]`));
  expect(await page.locator('tr[data-warn-id]').count()).toBe(1);
});

describe('what is not there', () => {
  test('is told as such to those who may only look: neither address nor number, and why', async () => {
    const customer = await aCustomerWithWatch(site, '郭福生');
    await site.press(customer.watch);
    const { page } = await atDesk(await aUser(site, { role: 'viewer' }));
    await page.getByRole('button', { name: `打开 ${customer.name} 主动呼救` }).click();
    const desk = page.getByRole('region', { name: '处置' });
    await expectVisible(desk.getByText('须有「接警与处理」的权限').first());
    expect(await desk.getByText('9幢2单元602').count()).toBe(0);
    expect(await desk.locator('a[href^="tel:"]').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('leads on in an empty product: from the home page’s list of what comes first, and from the desk', async () => {
    const empty = await startSite();
    const admin: TestUser = { id: '', account: 'admin', name: '管理员', token: empty.admin };
    const userBrowser = await openUserBrowser(browser, empty, admin, { path: '/index' });
    await expectVisible(userBrowser.page.getByRole('heading', { name: '新平台' }));
    const steps = userBrowser.page.getByRole('region', { name: '开通清单' });
    const step = (name: string) =>
      steps.getByRole('listitem').filter({ has: userBrowser.page.getByText(name, { exact: true }) });
    for (const name of ['建部门', '建项目', '建账号', '录客户', '绑设备', '排班']) {
      await expectVisible(step(name).getByText('未完成', { exact: false }));
      await expectVisible(step(name).getByRole('link', { name, exact: true }));
    }
    const imports = steps.getByRole('link', { name: /：导入$/ });
    expect(await imports.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))).toEqual([
      '建账号：导入',
      '录客户：导入',
      '绑设备：导入',
      '排班：导入',
    ]);
    // The zeros appear later.
    const zeros = userBrowser.page.getByRole('list', { name: '今日' });
    await expectVisible(zeros);
    const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
    expect(await top(zeros)).toBeGreaterThan(await top(steps));
    for (const [name, path] of [
      ['录客户', '/customer/list'],
      ['排班', '/warn/sos/shift'],
    ] as const) {
      await steps.getByRole('link', { name: `${name}：导入` }).click();
      await expectVisible(userBrowser.page.getByRole('dialog', { name: /^导入/ }));
      expect(userBrowser.page.url()).toContain(path);
      await userBrowser.page.keyboard.press('Escape');
      await goTo(userBrowser.page, '/index');
    }
    await aDepartment(empty);
    await userBrowser.page.reload();
    await expectVisible(step('建部门').getByText('已完成，已有 1 个'));
    await goTo(userBrowser.page, '/warn/sos');
    await expectVisible(userBrowser.page.getByText('没有人在等待').last());
    await expectVisible(userBrowser.page.getByText('还没有收到过告警'));
    expect(userBrowser.faults).toEqual([]);
    await userBrowser.context.close();
    await empty.stop();
  });
});

describe('a storm of alarms', () => {
  const signs = '甲乙丙丁戊己庚辛';

  test('is counted whole in one line above the queue, which is walked through by keys without losing its place', async () => {
    await site.sql(
      `update warn set status = 'done', finished_at = now(), version = version + 1 where status in ('pending', 'handling')`,
    );
    const { page } = await atDesk(await aUser(site));
    const customers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        aCustomerWithWatch(site, `风暴${signs[index % 8]}${signs[Math.floor(index / 8)]}`),
      ),
    );
    await Promise.all(customers.map(({ watch }) => site.press(watch)));
    await expectVisible(page.getByText('另有 39 条'));
    await page.waitForFunction(() => document.title.startsWith('(40) '));
    expect(await deskQueue(page).locator('[data-warn-id]').count()).toBe(40);
    await page.getByRole('navigation', { name: '位置' }).click();
    for (let times = 0; times < 40; times++) await page.keyboard.press('j');
    const last = deskQueue(page).locator('[aria-current="true"]');
    await expectVisible(last);
    expect(await deskQueue(page).locator('[data-warn-id]').last().getAttribute('aria-current')).toBe('true');
    expect(await last.evaluate((card) => card.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    const watch = await TestWatch.open(site.watchPort, customers[0]?.watch ?? '');
    const presses = Array.from({ length: 57 }, (_, index) => new Date(Date.now() - 60_000 + index * 1000));
    await Promise.all(presses.map((pressedAt) => watch.press('00010000', pressedAt)));
    watch.close();
    await expectVisible(deskQueue(page).getByText('×58'));
  });
});
