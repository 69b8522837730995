import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { alarmBanner, expectVisible, goTo, liveBadge } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aCustomerWithWatch, type TestCustomer } from '../testCustomer.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const [project] = await site.call<{ id: string; version: number }[]>('project/getProjectList');
// No channel is set up: only the inbox is notified, but the ladder names the channels.
const ladder = [{ after: 60, target: 'leader', channels: ['sms', 'voice', 'web_push'] }];
await site.call('project/editProjectConfig', { id: project?.id, version: project?.version, ladder });
const operator = await aUser(site);
const [present, absent] = [await aUser(site, { role: 'leader' }), await aUser(site, { role: 'leader' })];
const { page } = await openBrowserAs(operator, { path: '/warn/sos', motion: true });
const { page: leaderPage } = await openBrowserAs(present, { path: '/index' });
await Promise.all([page, leaderPage].map((each) => expectVisible(liveBadge(each))));

/** Adds a waiting warn of the customer. */
async function pressSos(customer: TestCustomer): Promise<string> {
  await site.press(customer.watch);
  const [row] = await site.sql<{ id: string }>('select id::text from warn where customer_id = $1', [customer.id]);
  return row?.id ?? '';
}

const steps = (on: Page) => on.getByRole('region', { name: '时间线' });
/** px by which glyphs may exceed a low line height; a cut line exceeds it more. */
const overhang = 8;
const isCut = (boxes: Locator) =>
  boxes.evaluateAll(
    (all, over) =>
      all.some(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + over,
      ),
    overhang,
  );

test('the messages of a rung are one line with what failed, opened by key and click; what people said stands out', async () => {
  const customer = await aCustomerWithWatch(site, '滕秀英');
  const id = await pressSos(customer);
  await site.sql("update warn_timer set due_at = now() where warn_id = $1 and kind = 'claim' and rung = 1", [id]);
  await page.getByRole('button', { name: `打开 ${customer.name} 主动呼救` }).click();
  const rung = steps(page).locator('.step').filter({ hasText: '升级 1：' });
  const fold = rung.getByRole('button');
  await expectVisible(fold);
  expect((await fold.textContent())?.replace(/\s+/g, ' ').trim()).toBe('通知 2 人 · 已送达 1 · 未送达 1');
  await fold.focus();
  await page.keyboard.press('Enter');
  const each = rung.getByRole('list').getByRole('listitem');
  await expectVisible(each.filter({ hasText: present.name }).getByText('已送达'));
  await expectVisible(each.filter({ hasText: absent.name }).getByText('未送达'));
  expect(await fold.getAttribute('aria-expanded')).toBe('true');
  await fold.click();
  expect(await rung.getByRole('list').count()).toBe(0);
  expect(await fold.getAttribute('aria-expanded')).toBe('false');

  await site.call('warn/claimWarn', { id }, operator.token);
  await site.call('warn/addWarnNote', { id, note: '老人说右髋疼' }, operator.token);
  await expectVisible(steps(page).locator('.step b').getByText('老人说右髋疼'));
  // Neither colour nor bold: the rung is less prominent by its size, too.
  const size = (line: Locator) =>
    line.locator('p').evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));
  const claim = steps(page)
    .locator('.step')
    .filter({ hasText: `接警 · ${operator.name}` });
  expect(await size(rung)).toBeLessThan(await size(claim));
});

test('the next step stands whole beside the clock at 1440 and at 1280', async () => {
  const customer = await aCustomerWithWatch(site, '单长根');
  const id = await pressSos(customer);
  await goTo(page, `/warn/sos?id=${id}`);
  const box = page.locator('.next-rung');
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectVisible(box.getByText('无人接警则站内通知班长，另用短信、语音电话、浏览器推送通知'));
    expect(await isCut(box.locator('span'))).toBe(false);
    const [outer, inner] = await Promise.all([page.locator('.desk-case header').boundingBox(), box.boundingBox()]);
    if (!outer || !inner) throw new Error('the next step is not there');
    expect(inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width).toBe(true);
    expect(inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height).toBe(true);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('结案 begins at the first result that can be chosen, and nowhere before: not at the button that closes', async () => {
  const customer = await aCustomerWithWatch(site, '柏月英');
  const id = await pressSos(customer);
  await site.call('warn/claimWarn', { id }, operator.token);
  await goTo(page, `/warn/sos?id=${id}`);
  await expectVisible(page.getByRole('heading', { name: customer.name }));
  await page.evaluate(() => {
    const way: string[] = [];
    Object.assign(window, { way });
    addEventListener('focusin', ({ target }) => {
      if (target instanceof Element && target.closest('.ant-modal'))
        way.push(target.closest('[data-field]')?.getAttribute('data-field') ?? target.className);
    });
  });
  const way = () => page.evaluate(() => (window as unknown as { way: string[] }).way.splice(0));
  const form = page.getByRole('dialog', { name: /^结案/ });
  const openedForm = () =>
    page
      .locator('.ant-modal:not([class*="zoom"])')
      .filter({ has: form })
      .or(form.and(page.locator(':not([class*="zoom"])')));
  await page.keyboard.press('F9');
  await expectVisible(openedForm());
  expect(await way()).toEqual(['result']);
  await page.keyboard.press('Space');
  const selected = form.getByRole('radio', { checked: true }).and(form.locator('[data-field="result"] *'));
  expect(await selected.count()).toBe(1);
  await page.keyboard.press('ArrowDown');
  const value = await selected.getAttribute('value');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'hidden' });
  await way();
  // Reopened, it starts with the last selection.
  await page.keyboard.press('F9');
  await expectVisible(openedForm());
  expect(await way()).toEqual(['result']);
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe(value);
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'hidden' });
});

test('the list has room for twenty alarms side by side at 1440 and 1280, each with its flat and device whole', async () => {
  const held = await aUser(site);
  const free = await site.call<{ id: string }[]>('warn/getWarnList', { status: ['pending'], limit: 200 });
  const add = async (index: number): Promise<string> => {
    const customer = await aCustomerWithWatch(site, '冼', {
      community: index % 2 ? '柳岸新村' : '南塘区第一社会福利院',
      address: '12幢2单元1301',
    });
    if (index < 4) return pressSos(customer);
    const facts = { type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '来电' };
    return (await site.call<{ id: string }>('warn/addWarn', { customerId: customer.id, ...facts })).id;
  };
  const ids = free.map(({ id }) => id);
  for (let index = 0; index < 20; index++) ids.push(await add(index));
  // No warn waits: the banner leaves the space to the page.
  for (const id of ids) await site.call('warn/claimWarn', { id }, held.token);
  await goTo(leaderPage, '/warn/sos?view=list&tab=all&limit=20');
  const rows = leaderPage.locator('tr[data-warn-id]');
  await expectVisible(rows.nth(19));
  await alarmBanner(leaderPage).waitFor({ state: 'detached' });
  for (const width of [1440, 1280]) {
    await leaderPage.setViewportSize({ width, height: 900 });
    const grid = await leaderPage.locator('.grid-scroll').evaluate((box) => {
      const last = [...box.querySelectorAll('tr[data-warn-id]')].at(-1)?.getBoundingClientRect().bottom ?? 0;
      return { last, bottom: box.getBoundingClientRect().bottom, over: box.scrollWidth - box.clientWidth };
    });
    expect(grid.last).toBeLessThanOrEqual(grid.bottom);
    expect(grid.over).toBe(0);
    const flats = rows.locator('[data-title="地址/位置"]').getByText('12幢2单元1301');
    expect(await flats.count()).toBeGreaterThanOrEqual(15);
    expect(await isCut(flats)).toBe(false);
    const devices = rows.locator('[data-title="设备"] .cell');
    expect(await devices.getByText('定位手表').count()).toBeGreaterThanOrEqual(1);
    expect(await isCut(rows.locator('[data-title="设备"] .cell, [data-title="设备"] .cell *'))).toBe(false);
  }
});
