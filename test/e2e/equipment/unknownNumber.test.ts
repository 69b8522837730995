import { expect, test } from 'vitest';
import { aDepartment, aProject, aUser } from '#server/testing/rows.ts';
import { alarmBanner, expectHidden, expectVisible, liveBadge } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

test('a press of an unregistered number stands at the desk as any of level 1, and device staff of a project take the number in', async () => {
  const number = '8899000078';
  const department = await aDepartment(site);
  const operator = await aUser(site, { role: 'operator', department });
  const { page } = await openBrowserAs(operator, { path: '/warn/sos' });
  await expectVisible(liveBadge(page));
  await site.press(number);
  const alarm = alarmBanner(page).locator('[data-warn-id]').filter({ hasText: number });
  await expectVisible(alarm);
  expect(await alarm.getAttribute('class')).toContain('level1');
  expect(await alarm.locator('.alarm-spot').innerText()).toBe('最近位置 31.23042, 121.47370');
  await page.keyboard.press('F2');
  await expectVisible(page.getByRole('region', { name: '客户', exact: true }).getByText(number).first());
  expect(await site.sql(`select status, level from warn where equipment_sn = '${number}'`)).toEqual([
    { status: 'handling', level: 1 },
  ]);

  const engineer = await aUser(site, { role: 'engineer', department, projects: [await aProject(site, department)] });
  const engineerBrowser = await openBrowserAs(engineer, { path: '/equipment/log' });
  await engineerBrowser.page.getByRole('link', { name: /^未知设备\s*1$/ }).click();
  const row = engineerBrowser.page.getByRole('row').filter({ hasText: number });
  await expectVisible(row.getByRole('link', { name: '主动呼救' }));
  await row.getByRole('button', { name: '一键入库' }).click();
  const form = engineerBrowser.page.getByRole('form', { name: `一键入库 · ${number}` });
  expect(await form.getByLabel('设备编号').inputValue()).toBe(number);
  await form.getByRole('combobox', { name: '型号' }).click();
  await expectVisible(engineerBrowser.page.locator('.ant-select-dropdown:visible .ant-select-item-option'));
  await engineerBrowser.page.keyboard.press('Control+Enter');
  await expectHidden(row);
  await expectVisible(engineerBrowser.page.getByRole('link', { name: '打开设备页' }));
});
