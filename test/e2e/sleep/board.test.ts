import { expect, test } from 'vitest';
import { aCustomer, aDepartment, aDevice, aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

/** Sets what the mat of a person says now, and when it began. */
async function says(customer: string, inBed: 0 | 1, minutes: number): Promise<void> {
  await site.sql(
    `insert into reading_latest (customer_id, metric, at, value, flags, source_id, since)
     select $1, 'in_bed', now() - make_interval(mins => $3), $2, 0, equipment_id, now() from equipment_binding where customer_id = $1
     on conflict (customer_id, metric) do update set at = excluded.at, value = excluded.value`,
    [customer, inBed, minutes],
  );
}

async function aSleeper(departmentId: string, name: string, room: string): Promise<string> {
  const customer = await aCustomer(site, { department: departmentId, name });
  const { ids } = await site.call<{ ids: string[] }>('customer/addBed', {
    ...{ departmentId, building: '1号楼', floor: room.slice(0, 1), room, bed: '1' },
  });
  await site.call('customer/assignBed', { customerId: customer, bedId: ids[0] });
  const { id } = await aDevice(site, { customer });
  await site.sql(
    `insert into device_state (device_id, project_id, online) select id, project_id, true from equipment where id = $1
     on conflict (device_id) do update set online = true`,
    [id],
  );
  return customer;
}

test('the ward stands by floors with its trouble first, goes by arrows, follows each change, and stays when nothing comes', async () => {
  const department = await aDepartment(site);
  await site.sql(`update department set type = 'org' where id = $1`, [department]);
  const [upper, lower] = [await aSleeper(department, '于桂荣', '201'), await aSleeper(department, '赵长根', '101')];
  await says(upper, 1, 30);
  // Below the lowest limit: by night a passed one would add its level to the name.
  await says(lower, 0, 10);
  await site.sql(
    `insert into reading_latest (customer_id, metric, at, value, flags, source_id, since, level)
     select $1, 'heart_rate', now(), 112, 0, equipment_id, now(), 2 from equipment_binding where customer_id = $1`,
    [upper],
  );
  await site.call('customer/addBed', {
    ...{ departmentId: department, building: '1号楼', floor: '1', room: '102', bed: '1' },
  });
  const { page, ignoreFaults } = await openBrowserAs(await aUser(site, { role: 'health' }), {
    path: `/healthy/sleep_data/board?departmentId=${department}`,
  });
  const card = (name: RegExp) => page.getByRole('link', { name });
  await expectVisible(card(/^201 于桂荣 重要 在床/));
  await expectVisible(page.getByRole('navigation', { name: '先看' }).getByText('心率 112'));
  await expectVisible(card(/^101 赵长根 离床/).getByText(/离床 1[0-4] 分/));
  expect(await page.locator('.board-label').allTextContents()).toEqual(['2 楼', '1 楼']);

  await card(/^201/).focus();
  await page.keyboard.press('ArrowDown');
  expect(await card(/^101/).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowRight');
  expect(await card(/^102 空床/).evaluate((element) => element === document.activeElement)).toBe(true);

  await says(lower, 1, 0);
  await expectVisible(card(/^101 赵长根 在床/));
  const counts = page.getByRole('group', { name: '按状态' });
  await counts.getByRole('button', { name: '空床 1' }).click();
  await expectHidden(card(/^101/));
  await counts.getByRole('button', { name: '空床 1' }).click();

  await page.route('**/api/sleep/getBedBoard', (route) => route.abort());
  await expectVisible(page.getByText(/没有更新/));
  await expectVisible(card(/^101 赵长根 在床/));
  ignoreFaults(/ERR_FAILED|Failed to fetch|Failed to load/);
  await page.unroute('**/api/sleep/getBedBoard');
  await card(/^101/).focus();
  await page.keyboard.press('Enter');
  await expectVisible(page.getByRole('listitem').getByText('赵长根').first());
});
