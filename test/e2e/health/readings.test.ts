import { expect, test } from 'vitest';
import { aCustomer, aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

test('a value is corrected with the former one on record, withdrawn with a reason, and filtered by the address', async () => {
  const customerId = await aCustomer(site, { name: '罗永年' });
  const entry = (hours: number, values: object, more: object = {}) =>
    site.call('reading/addReading', {
      ...{ customerId, values, measuredAt: new Date(Date.now() - hours * 3_600_000).toISOString(), ...more },
    });
  await entry(3, { systolic: 152, diastolic: 92, heart_rate: 78 });
  await entry(2, { glucose: 126 }, { unit: 'mg/dL', meal: 'fasting' });
  await entry(1, { temperature: 38.4, spo2: 97, weight: 62.4 }, { remark: '已报医生' });
  const user = await aUser(site, { role: 'health' });
  const { page } = await openBrowserAs(user, { path: `/healthy/archives/${customerId}?section=reading` });
  const row = (name: RegExp) => page.getByRole('row', { name });
  await expectVisible(row(/体温.*38.4 ℃.*预警.*已报医生/));
  await expectVisible(row(/血糖 空腹.*7 mmol\/L.*录入为 126 mg\/dL/));
  await row(/心率/).getByRole('button', { name: '修改' }).click();
  const form = page.getByRole('dialog', { name: /修改体征/ });
  await form.getByRole('textbox', { name: '脉搏' }).fill('87');
  await page.keyboard.press('Control+Enter');
  await expectVisible(row(/心率.*87 次\/分.*原值 78 次\/分/));
  await row(/收缩压/)
    .getByRole('button', { name: '撤回' })
    .click();
  const reason = page.getByRole('dialog', { name: '撤回体征' });
  await reason.getByRole('textbox', { name: '撤回原因' }).fill('量的是同屋的人');
  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByText('已撤回 2 条'));
  await expectVisible(row(/收缩压.*已撤回.*撤回：量的是同屋的人/));
  expect(
    await row(/舒张压/)
      .getByRole('deletion')
      .count(),
  ).toBe(1);
  await page.goto(`${page.url()}&withdrawn=true&kind=systolic`);
  await expectHidden(row(/体温/));
  await expectVisible(row(/收缩压/));
});
