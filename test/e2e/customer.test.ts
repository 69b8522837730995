import { expect, test } from 'vitest';
import { aCustomer, aDepartment, aDevice, aUser } from '#server/testing/rows.ts';
import { choose, gone, goTo, sees } from './browser.ts';
import { setStage } from './stage.ts';
import { unique } from './unique.ts';

const { site, sit } = await setStage();

const admin = await aUser(site, { role: 'admin' });
const { page } = await sit(admin, { path: '/customer/list' });

// All views have room.
await page.setViewportSize({ width: 1440, height: 900 });

const front = () => page.locator('.page[data-active="true"]');
const rowOf = (name: string) => front().locator('.data-table tr').filter({ hasText: name });
const chip = (name: string) => front().getByRole('navigation', { name: '视图' }).getByRole('button', { name });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

/** Two people of this year's eighty and more, and one who is younger; the first lives alone, is mine and has a silent device. */
async function threePeople() {
  const names = ['郑', '冯', '蒋'].map((surname) => unique(surname));
  const [old, older, young] = names as [string, string, string];
  const id = await aCustomer(site, { name: old, birthDate: '1935-03-01', livingState: 'alone', street: '望湖街道' });
  await aCustomer(site, { name: older, birthDate: '1930-03-01', livingState: 'spouse' });
  await aCustomer(site, { name: young, birthDate: '1962-03-01', livingState: 'alone' });
  await site.sql('update customer set responsible_id = $2 where id = $1', [id, admin.id]);
  const device = await aDevice(site, { customer: id });
  await site.sql(
    `insert into device_state (device_id, project_id, online, last_seen_at) select id, project_id, false, now() - interval '1 day' from equipment where id = $1
     on conflict (device_id) do update set online = false, last_seen_at = excluded.last_seen_at`,
    [device.id],
  );
  await site.call('warn/addWarn', {
    ...{ customerId: id, type: 'sos', level: 3, occurredAt: new Date().toISOString(), note: '来电' },
  });
  return { id, old, older, young };
}

test('each view that comes with the list selects its people, says how many, and stands in the address', async () => {
  const { old, older, young } = await threePeople();
  await goTo(page, '/customer/list');
  await page.reload();
  await sees(rowOf(older));
  await sees(rowOf(old).getByText('0/1'));
  for (const view of ['我负责的', '独居高龄', '近 7 天有告警', '设备离线']) {
    await chip(view).click();
    await sees(chip(view).and(page.locator('[aria-current="true"]')));
    await sees(rowOf(old));
    await gone(rowOf(older));
    await gone(rowOf(young));
    const rows = await front().locator('.data-table tbody tr').count();
    await expect.poll(() => chip(view).textContent()).toBe(`${view}${rows}`);
  }
  expect(page.url()).toContain('equipmentOnline=offline');
  await chip('全部客户').click();
  await sees(rowOf(young));
});

test('the ticked people get a tag and go to another department, with the reason asked for', async () => {
  const [one, two] = [unique('沈'), unique('韩')];
  await aCustomer(site, { name: one });
  await aCustomer(site, { name: two });
  const department = await aDepartment(site);
  const [place] = await site.sql<{ name: string }>('select name from department where id = $1', [department]);
  await goTo(page, '/customer/list');
  await page.reload();
  for (const name of [one, two]) await rowOf(name).getByRole('checkbox').check();
  await front().getByRole('button', { name: '打标签…' }).click();
  const tags = dialog('给 2 位客户打标签');
  await choose(tags, '加上', '重点关注');
  await tags.getByRole('button', { name: '打标签' }).click();
  await sees(page.getByText('2 位客户的标签已更新'));

  for (const name of [one, two]) await rowOf(name).getByRole('checkbox').check();
  await front().getByRole('button', { name: '转移部门/项目…' }).click();
  const move = dialog('转移 2 位客户');
  await move.getByRole('combobox', { name: '部门' }).click();
  await page
    .locator('.ant-select-tree-title')
    .filter({ hasText: place?.name ?? '', visible: true })
    .click();
  await move.getByRole('button', { name: '转移' }).click();
  const reason = move.locator('[data-field="reason"] textarea');
  await expect.poll(() => reason.getAttribute('aria-invalid')).toBe('true');
  await reason.fill('划给新网格');
  await move.getByRole('button', { name: '转移' }).click();
  await sees(page.getByText('已转移 2 位客户'));
  const moved = await site.sql('select tag from customer where department_id = $1', [department]);
  expect(moved).toEqual([{ tag: ['key_care'] }, { tag: ['key_care'] }]);
});

test('a row leads to the entry of an alarm for that person', async () => {
  const name = unique('曹');
  await aCustomer(site, { name, community: '柳岸新村' });
  await goTo(page, '/customer/list');
  await page.reload();
  await rowOf(name).getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '登记告警…' }).click();
  const form = dialog('登记告警');
  await sees(form.getByText(new RegExp(`${name}.*柳岸新村`)).filter({ visible: true }));
  await form.getByRole('button', { name: '取消' }).click();
  await gone(form);
  expect(page.url()).not.toContain('add=');
});

test('a count that stops at 10,000 says so, and is made exact for whoever asks', async () => {
  await page.route('**/api/customer/getCustomerList', async (route) => {
    const { exact } = route.request().postDataJSON() as { exact?: boolean };
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), count: exact ? 12_345 : 10_001 } });
  });
  await goTo(page, '/customer/list');
  await page.reload();
  await sees(front().getByText(/共 10,000\+ 条/));
  await front().getByRole('button', { name: '精确统计' }).click();
  await sees(front().getByText(/准确 12,345 条/));
  // The counts of the views may still be under way.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
