import { expect, test } from 'vitest';
import { aCustomer, aUser } from '#server/testing/rows.ts';
import { expectVisible, frontPage, goTo } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const admin = await aUser(site, { role: 'admin' });
const { page } = await openBrowserAs(admin, { path: '/customer/list' });

test('an ability level that an assessment set is locked in the form and leads to the assessment on the record', async () => {
  const id = await aCustomer(site, { name: '周玉梅', abilityLevel: 2 });
  await site.sql('update customer set ability_assessment_id = 12345 where id = $1', [id]);
  await goTo(page, `/customer/list/${id}`);
  const link = frontPage(page).getByRole('link', { name: '中度失能' });
  await expectVisible(link);
  expect(await link.getAttribute('href')).toBe('#/healthy/assessment/12345');
  await expectVisible(frontPage(page).getByText('由评估得出').first());
  await frontPage(page).getByRole('button', { name: '编辑' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByText('健康与沟通').click();
  const level = form.locator('[data-field="abilityLevel"]');
  await expectVisible(level.getByText('由评估得出'));
  expect(await level.getByRole('combobox').isDisabled()).toBe(true);
});
