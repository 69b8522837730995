import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { aCustomer, aDevice, aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, frontPage, goTo, optionWith, selectOption } from './browser.ts';
import { setUpBrowserTests } from './browserTests.ts';
import { unique, uniqueNumber } from './unique.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const { page, ignoreFaults } = await openBrowserAs(await aUser(site, { role: 'admin' }));

const front = () => frontPage(page);
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const toast = (text: string) => page.getByText(text);
const button = (name: string | RegExp) => front().getByRole('button', { name });
const rowWith = (code: string) => front().getByRole('row', { name: new RegExp(code) });
const save = (form: Locator) => form.getByRole('button', { name: '保存' }).click();

/** A refused request is an error in the browser's console; those provoked by the test are no fault. */
const refusals = /status of 4\d\d/;

/** Returns a day in the project's zone, as the product counts days. */
const day = (fromNow: number) => new Date(Date.now() + 8 * 3_600_000 + fromNow * 86_400_000).toISOString().slice(0, 10);

interface Added {
  id: string;
  code: string;
  name: string;
}

/** Adds a contract of the root department that ends in a year. */
async function aProjectRow(extra: Record<string, unknown> = {}): Promise<Added> {
  const [root] = await site.sql<{ id: string }>('select id::text from department where parent_id is null');
  const code = `HT-${uniqueNumber(4)}`;
  const name = unique('南塘监护');
  const input = {
    code,
    name,
    departmentId: root?.id,
    ownerOrg: '南塘区民政局',
    contact: '沈洁',
    phone: '0570-55501234',
  };
  const { id } = await site.call<{ id: string }>('project/addProject', {
    ...input,
    regionCode: '330802',
    startDate: day(-100),
    endDate: day(265),
    ...extra,
  });
  return { id, code, name };
}

test('bad input is named at its field, an area chosen, a paper hung on, and the contract stands in the list', async () => {
  const code = `NT-${uniqueNumber(4)}`;
  await goTo(page, '/project/list');
  await button(/新增项目/).click();
  const form = dialog('新增项目');
  await form.locator('[data-field="code"] :focus').waitFor();
  await save(form);
  await expectVisible(form.getByText('有 9 项需要修改'));
  await form.getByLabel('编号').fill('项目 一');
  await expectVisible(form.getByText('编号为2-30位字母、数字、下划线或短横'));
  await form.getByLabel('编号').fill(code);
  // The input cuts longer text; the API's refusal is tested in project.test.ts of the server.
  await form.getByLabel('名称').fill('很'.repeat(51));
  expect(await form.getByLabel('名称').inputValue()).toBe('很'.repeat(50));
  await form.getByLabel('名称').fill('<script>alert(1)</script>');
  await form.getByLabel('甲方单位').fill('南塘区民政局');
  await form.getByLabel('信用代码').fill('91350100M000100Y44');
  await form.getByLabel('联系人').fill('沈洁');
  await form.getByLabel('电话').fill('12');
  await form.getByLabel('部门').click();
  await page.locator('.ant-select-tree-title').filter({ hasText: '总部', visible: true }).click();
  await form.getByLabel('区域').click();
  for (const area of ['浙江省', '衢州市', '柯城区'])
    await page.locator('.ant-cascader-menu-item').filter({ hasText: area }).click();
  for (const [label, text] of [
    ['开始日期', '2026-06-01'],
    ['结束日期', '2026-05-01'],
  ] as const) {
    await form.getByLabel(label).fill(text);
    await page.keyboard.press('Enter');
  }
  await save(form);
  await expectVisible(form.getByText('号码格式不正确'));
  await expectVisible(form.getByText('结束日期不能早于开始日期'));
  await form.getByLabel('电话').fill('0570-55501234');
  await form.getByLabel('结束日期').fill('2099-05-31');
  await page.keyboard.press('Enter');
  await save(form);
  await expectVisible(form.getByText('信用代码校验不通过'));
  await form.getByLabel('信用代码').fill('91350100M000100Y43');
  await form
    .locator('[data-field="files"] input[type="file"]')
    .setInputFiles({ name: '合同.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n1 0 obj\n') });
  await expectVisible(form.getByText('合同.pdf'));
  await save(form);
  await expectHidden(form);
  await expectVisible(rowWith(code).getByText('<script>alert(1)</script>'));
  await expectVisible(rowWith(code).getByText('衢州市柯城区'));
  ignoreFaults(refusals);
});

test('a contract has a page of its own: figures, customers, devices, people; it is renewed and closed there', async () => {
  const { id, code, name } = await aProjectRow({ quotaCustomer: 1, endDate: day(12) });
  const customer = await aCustomer(site, { project: id, name: '方桂英' });
  const { sn } = await aDevice(site, { project: id, customer });
  const user = await aUser(site, { projects: [id] });
  await goTo(page, '/project/list');
  await button('刷新').click();
  await rowWith(code).getByRole('button', { name: '详情' }).click();
  await expectVisible(front().getByRole('heading', { name: new RegExp(name) }));
  await expectVisible(front().getByText('剩 12 天').first());
  await expectVisible(front().getByText('配额 1 人，余 0，不能再新增'));
  const tab = (label: RegExp) =>
    front().getByRole('navigation', { name: '项目的内容' }).getByRole('button', { name: label });
  await tab(/^客户/).click();
  await expectVisible(front().getByRole('row', { name: /方桂英/ }));
  await tab(/^设备/).click();
  await expectVisible(front().getByRole('row', { name: new RegExp(sn) }));
  await tab(/^人员/).click();
  await expectVisible(front().getByRole('row', { name: new RegExp(user.account) }));
  await tab(/^上报/).click();
  await expectVisible(front().getByText('还没有上报'));
  await button('续期').click();
  const form = dialog(/续期/);
  await form.locator('[data-field="endDate"] :focus').waitFor();
  await form.getByLabel('新的结束日期').fill(day(-5));
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: '续期' }).click();
  await expectVisible(form.getByText(`新的结束日期须晚于 ${day(12)}`));
  await form.getByLabel('新的结束日期').fill('2099-05-31');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: '续期' }).click();
  await expectHidden(form);
  await expectVisible(front().getByText('2099-05-31').first());
  await button('结项').click();
  await page.getByRole('textbox').last().fill('合同期满');
  await page.getByRole('button', { name: '结项', exact: true }).last().click();
  await expectVisible(toast('已结项'));
  await expectVisible(front().getByText('已结项').first());
  ignoreFaults(refusals);
});

test('limits, title, logo and modules are set, and whoever works for the project alone sees the face and not the rest', async () => {
  const { id, code } = await aProjectRow();
  await goTo(page, '/project/list');
  await button('刷新').click();
  await rowWith(code).getByRole('button', { name: '配置' }).click();
  const form = dialog(/配置/);
  await form.locator('[data-field="claimSeconds"] :focus').waitFor();
  await form.getByLabel('接警时限').fill('40');
  await expectVisible(form.getByText('40 秒没人接警：第 1 次升级，站内通知班长。'));
  const levels = form.getByRole('group', { name: '告警级别' });
  await levels.getByRole('button', { name: '加一类' }).click();
  await levels.getByRole('combobox', { name: '跌倒的级别' }).click();
  await optionWith(page, '2 级 重要').click();
  await form.getByLabel('屏幕标题').fill('南塘养老监护');
  await form.getByLabel('设备来源地址').fill('203.0.113.0/24\n\n 2001:db8::/32');
  await form.getByRole('combobox', { name: '查看完整信息的原因' }).click();
  await optionWith(page, '不用写').click();
  await form.getByLabel('查看完整信息的上限').fill('12');
  const picture = await sharp({ create: { width: 300, height: 90, channels: 3, background: '#0a6' } })
    .png()
    .toBuffer();
  await form
    .locator('[data-field="logoFileId"] input[type="file"]')
    .setInputFiles({ name: '标志.png', mimeType: 'image/png', buffer: picture });
  await expectVisible(form.getByRole('img', { name: '已选的标志' }));
  await form.getByRole('checkbox', { name: '评估' }).uncheck();
  await save(form);
  await expectHidden(form);
  const stored = await site.sql(
    'select claim_seconds, array_length(modules, 1) as modules, warn_levels, device_addresses, reveal_reason, reveal_limit from project where id = $1',
    [id],
  );
  expect(stored).toEqual([
    {
      claim_seconds: 40,
      modules: 8,
      warn_levels: { fall: 2 },
      device_addresses: ['203.0.113.0/24', '2001:db8::/32'],
      reveal_reason: false,
      reveal_limit: 12,
    },
  ]);
  const other = await openBrowserAs(await aUser(site, { role: 'area', projects: [id] }));
  await expectVisible(other.page.getByRole('banner').getByText('南塘养老监护'));
  await expectVisible(other.page.getByRole('banner').getByRole('img', { name: '项目标志' }));
  expect(await other.page.getByRole('banner').getByText('评估').count()).toBe(0);
});

test('the second of two who edit a contract is told who changed what, and goes on', async () => {
  const { id, code } = await aProjectRow();
  await goTo(page, '/project/list');
  await button('刷新').click();
  await rowWith(code).getByRole('button', { name: '编辑' }).click();
  const form = dialog('编辑项目');
  await form.getByLabel('联系人').fill('钱月红');
  await site.call('project/editProject', { id, version: 1, contact: '蒋红梅', remark: '先写的备注' });
  await save(form);
  const notice = form.getByRole('alert').filter({ hasText: '你填的内容都还在' });
  await expectVisible(notice.getByText(/改了.*联系人/));
  await notice.getByRole('button', { name: '查看差异' }).click();
  await expectVisible(notice.getByRole('row', { name: /联系人.*沈洁.*蒋红梅.*钱月红/ }));
  await notice.getByRole('button', { name: '继续编辑' }).click();
  await expectHidden(notice);
  await save(form);
  await expectHidden(form);
  // Changes of the first user in other fields stay.
  expect(await site.sql('select contact, remark from project where id = $1', [id])).toEqual([
    { contact: '钱月红', remark: '先写的备注' },
  ]);
  ignoreFaults(refusals);
});

test('the list is narrowed to an area and to what ends soon, and exported as it stands', async () => {
  const matching = await aProjectRow({ regionCode: '330824', endDate: day(9) });
  const other = await aProjectRow({ regionCode: '330825' });
  await goTo(page, '/index');
  await goTo(page, '/project/list');
  await selectOption(front(), '区域', '开化县');
  await button('查询').click();
  await expectVisible(rowWith(matching.code));
  await expectHidden(rowWith(other.code));
  await button('导出').click();
  const [answer] = await Promise.all([
    page.waitForResponse(/exportProject/),
    page.getByRole('button', { name: /导出 \d+ 列/ }).click(),
  ]);
  const { data } = (await answer.json()) as { data: { fileId: string | null; count: number } };
  const [stored] = await site.sql<{ n: number }>(
    `select count(*)::int as n from project where region_code like '330824%'`,
  );
  expect(data).toMatchObject({ count: stored?.n, fileId: expect.any(String) });
  await button('重置').click();
  await front().getByRole('button', { name: '30 天内到期' }).click();
  await expectVisible(rowWith(matching.code));
  await expectHidden(rowWith(other.code));
});

test('a channel of a contract is set up, tried and edited without its secret ever coming back', async () => {
  const { id } = await aProjectRow({});
  await goTo(page, `/project/list/${id}?tab=channels`);
  await front().getByRole('button', { name: '新增渠道…' }).click();
  const form = dialog(/通知渠道/);
  await form.getByLabel('渠道类别').click();
  await optionWith(page, 'Webhook').click();
  await form.getByLabel('名称').fill('值班平台');
  await form.getByLabel('地址').fill('https://10.0.0.1/alarm');
  await form.getByLabel('签名密钥').fill('quiet-Harbour-2041');
  await save(form);
  await expectHidden(form);
  const row = front().getByRole('row', { name: /值班平台/ });
  await row.getByRole('button', { name: '发送测试' }).click();
  await page.getByRole('button', { name: '发送测试' }).last().click();
  await expectVisible(page.getByText(/发送失败：10\.0\.0\.1 是内网地址/));
  await page.getByRole('button', { name: '确定' }).click();
  await expectVisible(row.getByText(/是内网地址/));
  await expectVisible(front().getByRole('table', { name: '通知模板' }).getByText('超时未接警', { exact: true }));
  await row.getByRole('button', { name: '编辑' }).click();
  await expectVisible(form.getByText(/已设置，不填则保持不变/));
  expect(await form.getByLabel('签名密钥').inputValue()).toBe('');
  await page.keyboard.press('Escape');
});
