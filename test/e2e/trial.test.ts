import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aCustomer, aDevice, aProject, aUser } from '#server/testing/rows.ts';
import { isSilent, rings, sees } from './browser.ts';
import { setStage } from './browserTests.ts';

const { site, openBrowserAs: sit } = await setStage();

test('who has not pressed is called, and the press in the window ticks the line wherever the list is open and rings for nobody', async () => {
  const project = await aProject(site);
  const customer = await aCustomer(site, { project, mobile: '13812345678', livingState: 'alone' });
  const { id, sn } = await aDevice(site, { project, customer });
  await site.sql(`update equipment set state = 'in_use' where id = $1`, [id]);
  const seats = await Promise.all(
    [1, 2].map(async () =>
      sit(await aUser(site, { role: 'operator' }), { path: `/equipment/list/trial?projectId=${project}` }),
    ),
  );
  const [caller, colleague] = seats.map(({ page }) => page) as [Page, Page];
  const front = (page: Page) => page.locator('.page[data-active="true"]');
  const row = (page: Page) => front(page).getByRole('grid').getByRole('row').filter({ hasText: sn });
  const share = (page: Page) => front(page).locator('.trial-share');
  // From a gesture on, the page could sound.
  await colleague.getByRole('button', { name: '刷新' }).first().click();
  for (const page of [caller, colleague]) {
    await sees(row(page).getByText('独居'));
    await sees(row(page).getByText('从未'));
    await sees(share(page).getByText('本月已按 0 / 1 台'));
  }

  await row(caller)
    .getByRole('button', { name: /^手机号 138\*\*\*\*5678/ })
    .click();
  const number = row(caller).getByRole('link', { name: '13812345678' });
  await sees(number);
  expect(await number.getAttribute('href')).toBe('tel:13812345678');

  await row(caller).getByRole('button', { name: '开始测试' }).click();
  const dialog = caller.getByRole('dialog', { name: /^现场测试/ });
  // It runs at once: the customer is on the phone.
  await sees(dialog.getByRole('timer'));
  await site.press(sn);
  await sees(dialog.getByText(/^测试通过/));
  await sees(row(colleague).getByText(/✓ 已按/));
  await sees(share(colleague).getByText('本月已按 1 / 1 台'));
  expect(await row(colleague).getByRole('button', { name: '记录结果' }).count()).toBe(0);
  await dialog.locator('.ant-modal-footer').getByRole('button', { name: '关闭' }).click();
  await sees(row(caller).getByText(/✓ 已按/));
  for (const page of [caller, colleague]) {
    await isSilent(page);
    expect(await page.locator('[role="alert"][data-warn-id]').count()).toBe(0);
  }

  // It is the window that kept it silent: the next press rings.
  await site.press(sn);
  await rings(colleague);
});

test('a press outside a window ticks the line, too', async () => {
  const project = await aProject(site);
  const { id, sn } = await aDevice(site, { project, customer: await aCustomer(site, { project }) });
  await site.sql(`update equipment set state = 'in_use' where id = $1`, [id]);
  const { page } = await sit(await aUser(site, { role: 'operator' }), {
    path: `/equipment/list/trial?projectId=${project}`,
  });
  const row = page.locator('.page[data-active="true"]').getByRole('row').filter({ hasText: sn });
  await sees(row.getByText('从未'));
  await site.press(sn);
  await sees(row.getByText(/✓ 已按/));
  await sees(page.locator('.trial-share').getByText('本月已按 1 / 1 台'));
});
