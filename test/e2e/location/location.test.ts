import { expect, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, frontPage, goTo } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aCustomerWithWatch } from '../testCustomer.ts';

const { site, openBrowserAs } = await setUpBrowserTests();
const people = await Promise.all(
  ['郭素贞', '何秀珠', '胡文斌', '张淑珍', '高启明'].map((name) => aCustomerWithWatch(site, name)),
);
const [outsider, quiet, old, silent, other] = people;
if (!outsider || !quiet || !old || !silent || !other) throw new Error('five people');

/** Places the watch of a person; minutes since the fix. */
const place = (watch: string, lat: number, minutes = 1) =>
  site.sql(
    `update device_state set lat = $2, lng = 118.8, accuracy = 14, position_source = 'gnss', position_at = now() - make_interval(mins => $3), last_seen_at = now(), online = true, battery = 81
     where device_id = (select id from equipment where sn = $1)`,
    [watch, lat, minutes],
  );
await place(outsider.watch, 28.9);
await place(quiet.watch, 28.91);
await place(old.watch, 28.92, 600);
await place(silent.watch, 28.93);
await place(other.watch, 28.92);
await site.sql(`delete from consent where customer_id = $1 and purpose = 'location'`, [silent.id]);
await site.press(outsider.watch);

const { page } = await openBrowserAs(await aUser(site), { path: '/location/list' });
const front = frontPage(page);
const list = front.getByRole('listbox', { name: '人员' });
const rowOf = ({ name }: { name: string }) => list.getByRole('option').filter({ hasText: name });
const map = front.locator('.crowd-map');
const markerOf = ({ id }: { id: string }) => map.locator(`[data-marker-id="${id}"]`);

test('list and map show the same people; an alarm stands alone, without consent there is the reason and no place', async () => {
  await expect.poll(() => list.getByRole('option').count()).toBe(5);
  await expect.poll(() => map.getAttribute('data-crowd')).toBe('3');
  await expectVisible(markerOf(outsider).filter({ hasText: '主动呼救' }));
  await expectVisible(rowOf(outsider).getByRole('img', { name: '紧急' }));
  await expectVisible(rowOf(old).filter({ hasText: '10 小时前' }));
  await expectVisible(rowOf(silent).filter({ hasText: '未取得定位同意' }));
  await rowOf(silent).click();
  const card = front.getByRole('region', { name: silent.name });
  await expectVisible(card.getByRole('link', { name: '登记同意' }));
  await expectHidden(markerOf(silent));
  await expectVisible(front.getByRole('button', { name: '立即定位', disabled: true }));
});

test('a person is chosen by keys, with age and source of the place; a withdrawn consent takes all of it away', async () => {
  await front.getByRole('button', { name: '关闭' }).click();
  await list.focus();
  await page.keyboard.press('Home');
  const names = await list.getByRole('option').allInnerTexts();
  const steps = names.findIndex((text) => text.includes(quiet.name));
  for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.hash.includes(`customer=${quiet.id}`));
  const card = front.getByRole('region', { name: quiet.name });
  await expectVisible(card.filter({ hasText: 'GPS ±14 m' }));
  await expectVisible(markerOf(quiet).and(map.locator('[data-selected]')));
  await site.sql(`delete from consent where customer_id = $1 and purpose = 'location'`, [quiet.id]);
  await expectHidden(markerOf(quiet));
  await expectVisible(card.filter({ hasText: '未取得定位同意' }));
});

test('by keys alone a person is sought, chosen, located, the way opened, and each closed by Esc', async () => {
  const focused = (selector: string) => page.evaluate((one) => document.activeElement?.matches(one), selector);
  const tabTo = async (selector: string) => {
    for (let step = 0; step < 40 && !(await focused(selector)); step++) await page.keyboard.press('Tab');
  };
  await goTo(page, '/location/list');
  await page.locator('body').press('/');
  await page.keyboard.type(old.name);
  await expect.poll(() => list.getByRole('option').count()).toBe(1);
  await tabTo('[role="listbox"]');
  await page.keyboard.press('Enter');
  const card = front.getByRole('region', { name: old.name });
  await expectVisible(card);
  await tabTo('[aria-label$="的操作"] > button:first-child');
  await page.keyboard.press('Enter');
  await expectVisible(front.getByRole('status').filter({ hasText: '设备不在线，上线后立即定位' }));
  // Esc would close the toast first.
  await expectHidden(page.getByText('已请设备上报位置'));
  await tabTo('[aria-label$="的操作"] [aria-pressed]:nth-of-type(3)');
  await page.keyboard.press('Enter');
  await expectVisible(front.getByText('这段时间没有定位'));
  await page.keyboard.press('Escape');
  await expectHidden(front.getByText('这段时间没有定位'));
  await page.keyboard.press('Escape');
  await expectHidden(card);
  await front.getByRole('searchbox').fill('');
});

test('following stops when the user moves the map', async () => {
  await goTo(page, `/location/list?customer=${old.id}`);
  const follow = front.getByRole('button', { name: '跟随', exact: true });
  await follow.click();
  const stop = front.getByRole('button', { name: '停止跟随' });
  await expectVisible(stop);
  await map.focus();
  await page.keyboard.press('+');
  await expectVisible(stop);
  await page.keyboard.press('ArrowLeft');
  await expectVisible(follow);
});

test('a pile that no zoom opens shows its names', async () => {
  await front.getByRole('button', { name: '跟随', exact: true }).click();
  await front.getByRole('button', { name: '停止跟随' }).click();
  await front.getByRole('button', { name: '关闭' }).click();
  const box = await map.boundingBox();
  if (!box) throw new Error('no map');
  const pile = front.getByRole('region', { name: '同一位置的 2 人' });
  // The pile is drawn after the two are in one source again: a click before would choose the other one.
  await map.locator('[data-people="2"]').waitFor({ state: 'attached' });
  await expect
    .poll(async () => {
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      return pile.count();
    })
    .toBe(1);
  await pile.getByRole('button', { name: new RegExp(other.name) }).click();
  await expectVisible(front.getByRole('region', { name: other.name }));
  await expectHidden(pile);
});

test('filters are in the address, the chips set them, and what fits nobody says which', async () => {
  await goTo(page, '/location/list');
  await front.getByRole('button', { name: /^仅有告警/ }).click();
  await page.waitForURL((url) => url.hash.includes('state=alarm'));
  await expect.poll(() => list.getByRole('option').count()).toBe(1);
  await expect.poll(() => map.getAttribute('data-crowd')).toBe('0');
  await page.reload();
  await expectVisible(rowOf(outsider));
  await expectVisible(front.getByRole('button', { name: /^仅有告警/, pressed: true }));
  await goTo(page, '/location/list?source=beidou');
  await expectVisible(list.getByText('没有符合「北斗」的人。'));
  await list.getByRole('button', { name: '清除筛选' }).click();
  await expectVisible(rowOf(old));
});
