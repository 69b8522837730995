import { expect, test } from 'vitest';
import { aCustomer, aUser } from '#server/testing/rows.ts';
import { expectVisible } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

test('two high pressures become a warning that one takes, looks at and closes, and the second sees the name', async () => {
  const customerId = await aCustomer(site, { name: '周慧芳' });
  const nurse = await aUser(site, { role: 'health' });
  const other = await aUser(site, { role: 'health' });
  const { page } = await openBrowserAs(nurse, { path: '/healthy/early_warning' });
  const { page: second } = await openBrowserAs(other, { path: '/healthy/early_warning' });
  await expectVisible(page.getByRole('button', { name: '今天' }));
  for (const minutes of [10, 0]) {
    const measuredAt = new Date(Date.now() - minutes * 60_000).toISOString();
    await site.call(
      'reading/addReading',
      { customerId, values: { systolic: 172, diastolic: 86 }, measuredAt, remark: '复测' },
      nurse.token,
    );
  }
  const sentence = /收缩压 172，连续 2 次高于 160/;
  const row = page.getByRole('row', { name: sentence });
  await expectVisible(row.getByText('待处理'));
  await expectVisible(second.getByRole('row', { name: sentence }).getByRole('button', { name: /^接/ }));

  await row.focus();
  await page.keyboard.press(' ');
  await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '结案…' }).click();
  await expectVisible(page.getByText('选中的预警都不在您手上处理，请先接手'));
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: /^接/ }).click();
  await expectVisible(page.getByRole('heading', { name: sentence }));
  await expectVisible(page.getByRole('region', { name: '触发样本' }).getByText('172').first());
  await expectVisible(second.getByRole('row', { name: new RegExp(`处理中.*${nurse.name}`) }));

  const ending = page.getByRole('region', { name: '处理结果' });
  await page.keyboard.press('F9');
  await expectVisible(ending.getByText('处理说明至少5个字'));
  await ending.getByRole('button', { name: '电话随访' }).click();
  await ending.getByRole('textbox', { name: '处理说明' }).fill('已电话随访，午后上门');
  await page.keyboard.press('F9');
  await expectVisible(second.getByRole('row', { name: /已处理.*电话随访/ }));
  const [stored] = await site.sql<{ text: string }>(
    `select to_jsonb(s)::text as text from warn_step s where kind = 'closed'`,
  );
  expect(stored?.text).not.toContain('上门');
});
