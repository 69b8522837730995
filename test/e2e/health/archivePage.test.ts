import { expect, test } from 'vitest';
import { aCustomer, aUser } from '#server/testing/rows.ts';
import { expectVisible } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const hour = 3_600_000;
const person = '戚望舒';
const customerId = await aCustomer(site, { name: person, allergies: ['青霉素'] });
const archive = `/healthy/archives/${customerId}`;
const enter = (hours: number, values: object, more: object = {}) =>
  site.call('reading/addReading', {
    ...{ customerId, values, measuredAt: new Date(Date.now() - hours * hour).toISOString() },
    ...more,
  });
await enter(50, { systolic: 128, diastolic: 76 });
await enter(2, { systolic: 152, diastolic: 88, heart_rate: 78, spo2: 96 });
await enter(26, { heart_rate: 71 });
await enter(3, { glucose: 6.4 }, { meal: 'fasting' });

test('the first look tells values with level and source; a tile chooses the trend, a point leads to its values', async () => {
  const { page } = await openBrowserAs(await aUser(site, { role: 'health' }), { path: archive });
  const tiles = page.getByRole('list', { name: '最新体征' });
  const pressure = tiles.getByRole('button', { name: /血压.*关注.*152\/88.*人工录入/s });
  await expectVisible(pressure);
  await expectVisible(tiles.getByRole('button', { name: /空腹血糖.*关注.*6\.4/s }));
  await expectVisible(page.getByRole('complementary').getByText('青霉素'));
  await expectVisible(page.getByText('收缩压正常 90–139'));

  await tiles.getByRole('button', { name: /心率.*正常/s }).click();
  await page.getByRole('combobox', { name: '对比体征' }).selectOption('systolic');
  await page.getByRole('button', { name: '周', exact: true }).click();
  await page.waitForURL(/kind=heart_rate.*with=systolic.*range=7/);
  await expectVisible(page.getByRole('slider', { name: '心率、血压趋势，左右键逐点查看' }));

  await pressure.click();
  const course = page.getByRole('slider', { name: '血压趋势，左右键逐点查看' });
  await course.focus();
  await course.press('End');
  await expect.poll(() => course.getAttribute('aria-valuetext')).toMatch(/收缩压 152 mmHg 关注，舒张压 88 mmHg/);
  await course.press('Enter');
  await page.waitForURL(/section=reading/);
  await expectVisible(page.getByRole('row', { name: /收缩压.*152 mmHg/ }));
  expect(await page.getByRole('row', { name: /128 mmHg/ }).count()).toBe(0);
});

test('a value that comes while the page is open stands in its tile, and its level among the sentences', async () => {
  const { page } = await openBrowserAs(await aUser(site, { role: 'health' }), { path: archive });
  const tiles = page.getByRole('list', { name: '最新体征' });
  await expectVisible(tiles.getByRole('button', { name: /血氧.*96/s }));
  await enter(0, { spo2: 88 }, { remark: '已复测' });
  await expectVisible(tiles.getByRole('button', { name: /血氧.*88/s }));
  await expectVisible(page.getByText(/血氧.*88/).first());
});

test('whoever only reads gets no entry, and prints with a masked name', async () => {
  const { page } = await openBrowserAs(await aUser(site, { role: 'operator' }), { path: archive });
  await page.getByRole('button', { name: '打印…' }).click();
  const paper = page.getByRole('dialog', { name: '打印健康档案' });
  await expectVisible(paper.getByRole('cell', { name: /152\/88 关注/ }).last());
  await expectVisible(paper.getByText(/戚\*+ 的健康档案 · .* 打印/).last());
  expect(await paper.getByText(person).count()).toBe(0);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('button', { name: '录入体征' }).count()).toBe(0);
  await page
    .getByRole('combobox', { name: '搜索' })
    .or(page.getByRole('button', { name: /搜索/ }))
    .first()
    .click();
  await page.keyboard.type(person);
  await expectVisible(page.getByRole('option', { name: /戚望舒.*健康档案/ }));
});

test('a sealed archive says so and can only be read and printed', async () => {
  const sealed = await aCustomer(site, { name: '戚长庚' });
  await site.sql("update customer set service_state = 'ended' where id = $1", [sealed]);
  await site.sql('insert into customer_leaving (customer_id, archive_sealed_at) values ($1, now())', [sealed]);
  const { page } = await openBrowserAs(await aUser(site, { role: 'health' }), { path: `/healthy/archives/${sealed}` });
  await expectVisible(page.getByText('档案已封存，不能修改'));
  await expectVisible(page.getByRole('button', { name: '打印…' }));
  await expectVisible(page.getByText('没有测过').first());
  expect(await page.getByRole('button', { name: /录入体征|编辑/ }).count()).toBe(0);
  await page.getByRole('button', { name: /^过敏/ }).click();
  await expectVisible(page.getByRole('region', { name: '过敏', exact: true }));
  expect(await page.getByRole('button', { name: /新增|无$/ }).count()).toBe(0);
});
