import { expect, test } from 'vitest';
import { aCustomer, aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { slept } from './mat.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

test('health staff open last night from the list, read the signs and the course by keys, and note what they saw', async () => {
  const customer = await aCustomer(site, { name: '席梦安', gender: 2 });
  await slept(site, customer, 9);
  const { page } = await openBrowserAs(await aUser(site, { role: 'health' }), { path: '/healthy/sleep_data' });
  const row = page.getByRole('row', { name: /席梦安/ });
  await expectVisible(row);
  expect(await page.getByRole('row', { name: /席梦安/ }).count()).toBe(1);
  await row.getByRole('link', { name: '席梦安' }).click();
  const signs = page.getByRole('region', { name: '四项公开指标' });
  await expectVisible(signs.getByText('睡眠效率'));
  expect(await signs.getByText(/达到|未达/).count()).toBe(4);
  const course = page.getByRole('slider', { name: /睡眠分期/ });
  await course.focus();
  await page.keyboard.press('Home');
  expect(await course.getAttribute('aria-valuetext')).toMatch(/^\d\d:\d\d，(清醒|浅睡)，心率 \d+，呼吸 \d+$/);
  const own = page.getByRole('region', { name: '与本人比' });
  await expectVisible(own.getByText('8 夜有数据'));
  await own.getByRole('button', { name: '表' }).click();
  await expectVisible(own.getByRole('row', { name: /在床.*–/ }));

  await page.getByRole('button', { name: '备注', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: '备注' }).fill('夜里咳嗽两次');
  await page.keyboard.press('Control+Enter');
  await expectHidden(form);
  await expectVisible(page.getByText('备注：夜里咳嗽两次'));
  await page.getByRole('button', { name: '打印' }).click();
  const paper = page.getByRole('dialog', { name: '一夜睡眠打印' });
  await expectVisible(paper.getByText('备注：夜里咳嗽两次'));
  await page.keyboard.press('Escape');
  await expectHidden(paper);
  await page.getByRole('button', { name: '30 天' }).click();
  await expectVisible(page.getByRole('slider', { name: /在床与睡眠/ }));
  await page.getByRole('button', { name: '一夜' }).click();
  await page.getByRole('link', { name: '前一夜' }).click();
  await expectVisible(page.getByRole('link', { name: '后一夜' }));
});
