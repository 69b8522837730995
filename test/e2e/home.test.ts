import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aUser, type TestUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, goTo, selectOption } from './browser.ts';
import { setUpBrowserTests } from './browserTests.ts';
import { aHospitalWarn } from './hospitalWarn.ts';
import { aCustomerWithWatch } from './testCustomer.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

/** Adds a user on the roster from an hour ago until in seven hours. */
async function aUserOnDuty(): Promise<TestUser> {
  const user = await aUser(site);
  await site.call('shift/editRoster', { userId: user.id, seat: '03', from: hoursFromNow(-1), until: hoursFromNow(7) });
  return user;
}

test('who is on duty hands over from the home page, and the next shift finds there the sheet that waits for a signature', async () => {
  await aCustomerWithWatch(site, '郑水生');
  const [giver, taker] = [await aUserOnDuty(), await aUserOnDuty()];
  const { page } = await openBrowserAs(giver, { path: '/index' });
  const turn = card(page, /^其他 /);
  await expectVisible(turn.getByText(/^剩 [67]:\d\d$/));
  await expectVisible(turn.getByText('没有交给你的交接单'));
  await turn.getByRole('link', { name: '交班', exact: true }).click();
  const form = page.getByRole('dialog', { name: '交班' });
  await selectOption(form, '接班人', taker.name);
  await form.getByRole('button', { name: '填写交接单' }).click();
  const sheet = page.getByRole('dialog', { name: '交接班单' });
  await sheet.getByRole('button', { name: '签字交班' }).click();
  await expectVisible(page.getByText('已签字').first());

  const { page: theirs } = await openBrowserAs(taker, { path: '/index' });
  const waiting = card(theirs, /^其他 /)
    .getByRole('listitem')
    .filter({ hasText: `${giver.name} 的交接单等你签字接班` });
  await waiting.getByRole('link', { name: /打开交接单/ }).focus();
  await theirs.keyboard.press('Enter');
  await theirs.getByRole('dialog', { name: '交接班单' }).getByRole('button', { name: '签字接班' }).click();
  await expectVisible(theirs.getByText('已签字').first());
  await goTo(theirs, '/index');
  await expectVisible(card(theirs, /^其他 /).getByText(`上一班 ${giver.name}`, { exact: false }));
});

test('whom to watch stands on the home page of who is on duty, each leading to the alarm or the alarms behind it', async () => {
  const user = await aUserOnDuty();
  const [often, sent] = [await aCustomerWithWatch(site, '钱阿毛'), await aCustomerWithWatch(site, '孙月娥')];
  for (let press = 0; press < 3; press++) await site.press(often.watch);
  await aHospitalWarn(site, sent, user);
  const { page } = await openBrowserAs(user, { path: '/index' });
  const watch = card(page, '重点关注');
  await expectVisible(watch.getByText('2 人'));
  await expectVisible(watch.getByRole('listitem').filter({ hasText: sent.name }).getByText('已送医', { exact: false }));
  await watch.getByRole('link', { name: `${often.name} 24 小时内呼救 3 次，打开告警` }).click();
  const row = page.getByRole('row', { name: often.name });
  await expectVisible(row);
  expect(await page.locator('tr[data-warn-id]').count()).toBe(1);
  await goTo(page, '/index');
  await watch.getByRole('link', { name: `${sent.name} 已送医，打开告警` }).click();
  await expectVisible(page.getByRole('region', { name: '处置' }).getByText(sent.name).first());
});

test('an alarm that comes right after the figures were computed is counted without a further one', async () => {
  const customer = await aCustomerWithWatch(site, '吴金宝');
  const { page } = await openBrowserAs(await aUser(site), { path: '/index' });
  const waiting = page.getByRole('link', { name: /^待处理告警 \d+ 条$/ });
  await expectVisible(waiting);
  const count = async () => Number(/\d+/.exec((await waiting.getAttribute('aria-label')) ?? '')?.[0]);
  const before = await count();
  await site.press(customer.watch);
  await expectVisible(page.getByRole('link', { name: `待处理告警 ${before + 1} 条` }));
});

test('a notice opens from the home page of who is on duty, and is read then', async () => {
  const user = await aUserOnDuty();
  await aCustomerWithWatch(site, '李阿婆');
  const audience = { kind: 'user', ids: [user.id] };
  const draft = { title: '寒潮蓝色预警', type: 'notice', content: '<p>关注独居老人。</p>', audience };
  const { id } = await site.call<{ id: string }>('notice/addNotice', draft);
  await site.call('notice/publishNotice', { id });
  const { page } = await openBrowserAs(user, { path: '/index' });
  const notices = card(page, '通知公告');
  await expectVisible(notices.getByRole('button', { name: '未读 1' }));
  await notices.getByRole('button', { name: /寒潮蓝色预警/ }).click();
  await expectVisible(page.getByRole('dialog', { name: '通知' }).getByText('关注独居老人。'));
  await page.keyboard.press('Escape');
  await expectHidden(notices.getByRole('button', { name: '未读 1' }));
  await expectVisible(notices.getByRole('button', { name: /寒潮蓝色预警/ }));
});

test('who is not on duty has the home page without turn, watch and notices', async () => {
  await aCustomerWithWatch(site, '周阿大');
  const { page } = await openBrowserAs(await aUser(site), { path: '/index' });
  await expectVisible(card(page, '席位自检'));
  await expectVisible(card(page, '每小时告警'));
  expect(await page.getByRole('link', { name: '交班' }).count()).toBe(0);
  expect(await card(page, /重点关注|通知公告/).count()).toBe(0);
});
