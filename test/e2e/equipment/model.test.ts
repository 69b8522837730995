import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { encodeWatch } from '#devices/watch/frame.ts';
import { aCustomer, aDevice, aUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';
import { expectHidden, expectVisible, frontPage, goTo, optionWith, selectOption } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { unique } from '../unique.ts';

const { site, openBrowserAs } = await setUpBrowserTests();
const admin = await aUser(site, { role: 'admin' });
const { page, ignoreFaults } = await openBrowserAs(admin, { path: '/equipment/list/model' });

const hasFocus = (button: Locator) => button.evaluate((element) => element === document.activeElement);
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

test('a model is made with its events, tried on a pasted frame before it is saved, and stands in the list', async () => {
  await frontPage(page).getByRole('button', { name: '新增型号' }).click();
  const form = dialog('新增型号');
  await form.getByRole('textbox', { name: '名称' }).fill('护理手表 C3');
  await form.getByRole('textbox', { name: '编码' }).fill('care-c3');
  await selectOption(form, '类型', '定位手表');
  await selectOption(form, '协议', '手表文本协议');
  await form.getByRole('spinbutton', { name: '上报间隔' }).fill('300');
  await form.getByRole('button', { name: '加一项事件' }).click();
  await form.getByRole('button', { name: '加一项事件' }).click();
  await form.getByRole('button', { name: '删除第 2 项事件' }).press('Enter');
  expect(await hasFocus(form.getByRole('button', { name: '加一项事件' }))).toBe(true);
  await form.getByLabel('第 1 项事件的代码').fill('5');
  await form.getByRole('button', { name: '加一项属性' }).click();
  await form.getByRole('button', { name: '加一项属性' }).click();
  await form.getByRole('button', { name: '删除第 2 项属性' }).press('Enter');
  expect(await hasFocus(form.getByRole('button', { name: '加一项属性' }))).toBe(true);
  await form.getByLabel('第 1 项属性的代码').fill('heart_rate');
  await form.getByLabel('第 1 项属性的上限').fill('120');
  const frame = encodeWatch('3G', '8800000015', `UD,${placed(new Date(), '00000020')}`).toString();
  await form.locator('[data-field=frame] textarea').first().fill(frame);
  await form.getByRole('button', { name: '试解析' }).click();
  await expectVisible(form.getByText(/8800000015 · 定位 · 主动呼救/));
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expectHidden(form);
  const row = frontPage(page).getByRole('row').filter({ hasText: 'care-c3' });
  await expectVisible(row.getByText('15 分钟'));
});

test('a built-in model is marked, and its code and protocol cannot be changed', async () => {
  await goTo(page, '/equipment/list/model?keyword=mqtt');
  const row = frontPage(page).getByRole('row').filter({ hasText: 'MQTT 通用设备' });
  await expectVisible(row.getByText('内置'));
  await row.getByRole('button', { name: '编辑' }).click();
  const form = dialog('编辑型号');
  expect(await form.getByRole('textbox', { name: '编码' }).isDisabled()).toBe(true);
  await expectVisible(form.getByText('内置型号的编码不能改'));
  await form.getByRole('button', { name: '取消' }).click();
  await expectHidden(form);
});

test('a command is sent over any page by its address, and its state follows live', async () => {
  const customer = await aCustomer(site);
  await site.sql(
    `insert into customer_contact (customer_id, name, relation, mobile, "order", is_emergency) values ($1, '陈敏', 'daughter', '13800000001', 1, true)`,
    [customer],
  );
  const { id, sn } = await aDevice(site, { customer });
  const watch = await TestWatch.open(site.watchPort, sn);
  await watch.answered(watch.send('LK'));
  await goTo(page, '/equipment/list');
  const row = frontPage(page).getByRole('row').filter({ hasText: sn });
  await row.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '下发指令' }).click();
  const drawer = dialog(new RegExp(`^指令 · .*${sn}$`));
  await drawer.getByRole('button', { name: '立即定位' }).click();
  await until('the command on the wire', () => watch.text.includes('*CR]'));
  const list = drawer.getByRole('list', { name: '最近指令' });
  await expectVisible(list.getByText('已发'));
  watch.send('CR');
  await expectVisible(list.getByText('成功'));

  await drawer.getByRole('button', { name: '下发指令…' }).click();
  const form = dialog(/^下发指令 · /);
  // The contacts called by a press are selected in calling order.
  await selectOption(form, '指令', '联系人');
  const callees = form.locator('[data-field="contacts.sos"]').getByRole('checkbox');
  await expect
    .poll(() => callees.evaluateAll((boxes) => boxes.map((element) => (element as HTMLInputElement).checked)))
    .toEqual([true]);
  await selectOption(form, '指令', '上报间隔');
  await form.getByRole('spinbutton', { name: '上报间隔' }).fill('5');
  await form.getByRole('button', { name: '下发', exact: true }).click();
  await expectVisible(form.locator('[data-field="interval.seconds"].refused'));
  await form.getByRole('spinbutton', { name: '上报间隔' }).fill('600');
  await form.getByRole('button', { name: '下发', exact: true }).click();
  await expectHidden(form);
  await until('the interval on the wire', () => watch.text.includes('*UPLOAD,600]'));
  await expectVisible(list.getByText('600 秒'));
  watch.close();
  const commands = await site.sql('select command from equipment_command where equipment_id = $1 order by id', [id]);
  expect(commands).toEqual([{ command: 'locate' }, { command: 'interval' }]);
  await drawer.locator('.ant-drawer-close').click();
  await expectHidden(drawer);
  expect(page.url()).not.toContain('command=');

  await goTo(page, `/equipment/list/${id}`);
  await expectVisible(frontPage(page).getByRole('list', { name: '最近指令' }).getByText('600 秒'));
  // The sent command is stored as the configuration, on which the next command is based.
  const config = frontPage(page).getByRole('region', { name: '配置' });
  await expectVisible(config.getByText('未设').first());
  await config.getByRole('button', { name: '修改上报间隔' }).click();
  await until('what it was told last', async () => {
    const standing = form.getByRole('spinbutton', { name: '上报间隔' });
    return (await standing.count()) > 0 && (await standing.inputValue()) === '600';
  });
  await form.getByRole('spinbutton', { name: '上报间隔' }).fill('900');
  await form.getByRole('button', { name: '下发', exact: true }).click();
  await expectHidden(form);
  await expectVisible(config.getByText('900 秒'));
  await expectVisible(config.getByText('待发'));
});

test('a device’s page says how its place was found, or that its person has not agreed, and follows what the device says', async () => {
  const located = await aDevice(site, { customer: await aCustomer(site) });
  const unasked = await aDevice(site, { customer: await aCustomer(site, { consent: undefined }) });
  await site.sendFrame(located.sn, `UD,${placed(new Date())}`);
  await goTo(page, `/equipment/list/${located.id}`);
  await expectVisible(frontPage(page).getByLabel('实时状态').getByText('GPS'));
  await expectVisible(frontPage(page).locator('header').getByRole('button', { name: '立即定位' }));
  await expectVisible(
    frontPage(page)
      .getByRole('navigation', { name: '设备资料' })
      .getByRole('button', { name: /^告警\s*0$/ }),
  );
  // Its messages appear live, one of them open with bytes next to fields.
  const log = frontPage(page).getByRole('table', { name: '设备日志' });
  await log
    .getByRole('row', { name: /上行.*UD/ })
    .getByRole('button')
    .click();
  const message = frontPage(page).getByRole('article', { name: '报文' });
  await expectVisible(message.getByRole('listbox', { name: '原文' }).getByText('UD', { exact: true }));
  await expectVisible(message.getByRole('table', { name: '解析结果' }).getByText('纬度 WGS-84'));
  await site.sendFrame(located.sn, 'LK,12,0,80');
  await expectVisible(log.getByRole('row', { name: /心跳/ }));
  await goTo(page, `/equipment/list/${located.id}?section=about`);
  await expectVisible(frontPage(page).getByText('设备编号'));
  await goTo(page, `/equipment/list/${located.id}`);
  await goTo(page, `/equipment/list/${unasked.id}`);
  await expectVisible(frontPage(page).getByLabel('实时状态').getByText('未取得定位同意'));
});

/** Types into a search select and selects the result. */
async function find(form: Locator, label: string, text: string): Promise<void> {
  await form.getByRole('combobox', { name: label }).fill(text);
  await optionWith(page, text).click();
}

const refused = (field: string) => page.locator(`[role=dialog] [data-field=${field}].refused`);

test('a device is bound over the list, tried with its own press, and taken off again after a word about an open alarm', async () => {
  const name = unique('郑');
  await aCustomer(site, { name });
  const { id, sn } = await aDevice(site);
  await goTo(page, `/equipment/list?keyword=${sn}`);
  const row = frontPage(page).getByRole('row').filter({ hasText: sn });
  await row.getByRole('button', { name: '绑定' }).click();
  const form = dialog(/^绑定设备 · /);
  await form.getByRole('button', { name: '绑定', exact: true }).click();
  await expectVisible(refused('customerId'));
  await expectVisible(refused('position'));
  // A corrected field loses its error at once, before blur.
  await find(form, '客户', name);
  await expectHidden(refused('customerId'));
  await form.getByRole('textbox', { name: '安装位置' }).fill('随身');
  await expectHidden(refused('position'));
  await form.getByRole('button', { name: '绑定', exact: true }).click();
  const trial = dialog(/^现场测试 · /);
  await expectVisible(trial.getByRole('timer', { name: '剩余时间' }));
  await site.press(sn);
  await expectVisible(trial.getByText(/^测试通过：.*「主动呼救」$/));
  await expectVisible(trial.getByRole('list', { name: '收到的消息' }).getByText('告警'));
  await trial.getByRole('button', { name: '关闭' }).last().click();
  await expectHidden(trial);
  await expectVisible(row.getByText('使用中'));

  await site.press(sn);
  await goTo(page, `/equipment/list/${id}`);
  const moreButton = frontPage(page).locator('header').getByRole('button', { name: '更多操作' });
  await moreButton.click();
  await page.getByRole('menuitem', { name: '变更状态' }).click();
  await expectVisible(dialog(/^变更状态 · /).getByLabel('原因'));
  await page.keyboard.press('Escape');
  await until('the focus on the button of the menu', () =>
    moreButton.evaluate((button) => button === document.activeElement),
  );
  await moreButton.click();
  await page.getByRole('menuitem', { name: '解绑' }).click();
  const end = dialog(/^解绑 · /);
  await end.getByRole('textbox', { name: '原因' }).fill('老人搬走');
  const confirmBox = page.getByRole('alertdialog', { name: '该客户有未结的告警' });
  await end.getByRole('button', { name: '解绑', exact: true }).click();
  await confirmBox.getByRole('button', { name: '取消' }).click();
  await expectHidden(confirmBox);
  await end.getByRole('button', { name: '解绑', exact: true }).click();
  await confirmBox.getByRole('button', { name: '仍要解绑' }).click();
  await expectHidden(end);
  await goTo(page, `/equipment/list/${id}?section=binding`);
  const bindings = frontPage(page).getByRole('table', { name: '绑定记录' });
  await expectVisible(bindings.getByRole('row', { name: new RegExp(`${name}.*随身.*实测通过.*老人搬走`) }));
  await expectVisible(frontPage(page).getByRole('table', { name: '状态变更记录' }).getByText('使用中 → 已发放'));
  await expectVisible(frontPage(page).locator('header').getByText('未绑定'));
  expect(page.url()).not.toContain('unbind=');
  ignoreFaults(/409/);
});

test('a device that somebody else has goes over to the person whose page asks for it, with a reason', async () => {
  const former = unique('冯');
  const { sn } = await aDevice(site, { customer: await aCustomer(site, { name: former }) });
  const customerName = unique('郑');
  const customer = await aCustomer(site, { name: customerName });
  await goTo(page, `/customer/list/${customer}`);
  await frontPage(page).getByRole('link', { name: '绑定设备' }).click();
  const form = dialog(/^绑定设备 · /);
  // A scanner types a number and Enter before any search has run.
  await form.getByRole('combobox', { name: '设备' }).pressSequentially(sn);
  await page.keyboard.press('Enter');
  await expectVisible(form.getByTitle(`${sn} · 定位手表 · 已绑定 ${former}`));
  expect(await form.getByLabel('设备名称').inputValue()).toBe(`${customerName}的定位手表`);
  await form.getByRole('textbox', { name: '安装位置' }).fill('卧室');
  await form.getByRole('radio', { name: '安装人确认' }).check();
  await form.getByRole('textbox', { name: '不能实测的原因' }).fill('老人睡着了');
  await form.getByRole('button', { name: '绑定', exact: true }).click();
  await expectVisible(form.getByText(`设备已绑定「${former}」`));
  await form.locator('[data-field=unbindReason] textarea:focus').waitFor();
  await form.getByRole('textbox', { name: '解绑原因' }).fill('换给配偶用');
  await form.getByRole('button', { name: '绑定', exact: true }).click();
  await expectHidden(form);
  await expectVisible(frontPage(page).getByRole('table', { name: '设备' }).getByText(sn));
  ignoreFaults(/409/);
});

test('a number that no device has replaces one after a question only, and is registered then', async () => {
  const { id, sn } = await aDevice(site, { customer: await aCustomer(site) });
  await goTo(page, `/equipment/list?keyword=${sn}&replace=${id}`);
  const form = dialog(new RegExp(`^更换 · .*${sn}$`));
  const exchange = form.getByRole('button', { name: '更换', exact: true });
  const confirmBox = page.getByRole('alertdialog', { name: '新设备还没有登记' });
  await exchange.click();
  await expectVisible(refused('newSn'));
  await form.getByRole('textbox', { name: '原因' }).fill('屏幕碎裂');
  // An IMEI with a wrong check digit: the server refuses it.
  await form.getByRole('textbox', { name: '新设备编号' }).fill('862641052047310');
  await expectHidden(refused('newSn'));
  await exchange.click();
  await confirmBox.getByRole('button', { name: '登记为新设备' }).click();
  await expectVisible(refused('newSn').getByText('IMEI校验不通过'));
  await form.getByRole('textbox', { name: '新设备编号' }).fill(`NEW-${sn}`);
  await expectHidden(refused('newSn'));
  await exchange.click();
  await expectVisible(confirmBox);
  // The harmless option has the focus.
  await page.keyboard.press('Enter');
  await expectHidden(confirmBox);
  await exchange.click();
  await confirmBox.getByRole('button', { name: '登记为新设备' }).click();
  await expectHidden(form);
  await expectVisible(dialog(/^现场测试 · /));
  await page.keyboard.press('Escape');
  await expectHidden(dialog(/^现场测试 · /));
  ignoreFaults(/400/);
});

test('a broken device is reported and looked after on its page, and whoever has it is told to be without it meanwhile', async () => {
  const name = unique('韩');
  const { id, sn } = await aDevice(site, { customer: await aCustomer(site, { name }) });
  await goTo(page, `/equipment/list/${id}?section=repairs`);
  const section = frontPage(page).getByRole('region', { name: '维修' });
  await section.getByRole('button', { name: '登记维修' }).click();
  const report = dialog(/^登记维修 · /);
  await report.getByRole('textbox', { name: '故障' }).fill('充不进电');
  await report.getByRole('button', { name: '登记', exact: true }).click();
  await expectHidden(report);
  await expectVisible(section.getByText(`${name} 暂时没有这台设备可用`));
  await section.getByRole('button', { name: '处理' }).click();
  const form = dialog(/^处理维修单 WX/);
  await form.getByRole('radio', { name: '已修复' }).check();
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expectVisible(form.locator('[data-field=result].refused'));
  await form.getByRole('textbox', { name: '处理结果' }).fill('换了充电线');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expectHidden(form);
  await expectVisible(section.getByRole('row', { name: /充不进电.*已修复.*换了充电线/ }));
  await expectHidden(section.getByText(`${name} 暂时没有这台设备可用`));
  await goTo(page, `/equipment/list/repair?keyword=${sn}`);
  await expectVisible(frontPage(page).getByRole('row').filter({ hasText: '换了充电线' }));
});

test('a device that is lent is found with its day, and is taken back on its page', async () => {
  const name = '借用人甲';
  const customerId = await aCustomer(site, { name });
  const { id, sn } = await aDevice(site);
  const dueDate = '2199-03-01';
  const lent = { kind: 'loan', equipmentIds: [id], customerId, dueDate };
  await site.ask({ path: '/api/equipment/addStockMove', token: site.admin, body: lent });
  await goTo(page, `/equipment/list/stock?keyword=${sn}`);
  await expectVisible(frontPage(page).getByRole('row').filter({ hasText: dueDate }).getByText(name));
  await goTo(page, `/equipment/list/${id}?section=loans`);
  const section = frontPage(page).getByRole('region', { name: '借还' });
  await section.getByRole('button', { name: '归还' }).click();
  const form = dialog(/^归还 · /);
  await form.getByRole('textbox', { name: '说明' }).fill('配件齐全');
  await form.getByRole('button', { name: '归还', exact: true }).click();
  await expectHidden(form);
  await expectVisible(section.getByRole('row', { name: /借出.*完好.*配件齐全/ }));
  await goTo(page, '/equipment/list/stock?view=stock');
  await expectVisible(frontPage(page).getByRole('columnheader', { name: '其中借出' }));
});

test('labels that take long show where they will stand', async () => {
  const { sn } = await aDevice(site);
  let go = () => {};
  const held = new Promise<void>((done) => {
    go = done;
  });
  await page.route('**/api/equipment/getEquipmentLabel', async (route) => {
    await held;
    await route.continue();
  });
  await goTo(page, `/equipment/list?keyword=${sn}`);
  const row = frontPage(page).getByRole('row').filter({ hasText: sn });
  await row.getByRole('checkbox').check();
  await frontPage(page).getByRole('button', { name: '打印标签' }).click();
  const paper = dialog('打印设备标签');
  await expectVisible(paper.getByRole('status', { name: '正在取标签' }));
  // The keyboard reaches nothing behind it, even before the print content is loaded.
  await expect.poll(() => paper.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  go();
  await expectVisible(paper.getByText(sn, { exact: true }));
  await page.keyboard.press('Escape');
  await expectHidden(paper);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('on a phone each device is a card whose deeds stand in view, as high as a thumb', async () => {
  const { sn } = await aDevice(site);
  const phone = await openBrowserAs(admin, { viewport: { width: 390, height: 844 }, touch: true });
  await goTo(phone.page, `/equipment/list?keyword=${sn}`);
  const row = frontPage(phone.page).locator('.data-table tbody tr').filter({ hasText: sn });
  await expectVisible(row);
  const boxes = await row.getByRole('button').evaluateAll((all) =>
    all.map((element) => {
      const { left, right, height } = element.getBoundingClientRect();
      return { inView: left >= 0 && right <= innerWidth, high: height >= 44 };
    }),
  );
  expect(boxes.length).toBeGreaterThan(2);
  expect(boxes.filter(({ inView, high }) => !inView || !high)).toEqual([]);
  await row.getByText(sn, { exact: true }).click();
  await phone.page.waitForURL(/equipment\/list\/\d+/);
});

test('on a phone the tab of a device’s page that is asked for by its address stands in view', async () => {
  const { id } = await aDevice(site);
  const options = { path: `/equipment/list/${id}?section=about`, viewport: { width: 390, height: 844 }, touch: true };
  const { page: phone } = await openBrowserAs(await aUser(site, { role: 'engineer' }), options);
  const tab = phone.getByRole('navigation', { name: '设备资料' }).getByRole('button', { name: '资料' });
  await expectVisible(tab);
  const { x = 390, width = 0 } = (await tab.boundingBox()) ?? {};
  expect(x + width).toBeLessThanOrEqual(390);
});
