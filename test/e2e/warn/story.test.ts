import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import {
  alarmBanner,
  deskQueue,
  expectHidden,
  expectRinging,
  expectSilent,
  expectVisible,
  liveBadge,
  selectOption,
  type UserBrowser,
} from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aCustomerWithWatch } from '../testCustomer.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const customer = await aCustomerWithWatch(site, '吴阿根');
const [first, second] = [await aUser(site), await aUser(site)];
const firstBrowser = await openBrowserAs(first, { path: '/index' });
const secondBrowser = await openBrowserAs(second, { path: '/warn/sos?view=list&tab=all' });
await firstBrowser.page.getByRole('navigation', { name: '位置' }).click();
/** A second tab of the first operator's browser. */
const tab = await firstBrowser.context.newPage();
await tab.goto(`${site.address}/#/warn/sos`);
let taker: UserBrowser;
let other: UserBrowser;

const banner = (page: Page) => page.getByRole('alert').filter({ hasText: customer.name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const timeline = (page: Page) => page.getByRole('region', { name: '时间线' }).getByRole('listitem');
const expectStep = async (userBrowser: UserBrowser, text: string) =>
  expectVisible(timeline(userBrowser.page).filter({ hasText: text }));

describe('an SOS pressed on a watch', () => {
  test('reaches every operator at once on whatever screen: banner, title, sound or the bar that says it is blocked', async () => {
    await Promise.all([firstBrowser, secondBrowser].map(({ page }) => expectVisible(liveBadge(page))));
    await site.press(customer.watch);
    await Promise.all([banner(firstBrowser.page), banner(secondBrowser.page), banner(tab)].map(expectVisible));
    expect(await banner(firstBrowser.page).textContent()).toContain('9幢2单元602');
    await secondBrowser.page.waitForFunction(() => document.title.startsWith('(1) '));
    // Only one tab of the browser sounds; in the other browser there was no gesture yet.
    await Promise.any([expectRinging(firstBrowser.page), expectRinging(tab)]);
    await expectVisible(secondBrowser.page.getByText('浏览器阻止了报警声'));
    expect(await secondBrowser.page.evaluate(() => window.notesAhead())).toBe(0);
    await secondBrowser.page.getByRole('button', { name: '点击开启报警声音' }).click();
    await expectRinging(secondBrowser.page);
    await expectHidden(secondBrowser.page.getByText('浏览器阻止了报警声'));
  });

  test('comes into the open list by itself', async () => {
    await expectVisible(secondBrowser.page.locator('tr[data-warn-id]').filter({ hasText: customer.name }));
  });

  test('is taken by one of two who press at once; the other is told who has it, with no box in the way', async () => {
    await Promise.all([firstBrowser, secondBrowser].map(({ page }) => page.keyboard.press('F2')));
    const losers = [firstBrowser, secondBrowser].map(async (userBrowser) => {
      await expectVisible(userBrowser.page.getByText(/已由 .+ 接警$/));
      return userBrowser;
    });
    for (const each of losers) each.catch(() => undefined);
    other = await Promise.any(losers);
    taker = other === firstBrowser ? secondBrowser : firstBrowser;
    const winner = taker === firstBrowser ? first : second;
    await expectVisible(other.page.getByText(`${customer.name} 已由 ${winner.name} 接警`));
    await expectVisible(taker.page.getByRole('heading', { name: customer.name }));
    expect(await other.page.getByRole('alertdialog').count()).toBe(0);
    for (const userBrowser of [firstBrowser, secondBrowser]) userBrowser.ignoreFaults(/409/);
  });

  test('falls silent in every tab of both browsers when it is taken', async () => {
    await Promise.all([firstBrowser.page, secondBrowser.page, tab].map(expectSilent));
    await Promise.all([firstBrowser.page, secondBrowser.page, tab].map((page) => expectHidden(banner(page))));
    await Promise.all(
      [firstBrowser.page, secondBrowser.page].map((page) =>
        page.waitForFunction(() => !document.title.startsWith('(')),
      ),
    );
  });

  test('shows the taker who it is, where, what they suffer from, and whom to call in which order', async () => {
    const { page } = taker;
    const desk = page.getByRole('region', { name: '处置' });
    for (const text of [customer.name, '9幢2单元602', '青霉素', '冠心病', '阿司匹林', '跌倒高风险', '76%']) {
      await expectVisible(desk.getByText(text));
    }
    const calls = page.getByRole('region', { name: '呼叫' }).getByRole('listitem');
    expect((await calls.locator('.call-who b').allTextContents()).map((name) => name.trim())).toEqual([
      customer.name,
      '陈敏',
      '方建平',
      '沈洁',
    ]);
    const links = await calls
      .getByRole('link', { name: /^拨打 / })
      .evaluateAll((all) => all.map((each) => each.getAttribute('href')));
    expect(links).toEqual([
      expect.stringMatching(/^tel:\d+$/),
      'tel:13900004402',
      'tel:13700009126',
      'tel:0570-55507715',
    ]);
    await expectVisible(page.getByRole('region', { name: '位置' }).locator('canvas, svg'));
  });

  test('is handled by call, note and dispatch, each a step with who and when', async () => {
    const { page } = taker;
    const name = taker === firstBrowser ? first.name : second.name;
    await page.getByRole('link', { name: /^拨打 陈敏/ }).click();
    await page.getByLabel('与 陈敏 的通话记录').fill('女儿十分钟到');
    await page.keyboard.press('Enter');
    await page.keyboard.press('1');
    await expectStep(taker, '女儿十分钟到');

    await page.getByRole('button', { name: /^加备注/ }).click();
    await page.getByRole('textbox', { name: '备注' }).fill('邻居已开门');
    await page.keyboard.press('Control+Enter');
    await expectStep(taker, '邻居已开门');

    await page.getByRole('button', { name: '派单', exact: true }).click();
    await dialog(page, /派单/).getByLabel('派给谁').fill('梧桐苑服务站');
    await page.keyboard.press('Control+Enter');
    await expectStep(taker, '派单 梧桐苑服务站');
    for (const step of await timeline(page)
      .filter({ hasText: /女儿十分钟到|邻居已开门|派单/ })
      .all()) {
      expect(await step.textContent()).toContain(name);
      expect(await step.getByRole('time').getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT.+Z$/);
    }
  });

  test('goes to another operator by transfer, who takes it over and sees all that was done', async () => {
    const { page } = taker;
    const receiver = other === firstBrowser ? first : second;
    await page.getByRole('button', { name: '转派' }).click();
    await selectOption(dialog(page, /转派/), '转给', receiver.name);
    await dialog(page, /转派/).getByLabel('原因').fill('我要接另一条');
    await page.keyboard.press('Control+Enter');
    await expectVisible(banner(other.page));
    await expectRinging(other.page);
    await banner(other.page).getByRole('button', { name: /^接警/ }).click();
    for (const text of ['女儿十分钟到', '邻居已开门', '派单 梧桐苑服务站', `转派 给 ${receiver.name}`])
      await expectStep(other, text);
    await expectSilent(other.page);
  });

  test('is closed with a conclusion once nothing is missing, and leaves the queue of everybody', async () => {
    const { page } = other;
    const missing = page.getByText(/^结案还缺/);
    expect(await missing.textContent()).toContain('到场');
    const progress = page.getByRole('group', { name: '梧桐苑服务站的进展' });
    await progress.getByRole('button', { name: '到场' }).click();
    await expectStep(other, '梧桐苑服务站 到场');
    await progress.getByRole('button', { name: '完成' }).click();
    await expectStep(other, '梧桐苑服务站 完成');
    await page.keyboard.press('F9');
    const form = dialog(page, /^结案/);
    await form.getByRole('radio', { name: '现场处置' }).check();
    await form.getByLabel('处理说明').fill('服务站上门，老人起身无碍');
    await form.getByRole('radio', { name: '已告知' }).check();
    await page.keyboard.press('Control+Enter');
    await expectStep(other, '结案 现场处置');
    await expectHidden(deskQueue(taker.page).locator('[data-warn-id]'));
  });

  test('is printed with every step, who did it and when', async () => {
    const { page } = other;
    await page.getByRole('button', { name: '打印', exact: true }).click();
    const sheet = dialog(page, '打印处置单');
    await expectVisible(sheet.getByRole('row').filter({ hasText: '结案' }));
    const rows = await sheet.getByRole('table').last().getByRole('row').allTextContents();
    const losers = rows.join('\n');
    for (const text of [
      '产生',
      '接警',
      '陈敏 接通正常',
      '邻居已开门',
      '派单 梧桐苑服务站',
      '转派',
      '梧桐苑服务站 完成',
      '结案',
    ]) {
      expect(losers).toContain(text);
    }
    for (const row of rows.slice(1)) expect(row).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d.+(坐席\d+|系统)$/);
    await sheet.getByRole('button', { name: '关闭' }).click();
  });
});

describe('a seat', () => {
  const chip = (page: Page, state: string) => page.getByRole('button', { name: `坐席状态：${state}` });

  test('shows what it is on every page of the person, and is changed at the chip, also by keys', async () => {
    const { page } = firstBrowser;
    await page.getByRole('button', { name: /^坐席状态/ }).click();
    await page.getByRole('menuitem', { name: /^示忙/ }).click();
    await Promise.all([page, tab].map((each) => expectVisible(chip(each, '示忙'))));
    await chip(page, '示忙').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: /^空闲/ }).press('Enter');
    await Promise.all([page, tab].map((each) => expectVisible(chip(each, '空闲'))));
  });

  test('shows nothing of its 整理 beside a case that it has taken', async () => {
    const { page } = firstBrowser;
    const { name, watch } = await aCustomerWithWatch(site, '整理中');
    await site.call('seat/setSeatState', { state: 'wrap_up' }, first.token);
    await expectVisible(chip(page, '整理').locator('time'));
    await site.press(watch);
    await expectVisible(alarmBanner(page).getByText(name));
    await page.keyboard.press('F2');
    await expectVisible(chip(page, '处理中 1'));
    expect(await chip(page, '处理中 1').locator('time').count()).toBe(0);
    const [held] = await site.sql<{ id: string }>(
      `select id::text from warn where status = 'handling' and handler_id = $1`,
      [first.id],
    );
    await site.call('warn/falseWarn', { id: held?.id, reason: 'test', confirmedBy: 'leader', note: '测试结束' });
    await expectVisible(chip(page, '整理'));
  });

  test('whose F2 comes second is told so and has the next alarm at once', async () => {
    const { page } = secondBrowser;
    const customers = await Promise.all([aCustomerWithWatch(site, '先按'), aCustomerWithWatch(site, '后按')]);
    for (const { watch } of customers) await site.press(watch);
    for (const { name } of customers) await expectVisible(alarmBanner(page).getByText(name));
    let lost = '';
    await page.route(
      /warn\/claimWarn/,
      async (route) => {
        lost = (route.request().postDataJSON() as { id: string }).id;
        await site.call('warn/claimWarn', { id: lost }, first.token);
        await route.continue();
      },
      { times: 1 },
    );
    await page.keyboard.press('F2');
    await expectVisible(page.getByText(/已由 .+ 接警$/));
    const [claimed] = await site.sql<{ name: string }>(
      'select c.name from warn w join customer c on c.id = w.customer_id where w.id = $1',
      [lost],
    );
    const next = customers.find(({ name }) => name !== claimed?.name);
    await expectVisible(page.getByRole('heading', { name: next?.name ?? '' }));
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    secondBrowser.ignoreFaults(/409/);
  });

  test('that was muted rings again when an urgent case is given back', async () => {
    const { page } = secondBrowser;
    const waiting = await aCustomerWithWatch(site, '等待');
    await site.press(waiting.watch);
    await expectRinging(page);
    await page.keyboard.press('F8');
    await expectSilent(page);
    const [held] = await site.sql<{ id: string }>(
      `select id::text from warn where status = 'handling' and handler_id = $1`,
      [first.id],
    );
    await site.call('warn/releaseWarn', { id: held?.id, reason: '接了另一条' }, first.token);
    await expectRinging(page);
  });
});
