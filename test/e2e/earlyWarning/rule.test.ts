import { expect, test } from 'vitest';
import { aCustomer, aDevice, next } from '#server/testing/rows.ts';
import { expectVisible } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, administrator, openBrowserAs } = await setUpBrowserTests();

const minute = 60_000;

/** Stores one value a minute, the last one an hour ago. */
async function store(deviceId: string, metric: string, values: readonly number[]): Promise<void> {
  const first = Math.floor(Date.now() / minute) * minute - (60 + values.length) * minute;
  await site.sql(
    `insert into reading (device_id, metric, at, value, project_id)
     select $1, $2, to_timestamp(($4::float8 + n * 60000) / 1000), value, (select min(id) from project)
     from unnest($3::float8[]) with ordinality as r (value, n)`,
    [deviceId, metric, values, first],
  );
}

test('a rule is made, a wrong figure stands at its field, it is tried on a person, and switched on', async () => {
  const customerId = await aCustomer(site, { name: '郭素贞' });
  const { id: deviceId } = await aDevice(site, { customer: customerId });
  await site.sql(`update equipment_binding set bound_at = now() - interval '30 days' where equipment_id = $1`, [
    deviceId,
  ]);
  const calm = Array.from({ length: 8 }, () => 80);
  await store(deviceId, 'heart_rate', [...calm, 120, 121, 122, 123, ...calm, ...calm]);
  const { page } = await openBrowserAs(await administrator(), {
    path: `/healthy/early_warning/rule/add?customer=${customerId}`,
  });
  const trial = page.getByRole('region', { name: '试算' });
  await page.getByRole('button', { name: '变化 比前几次' }).click();
  await page.getByRole('combobox', { name: '体征' }).click();
  await page.getByTitle('心率 次/分').click();
  await expectVisible(trial.getByText('心率 120，比前 5 次的中位数 80 高 40'));

  const change = page.getByRole('spinbutton', { name: '变化量' });
  await change.fill('45');
  await expectVisible(page.getByText('心率比前 5 次的中位数高 45 次/分 以上就报'));
  await expectVisible(trial.getByLabel('试算结果').getByText('0 条', { exact: true }));
  await change.fill('0');
  await expectVisible(page.getByText('变化量不能为0'));
  await change.fill('35');
  await expectVisible(trial.getByText('心率 120，比前 5 次的中位数 80 高 40'));

  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByText('名称为2至40个字'));
  const name = `心率骤升${next()}`;
  await page.getByRole('textbox', { name: '名称' }).fill(name);
  await page.getByRole('button', { name: '停用保存' }).click();
  await expectVisible(page.getByText('规则已保存，没有启用'));
  await expectVisible(page.getByText('已停用'));
  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByText('规则已保存并启用'));
  const rows = await site.call('earlyWarning/getRuleList', { keyword: name });
  expect(rows).toMatchObject([{ status: 'enabled', definition: { of: 5, by: 35 }, scope: { all: true }, level: 3 }]);
});
