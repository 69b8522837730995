import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { encodeWatch } from '#devices/watchFrame.ts';
import { aCustomer, aDevice, aUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';
import { choose, gone, goTo, sees } from './browser.ts';
import { setStage } from './stage.ts';

const { site, sit } = await setStage();
const { page } = await sit(await aUser(site, { role: 'admin' }), { path: '/equipment/list/model' });

const front = (on: Page) => on.locator('.page[data-active="true"]');
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

test('a model is made with its events, tried on a pasted frame before it is saved, and stands in the list', async () => {
  await front(page).getByRole('button', { name: '新增型号' }).click();
  const form = dialog('新增型号');
  await form.locator('[data-field=name] input').fill('护理手表 C3');
  await form.locator('[data-field=code] input').fill('care-c3');
  await choose(form, '类型', '定位手表');
  await choose(form, '协议', '手表文本协议');
  await form.locator('[data-field=intervalSeconds] input').fill('300');
  await form.getByRole('button', { name: '加一项事件' }).click();
  await form.getByLabel('第 1 项事件的代码').fill('5');
  await form.getByRole('button', { name: '加一项属性' }).click();
  await form.getByLabel('第 1 项属性的代码').fill('heart_rate');
  await form.getByLabel('第 1 项属性的上限').fill('120');
  const frame = encodeWatch('3G', '8800000015', `UD,${placed(new Date(), '00000020')}`).toString();
  await form.locator('[data-field=frame] textarea').first().fill(frame);
  await form.getByRole('button', { name: '试解析' }).click();
  await sees(form.getByText(/8800000015 · 定位 · 主动呼救/));
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await gone(form);
  const row = front(page).locator('.data-table tr').filter({ hasText: 'care-c3' });
  await sees(row.getByText('15 分钟'));
});

test('a built-in model is marked, and its code and protocol cannot be changed', async () => {
  const row = front(page).locator('.data-table tr').filter({ hasText: 'MQTT 通用设备' });
  await sees(row.getByText('内置'));
  await row.getByRole('button', { name: '编辑' }).click();
  const form = dialog('编辑型号');
  expect(await form.locator('[data-field=code] input').isDisabled()).toBe(true);
  await sees(form.getByText('内置型号的编码不能改'));
  await form.getByRole('button', { name: '取消' }).click();
  await gone(form);
});

test('a command is sent over any page by its address, and its state follows live', async () => {
  const { id, sn } = await aDevice(site, { customer: await aCustomer(site) });
  const watch = await TestWatch.open(site.watchPort, sn);
  await watch.answered(watch.send('LK'));
  await goTo(page, '/equipment/list');
  const row = front(page).locator('.data-table tr').filter({ hasText: sn });
  await row.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '下发指令' }).click();
  const drawer = dialog('下发指令');
  await drawer.getByRole('button', { name: '立即定位' }).click();
  await until('the command on the wire', () => watch.text.includes('*CR]'));
  const list = drawer.getByRole('list', { name: '最近指令' });
  await sees(list.getByText('已发'));
  watch.send('CR');
  await sees(list.getByText('成功'));

  await drawer.getByRole('button', { name: '下发指令…' }).click();
  const form = dialog(/^下发指令 · /);
  await choose(form, '指令', '上报间隔');
  await form.locator('[data-field="interval.seconds"] input').fill('5');
  await form.getByRole('button', { name: '下发', exact: true }).click();
  await sees(form.locator('[data-field="interval.seconds"].refused'));
  await form.locator('[data-field="interval.seconds"] input').fill('600');
  await form.getByRole('button', { name: '下发', exact: true }).click();
  await gone(form);
  await until('the interval on the wire', () => watch.text.includes('*UPLOAD,600]'));
  await sees(list.getByText('600 秒'));
  watch.close();
  const told = await site.sql('select command from equipment_command where equipment_id = $1 order by id', [id]);
  expect(told).toEqual([{ command: 'locate' }, { command: 'interval' }]);
  await drawer.locator('.ant-drawer-close').click();
  await gone(drawer);
  expect(page.url()).not.toContain('command=');

  await goTo(page, `/equipment/list/${id}`);
  await sees(front(page).getByRole('list', { name: '最近指令' }).getByText('600 秒'));
});

test('a device’s page says how its place was found, or that its person has not agreed to being located', async () => {
  const located = await aDevice(site, { customer: await aCustomer(site) });
  const unasked = await aDevice(site, { customer: await aCustomer(site, { consent: undefined }) });
  await site.report(located.sn, `UD,${placed(new Date())}`);
  await goTo(page, `/equipment/list/${located.id}`);
  await sees(front(page).locator('.device-now').getByText('GPS'));
  await goTo(page, `/equipment/list/${unasked.id}`);
  await sees(front(page).locator('.device-now').getByText('未取得定位同意'));
});
