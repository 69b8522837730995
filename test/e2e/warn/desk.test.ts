import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';
import {
  alarmBanner,
  deskQueue,
  expectHidden,
  expectVisible,
  goTo,
  liveBadge,
  optionWith,
  selectOption,
  type UserBrowser,
  type UserBrowserOptions,
} from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aCustomerWithWatch, type TestCustomer } from '../testCustomer.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

/** Name and hash of 8 characters: not `map-pin`, which is an icon. */
const mapChunk = /\/assets\/map-[\w-]{8}\.js$/;

const operator = await aUser(site);
const { page } = await openBrowserAs(operator, { path: '/warn/sos' });
await expectVisible(liveBadge(page));

const banner = (name: string) => alarmBanner(page).locator('[data-warn-id]').filter({ hasText: name });
const timeline = () => page.getByRole('region', { name: '时间线' }).getByRole('listitem');

describe('a false alarm', () => {
  const footer = page.locator('.case-footer');
  async function open(name: string): Promise<TestCustomer> {
    const customer = await aCustomerWithWatch(site, name);
    await site.press(customer.watch);
    await expectVisible(banner(customer.name));
    return customer;
  }
  async function claim(customer: TestCustomer): Promise<string> {
    await page.keyboard.press('F2');
    await expectVisible(page.getByRole('heading', { name: customer.name }));
    const [row] = await site.sql<{ id: string }>('select id::text from warn where customer_id = $1', [customer.id]);
    return row?.id ?? '';
  }
  const stateOf = async (id: string) =>
    (await site.sql('select status, false_reason from warn where id = $1', [id]))[0];

  test('is ended on the word of who was reached, with its reason, and stands in the timeline', async () => {
    const customer = await open('骆春娥');
    const id = await claim(customer);
    await site.call('warn/addWarnCall', { id, phone: '13800000001', result: 'ok' }, operator.token);
    await expectVisible(timeline().filter({ hasText: '接通正常' }));
    await page.getByRole('button', { name: '误报…' }).click();
    const form = page.getByRole('dialog', { name: '标记为误报' });
    await expectVisible(form);
    expect(await form.getByRole('radio').count()).toBe(1);
    await page.keyboard.press('Control+Enter');
    await expectVisible(form.locator('[aria-invalid="true"]'));
    await selectOption(form, '误报原因', '误触');
    // The select keeps the focus: its clear button is not focusable, so typing continues in the next field.
    await form.getByRole('combobox', { name: '误报原因' }).focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('radio');
    await page.keyboard.press('Tab');
    await page.keyboard.type('翻身时压到按键');
    expect(await form.getByLabel('处理说明').inputValue()).toBe('翻身时压到按键');
    await page.keyboard.press('Control+Enter');
    await expectHidden(form);
    await expectVisible(timeline().filter({ hasText: '误报 误触' }));
    // No other form opens over the closed warn.
    await expectHidden(page.getByRole('dialog'));
    await expectHidden(deskQueue(page).locator('[data-warn-id]'));
    expect(await stateOf(id)).toEqual({ status: 'false', false_reason: 'mis_touch' });
  });

  test('without a connected call becomes a request; the leader sees it on any screen and answers beside the case', async () => {
    const leader = await openBrowserAs(await aUser(site, { role: 'leader' }), { path: '/index' });
    const customer = await open('温长根');
    const id = await claim(customer);
    await page.getByRole('button', { name: '误报…' }).click();
    const form = page.getByRole('dialog', { name: '请班长核实误报' });
    await selectOption(form, '误报原因', '宠物');
    await form.getByLabel('处理说明').fill('邻居说是猫踩的');
    await page.keyboard.press('Control+Enter');
    await expectHidden(form);
    await expectVisible(page.getByRole('region', { name: '误报申请' }));
    expect(await footer.getByRole('button', { name: '误报…' }).isDisabled()).toBe(true);
    expect(await stateOf(id)).toEqual({ status: 'handling', false_reason: null });
    await leader.page.locator('.asked-bar').getByRole('button', { name: '去核实' }).click();
    const request = leader.page.getByRole('region', { name: '误报申请' });
    await expectVisible(request.getByText('邻居说是猫踩的'));
    await expectHidden(leader.page.locator('.asked-bar'));
    await expectVisible(timeline().filter({ hasText: /请班长核实误报 宠物.*邻居说是猫踩的/ }));
    await request.getByRole('button', { name: '同意误报…' }).click();
    await expectVisible(leader.page.getByRole('dialog', { name: '同意误报' }));
    await leader.page.keyboard.press('Control+Enter');
    await expectVisible(timeline().filter({ hasText: '误报 宠物 班长' }));
    await expectHidden(leader.page.locator('.asked-bar'));
    expect(await stateOf(id)).toEqual({ status: 'false', false_reason: 'pet' });
  });

  test('is never many at once for an operator; what a leader has ticked is not asked for again, with who and how long it waits', async () => {
    const customers = [await open('邬阿毛'), await open('卞金花')];
    const list = '/warn/sos?view=list&tab=pending';
    await goTo(page, list);
    const rowOf = (userBrowser: UserBrowser['page'], { name }: TestCustomer) =>
      userBrowser.locator('tr[data-warn-id]').filter({ hasText: name });
    const tickAll = async (userBrowser: UserBrowser['page']) => {
      for (const customer of customers) await rowOf(userBrowser, customer).getByRole('checkbox').check();
    };
    await expectVisible(rowOf(page, customers[1] as TestCustomer));
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('button', { name: /批量/ }).count()).toBe(0);
    const leader = await openBrowserAs(await aUser(site, { role: 'leader' }), { path: list });
    await tickAll(leader.page);
    await leader.page.getByRole('button', { name: '批量误报' }).click();
    const dialog = leader.page.getByRole('dialog', { name: '批量误报' });
    await expectVisible(dialog.getByText(customers[0]?.name ?? ''));
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(2);
    expect(await dialog.getByText('已等').count()).toBe(2);
    expect(await dialog.getByRole('button', { name: '标记误报 2 条' }).isDisabled()).toBe(true);
    // Only the reason is missing.
    await expect
      .poll(() => dialog.getByLabel('误报原因').evaluate((element) => element === document.activeElement))
      .toBe(true);
    await selectOption(dialog, '误报原因', '误触');
    await dialog.getByRole('checkbox', { name: new RegExp(customers[1]?.name ?? '') }).focus();
    await leader.page.keyboard.press('Space');
    await expectVisible(dialog.getByRole('button', { name: '标记误报 1 条' }));
    await leader.page.keyboard.press('Control+Enter');
    await expectHidden(dialog);
    await expectHidden(banner(customers[0]?.name ?? ''));
    await expectVisible(banner(customers[1]?.name ?? ''));
    await leader.page.getByRole('button', { name: '演练', exact: true }).click();
    await leader.page.getByRole('button', { name: '开启演练…' }).click();
    const form = leader.page.getByRole('dialog', { name: '开启演练' });
    await form.getByRole('combobox', { name: '设备' }).fill(customers[0]?.watch ?? '');
    await optionWith(leader.page, customers[0]?.watch ?? '').click();
    await form.getByLabel('演练原因').fill('每月试按');
    await leader.page.keyboard.press('Control+Enter');
    await expectHidden(form);
    await expectVisible(leader.page.getByRole('list', { name: '演练' }).getByText(/进行中/));
    await site.press(customers[0]?.watch ?? '');
    await expectVisible(banner(customers[0]?.name ?? '').getByText('演练'));
    const end = leader.page.getByRole('list', { name: '演练' }).getByRole('button', { name: '结束演练' });
    const confirmBox = leader.page.getByRole('alertdialog', { name: '结束演练' });
    await end.click();
    await confirmBox.getByRole('button', { name: '取消' }).click();
    await expectHidden(confirmBox);
    await end.click();
    await confirmBox.getByRole('button', { name: '结束演练' }).click();
    await expectVisible(leader.page.getByRole('list', { name: '演练' }).getByText(/已结束/));
    const openWarns = await site.call<{ id: string }[]>('warn/getWarnList', { status: ['pending', 'handling'] });
    for (const { id } of openWarns) await site.call('warn/falseWarn', { id, reason: 'test', confirmedBy: 'leader' });
    await goTo(page, '/warn/sos');
  });
});

test('a leader gives a waiting alarm to a seat by the keyboard, and takes it over from there with a reason', async () => {
  const customer = await aCustomerWithWatch(site, '阮水根');
  await site.sql(
    'insert into presence values ($1, now()) on conflict (user_id) do update set seen_at = excluded.seen_at',
    [operator.id],
  );
  const { page: wall } = await openBrowserAs(await aUser(site, { role: 'leader' }), { path: '/warn/sos/seat' });
  await expectVisible(wall.locator('.seat-tile').filter({ hasText: operator.name }));
  await site.press(customer.watch);
  await wall.getByRole('button', { name: `指派 ${customer.name}` }).press('Enter');
  await wall.getByRole('menuitem', { name: new RegExp(operator.name) }).press('Enter');
  await expectVisible(wall.getByText(`已指派 ${operator.name}`));
  await page.keyboard.press('F2');
  await wall.getByRole('button', { name: `接管 ${customer.name}` }).click();
  const confirmBox = wall.getByRole('alertdialog', { name: `从 ${operator.name} 接管` });
  await confirmBox.getByLabel('原因').fill('换班');
  await confirmBox.getByRole('button', { name: '接管' }).click();
  await expectVisible(wall.getByRole('heading', { name: customer.name }));
  await expectVisible(timeline().filter({ hasText: '换班' }));
  const [row] = await site.sql<{ id: string }>('select id::text from warn where customer_id = $1', [customer.id]);
  await site.call('warn/falseWarn', { id: row?.id, reason: 'test', confirmedBy: 'leader' });
  await goTo(page, '/warn/sos');
});

describe('a case', () => {
  const calls = () => page.getByRole('region', { name: '呼叫' });
  const steps = (id: string) =>
    site.sql<{ kind: string; note: string | null; result: string | null }>(
      "select kind, s.note, s.data->>'result' as result from warn_step s join warn w on w.id = s.warn_id where w.customer_id = $1 order by s.at, s.id",
      [id],
    );

  test('goes from ring to close in fourteen clicks: two calls, somebody sent, finished in the closing form itself', async () => {
    const customer = await aCustomerWithWatch(site, '丁桂芳');
    await site.press(customer.watch);
    let clicks = 0;
    const click = async (what: Locator) => {
      clicks += 1;
      await what.click();
    };
    await click(banner(customer.name).getByRole('button', { name: /^接警/ }));
    await click(calls().getByRole('link', { name: new RegExp(`^拨打 ${customer.name}`) }));
    await click(calls().getByRole('button', { name: '接通需救助' }));
    await expectVisible(page.getByRole('checkbox', { name: '呼回老人', checked: true }));
    await click(calls().getByRole('link', { name: /^拨打 陈敏/ }));
    await click(calls().getByRole('button', { name: '接通正常' }));
    await expectVisible(page.getByRole('checkbox', { name: '通知联系人', checked: true }));
    await click(page.getByRole('button', { name: '派单', exact: true }));
    await page.getByRole('dialog', { name: /派单/ }).getByLabel('派给谁').fill('梧桐苑服务站');
    await click(page.getByRole('dialog', { name: /派单/ }).getByRole('button', { name: '派单' }));
    await expectVisible(page.getByRole('checkbox', { name: '派单', checked: true }));
    await click(page.getByRole('button', { name: /^结案/ }).last());
    const form = page.getByRole('dialog', { name: /^结案/ });
    const progress = form.getByRole('group', { name: '梧桐苑服务站的进展' });
    // A result without evidence on record is disabled and shows the reason beforehand.
    expect(await form.getByRole('radio', { name: '现场处置' }).isDisabled()).toBe(true);
    await expectVisible(form.getByText('没有到场记录'));
    await click(progress.getByRole('button', { name: '到场' }));
    await click(progress.getByRole('button', { name: '完成' }));
    await expectHidden(form.getByText('派单还在进行'));
    await click(form.getByRole('radio', { name: '现场处置' }));
    await page.keyboard.press('Tab');
    await page.keyboard.type('女儿与服务站已到场');
    expect(await form.getByRole('textbox', { name: '处理说明' }).inputValue()).toBe('女儿与服务站已到场');
    await click(form.getByRole('button', { name: '结案' }));
    await expectVisible(timeline().filter({ hasText: '结案 现场处置' }));
    expect(clicks).toBeLessThanOrEqual(14);
  });

  test('has a call on record as soon as it is dialled; after a crash its result is asked for again, and a figure gives it', async () => {
    const customer = await aCustomerWithWatch(site, '秦月仙');
    await site.press(customer.watch);
    const other = await openBrowserAs(await aUser(site), { path: '/warn/sos' });
    await other.page.getByRole('button', { name: `打开 ${customer.name} 主动呼救` }).click();
    await other.page.getByRole('region', { name: '处置' }).getByRole('button', { name: '接警' }).click();
    await other.page.getByRole('link', { name: /^拨打 陈敏/ }).click();
    await expectVisible(other.page.getByRole('listitem').filter({ hasText: '呼叫 陈敏 拨出中' }));
    expect((await steps(customer.id)).at(-1)).toEqual({ kind: 'call', note: null, result: null });
    // The browser's storage of it is lost as well.
    await other.page.evaluate(() => sessionStorage.clear());
    await other.page.reload();
    await expectVisible(other.page.getByRole('group', { name: '通话结果' }));
    await other.page.getByLabel('与 陈敏 的通话记录').fill('在外地');
    await other.page.keyboard.press('Enter');
    await other.page.keyboard.press('1');
    await expectVisible(other.page.getByRole('listitem').filter({ hasText: '呼叫 陈敏 接通正常' }));
    await expectHidden(other.page.getByRole('group', { name: '通话结果' }));
    expect((await steps(customer.id)).filter(({ kind }) => kind === 'call')).toEqual([
      { kind: 'call', note: '在外地', result: 'ok' },
    ]);
  });

  test('is dialled without holding the page up, by this computer or the telephone on the desk as the seat is set', async () => {
    const customer = await aCustomerWithWatch(site, '孟阿菊');
    await site.press(customer.watch);
    await banner(customer.name).getByRole('button', { name: /^接警/ }).click();
    // The call is not answered here: a page that waits for the answer handles no further click.
    await calls()
      .getByRole('link', { name: /^拨打 陈敏/ })
      .click();
    await calls().getByRole('button', { name: '占线' }).click();
    await expectVisible(calls().getByText(/^占线/));

    await calls().getByLabel('拨号方式').selectOption('话机拨号');
    await calls()
      .getByRole('link', { name: /^拨打 方建平/ })
      .click();
    await expectVisible(calls().getByText('请用话机拨 137 0000 9126'));
    await page.keyboard.press('Enter');
    await page.keyboard.press('3');
    await expectVisible(calls().getByText(/^无人接听/));
    await calls().getByLabel('拨号方式').selectOption('本机拨号');
  });
});

describe('the map', () => {
  /** Opens the customer's warn in a separate browser in which the test delays the map's chunk. */
  async function openWarnOf(
    customer: TestCustomer,
    prepare: NonNullable<UserBrowserOptions['prepare']>,
    at?: { lat: number; lng: number },
  ): Promise<UserBrowser> {
    await (at
      ? site.sendFrame(customer.watch, `AL,${placed(new Date(), '00010000', at)}`)
      : site.press(customer.watch));
    const other = await openBrowserAs(await aUser(site), { path: '/warn/sos', prepare });
    await other.page.getByRole('button', { name: `打开 ${customer.name} 主动呼救` }).click();
    await expectVisible(other.page.getByRole('heading', { name: customer.name }));
    return other;
  }
  const place = (userBrowser: UserBrowser) => userBrowser.page.getByRole('region', { name: '位置' });

  test('comes after the rest is usable', async () => {
    const usable = Promise.withResolvers<void>();
    const other = await openWarnOf(await aCustomerWithWatch(site, '蔡永福'), (context) =>
      context.route(mapChunk, async (route) => {
        await usable.promise;
        await route.continue();
      }),
    );
    await expectVisible(place(other).getByText('9幢2单元602'));
    await expectVisible(other.page.getByRole('region', { name: '呼叫' }).getByText('陈敏'));
    expect(await place(other).locator('canvas').count()).toBe(0);
    usable.resolve();
    await expectVisible(place(other).locator('.map-box[data-ready] canvas'));
    expect(other.faults).toEqual([]);
    await other.context.close();
  });

  /** Opens a warn of a customer at this position; returns the map's base and every file loaded for it. */
  async function openMapOf(beginning: string, at: { lat: number; lng: number }) {
    const files: string[] = [];
    const watched: NonNullable<UserBrowserOptions['prepare']> = async (context) => {
      context.on('request', (request) => files.push(new URL(request.url()).pathname));
    };
    const userBrowser = await openWarnOf(await aCustomerWithWatch(site, beginning), watched, at);
    const box = place(userBrowser).locator('.map-box[data-ready]');
    await expectVisible(box.locator('canvas'));
    return { userBrowser, box, chip: box.locator('.map-chip'), files };
  }

  test.each([
    ['Beijing', '秦晓', { lat: 39.907_375, lng: 116.391_349 }, '北京市 东城区 行政区划示意', '39.907375, 116.391349'],
    ['Lisbon', '毕远', { lat: 38.7623, lng: -9.1393 }, '葡萄牙 行政区划示意', '38.762300, -9.139300'],
  ])(
    'shows an SOS in %s over the borders there, with its coordinates and one age',
    async (_, beginning, at, name, figures) => {
      const { userBrowser, box, chip, files } = await openMapOf(beginning, at);
      await expectVisible(chip.getByText(name.split(' 行')[0] ?? name));
      expect(await chip.textContent()).toBe(name);
      await expectVisible(box.getByRole('button', { name: figures }));
      const [pin, frame] = await Promise.all([
        box.locator('.map-marker[data-selected]').boundingBox(),
        box.boundingBox(),
      ]);
      if (!pin || !frame) throw new Error('the person is not on the map');
      expect(pin.x > frame.x && pin.x < frame.x + frame.width).toBe(true);
      expect(pin.y > frame.y && pin.y < frame.y + frame.height).toBe(true);
      const ages = await userBrowser.page.evaluate(() =>
        ['section[aria-label="位置"]', 'ul[aria-label="设备"]'].map(
          (where) => /刚刚|\d+ \S+前/.exec(document.querySelector(where)?.textContent ?? '')?.[0],
        ),
      );
      expect(ages[0]).toBeTruthy();
      expect(ages[1]).toBe(ages[0]);
      expect(files.some((file) => file.includes('/map-countries-'))).toBe(true);
      expect(files.filter((file) => file.includes('district'))).toEqual([]);
      await userBrowser.context.close();
    },
  );

  test('draws the invented streets only with demo data, marked, and not under somebody elsewhere', async () => {
    const inDistrict = { lat: 28.938_182, lng: 118.884_461 };
    const real = await openMapOf('田实', inDistrict);
    await expectVisible(real.chip.getByText('衢州市'));
    expect(real.files.filter((file) => file.includes('district'))).toEqual([]);
    await real.userBrowser.context.close();
    await site.sql('update department set demo = true where parent_id is null');
    const demo = await openMapOf('田演', inDistrict);
    await expectVisible(demo.chip.getByText('演示'));
    await demo.userBrowser.context.close();
    const away = await openMapOf('田远', { lat: 39.907_375, lng: 116.391_349 });
    await expectVisible(away.chip.getByText('北京市'));
    expect(await away.chip.getByText('演示').count()).toBe(0);
    await away.userBrowser.context.close();
    await site.sql('update department set demo = false');
  });

  test('shows beside it where another address with the number of the watch says to be, with its range', async () => {
    const customer = await aCustomerWithWatch(site, '邵二源');
    const position = { lat: 28.938_182, lng: 118.884_461 };
    const watch = await TestWatch.open(site.watchPort, customer.watch);
    await watch.answered(watch.send(`AL,${placed(new Date(), '00010000', position)}`));
    const other = await TestWatch.open(site.watchPort, customer.watch, '127.0.0.2');
    await other.answered(other.send(`AL,${placed(new Date(), '00010000', { lat: 28.9401, lng: 118.8867 })}`));
    const userBrowser = await openBrowserAs(await aUser(site), { path: '/warn/sos' });
    await userBrowser.page.getByRole('button', { name: `打开 ${customer.name} 主动呼救` }).click();
    await expectVisible(place(userBrowser).locator('[data-place="other"]').getByText('来自 127.0.0.0/24'));
    await expectVisible(place(userBrowser).getByRole('link', { name: '28.94010, 118.88670' }));
    await expectVisible(place(userBrowser).locator('.map-box[data-ready] .map-marker').filter({ hasText: '另一来源' }));
    expect(await place(userBrowser).locator('.map-marker[data-selected]').textContent()).toContain(customer.name);
    watch.close();
    other.close();
    await userBrowser.context.close();
  });

  test('leaves the address and a link where its chunk does not load, and comes when it is asked for again', async () => {
    const other = await openWarnOf(await aCustomerWithWatch(site, '冯月琴'), (context) =>
      context.route(mapChunk, (route) => route.abort()),
    );
    await expectVisible(place(other).getByText('地图没有载入'));
    await expectVisible(place(other).getByText('9幢2单元602'));
    expect(await place(other).getByRole('link', { name: '在高德地图打开' }).getAttribute('href')).toMatch(/^https:/);
    await other.context.unroute(mapChunk);
    await place(other).getByRole('button', { name: '重试' }).click();
    await expectVisible(place(other).locator('.map-box[data-ready] canvas'));
    other.ignoreFaults(/ERR_FAILED/);
    expect(other.faults).toEqual([]);
    await other.context.close();
  });
});
