import { expect, test } from 'vitest';
import { aCustomer, aDevice } from '#server/testing/rows.ts';
import { expectVisible } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, administrator, openBrowserAs } = await setUpBrowserTests();

const home = { lat: 28.935, lng: 118.885 };

/** Stores fixes each minute, metres north of the home, the last one ten minutes ago. */
async function walks(customerId: string, deviceId: string, norths: readonly number[]): Promise<void> {
  await site.sql(
    `insert into position (device_id, at, lat, lng, accuracy, source, flags, project_id, customer_id)
     select $1, date_trunc('second', now()) - make_interval(mins => (10 + $3::int - n)::int), $4 + north / 111195.0, $5, 10, 'gnss', 0, c.project_id, c.id
     from customer c, unnest($2::float8[]) with ordinality as p (north, n) where c.id = $6`,
    [deviceId, norths, norths.length, home.lat, home.lng, customerId],
  );
}

test('a typed circle is tried at once as the server tries it, wrong values stand at their fields, and it is saved', async () => {
  const customerId = await aCustomer(site, { name: '郭素贞', ...home });
  const { id: deviceId } = await aDevice(site, { customer: customerId });
  await site.sql(`update equipment_binding set bound_at = now() - interval '30 days' where equipment_id = $1`, [
    deviceId,
  ]);
  const rest = Array.from({ length: 20 }, (_, i) => i % 5);
  await walks(customerId, deviceId, [0, 10, 500, 520, 540, ...rest, 400, 410, 420, 5, 0]);
  const { page } = await openBrowserAs(await administrator(), {
    path: `/location/list/fence/add?customer=${customerId}`,
  });
  const trial = page.getByRole('region', { name: '试算 7 天' });
  await expectVisible(trial.getByText('会报 2 次'));

  const radius = page.getByRole('spinbutton', { name: '半径（米）' });
  await radius.fill('450');
  await expectVisible(trial.getByText('会报 1 次'));
  const shape = { circle: { centre: home, radius: 450 } };
  const span = { from: new Date(Date.now() - 7_200_000).toISOString(), to: new Date().toISOString() };
  const answer = await site.call<{ events: unknown[]; usable: number }>('fence/tryFence', {
    ...{ customerId, kind: 'home', shape, ...span },
  });
  expect(await trial.getByRole('status').getAttribute('data-events')).toBe(String(answer.events.length));
  expect(await trial.locator('[data-used]').getAttribute('data-used')).toBe(String(answer.usable));

  await radius.fill('49');
  await expectVisible(page.getByText('半径应在 50–5000 米之间'));
  await radius.fill('450');
  await page.getByRole('button', { name: '限定时段' }).click();
  await page.getByRole('textbox', { name: '第 1 个时段结束' }).fill('06:00');
  await expectVisible(page.getByText('结束时间不能与开始时间相同'));
  await page.getByRole('button', { name: '去掉第 1 个时段' }).click();

  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByText('名称为2至40个字'));
  await page.getByRole('textbox', { name: '名称' }).fill('桂园小区 家');
  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByText('围栏已保存并生效'));
  const rows = await site.call('fence/getFenceList', { customerId });
  expect(rows).toMatchObject([{ shape, personCount: 1, customerIds: [customerId] }]);
});
