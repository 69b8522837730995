import { expect, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { expectVisible, frontPage } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aCustomerWithWatch } from '../testCustomer.ts';

const { site, openBrowserAs } = await setUpBrowserTests();
const person = await aCustomerWithWatch(site, '郭素贞');
await site.sql(
  `update device_state set lat = 28.935, lng = 118.885, accuracy = 14, position_source = 'gnss', position_at = now() - interval '1 minute', last_seen_at = now(), online = true
   where device_id = (select id from equipment where sn = $1)`,
  [person.watch],
);

test('on a phone a person is sought, seen with age and source, called, navigated to in GCJ-02, and left again', async () => {
  const { page } = await openBrowserAs(await aUser(site), {
    path: '/location/app',
    viewport: { width: 390, height: 844 },
  });
  const front = frontPage(page);
  await expectVisible(front.getByText('没有人在路上'));
  await front.getByRole('listbox', { name: '人员' }).getByRole('option').filter({ hasText: person.name }).click();
  await expectVisible(front.getByRole('region', { name: person.name }).filter({ hasText: 'GPS ±14 m' }));
  const way = (await front.getByRole('link', { name: '导航' }).getAttribute('href')) ?? '';
  // About 500 m from the stored position, as the map of the target expects.
  expect(way).toMatch(/118\.889/);
  expect(await front.getByRole('link', { name: '其他地图' }).getAttribute('href')).toContain('28.935');
  const heights = await front
    .locator('.app-actions > .button')
    .evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(42);
  await front.getByRole('button', { name: '返回名单' }).click();
  await expectVisible(front.getByRole('listbox', { name: '人员' }));
});
