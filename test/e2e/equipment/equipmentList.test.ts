import { expect, test } from 'vitest';
import { aCustomer, aDevice, aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, frontPage, goTo } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { uniqueNumber } from '../unique.ts';

const { site, openBrowserAs } = await setUpBrowserTests();
const { page } = await openBrowserAs(await aUser(site, { role: 'admin' }), { path: '/equipment/list' });
const front = frontPage(page);
const tabs = front.getByRole('navigation', { name: '设备分类' });

test('devices are registered one after the other by a scanner, whose Enter saves', async () => {
  await front.getByRole('button', { name: /^新增设备 / }).click();
  const form = page.getByRole('dialog', { name: '新增设备' });
  const sn = form.getByRole('textbox', { name: '设备编号' });
  const model = form.getByRole('combobox', { name: '型号' });
  await model.fill('定位手表');
  await expectVisible(
    page.locator('.ant-select-dropdown:visible .ant-select-item-option-active', { hasText: '定位手表' }),
  );
  // In a select Enter selects, in a text field it saves.
  await model.press('Enter');
  await form.getByRole('combobox', { name: '部门' }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-tree-title').first().click();
  await form.getByRole('switch', { name: '连续登记' }).click();
  const scanned = [`8899${uniqueNumber(6)}`, `8899${uniqueNumber(6)}`];
  await sn.focus();
  for (const number of scanned) {
    await expect.poll(() => sn.inputValue()).toBe('');
    await expect.poll(() => sn.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type(number);
    await page.keyboard.press('Enter');
    await expectVisible(front.getByRole('row').filter({ hasText: number }));
  }
  await page.keyboard.press('Escape');
  await expectHidden(form);
});

test('a number in the address that is none of the choices filters, and a page after the last is the last', async () => {
  const { sn } = await aDevice(site);
  const { sn: other } = await aDevice(site);
  await site.sendFrame(sn, 'LK,12,0,12');
  await site.sendFrame(other, 'LK,12,0,40');
  await goTo(page, '/equipment/list?batteryBelow=15');
  await expectVisible(front.getByRole('row').filter({ hasText: sn }));
  expect(await front.getByRole('row').filter({ hasText: other }).count()).toBe(0);
  await goTo(page, '/equipment/list?page=99999&limit=1');
  await expectVisible(front.getByRole('button', { name: '下一页', disabled: true }));
  await page.waitForURL((url) => !url.href.includes('99999'));
  await expectVisible(front.locator('.data-table tbody tr'));
});

test('删除 stands on a device in stock, and on no other row', async () => {
  const { sn: stored } = await aDevice(site);
  const { sn: used } = await aDevice(site, { customer: await aCustomer(site) });
  const actions = async (sn: string) => {
    await goTo(page, `/equipment/list?keyword=${sn}`);
    await front.getByRole('row').filter({ hasText: sn }).getByRole('button', { name: '更多操作' }).click();
    await expectVisible(page.getByRole('menuitem', { name: '变更状态' }));
    const items = await page.getByRole('menuitem').allInnerTexts();
    await page.keyboard.press('Escape');
    return items;
  };
  expect(await actions(stored)).toContain('删除');
  expect(await actions(used)).not.toContain('删除');
});

test('the lists around devices are tabs in view at 1440 and 1280, over each of them', async () => {
  const tabNames = ['设备', '维修', '流量卡', '出入库', '试按', '型号', '未知设备'];
  await goTo(page, '/equipment/list');
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectVisible(tabs);
    const boxes = await tabs.getByRole('button').all();
    expect(await Promise.all(boxes.map((element) => element.textContent()))).toEqual(tabNames);
    const ends = await Promise.all(boxes.map(async (element) => (await element.boundingBox())?.x ?? width));
    expect(Math.max(...ends)).toBeLessThan(width - 100);
  }
  for (const tabName of tabNames.toReversed()) {
    await tabs.getByRole('button', { name: tabName, exact: true }).click();
    await expectVisible(tabs.locator('[aria-current=page]').getByText(tabName, { exact: true }));
  }
});

test('without the right to logs a device’s page leaves no column empty', async () => {
  const { id } = await aDevice(site);
  const { page: operatorPage } = await openBrowserAs(await aUser(site, { role: 'operator' }), {
    path: `/equipment/list/${id}`,
  });
  const live = operatorPage.locator('.device-live');
  const widthOf = (element: Element) => element.clientWidth;
  for (const width of [1440, 1280]) {
    await operatorPage.setViewportSize({ width, height: 900 });
    await expectVisible(live.getByRole('heading', { name: '最近指令' }));
    await expectVisible(live.getByRole('figure'));
    const column = await live.locator('> :first-child').evaluate(widthOf);
    expect(column - (await live.getByRole('figure').first().evaluate(widthOf))).toBeLessThan(64);
    const config = await live.getByRole('region', { name: '配置' }).boundingBox();
    const recent = await live.getByRole('heading', { name: '最近指令' }).boundingBox();
    expect(recent?.y).toBe(config?.y);
  }
  await operatorPage.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => live.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await expect
    .poll(() => live.locator('> *').evaluateAll((all) => all.map((element) => element.clientWidth)))
    .toEqual([390, 390]);
});

test('a tree to choose from says the name of the place in hand to a screen reader, not its number', async () => {
  await goTo(page, '/equipment/list');
  await front.locator('.filter-more').click();
  await front.getByRole('button', { name: '区域' }).click();
  const region = front.getByRole('combobox', { name: '区域' });
  await expectVisible(page.locator('.ant-select-tree-title').first());
  await region.press('ArrowDown');
  const list = page.locator('.ant-select-dropdown:visible');
  const active = list.locator('.ant-select-tree-treenode-active .ant-select-tree-title');
  await expectVisible(active);
  const [announced, name] = [await list.locator('[aria-live]').textContent(), await active.textContent()];
  expect([announced, /\d/.test(announced ?? '')]).toEqual([name, false]);
  await region.press('Escape');
});
