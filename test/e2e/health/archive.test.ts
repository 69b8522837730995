import { expect, test } from 'vitest';
import { aCustomer, aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, selectOption } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

test('health staff open an archive from the list, enter an allergy, and say that there is nothing else to tell', async () => {
  const customerId = await aCustomer(site, { name: '巫一苇', chronic: ['hypertension'], medicines: ['氨氯地平'] });
  const { page } = await openBrowserAs(await aUser(site, { role: 'health' }), {
    path: `/healthy/archives?keyword=${encodeURIComponent('巫一苇')}`,
  });
  await expectVisible(page.getByRole('row', { name: /巫一苇.*高血压/ }));
  await page.goto(`${page.url().split('#')[0]}#/healthy/archives/${customerId}?section=allergy`);
  const allergies = page.getByRole('region', { name: '过敏', exact: true });
  await allergies.getByRole('button', { name: '新增过敏' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: '过敏原' }).fill('青霉素');
  await selectOption(form, '类别', '药物');
  await form
    .getByRole('button', { name: /保存|新增|确定/ })
    .last()
    .click();
  await expectVisible(allergies.getByRole('cell', { name: '青霉素' }));
  await expectVisible(page.getByText('青霉素过敏'));
  await page.getByRole('button', { name: /手术外伤输血/ }).click();
  const surgery = page.getByRole('region', { name: '手术外伤输血' });
  await surgery.getByRole('button', { name: '无', exact: true }).click();
  await expectVisible(surgery.getByRole('button', { name: '取消「无」' }));
  expect(await page.getByRole('meter').count()).toBeGreaterThan(0);
});

test('the list shows newest values with their level, opens the entry of values and the form, and offers the export', async () => {
  const id = await aCustomer(site, { name: '巫一莲' });
  const user = await aUser(site, { role: 'health' });
  await site.sql(
    `insert into reading_latest (customer_id, metric, at, value, flags, source_id, level, since, abnormal_at)
     select $1, m, now(), v, 4, $1, l, now(), case when l is not null then now() end from (values ('systolic', 152, 3), ('diastolic', 88, null::int)) as n (m, v, l)`,
    [id],
  );
  const { page } = await openBrowserAs(user, {
    path: `/healthy/archives?abnormalWithinDays=1&keyword=${encodeURIComponent('巫一莲')}`,
  });
  const row = page.getByRole('row', { name: /巫一莲/ });
  await expectVisible(row.getByText('152/88'));
  await expectVisible(row.getByText('关注'));
  await row.getByRole('button', { name: '录入体征' }).click();
  await expectVisible(page.getByRole('dialog', { name: /巫一莲/ }));
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: '编辑生活方式 · 巫一莲' });
  await form.getByRole('textbox', { name: '植入物' }).fill('心脏起搏器');
  await page.keyboard.press('Control+Enter');
  await expectHidden(form);
  expect(await site.call('archive/getArchive', { customerId: id })).toMatchObject({
    summary: { implants: '心脏起搏器' },
  });
  await expectVisible(page.getByRole('button', { name: '导出' }));
});
