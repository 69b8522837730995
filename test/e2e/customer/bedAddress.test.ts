import { expect, test } from 'vitest';
import { aBed, aUser } from '#server/testing/rows.ts';
import { alarmBanner, deskQueue, expectVisible, liveBadge } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aCustomerWithWatch } from '../testCustomer.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const bed = '康养楼 101-1';
const bedAddress = `${bed} 长桥颐养院 登记住址 梧桐苑 9幢2单元602`;

test('an alarm of somebody in a bed is shown, said, opened and printed at the bed, and the home stands behind it', async () => {
  const { page } = await openBrowserAs(await aUser(site, { role: 'leader' }), { path: '/warn/sos' });
  await expectVisible(liveBadge(page));
  const customer = await aCustomerWithWatch(site, '梁宝珍');
  await aBed(site, { customer: customer.id, institution: '长桥颐养院' });
  await site.press(customer.watch);
  const banner = alarmBanner(page).locator('[data-warn-id]').filter({ hasText: customer.name });
  await expectVisible(banner);
  expect(await banner.locator('.alarm-spot').innerText()).toBe(bed);
  expect(await banner.innerText()).toContain('长桥颐养院');
  const card = deskQueue(page).locator('[data-warn-id]').filter({ hasText: customer.name });
  expect((await card.locator('.card-where').innerText()).trim()).toBe(bedAddress);
  await page.keyboard.press('F2');
  const desk = page.getByRole('region', { name: '客户', exact: true });
  await expectVisible(desk.getByRole('heading', { name: customer.name }));
  expect(await desk.locator('.address b').innerText()).toBe(bed);
  expect(await desk.locator('.address').innerText()).toContain('长桥颐养院');
  await page.goto(`${page.url()}&print=1`);
  await expectVisible(page.getByText(bedAddress, { exact: true }));
});

test('the list of alarms and the emergency list name the bed first', async () => {
  const customer = await aCustomerWithWatch(site, '云阿福');
  await aBed(site, { customer: customer.id, institution: '长桥颐养院' });
  await site.press(customer.watch);
  const { page } = await openBrowserAs(await aUser(site, { role: 'leader' }), { path: '/warn/sos?tab=all&view=list' });
  const row = page.getByRole('row').filter({ hasText: customer.name });
  await expectVisible(row);
  expect(await row.innerText()).toContain(bed);
});
