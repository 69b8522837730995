import { expect, test } from 'vitest';
import { aCustomer, aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, selectOption } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

test('an entry shows its levels while typing, refuses the impossible, asks about the same minute', async () => {
  const customerId = await aCustomer(site, { name: '谢金宝' });
  const measuredAt = new Date(Date.now() - 3_600_000).toISOString();
  await site.call('reading/addReading', { customerId, values: { heart_rate: 78 }, measuredAt });
  const user = await aUser(site, { role: 'health' });
  const { page, ignoreFaults } = await openBrowserAs(user, { path: `/healthy/archives/${customerId}` });
  await page.getByRole('button', { name: '录入体征' }).click();
  const form = page.getByRole('dialog', { name: /录入体征/ });
  await expectVisible(form.getByText(/上次 78/));
  await page.keyboard.type('３０１');
  await page.keyboard.press('Tab');
  await page.keyboard.type('92');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expectVisible(form.getByText('收缩压应在 50–300 之间'));
  await form.getByRole('textbox', { name: '收缩压' }).fill('162');
  await expectVisible(form.getByText('预警', { exact: true }));
  await form.getByRole('textbox', { name: '脉搏' }).fill('112');
  await expectVisible(form.getByText(/无法计算，缺 呼吸、血氧、吸氧、意识、体温/));
  await form.getByRole('textbox', { name: '呼吸' }).fill('22');
  await form.getByRole('textbox', { name: '体温' }).fill('98.6');
  await selectOption(form, '体温单位', '℉');
  await form.getByRole('textbox', { name: '血氧' }).fill('97');
  await form.getByRole('radio', { name: '否' }).check();
  await selectOption(form, '意识', '清醒');
  await expectVisible(form.getByText(/^4低风险/));
  const time = form.getByRole('textbox', { name: '测量时间' });
  await time.fill(new Date(Date.parse(measuredAt) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' '));
  await time.press('Enter');
  await page.keyboard.press('Control+Enter');
  await expectVisible(
    form.getByRole('alert').or(form.locator('[data-field=remark]')).getByText('预警和紧急的值请填写备注'),
  );
  await form.getByRole('textbox', { name: '备注' }).fill('复测，已报医生');
  await page.keyboard.press('Control+Enter');
  await expectVisible(form.getByText(/脉搏 78 次\/分/));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByText('已录入谢金宝的体征'));
  ignoreFaults(/409/);
  await page.getByRole('button', { name: '录入体征' }).click();
  await form.getByRole('textbox', { name: '体重' }).fill('61.5');
  await time.fill('2026-09-01 08:00');
  await time.press('Enter');
  await page.keyboard.press('Control+Enter');
  await expectVisible(form.getByText('超过 30 天的测量请填写补录原因'));
  await form.getByRole('textbox', { name: '补录原因' }).fill('补录纸质记录');
  await page.keyboard.press('Control+Enter');
  await expectHidden(form);
  const from = new Date(Date.now() - 86_400_000).toISOString();
  const values = await site.call<{ kind: string; value: number }[]>('reading/getReadingList', {
    ...{ customerId, from, to: new Date().toISOString(), limit: 50 },
  });
  expect(values.map(({ kind, value }) => `${kind} ${value.toFixed(1)}`)).toEqual(
    expect.arrayContaining(['systolic 162.0', 'temperature 37.0', 'heart_rate 112.0']),
  );
});
