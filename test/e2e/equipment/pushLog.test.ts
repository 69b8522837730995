import { expect, test } from 'vitest';
import { aDevice } from '#server/testing/rows.ts';
import { expectVisible, goTo } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs, administrator } = await setUpBrowserTests();

test('a refused push is seen with its body, its source’s mapping put right on it, and then stored by a replay', async () => {
  const mapping = { body: 'json', number: ['/imei'] };
  await site.call('push/editPushSource', {
    ...{ source: 'vendor', name: '某手表云', signature: 'token', secret: 'a token of sixteen' },
    mapping,
  });
  const { sn } = await aDevice(site, { model: 'push' });
  const body = { device: sn, battery: 55 };
  await site.ask({ path: '/open/push/vendor?token=a%20token%20of%20sixteen', body });
  const { page } = await openBrowserAs(await administrator(), { path: '/equipment/push_log' });
  await expectVisible(page.getByText('内容不能解析'));
  await page.getByRole('button', { name: '详情' }).first().click();
  await expectVisible(page.locator('pre', { hasText: sn }));
  await page.getByRole('link', { name: '用它试映射' }).click();
  await expectVisible(page.getByText('读出 0 条消息'));
  await page.getByRole('textbox', { name: '映射' }).fill('{"body":"json","number":["/device"],"battery":"/battery"}');
  await page.getByRole('button', { name: '试一试' }).click();
  await expectVisible(page.getByText('读出 1 条消息'));
  await expectVisible(page.locator('pre', { hasText: '"battery": 55' }));
  await page.getByRole('button', { name: '保存映射' }).click();
  await expectVisible(page.getByText('映射已保存'));
  await expectVisible(page.getByText(/历史版本 [2-9]/));
  await page.getByRole('link', { name: '推送日志', exact: true }).last().click();
  const backlog = page.getByRole('list', { name: '推送概况' }).locator('li', { hasText: '积压' });
  await expectVisible(backlog.getByText('1', { exact: true }));
  await page.getByRole('button', { name: '重推' }).first().click();
  await expectVisible(page.getByText('已重推 1 条'));
  await expectVisible(backlog.getByText('0', { exact: true }));
});

test('a source is stopped only after the question, edited on what others wrote, and never overwritten by a new one', async () => {
  await site.call('push/editPushSource', {
    ...{ source: 'kept', name: '在用的云', signature: 'token', secret: 'a token of sixteen', status: 'enabled' },
    mapping: { body: 'json', number: ['/imei'] },
  });
  const { page, ignoreFaults } = await openBrowserAs(await administrator(), {
    path: '/equipment/push_log/source',
  });
  const row = page.getByRole('row').filter({ hasText: '/open/push/kept' });
  await row.getByRole('button', { name: '停用' }).click();
  await expectVisible(page.getByText('停用「在用的云」？'));
  await page.getByRole('button', { name: '取消' }).click();
  await expectVisible(row.getByText('启用', { exact: true }));

  await row.getByRole('button', { name: '映射' }).click();
  const mapping = page.getByRole('textbox', { name: '映射' });
  await mapping.fill('{"body":"json","number":["/sn"]}');
  await page.getByRole('link', { name: '推送日志', exact: true }).last().click();
  await expectVisible(page.getByRole('list', { name: '推送概况' }));
  await goTo(page, '/equipment/push_log/source?source=kept');
  await expectVisible(page.getByText('有没有保存的改动'));
  expect(await mapping.inputValue()).toContain('/sn');
  const other = page.getByRole('row').filter({ hasText: '/open/push/tuya' }).getByRole('button', { name: '映射' });
  await other.click();
  await expectVisible(page.getByText('「在用的云」的映射改了还没有保存'));
  await page.getByRole('button', { name: '取消' }).click();
  expect(await mapping.inputValue()).toContain('/sn');
  await site.call('push/editPushSource', { source: 'kept', version: 1, mapping: { body: 'json', number: ['/mac'] } });
  await page.getByRole('button', { name: '保存映射' }).click();
  await expectVisible(row.getByRole('cell', { name: '2', exact: true }));
  expect(await mapping.inputValue()).toContain('/sn');
  await page.getByRole('button', { name: '保存映射' }).click();
  await expectVisible(page.getByText('映射已保存'));
  ignoreFaults(/status of 409/);

  await page.getByRole('button', { name: '新增来源…' }).click();
  const form = page.getByRole('dialog', { name: '推送来源' });
  await form.getByRole('textbox', { name: '来源' }).fill('kept');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expectVisible(form.locator('[data-field=source].refused').getByText('已有这个来源'));
});
