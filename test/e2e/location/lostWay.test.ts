import { afterAll, expect, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';
import { alarmBanner, expectHidden, expectVisible, frontPage, goTo } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aCustomerWithWatch } from '../testCustomer.ts';

const { site, openBrowserAs } = await setUpBrowserTests();
const person = await aCustomerWithWatch(site, '郭素贞');
const home = { lat: 28.935, lng: 118.885 };
await site.sql(`update equipment_binding set bound_at = now() - interval '9 days' where customer_id = $1`, [person.id]);
const { id: fenceId } = await site.call<{ id: string }>('fence/addFence', {
  ...{ name: '桂园小区 家', kind: 'home', customerIds: [person.id] },
  shape: { circle: { centre: home, radius: 300 } },
});
const watch = await TestWatch.open(site.watchPort, person.watch);
afterAll(() => watch.close());

/** Sends a fix of the watch, metres north of the home, seconds ago; resolves when it is stored. */
async function fix(north: number, ago: number): Promise<void> {
  const place = { lat: home.lat + north / 111_195, lng: home.lng };
  watch.send(`UD,${placed(new Date(Date.now() - 1000 * ago), '00000000', place)}`);
  await watch.answered(watch.send('LK'));
}

/** Answers the last command of this kind that the watch has received, as a watch does. */
async function answers(command: string): Promise<void> {
  await until(`${command} on the watch`, () => watch.text.includes(`*${command}`));
  watch.send(command.split(',')[0] ?? '');
}

const warnOf = async (type: string) => {
  const [row] = await site.sql<{ id: string }>(
    `select id::text from warn where customer_id = $1 and type = $2 and status in ('pending', 'handling')`,
    [person.id, type],
  );
  return row?.id ?? null;
};

const [leader, other] = [await aUser(site, { role: 'leader' }), await aUser(site)];
const desk = await openBrowserAs(leader, { path: `/location/list?customer=${person.id}` });
const phone = await openBrowserAs(other, {
  path: `/location/app?customer=${person.id}`,
  viewport: { width: 390, height: 844 },
  touch: true,
});
const [deskFront, phoneFront] = [frontPage(desk.page), frontPage(phone.page)];
const card = deskFront.getByRole('region', { name: person.name });
const onPhone = phoneFront.getByRole('region', { name: person.name });
const banner = alarmBanner(desk.page).filter({ hasText: person.name });
const deskPart = deskFront.getByRole('region', { name: '走失' });
/** Address of the sheet for whoever searches. */
let sheet = '';

test('the second fix outside rings, the first does not; the note names the fence', async () => {
  for (const [north, ago] of [
    [0, 270],
    [20, 230],
    [500, 160],
  ] as const)
    await fix(north, ago);
  await expectVisible(card.getByText('可能越界'));
  expect(await warnOf('fence_out')).toBeNull();
  await fix(560, 100);
  await expectVisible(banner.getByText('越出围栏'));
  await expectVisible(card.getByText(/^越界/));
  await expectVisible(phoneFront.getByRole('link', { name: /重要 ?越出围栏 ?桂园小区 家/ }));
  await desk.page.keyboard.press('F2');
  await expectHidden(banner);
  await expectVisible(deskFront.getByRole('heading', { name: person.name }));
  await expectVisible(deskFront.getByText('越出围栏 桂园小区 家'));
});

test('the person is asked for a fix, and both see it', async () => {
  await goTo(desk.page, `/location/list?customer=${person.id}`);
  await deskFront.getByRole('button', { name: '立即定位' }).click();
  await answers('CR');
  await fix(640, 0);
  await expectVisible(deskFront.getByRole('status').filter({ hasText: '已返回' }));
  await expectVisible(onPhone.getByText(/北 6\d\d 米/));
});

test('走失 from the tools of the person: the watch reports each minute, both see it, and nobody opens a second', async () => {
  await phoneFront.getByRole('button', { name: '走失…' }).click();
  const late = phone.page.getByRole('dialog', { name: /走失 · / });
  await late.getByLabel('衣着').fill('红色外套');
  await deskFront.getByRole('button', { name: '走失…' }).click();
  const form = desk.page.getByRole('dialog', { name: /走失 · / });
  await form.getByLabel('衣着').fill('蓝色外套，灰色裤子');
  await form.getByRole('button', { name: '登记走失' }).click();
  await expectVisible(deskPart.getByText('蓝色外套，灰色裤子'));
  // Who was typing at the same time keeps the text, and is led to the open alarm.
  await expectVisible(late.getByRole('link', { name: '走失处置' }));
  expect(await late.getByLabel('衣着').inputValue()).toBe('红色外套');
  await phone.page.keyboard.press('Escape');
  await expectHidden(late);
  await answers('UPLOAD,60');
  await expectVisible(deskPart.getByText('每 60 秒，设备已改'));
  await expectVisible(phoneFront.getByRole('link', { name: '走失处置' }));
  // Being lost outranks being outside.
  await expectVisible(phoneFront.getByRole('link', { name: /紧急 ?走失 ?\d/ }));
  await expectHidden(phoneFront.getByRole('button', { name: '走失…' }));
  const seen = { customerId: person.id, seenAt: new Date().toISOString(), clothes: '红色外套' };
  const again = await site.call<{ warnId: string }>('lost/openLost', seen, other.token);
  expect(again.warnId).toBe(await warnOf('lost'));
});

test('the sheet is printed, and read by whoever has the link, without an account', async () => {
  const lostId = await warnOf('lost');
  await site.call('warn/claimWarn', { id: lostId }, leader.token);
  const before = await deskPart.getByText(/ 内，从 /).innerText();
  await desk.page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await deskPart.getByRole('button', { name: '走失单' }).click();
  const paper = desk.page.getByRole('dialog', { name: '走失单' });
  await expectVisible(paper.locator('.map-box[data-ready]'));
  await paper.getByRole('button', { name: '打印' }).click();
  await expectVisible(desk.page.locator('body[data-printed]'));
  await paper.getByRole('button', { name: '分享链接' }).click();
  await paper.getByLabel('需要提取码').uncheck();
  await paper.getByRole('button', { name: '生成链接' }).click();
  const link = await paper.getByRole('status').getByRole('code').innerText();
  sheet = `/open${link.split('#/open')[1]}`;
  const guest = await openBrowserAs(undefined, { path: sheet });
  await expectVisible(guest.page.getByText('蓝色外套，灰色裤子'));
  await desk.page.keyboard.press('Escape');
  // The ring grows with the time by itself.
  await expect.poll(() => deskPart.getByText(/ 内，从 /).innerText()).not.toBe(before);
});

test('who is sent stands with minutes on the phone; 找到 recalls them, ends link and interval, on both screens', async () => {
  const id = await warnOf('lost');
  const sent = { id, name: '周强', phone: '13900001111', kind: 'station' };
  const { data } = await site.call<{ data: { dispatchId: string } }>('warn/dispatchWarn', sent, leader.token);
  const { token } = await site.call<{ token: string }>(
    'caseLink/addCaseLink',
    { warnId: id, dispatchId: data.dispatchId },
    leader.token,
  );
  await site.call('open/reportPosition', { token, ...home, accuracy: 20 }, '');
  const way = phoneFront.getByRole('region', { name: '在路上' });
  await expectVisible(
    way
      .getByRole('listitem')
      .filter({ hasText: '周强' })
      .getByText(/约 \d+ 分/),
  );
  await deskPart.getByRole('button', { name: '结束走失…' }).click();
  const end = desk.page.getByRole('dialog', { name: /结束走失/ });
  await end.getByLabel('经过').fill('在社区公园找到');
  await end.getByRole('button', { name: '结束走失' }).click();
  await expectVisible(deskPart.getByText('找到，在社区公园找到'));
  await expectVisible(way.getByText('没有人在路上'));
  await expectVisible(phoneFront.getByRole('button', { name: '走失…' }));
  await until('the interval of before', () => /UPLOAD,60[\s\S]*UPLOAD,(?!60\])/.test(watch.text));
  const guest = await openBrowserAs(undefined, { path: sheet });
  await expectVisible(guest.page.getByRole('heading', { name: '链接无效或已过期' }));
  guest.ignoreFaults(/400/);
  const [fence] = await site.sql<{ count: number }>('select count(*)::int from fence_event where fence_id = $1', [
    fenceId,
  ]);
  expect(fence).toEqual({ count: 1 });
});
