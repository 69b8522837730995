import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { alarmBanner, deskQueue, expectHidden, expectVisible, goTo, liveBadge } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aCustomerWithWatch } from '../testCustomer.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const userBrowser = await openBrowserAs(await aUser(site), { path: '/warn/sos' });

const isLive = (page: Page) => expectVisible(liveBadge(page));
const streams = () => site.metric('anhao_streams');

describe('the live stream', () => {
  test('that breaks with a killed server says so, comes back, and shows the alarm pressed meanwhile exactly once', {
    retry: 0,
  }, async () => {
    const { page } = userBrowser;
    const customer = await aCustomerWithWatch(site, '程素英');
    await isLive(page);
    await site.kill();
    await expectVisible(page.getByText('实时已断开'));
    await expectVisible(page.getByText('服务器没有应答，新告警此刻收不到'));
    expect(await page.getByText('告警可能晚 5 秒到').count()).toBe(0);
    await site.restart();
    await site.press(customer.watch);
    const banner = page.getByRole('alert').filter({ hasText: customer.name });
    await expectVisible(banner);
    await isLive(page);
    await expectHidden(page.getByText('实时已断开'));
    expect(await banner.count()).toBe(1);
    expect(await deskQueue(page).locator('[data-warn-id]').filter({ hasText: customer.name }).count()).toBe(1);
    expect(await banner.getByText(/按了/).count()).toBe(0);
    // A stopped server answers nothing; these errors are expected.
    userBrowser.ignoreFaults(/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|Failed to load resource/);
    expect(userBrowser.faults).toEqual([]);
  });

  test('is one for all tabs of a browser, and each of them gets the events', async () => {
    await expect.poll(streams).toBe(1);
    const tabs = [];
    for (let each = 0; each < 9; each++) {
      const tab = await userBrowser.context.newPage();
      await tab.goto(`${site.address}/#/warn/sos`);
      tabs.push(tab);
    }
    await Promise.all(tabs.map(isLive));
    expect(await streams()).toBe(1);
    const customer = await aCustomerWithWatch(site, '邹家骏');
    await site.press(customer.watch);
    await Promise.all(tabs.map((tab) => expectVisible(alarmBanner(tab).getByText(customer.name))));
    await Promise.all(tabs.slice(1).map((tab) => tab.close()));
    expect(userBrowser.faults).toEqual([]);
  });

  test('ends with a logout in one tab, which ends the others too', async () => {
    const [first, second] = userBrowser.context.pages();
    await second?.getByRole('button', { name: /个人菜单$/ }).click();
    await second?.getByRole('menuitem', { name: '退出' }).click();
    for (const page of [first, second]) await page?.waitForURL(/#\/login$/);
    await expect.poll(streams).toBe(0);
    // Requests of the other tab during the end of the session are refused.
    userBrowser.ignoreFaults(/status of 401/);
    expect(userBrowser.faults).toEqual([]);
  });
});

describe('the desk', () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await openBrowserAs(await aUser(site), { path: '/warn/sos' }));
    await isLive(page);
  });

  describe('a case at 1280 px', () => {
    test('shows each medicine, the flat and the number of the alarm whole', async () => {
      const medicines = [
        '阿司匹林肠溶片 100mg 早 1 次',
        '苯磺酸氨氯地平片 5mg 早 1 次',
        '阿托伐他汀钙片 20mg 睡前 1 次',
      ];
      const customer = await aCustomerWithWatch(site, '尉迟秀英', {
        medicines,
        chronic: ['冠心病（支架 2021）', '高血压', '骨质疏松'],
      });
      await site.press(customer.watch);
      const { page: small, context } = await openBrowserAs(await aUser(site), {
        path: '/warn/sos',
        viewport: { width: 1280, height: 800 },
      });
      await small.getByRole('button', { name: `打开 ${customer.name} 主动呼救` }).click();
      await small.getByRole('region', { name: '处置' }).getByRole('button', { name: '接警' }).click();
      const card = small.getByRole('region', { name: '客户' });
      for (const medicine of medicines) await expectVisible(card.getByText(medicine));
      const cut = await small.locator('.desk').evaluate((desk) => {
        const customerBottom = desk.querySelector('.desk-person')?.getBoundingClientRect().bottom ?? 0;
        const fullTexts = [...desk.querySelectorAll('.fact.wide .line, .address b')];
        const texts = [
          ...fullTexts,
          ...desk.querySelectorAll('.case-title p, .case-title p > *, .card-where, .card-where > *'),
        ];
        return [
          ...fullTexts.filter((element) => element.getBoundingClientRect().bottom > customerBottom),
          ...texts.filter((element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0),
        ].map((element) => element.textContent);
      });
      expect(cut).toEqual([]);
      await context.close();
    });
  });

  describe('an alarm while the person reads a list', () => {
    test('changes the list without losing scroll, focus and what is being typed', async () => {
      const customers = await Promise.all(Array.from({ length: 24 }, () => aCustomerWithWatch(site, '列表')));
      await Promise.all(customers.map(({ watch }) => site.press(watch)));
      await goTo(page, '/warn/sos?view=list&tab=all&limit=50');
      await expectVisible(page.locator('tr[data-warn-id]').nth(customers.length - 1));
      const scroller = page.locator('.grid-scroll');
      await scroller.evaluate((element) => {
        element.scrollTop = 200;
      });
      const filter = page.getByRole('form', { name: '筛选' }).getByRole('textbox').first();
      await filter.focus();
      const previous = await scroller.evaluate((element) => element.scrollTop);
      expect(previous).toBeGreaterThan(0);
      const row = await page.evaluateHandle(() => {
        const top = document.querySelector('.grid-scroll')?.getBoundingClientRect().top ?? 0;
        const rows = [...document.querySelectorAll<HTMLElement>('tr[data-warn-id]')];
        return rows.find((each) => each.getBoundingClientRect().top > top + 60) as HTMLElement;
      });
      const topBefore = await row.evaluate((element) => element.getBoundingClientRect().top);
      const late = await aCustomerWithWatch(site, '郑水根');
      await site.press(late.watch);
      await page.locator('tr[data-warn-id]').filter({ hasText: late.name }).waitFor({ state: 'attached' });
      await page.keyboard.type('列');
      expect(await filter.inputValue()).toBe('列');
      expect(await filter.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await row.evaluate((element) => element.getBoundingClientRect().top)).toBe(topBefore);
    });
  });

  describe('thirty at once', () => {
    test('leave one line to the banner and eight cards in view; nobody of level 1 is folded away, others stand by name', async () => {
      const dark = await Promise.all(Array.from({ length: 5 }, () => aCustomerWithWatch(site, '停电')));
      const occurredAt = new Date().toISOString();
      const note = '整条街停电';
      await Promise.all(
        dark.map(({ id }) =>
          site.call('warn/addWarn', { customerId: id, type: 'power_off', level: 3, occurredAt, note }),
        ),
      );
      await goTo(page, '/warn/sos?view=desk');
      const storm = page.locator('.queue-storm.level3');
      await expectVisible(storm.getByText('同区域 5 条'));
      for (const { name } of dark) await expectVisible(storm.getByText(name));
      await expectVisible(page.locator('.queue-storm.level1').getByText(/同区域 \d+ 条/));
      expect(await alarmBanner(page).locator('[data-warn-id]').count()).toBe(1);
      await page.keyboard.press('F2');
      await expectVisible(page.locator('.queue-own [data-warn-id]').first());
      const cards = await page.locator('.queue-list').evaluate((list) => {
        const { top, bottom } = list.getBoundingClientRect();
        const all = [...list.querySelectorAll('.pending[data-warn-id]')].map((card) => card.getBoundingClientRect());
        return { all: all.length, inView: all.filter((card) => card.top >= top && card.bottom <= bottom).length };
      });
      expect(cards.inView).toBeGreaterThanOrEqual(8);
      const card = page.locator('.queue-storm.level1 .queue-card').first();
      await expectVisible(card.locator('.card-who').getByText('主动呼救'));
      await expectVisible(card.locator('.card-flags').getByText(/独居.*跌倒高风险/));
      // Neither text is cut.
      const room = await card
        .locator('.card-flags')
        .evaluate((flags) => [flags.scrollWidth, flags.clientWidth, flags.clientHeight]);
      expect(room[0]).toBe(room[1]);
      expect(room[2]).toBeGreaterThanOrEqual(16);
      await storm.getByRole('button', { name: /展开其余 4 条/ }).click();
      expect(await page.locator('.queue-list .pending[data-warn-id]').count()).toBe(cards.all + 4);
    });

    test('an urgent notice stands beside whatever can be pressed and over none of it', async () => {
      const { id } = await site.call<{ id: string }>('notice/addNotice', {
        title: '今晚维护',
        type: 'announcement',
        level: 'urgent',
        needConfirm: true,
        content: `<p>${'期间告警接收不受影响。'.repeat(40)}</p>`,
        audience: { kind: 'all' },
      });
      await site.call('notice/publishNotice', { id });
      const notice = page.getByRole('alertdialog', { name: /今晚维护/ });
      await expectVisible(notice);
      await expectVisible(page.getByRole('button', { name: /代呼 120/ }));
      await expectVisible(page.locator('.sound-footer'));
      // Both are in the body of the page; a row scrolled out of a list is hidden by the list's edge, not by the strip.
      const covered = await notice.evaluate((strip) => {
        const noticeBox = strip.getBoundingClientRect();
        return ['.top-slot', '.shell-body', '.case-footer', '.sound-footer'].filter((part) => {
          const box = document.querySelector(part)?.getBoundingClientRect();
          return !box || (box.top < noticeBox.bottom - 0.5 && box.bottom > noticeBox.top + 0.5);
        });
      });
      expect(covered).toEqual([]);
      await notice.getByRole('button', { name: '我已知晓' }).click();
      await expectHidden(notice);
    });

    test('the case that F2 takes lies under nothing, and keys of the case wait for what lies over it', async () => {
      const previous = page.url();
      await page.keyboard.press('Control+K');
      await expectVisible(page.getByRole('dialog', { name: '搜索' }));
      await page.keyboard.press('F9');
      expect(await page.getByRole('dialog', { name: /^结案/ }).count()).toBe(0);
      await page.keyboard.press('F2');
      await page.waitForURL((url) => url.href !== previous);
      await expectHidden(page.getByRole('dialog', { name: '搜索' }));
      await page.getByRole('button', { name: /登记告警/ }).click();
      await expectVisible(page.getByRole('dialog', { name: '登记告警' }));
      await page.keyboard.press('F2');
      await expectHidden(page.getByRole('dialog', { name: '登记告警' }));
    });
  });
});
