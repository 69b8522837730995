import { expect, test } from 'vitest';
import { aCustomer, aDevice } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';
import { expectHidden, expectVisible, goTo, selectOption } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs, administrator } = await setUpBrowserTests();

test('a device’s messages are followed live, opened, and show the same part lit in bytes and fields', async () => {
  const customer = await aCustomer(site);
  const { sn } = await aDevice(site, { customer });
  await site.sendFrame(sn, `UD,${placed(new Date())}`);
  const { page } = await openBrowserAs(await administrator(), { path: `/equipment/log?sn=${sn}&tail=1` });
  const rows = page.getByRole('grid').getByRole('row');
  await expectVisible(page.getByText('UD 位置 GPS 电量 76%'));
  await expectVisible(page.getByRole('button', { name: '● 实时，暂停' }));
  await site.press(sn);
  await expectVisible(page.getByText('AL 主动呼救 位置 GPS 电量 76%'));
  const stored = await rows.count();
  await page.getByRole('button', { name: '● 实时，暂停' }).click();
  await page.waitForURL((url) => !url.hash.includes('tail'));
  expect(stored).toBeGreaterThan(3);

  await page.getByRole('row').filter({ hasText: 'AL 主动呼救' }).getByRole('button', { name: '详情' }).click();
  const bytes = page.getByRole('listbox', { name: '原文' });
  const fields = page.getByRole('table', { name: '解析结果' });
  await bytes.getByRole('option', { name: '76', exact: true }).focus();
  await expectVisible(fields.locator('tr[data-lit][data-field="battery"]', { hasText: '电量76%' }));
  await page.keyboard.press('Home');
  await expectVisible(bytes.locator('[data-lit]', { hasText: /^8810/ }));
  await page.keyboard.press('ArrowRight');
  await expectVisible(fields.locator('tr[data-lit][data-field="values.type"]'));
  // The warn's banner may appear meanwhile and take the focus.
  await until('the same part lit in the bytes', async () => {
    await fields.locator('tr[data-field="values.status"]').focus();
    return (await bytes.locator('[data-lit]', { hasText: '00010000' }).count()) > 0;
  });
  await fields.locator('tr[data-field="values.status"]').hover();
  await page.mouse.move(2, 2);
  await expectVisible(bytes.locator('[data-lit]', { hasText: '00010000' }));
  await expectVisible(page.getByText('由原文推得'));
  const [warn] = await site.sql<{ id: string }>('select id::text from warn where equipment_sn = $1', [sn]);
  expect(await page.locator('.log-made a').first().getAttribute('href')).toBe(`#/warn/sos?id=${warn?.id}`);
  await page.getByRole('button', { name: 'HEX' }).click();
  await expectVisible(bytes.getByRole('option', { name: '37 36', exact: true }));
  await page.getByRole('link', { name: '在试解析中打开' }).click();
  await expectVisible(page.getByText('共 1 帧，1 条消息，1 条应答'));
});

test('a stream that was pasted is cut into its frames, and a wrong one says what is wrong', async () => {
  const { page } = await openBrowserAs(await administrator(), { path: '/equipment/log/try' });
  const typed = page.getByRole('textbox', { name: '报文' });
  await typed.fill('[3G*8800000015*000D*LK,50,100,100][3G*8800000015*0002*LK]');
  await page.getByRole('button', { name: '解析', exact: true }).click();
  await expectVisible(page.getByText('共 2 帧，2 条消息，2 条应答'));
  await expectVisible(page.getByRole('article', { name: '第 1 条消息' }).getByText('100%'));
  await typed.fill('[3G*8800000015');
  await page.getByRole('button', { name: '解析', exact: true }).click();
  await expectVisible(page.getByText('处错误'));
  await typed.fill('garbage');
  await page.getByRole('button', { name: '解析', exact: true }).click();
  await expectVisible(page.getByText('其中没有一帧是「手表文本协议」的报文'));
});

test('of 最近 and 时间 the one that was chosen last says of when messages are', async () => {
  const { sn } = await aDevice(site);
  const [today] = new Date().toISOString().split('T');
  const { page } = await openBrowserAs(await administrator(), { path: `/equipment/log?sn=${sn}&minutes=15` });
  await expectVisible(page.getByRole('combobox', { name: '最近' }));
  await goTo(page, `/equipment/log?sn=${sn}&minutes=15&from=${today}&to=${today}`);
  await page.waitForURL(({ hash }) => hash.includes('from=') && !hash.includes('minutes='));
  await selectOption(page, '最近', '1 小时');
  await page.waitForURL(({ hash }) => hash.includes('minutes=60') && !hash.includes('from='));
});

test('reading messages anew is asked for with protocol and days, and goes on as a job', async () => {
  const { page } = await openBrowserAs(await administrator(), { path: '/equipment/log' });
  await page.waitForURL(/protocol=watch/);
  await page.getByRole('button', { name: '重新解析…' }).click();
  await page.getByRole('button', { name: '开始重新解析' }).click();
  await expectVisible(page.getByText('已开始：'));
  expect(await site.sql("select title from job where kind = 'redecode' order by id desc limit 1")).toEqual([
    { title: '重新解析 手表文本协议' },
  ]);
});

test('a number that nobody registered is found from the log and taken in as a device with one act', async () => {
  const number = '8899000077';
  await site.press(number);
  const { page } = await openBrowserAs(await administrator(), { path: '/equipment/log' });
  await page.getByRole('link', { name: /^未知设备\s*1$/ }).click();
  const row = page.getByRole('row').filter({ hasText: number });
  await expectVisible(row.getByRole('link', { name: '主动呼救' }));
  await row.getByRole('button', { name: '一键入库' }).click();
  const form = page.getByRole('form', { name: `一键入库 · ${number}` });
  expect(await form.getByLabel('设备编号').inputValue()).toBe(number);
  await form.getByRole('combobox', { name: '型号' }).click();
  await expectVisible(page.locator('.ant-select-dropdown:visible .ant-select-item-option'));
  expect(await page.locator('.ant-select-dropdown:visible .ant-select-item-option').count()).toBe(1);
  await form.getByLabel('设备名称').fill('门口的手表');
  await page.keyboard.press('Control+Enter');
  await expectHidden(row);
  await page.getByRole('link', { name: '打开设备页' }).click();
  await expectVisible(page.getByText('门口的手表'));
});

test('a past hour of a protocol is asked for by its minutes, in the place of the last ones', async () => {
  const { sn } = await aDevice(site);
  await site.sendFrame(sn, `UD,${placed(new Date())}`);
  const { page } = await openBrowserAs(await administrator(), { path: '/equipment/log' });
  await page.waitForURL(/minutes=15/);
  await page.getByRole('button', { name: /开始时间/ }).click();
  await expectVisible(page.getByText('近 7 天', { exact: true }));
  expect(await page.getByText('近 30 天', { exact: true }).count()).toBe(0);
  await page.getByText('近 1 小时', { exact: true }).click();
  await page.waitForURL((url) => /from=[^&]+T/.test(decodeURIComponent(url.hash)) && !url.hash.includes('minutes'));
  await expectVisible(page.getByRole('grid').getByText(sn));
});

test('on the device’s page a message is laid beside what was stored of it, and its device’s day read anew', async () => {
  const customer = await aCustomer(site);
  const { id, sn } = await aDevice(site, { customer });
  await site.sendFrame(sn, `UD,${placed(new Date())}`);
  const { page } = await openBrowserAs(await administrator(), { path: `/equipment/list/${id}` });
  const row = page.getByRole('table', { name: '设备日志' }).getByRole('button', { name: /^UD 位置/ });
  const fields = page.getByRole('table', { name: '解析结果' });
  await row.click();
  await expectVisible(page.getByText(/与已存对照：\d 项一致/));
  await site.sql('update position set lat = 30.5 where device_id = $1', [id]);
  await page.reload();
  await row.click();
  await expectVisible(fields.locator('tr[data-field="position.lat"]').getByText('已存 30.5'));
  await expectVisible(page.getByText('1 项与现在的解析不同'));
  await page.getByRole('button', { name: '重新解析…' }).click();
  await expectVisible(page.getByRole('dialog', { name: '重新解析已存的报文' }).getByText('这个型号的全部设备'));
  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByText('已开始：'));
  await until('the place as the message says it', async () => {
    const [place] = await site.sql<{ lat: number }>('select lat from position where device_id = $1', [id]);
    return place?.lat !== 30.5;
  });
  await page.reload();
  await row.click();
  await expectVisible(page.getByText(/与已存对照：\d 项一致/));
});

test('a command says what the protocol calls it, and afterwards what went over the wire', async () => {
  const { id, sn } = await aDevice(site);
  const watch = await TestWatch.open(site.watchPort, sn);
  await watch.answered(watch.send('LK'));
  const { page } = await openBrowserAs(await administrator(), { path: `/equipment/list/${id}?section=commands` });
  await page.getByRole('button', { name: '查找设备 FIND' }).click();
  const line = page.getByRole('list', { name: '最近指令' }).getByRole('listitem').first();
  await line.getByText(/^报文 \d+ 字节/).click();
  await expectVisible(line.getByText(/^\[3G\*.*FIND\]$/));
  await expectVisible(line.getByText(/46 49 4e 44 5d$/));
  watch.close();
});

test('how a device stands says that a watch was taken off, and a heart rate where it is asked for', async () => {
  const customer = await aCustomer(site);
  const { id, sn } = await aDevice(site, { customer });
  await site.sendFrame(sn, 'heart,72');
  const { page } = await openBrowserAs(await administrator(), { path: `/equipment/list/${id}` });
  const tile = (label: string) => page.getByLabel('实时状态').locator('div', { hasText: label });
  await expectVisible(tile('佩戴').getByText('未知'));
  await tile('心率').getByRole('button', { name: '查看' }).click();
  await expectVisible(tile('心率').getByText('72', { exact: true }));
  await site.press(sn, '00100000');
  await page.reload();
  await expectVisible(tile('佩戴').getByRole('link', { name: '已脱下' }));
});

test('on a phone the rows of a device’s tabs are cards, and nothing is wider than the screen', async () => {
  const { id } = await aDevice(site, { customer: await aCustomer(site) });
  await site.call('repair/addRepair', { equipmentId: id, fault: '表带断裂，屏幕不亮，充电后仍不能开机' });
  const phone = { viewport: { width: 390, height: 844 }, touch: true };
  const { page } = await openBrowserAs(await administrator(), {
    ...phone,
    path: `/equipment/list/${id}?section=repairs`,
  });
  const table = page.getByRole('table', { name: '维修记录' });
  for (const [section, label] of [
    ['repairs', '维修记录'],
    ['binding', '绑定记录'],
  ] as const) {
    await goTo(page, `/equipment/list/${id}?section=${section}`);
    const cell = page.getByRole('table', { name: label }).locator('tbody td').first();
    await expectVisible(cell);
    await expect.poll(() => cell.evaluate((element) => getComputedStyle(element).display)).toBe('flex');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const wide = await page
      .locator('.device-section')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(wide).toBe(0);
  }
  await goTo(page, `/equipment/list/${id}?section=repairs`);
  expect((await table.getByRole('button', { name: '处理' }).boundingBox())?.height).toBeGreaterThanOrEqual(44);
});
