import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { withLoopback } from '#server/testing/loopback.ts';
import { aCustomer, aDepartment, aProject, aUser, password, type TestUser } from '#server/testing/rows.ts';
import { alarmBanner, expectHidden, expectVisible, frontPage, liveBadge, selectOption } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aCustomerWithWatch, type TestCustomer } from '../testCustomer.ts';

const { site, openBrowserAs } = await setUpBrowserTests(withLoopback);

/** An outside HTTP receiver: its answer status, and the requests received. */
const outside = { status: 200, got: [] as string[] };
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  outside.got.push(body);
  response.writeHead(outside.status).end('{}');
});
await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

/** A refused request is an error in the browser's console; those provoked by the test are no fault. */
const refusals = /status of 4\d\d/;
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const step = (page: Page, text: string) =>
  page.getByRole('region', { name: '时间线' }).getByRole('listitem').filter({ hasText: text });

/** Adds a waiting warn of the customer. */
async function pressSos(customer: TestCustomer): Promise<string> {
  await site.press(customer.watch);
  const [row] = await site.sql<{ id: string }>('select id::text from warn where customer_id = $1', [customer.id]);
  return row?.id ?? '';
}

/** Adds a warn claimed by this user. */
async function aClaimedWarn(user: TestUser, customer: TestCustomer): Promise<string> {
  const id = await pressSos(customer);
  await site.call('warn/claimWarn', { id }, user.token);
  return id;
}

test('a channel is set up on the page of its project, bad input named, and tried: it works, then it does not, and why', async () => {
  const project = await aProject(site);
  const userBrowser = await openBrowserAs(await aUser(site, { role: 'admin' }), {
    path: `/project/list/${project}?tab=channels`,
  });
  const { page } = userBrowser;
  await expectVisible(frontPage(page).getByText('还没有渠道', { exact: false }));
  await frontPage(page).getByRole('button', { name: '新增渠道…' }).click();
  const form = dialog(page, '通知渠道');
  await selectOption(form, '渠道类别', '短信');
  await selectOption(form, '网关类型', '腾讯云');
  await form.getByLabel('密钥编号').fill('AKID');
  await page.keyboard.press('Control+Enter');
  await expectVisible(form.getByText('请填写应用编号'));
  expect(await form.getByLabel('请求正文').count()).toBe(0);
  // Values typed for the other kind are dropped.
  await selectOption(form, '渠道类别', 'Webhook');
  await form.getByLabel('名称').fill('值班室');
  await form.getByLabel('地址').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
  await form.getByLabel('签名密钥').fill('short');
  await page.keyboard.press('Control+Enter');
  await expectVisible(form.getByText('签名密钥为16至128位'));
  await form.getByLabel('签名密钥').fill('quiet-Harbour-2041');
  await page.keyboard.press('Control+Enter');
  await expectHidden(form);
  userBrowser.ignoreFaults(refusals);
  const row = frontPage(page).getByRole('row', { name: /值班室/ });
  const tryOut = async () => {
    await row.getByRole('button', { name: '发送测试' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '发送测试' }).click();
  };
  await tryOut();
  await expectVisible(page.getByText('已送达，用时', { exact: false }));
  expect(JSON.parse(outside.got[0] ?? '')).toMatchObject({ title: '安好 试发通知' });
  outside.status = 403;
  await tryOut();
  const dutyBox = page.getByRole('alertdialog', { name: '值班室' });
  await expectVisible(dutyBox.getByText('403', { exact: false }));
  await page.keyboard.press('Enter');
  await expectHidden(dutyBox);
  await expectVisible(row.getByText('403', { exact: false }));
  // Secrets are never returned: a new URL needs the secret again.
  await row.getByRole('button', { name: '编辑' }).click();
  expect(await form.getByLabel('签名密钥').inputValue()).toBe('');
  await form.getByLabel('地址').fill('https://hook.example.cn/');
  await page.keyboard.press('Control+Enter');
  await expectVisible(form.getByText('地址变了，请重新填写签名密钥'));
  userBrowser.ignoreFaults(refusals);
});

test('a contact answers by a link that the operator copies, without an account, and the desk hears of it', async () => {
  const customer = await aCustomerWithWatch(site, '褚秀兰');
  const granted = ['clipboard-read', 'clipboard-write'];
  const { page } = await openBrowserAs(await aUser(site), {
    path: '/warn/sos',
    prepare: (context) => context.grantPermissions(granted),
  });
  await expectVisible(liveBadge(page));
  await pressSos(customer);
  await expectVisible(alarmBanner(page).getByText(customer.name));
  await page.keyboard.press('F2');
  await page.getByRole('button', { name: '复制给 陈敏 的应答链接' }).click();
  await expectVisible(page.getByText('已复制给 陈敏 的应答链接', { exact: false }));
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#\/open\?case=[\w-]{32}$/);

  const phone = await openBrowserAs(undefined, {
    path: link.slice(link.indexOf('#') + 1),
    viewport: { width: 390, height: 844 },
    touch: true,
  });
  const going = phone.page.getByRole('button', { name: '我去处理' });
  await expectVisible(going);
  expect(await phone.page.getByRole('main').innerText()).not.toMatch(new RegExp(`${customer.name}|9幢2单元602|冠心病`));
  await phone.page.getByLabel('留言').fill('二十分钟到');
  await going.tap();
  // The handler's page is open: the answer is seen there.
  await expectVisible(phone.page.getByText('值守人员已看到：我去处理'));
  await expectVisible(step(page, '我去处理').filter({ hasText: '陈敏' }).filter({ hasText: '二十分钟到' }));
});

test('120 is dialled before anything is recorded, 通话中 is said by who hears it, and only a connected call is put on record', async () => {
  const customer = await aCustomerWithWatch(site, '庄阿六');
  const { page } = await openBrowserAs(await aUser(site), { path: '/warn/sos' });
  await expectVisible(liveBadge(page));
  await pressSos(customer);
  await expectVisible(alarmBanner(page).getByText(customer.name));
  await page.keyboard.press('F2');
  await page.getByRole('button', { name: '代呼 120' }).click();
  const form = dialog(page, '代呼 120');
  await expectVisible(form.getByText('9幢2单元602', { exact: false }));
  expect(await form.getByRole('button', { name: /记录/ }).count()).toBe(0);
  await form.getByRole('link', { name: '拨打 120' }).click();
  await expectVisible(form.getByText('拨出中', { exact: true }));
  await expectHidden(form.getByText('通话中'));
  await form.getByRole('button', { name: '对方已接听' }).click();
  await expectVisible(form.getByText('通话中'));
  await form.getByLabel('与 120 急救 的通话记录').fill('已派车，八分钟到');
  await form.getByRole('button', { name: /接通/ }).click();
  await form.getByRole('button', { name: '已派，记录代呼' }).click();
  await expectHidden(form);
  await expectVisible(step(page, '代呼 120 急救').filter({ hasText: '已派车，八分钟到' }));
});

test('a turn is put on the roster, bad hours named, exchanged and taken back; who is on duty stands above', async () => {
  const [first, second] = [await aUser(site), await aUser(site)];
  const { page } = await openBrowserAs(await aUser(site, { role: 'leader' }), { path: '/warn/sos/shift' });
  const line = (user: TestUser) => frontPage(page).getByRole('row', { name: new RegExp(`^${user.name}`) });
  const turn = (user: TestUser, text: string) => line(user).getByRole('button', { name: new RegExp(text) });
  const form = dialog(page, '排班');
  const add = async (user: TestUser, begin: string, end: string) => {
    await line(user).getByRole('button', { name: /排班$/ }).last().click();
    await selectOption(form, '班次', '其他');
    await form.getByLabel('开始').fill(begin);
    await form.getByLabel('结束').fill(end);
    await page.keyboard.press('Control+Enter');
  };
  // On a Sunday the last day of the week is today, and its turns may be over.
  await frontPage(page).getByRole('button', { name: '下一周' }).click();
  await add(first, '8点', '17:30');
  await expectVisible(form.getByText('请填写时间，如 08:00'));
  await form.getByLabel('开始').fill('09:10');
  await page.keyboard.press('Control+Enter');
  await expectHidden(form);
  await expectVisible(turn(first, '09:10–17:30'));
  await add(second, '18:10', '02:30');
  await expectHidden(form);
  await turn(second, '18:10–次日02:30').click();
  await page.getByRole('menuitem', { name: '换班' }).click();
  const swap = dialog(page, '换班');
  await selectOption(swap, '与谁换班', first.name);
  await swap.getByRole('button', { name: '换班' }).click();
  await expectHidden(swap);
  await expectVisible(turn(first, '18:10–次日02:30'));
  await turn(second, '09:10–17:30').click();
  await page.getByRole('menuitem', { name: '取消排班' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '取消排班' }).click();
  await expectHidden(turn(second, '09:10–17:30'));

  const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const now = { userId: first.id, seat: '07', from: hoursFromNow(-1), until: hoursFromNow(1) };
  await site.call('shift/editRoster', now);
  await page.reload();
  await expectVisible(frontPage(page).getByText('当前值班').locator('..').getByText(first.name));
});

test('a leader writes a pattern over midnight, bad hours named, puts somebody on by it, and its new hours take what is to come', async () => {
  const operator = await aUser(site);
  const { page } = await openBrowserAs(await aUser(site, { role: 'leader' }), { path: '/warn/sos/shift?view=pattern' });
  await frontPage(page)
    .getByRole('button', { name: /新增班次/ })
    .click();
  const form = dialog(page, /班次/);
  await form.getByLabel('名称').fill('大夜班');
  await form.getByLabel('最少人数').fill('2');
  await form.getByLabel('开始').fill('22点');
  await form.getByLabel('结束').fill('06:00');
  await page.keyboard.press('Control+Enter');
  await expectVisible(form.getByText('请填写时间，如 08:00'));
  await form.getByLabel('开始').fill('22:00');
  await page.keyboard.press('Control+Enter');
  await expectHidden(form);
  const row = frontPage(page).getByRole('row', { name: /大夜班/ });
  await expectVisible(row.getByText('22:00–次日06:00'));

  await frontPage(page).getByRole('button', { name: '排班', exact: true }).click();
  await frontPage(page).getByRole('button', { name: '下一周' }).click();
  const line = frontPage(page).getByRole('row', { name: new RegExp(`^${operator.name}`) });
  const turns = dialog(page, '排班');
  await line.getByRole('button', { name: /排班$/ }).first().click();
  await selectOption(turns, '班次', '大夜班 · 22:00–次日06:00');
  await page.keyboard.press('Control+Enter');
  await expectHidden(turns);
  await expectVisible(line.getByText('22:00–次日06:00'));
  await expectVisible(frontPage(page).getByText('大夜班缺 1 人').first());

  await frontPage(page).getByRole('button', { name: '班次', exact: true }).click();
  await row.getByRole('button', { name: '编辑' }).click();
  await form.getByLabel('结束').fill('07:00');
  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByText('已保存，1 个排班一起改了'));
  await frontPage(page).getByRole('button', { name: '排班', exact: true }).click();
  await expectVisible(line.getByText('22:00–次日07:00'));
});

test('a shift is handed over: the sheet fills itself, both sign, the case changes hands, the giver’s seat is 离开, and it cannot be changed any more', async () => {
  const [giver, taker] = [await aUser(site), await aUser(site)];
  const customer = await aCustomerWithWatch(site, '滕阿宝');
  const id = await aClaimedWarn(giver, customer);
  const path = '/warn/sos/shift?view=handover';
  const { page } = await openBrowserAs(giver, { path });
  await frontPage(page).getByRole('button', { name: '交班', exact: true }).click();
  const form = dialog(page, '交班');
  await expectVisible(form);
  await page.keyboard.press('Control+Enter');
  await expectVisible(form.locator('[aria-invalid="true"]'));
  await selectOption(form, '接班人', taker.name);
  await form.getByLabel('备注').fill('女儿在路上');
  await page.keyboard.press('Control+Enter');
  const sheet = dialog(page, '交接班单');
  await expectVisible(sheet.getByRole('cell', { name: customer.name }));
  await expectVisible(sheet.getByText('女儿在路上'));
  await sheet.getByRole('button', { name: '签字交班' }).click();
  await expectHidden(sheet.getByRole('button', { name: '签字交班' }));

  const other = await openBrowserAs(taker, { path });
  await frontPage(other.page)
    .getByRole('row', { name: /待接班签字/ })
    .getByRole('button', { name: '查看' })
    .click();
  const theirs = dialog(other.page, '交接班单');
  await expectVisible(theirs.getByRole('cell', { name: customer.name }));
  // A warn claimed after the giver's signature renews the sheet: both see it before they sign.
  const late = await aCustomerWithWatch(site, '钟离伯');
  await aClaimedWarn(giver, late);
  await theirs.getByRole('button', { name: '签字接班' }).click();
  await expectVisible(other.page.getByText('重新签字', { exact: false }));
  await expectVisible(theirs.getByRole('cell', { name: late.name }));
  other.ignoreFaults(refusals);
  await sheet.getByRole('button', { name: '签字交班' }).click();
  await expectHidden(sheet.getByRole('button', { name: '签字交班' }));
  await theirs.getByRole('button', { name: '签字接班' }).click();
  await expectHidden(theirs.getByRole('button', { name: /^签字/ }));
  const [row] = await site.sql<{ by: string }>('select handler_id::text as by from warn where id = $1', [id]);
  expect(row?.by).toBe(taker.id);
  await expectVisible(page.getByRole('button', { name: '坐席状态：离开' }));
  await theirs.getByLabel('更正').fill('电话记错一位');
  await theirs.getByRole('button', { name: '补充更正' }).click();
  await expectVisible(theirs.getByText('电话记错一位'));
  await theirs.getByRole('button', { name: '打印' }).click();
  const paper = dialog(other.page, '打印交接班单');
  for (const text of [customer.name, giver.name, taker.name])
    await expectVisible(paper.getByText(text, { exact: false }));
  expect(await paper.getByText('未签字').count()).toBe(0);
});

test('on the wall of seats a leader gives a waiting alarm to a seat, and takes a case over with the reason', async () => {
  const operator = await aUser(site);
  const customer = await aCustomerWithWatch(site, '尉迟阿婆');
  const operatorBrowser = await openBrowserAs(operator, { path: '/warn/sos' });
  await expectVisible(liveBadge(operatorBrowser.page));
  const { page } = await openBrowserAs(await aUser(site, { role: 'leader' }), { path: '/warn/sos/seat' });
  const tile = page.locator(`.seat-tile[data-user-id="${operator.id}"]`);
  await expectVisible(tile.getByText('空闲'));
  // Events report each change: polling is slower than a test waits.
  await site.call('seat/setSeatState', { state: 'busy' }, operator.token);
  await expectVisible(tile.getByText('示忙'));
  await site.call('seat/setSeatState', { state: 'idle' }, operator.token);
  await expectVisible(tile.getByText('空闲'));
  await pressSos(customer);
  // The emergency list leaves the banner visible and clickable.
  await page.getByRole('button', { name: '应急名单' }).click();
  await expectVisible(dialog(page, '应急名单').getByRole('button', { name: '打印' }));
  await page
    .getByRole('region', { name: '等待接警' })
    .getByRole('button', { name: /接警/ })
    .first()
    .click({ trial: true });
  await dialog(page, '应急名单').getByRole('button', { name: '关闭' }).click();
  await page.getByRole('button', { name: `指派 ${customer.name}` }).click();
  await page.getByRole('menuitem', { name: new RegExp(operator.name) }).click();
  await expectVisible(page.getByText(`已指派给 ${operator.name}`));
  await operatorBrowser.page.keyboard.press('F2');
  await expectVisible(tile.getByText('处理中 1'));
  await tile.getByRole('button', { name: `接管 ${customer.name}` }).click();
  const box = page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .filter({ hasText: `从 ${operator.name} 接管` });
  await box.getByRole('button', { name: '接管' }).click();
  await expectVisible(box.getByText('请写明原因'));
  await box.getByLabel('原因').fill('需要叫救护车');
  await box.getByRole('button', { name: '接管' }).click();
  await page.waitForURL(/\/warn\/sos\?id=/);
  await expectVisible(step(page, '需要叫救护车'));
});

test('the list for emergencies is a look in the command log when somebody opens it, also later without a server, not when the page caches it', async () => {
  const [project, department] = [await aProject(site), await aDepartment(site)];
  const leader = await aUser(site, { role: 'leader', projects: [project], department });
  const contacts = [{ name: '应小甲', relation: 'son', mobile: '13900004477', order: 1, isEmergency: true }];
  await aCustomer(site, { project, department, name: '应急甲', contacts });
  const userBrowser = await openBrowserAs(leader, { path: '/warn/sos/seat' });
  const { page } = userBrowser;
  const logged = () =>
    site.sql<{ action: string; opened: string | null }>(
      `select action, input ->> 'openedAt' as opened from cmd_log where user_id = $1 and path like '%EmergencyList' order by at`,
      [leader.id],
    );
  await page.clock.install();
  await page.reload();
  await expectVisible(liveBadge(page));
  await page.clock.fastForward(61_000);
  await expect.poll(logged).toEqual([{ action: 'cacheEmergencyList', opened: null }]);
  await page.route('**/warn/getEmergencyList', (route) => route.abort());
  await page.getByRole('button', { name: '应急名单' }).click();
  await expectVisible(dialog(page, '应急名单').getByText('应急甲'));
  await page.unrouteAll();
  // The session may have ended with the server: the look is logged after the next login all the same.
  await site.sql('delete from session where user_id = $1', [leader.id]);
  const refused = page.waitForResponse(/warn\/getEmergencyList/);
  await page.clock.fastForward(31_000);
  expect((await refused).status()).toBe(401);
  const over = page.getByRole('alertdialog', { name: /登录超时/ });
  await over.getByLabel(/的密码$/).fill(password);
  await over.getByRole('button', { name: '重新登录' }).click();
  await expectHidden(over);
  await page.clock.fastForward(31_000);
  await expect.poll(async () => (await logged()).map(({ opened }) => opened !== null)).toEqual([false, true]);
  userBrowser.ignoreFaults(/ERR_FAILED|401/);
});
