import { expect, test } from 'vitest';
import { aCustomer, aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, selectOption } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

test('a person gets limits of their own in order, by which values are judged until they are deleted', async () => {
  const customerId = await aCustomer(site, { name: '高菊芬', chronic: ['hypertension'] });
  const user = await aUser(site, { role: 'health' });
  const { page } = await openBrowserAs(user, { path: `/healthy/archives/${customerId}?section=band` });
  const house = page.getByRole('row', { name: /收缩压 全院 生效/ });
  await expectVisible(house.getByText('160–179'));
  await house.getByRole('button', { name: '设本人界限' }).click();
  const form = page.getByRole('dialog', { name: /新增体征界限 · 高菊芬/ });
  await form.getByRole('spinbutton', { name: '关注：达到' }).fill('170');
  await page.keyboard.press('Tab');
  await form.getByRole('textbox', { name: '原因' }).fill('医嘱：80 岁以上先到 150/90');
  await page.keyboard.press('Control+Enter');
  await expectVisible(form.getByText('须大于 170'));
  await form.getByRole('spinbutton', { name: '关注：达到' }).fill('150');
  await page.keyboard.press('Tab');
  await expectVisible(form.getByText('关注 150–159'));
  await page.keyboard.press('Control+Enter');
  const own = page.getByRole('row', { name: /收缩压 本人 生效.*医嘱/ });
  await expectVisible(own);
  const levels = () =>
    site.call<{ levels: { systolic: number | null } }>('reading/checkReading', {
      ...{ customerId, values: { systolic: 145, diastolic: 80 } },
    });
  expect((await levels()).levels.systolic).toBeNull();
  await own.getByRole('button', { name: '删除' }).click();
  await page.getByRole('button', { name: '删除界限' }).click();
  await expectHidden(own);
  await page.goto(`${page.url().split('#')[0]}#/healthy/archives/band`);
  await expectVisible(page.getByRole('row', { name: /BMI 全院/ }));
  await page.getByRole('button', { name: '新增慢病界限' }).click();
  const ill = page.getByRole('dialog', { name: /新增体征界限/ });
  await selectOption(ill, '慢病', '糖尿病');
  await selectOption(ill, '体征', '血糖');
  await expectVisible(ill.getByText('关注 10.1–<14'));
  await ill.getByRole('spinbutton', { name: '关注：达到' }).fill('9');
  await ill.getByRole('textbox', { name: '原因' }).fill('糖尿病指南');
  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByRole('row', { name: /血糖 糖尿病.*关注.*9–<14.*糖尿病指南/ }));
  expect((await levels()).levels.systolic).toBe(3);
  await page
    .getByRole('row', { name: /收缩压 全院/ })
    .getByRole('button', { name: '修改' })
    .click();
  const all = page.getByRole('dialog', { name: '修改体征界限 · 全院' });
  await all.getByRole('spinbutton', { name: '关注：达到' }).fill('150');
  await all.getByRole('textbox', { name: '原因' }).fill('本院约定');
  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByRole('row', { name: /收缩压 全院.*150–159.*本院约定/ }));
  expect((await levels()).levels.systolic).toBeNull();
});
