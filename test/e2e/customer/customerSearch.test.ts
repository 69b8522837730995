import { expect, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { expectVisible } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aCustomerWithWatch } from '../testCustomer.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const customer = await aCustomerWithWatch(site, '皇甫阿月', {
  contacts: [{ name: '令狐小敏', relation: 'daughter', mobile: '13900007731', order: 1, isEmergency: true }],
});
const [{ no } = { no: '' }] = await site.sql<{ no: string }>('select no from customer where id = $1', [customer.id]);

test('the list finds somebody by the card that a scanner reads, and by a contact who is named as one', async () => {
  const { page } = await openBrowserAs(await aUser(site, { role: 'operator' }), { path: '/customer/list' });
  const field = page.getByRole('textbox', { name: '关键字' });
  const row = page.getByRole('row').filter({ hasText: customer.name });
  await field.click();
  await page.keyboard.type(no);
  await page.keyboard.press('Enter');
  await expectVisible(page.getByText('共 1 条'));
  await expectVisible(row);
  await page.waitForURL(new RegExp(`keyword=${no}`));
  await field.fill('+86 139-0000-7731');
  await page.keyboard.press('Enter');
  await expectVisible(row.getByText('联系人 令狐小敏（女儿）'));
  await page.waitForURL((url) => !url.hash.includes('keyword'));
  expect(await field.inputValue()).toBe('+86 139-0000-7731');
  expect(page.url()).not.toMatch(/7731/);
});

test('Ctrl K finds somebody by a contact’s number and leads to the record', async () => {
  const { page } = await openBrowserAs(await aUser(site, { role: 'operator' }), { path: '/index' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('139 0000 7731');
  const hit = page.getByRole('option').filter({ hasText: '联系人 令狐小敏（女儿）' });
  await expectVisible(hit);
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`#/customer/list/${customer.id}`));
});
