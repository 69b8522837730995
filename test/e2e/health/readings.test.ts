import { expect, test } from 'vitest';
import { aCustomer, aDevice, aUser } from '#server/testing/rows.ts';
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

test('chosen values are withdrawn in one step, then the week of a device that hung on the wrong bed', async () => {
  const customerId = await aCustomer(site, { name: '蔡秀英' });
  const { id } = await aDevice(site, { customer: customerId });
  await site.sql(`update equipment_binding set bound_at = now() - interval '20 days' where equipment_id = $1`, [id]);
  await site.sql(
    `insert into reading (device_id, metric, at, value, flags, project_id)
    select $1, 'heart_rate', date_trunc('minute', now()) - n * interval '1 day', 70 + n, 0, project_id from equipment, generate_series(1, 9) n where id = $1`,
    [id],
  );
  for (const [minutes, weight] of [
    [30, 61],
    [20, 62],
    [10, 63],
  ] as const)
    await site.call('reading/addReading', {
      ...{ customerId, values: { weight }, measuredAt: new Date(Date.now() - minutes * 60_000).toISOString() },
    });
  const user = await aUser(site, { role: 'health' });
  const { page } = await openBrowserAs(user, { path: `/healthy/archives/${customerId}?section=reading` });
  const row = (name: RegExp) => page.getByRole('row', { name });
  await row(/63 kg/).getByRole('checkbox').check();
  await row(/61 kg/).getByRole('checkbox').check();
  await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '撤回' }).click();
  await page.getByRole('dialog', { name: '撤回体征' }).getByRole('textbox', { name: '撤回原因' }).fill('秤未归零');
  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByText('已撤回 2 条'));
  await expectVisible(row(/61 kg.*撤回：秤未归零/));
  expect(await row(/62 kg/).getByRole('deletion').count()).toBe(0);
  await row(/72 次/).getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '撤回一段…' }).click();
  const span = page.getByRole('dialog', { name: /撤回一段/ });
  const start = span.getByRole('textbox', { name: '开始时间' });
  const weekAgo = new Date(Date.now() - 7.5 * 86_400_000 + 8 * 3_600_000).toISOString();
  await start.fill(weekAgo.slice(0, 16).replace('T', ' '));
  await start.press('Enter');
  await span.getByRole('textbox', { name: '撤回原因' }).fill('设备挂在别人床上');
  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByText('已撤回 7 条'));
  await expectVisible(row(/77 次.*撤回：设备挂在别人床上/));
  expect(
    await row(/7[89] 次|62 kg/)
      .getByRole('deletion')
      .count(),
  ).toBe(0);
});
