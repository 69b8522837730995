import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aCustomer, aDevice, aProject, aUser } from '#server/testing/rows.ts';
import { expectRinging, expectSilent, expectVisible, frontPage } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

test('who has not pressed is called, and the press in the window ticks the line wherever the list is open and rings for nobody', async () => {
  const project = await aProject(site);
  const customer = await aCustomer(site, { project, mobile: '13812345678', livingState: 'alone' });
  const { id, sn } = await aDevice(site, { project, customer });
  await site.sql(`update equipment set state = 'in_use' where id = $1`, [id]);
  const userBrowsers = await Promise.all(
    [1, 2].map(async () =>
      openBrowserAs(await aUser(site, { role: 'operator' }), { path: `/equipment/list/trial?projectId=${project}` }),
    ),
  );
  const [caller, colleague] = userBrowsers.map(({ page }) => page) as [Page, Page];
  const row = (page: Page) => frontPage(page).getByRole('grid').getByRole('row').filter({ hasText: sn });
  const share = (page: Page) => frontPage(page).getByLabel('本月试按');
  // After a gesture the page could sound.
  await colleague.getByRole('button', { name: '刷新' }).first().click();
  for (const page of [caller, colleague]) {
    await expectVisible(row(page).getByText('独居'));
    await expectVisible(row(page).getByText('从未'));
    await expectVisible(share(page).getByText('本月已按 0 / 1 台'));
  }

  await row(caller)
    .getByRole('button', { name: /^手机号 138\*\*\*\*5678/ })
    .click();
  const number = row(caller).getByRole('link', { name: '13812345678' });
  await expectVisible(number);
  expect(await number.getAttribute('href')).toBe('tel:13812345678');

  await row(caller).getByRole('button', { name: '开始测试' }).click();
  const dialog = caller.getByRole('dialog', { name: /^现场测试/ });
  // The test starts at once: the customer is on the phone.
  await expectVisible(dialog.getByRole('timer'));
  await site.press(sn);
  await expectVisible(dialog.getByText(/^测试通过/));
  await expectVisible(row(colleague).getByText(/✓ 已按/));
  await expectVisible(share(colleague).getByText('本月已按 1 / 1 台'));
  expect(await row(colleague).getByRole('button', { name: '记录结果' }).count()).toBe(0);
  await dialog.locator('.ant-modal-footer').getByRole('button', { name: '关闭' }).click();
  await expectVisible(row(caller).getByText(/✓ 已按/));
  for (const page of [caller, colleague]) {
    await expectSilent(page);
    expect(await page.locator('[role="alert"][data-warn-id]').count()).toBe(0);
  }

  // The test window kept it silent: the next press rings.
  await site.press(sn);
  await expectRinging(colleague);
});

test('a press outside a window ticks the line, too', async () => {
  const project = await aProject(site);
  const { id, sn } = await aDevice(site, { project, customer: await aCustomer(site, { project }) });
  await site.sql(`update equipment set state = 'in_use' where id = $1`, [id]);
  const { page } = await openBrowserAs(await aUser(site, { role: 'operator' }), {
    path: `/equipment/list/trial?projectId=${project}`,
  });
  const row = frontPage(page).getByRole('row').filter({ hasText: sn });
  await expectVisible(row.getByText('从未'));
  await site.press(sn);
  await expectVisible(row.getByText(/✓ 已按/));
  await expectVisible(page.getByLabel('本月试按').getByText('本月已按 1 / 1 台'));
});
