import { expect, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { expectVisible, goTo } from './browser.ts';
import { setUpBrowserTests } from './browserTests.ts';
import { unique, uniqueNumber } from './unique.ts';

const { site, openBrowserAs, administrator } = await setUpBrowserTests();

test('the command log shows a change field by field, keeps a view, checks its seals, and is found by Ctrl K', async () => {
  await site.call('view/addView', { list: 'sample', name: unique('旧视图'), state: { filters: {} } });
  await site.login();
  const { page } = await openBrowserAs(await administrator(), { path: '/system/cmd_log' });

  await page.getByRole('button', { name: '详情' }).first().click();
  await expectVisible(page.getByRole('heading', { name: '改动的字段' }));
  await page.keyboard.press('Escape');

  const name = unique('我的视图');
  await page.getByRole('button', { name: '存为视图' }).click();
  await page.getByLabel('视图名称').fill(name);
  await page.locator('.save-view').getByRole('button', { name: '存为视图' }).click();
  await expectVisible(page.getByText('已存为视图'));
  await expectVisible(page.getByRole('navigation', { name: '视图' }).getByRole('button', { name }));

  await page.getByRole('button', { name: '校验日志' }).click();
  await expectVisible(page.getByText('日志完好'));
  await page.getByRole('button', { name: '确定' }).click();

  await page.getByRole('button', { name: '登录日志' }).click();
  await expectVisible(page.getByText('✓ 成功').first());

  await page.keyboard.press('Control+k');
  await page.keyboard.type('命令');
  await expectVisible(page.getByRole('option', { name: /命令日志/ }));
});

test('the log refuses to be kept too short, a span that runs backwards, and shows script as text', async () => {
  const name = unique('<script>alert(1)</script>');
  await site.call('view/addView', { list: 'sample', name: name.slice(-20), state: { filters: {} } });
  const ask = (path: string, body: object) => site.ask({ path: `/api/cmdLog/${path}`, body, token: site.admin });
  expect(await ask('editLogRetention', { log: 'cmd_log', days: 30 })).toMatchObject({
    status: 400,
    msg: '保留天数须在180至3650之间',
  });
  expect(await ask('editLogRetention', { log: 'customer', days: 300 })).toMatchObject({ status: 400 });
  expect(await ask('getCmdLogList', { account: '字'.repeat(31) })).toMatchObject({ status: 400 });
  expect(await ask('getCmdLogList', { objectId: 'x' })).toMatchObject({ status: 400 });
  expect(await ask('getCmdLog', { id: '999999999' })).toMatchObject({
    status: 404,
    msg: expect.stringContaining('日志'),
  });
  expect(
    await ask('getCmdLogList', { from: '2026-11-20T00:00:00.000Z', to: '2026-11-19T00:00:00.000Z' }),
  ).toMatchObject({ status: 400, msg: '结束时间须晚于开始时间' });

  const { page } = await openBrowserAs(await administrator(), { path: '/system/cmd_log' });
  // The default is the last week, which the filter shows.
  await page.waitForURL(/from=\d{4}-\d{2}-\d{2}/);
  await expectVisible(page.getByText(name.slice(-20)).first());
  await page.getByRole('button', { name: '保留天数' }).click();
  const days = page.getByLabel('操作命令', { exact: true });
  await days.fill('10');
  await days.press('Tab');
  expect(await days.inputValue()).toBe('180');
});

test('a page that writes its filters while the person is leaving does not call them back', async () => {
  const { page } = await openBrowserAs(await administrator(), { path: '/system/cmd_log' });
  await page.waitForURL(/from=\d{4}-\d{2}-\d{2}/);
  await expectVisible(page.getByRole('button', { name: '登录日志' }));
  // Both in one task: the address has changed while the previous page is still in front.
  await page.evaluate(() => {
    const button = [...document.querySelectorAll('button')].find((element) => element.textContent === '登录日志');
    window.location.hash = '#/role/list';
    button?.click();
  });
  await expectVisible(page.locator('.page[data-path="/role/list"][data-active="true"]'));
  expect(new URL(page.url()).hash).toMatch(/^#\/role\/list/);
  await goTo(page, '/system/cmd_log');
});

test('a masked phone asks why it is looked at, the log keeps the reason, and who has looked too often is told so', async () => {
  const boss = await aUser(site, { role: 'admin' });
  const numbers = [uniqueNumber(8), uniqueNumber(8)].map((digits) => `139${digits}`);
  for (const mobile of numbers)
    await site.sql('update "user" set mobile = $2 where id = $1', [(await aUser(site)).id, mobile]);
  const { page, ignoreFaults } = await openBrowserAs(boss, { path: '/user/list' });
  const look = async (mobile = '') => {
    await page.getByRole('button', { name: `手机 139****${mobile.slice(-4)}，查看完整内容` }).click();
    await page.getByLabel('原因').fill('核对号码');
    await page.getByRole('button', { name: '查看', exact: true }).click();
  };
  await look(numbers[0]);
  await expectVisible(page.getByText(numbers[0] ?? ''));
  await site.sql('update reveal_look set looks = array(select now() from generate_series(1, 30)) where user_id = $1', [
    boss.id,
  ]);
  await look(numbers[1]);
  await expectVisible(page.getByText(/一小时内最多查看 30 次完整信息/));
  ignoreFaults(/status of 4(00|29)/);
  await goTo(page, '/system/cmd_log?action=reveal');
  await page.getByRole('button', { name: '详情' }).first().click();
  await expectVisible(page.getByRole('dialog').getByText('核对号码'));
});

test('the backups say that none are made by the clock, how far one is, why one failed, and can be cancelled', async () => {
  await site.sql(`insert into backup (cause, created_by, with_database, state, reason, finished_at) values ('schedule', 0, true, 'failed', '磁盘已满', now());
    insert into backup (cause, created_by, with_database, state, done, total) values ('command', 0, true, 'running', 42, 100)`);
  const { page } = await openBrowserAs(await administrator(), { path: '/system/cmd_log?tab=backup' });
  await expectVisible(page.getByRole('status').filter({ hasText: '没有定时备份' }));
  await expectVisible(page.getByRole('row').filter({ hasText: '磁盘已满' }).getByText('失败'));
  await expectVisible(page.getByText('进行中 42%'));
  expect(await page.getByRole('button', { name: '立即备份' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: '取消备份' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '取消备份' }).click();
  await expectVisible(page.getByText('正在取消'));
  expect(await site.sql('select cancel_asked from backup where state = $1', ['running'])).toEqual([
    { cancel_asked: true },
  ]);
  // The job's owner ends it; the screen notices by itself.
  await site.sql(
    `update backup set state = 'cancelled', reason = '已取消', finished_at = now() where state = 'running'`,
  );
  await expectVisible(page.getByRole('row').filter({ hasText: '命令行' }).getByText('已取消').first());
});
