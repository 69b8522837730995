import { expect, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { expectVisible } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aCustomerWithWatch } from '../testCustomer.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

test('from an alarm a person is searched for, shared by a link, and the end closes alarm and link', async () => {
  const leader = await aUser(site, { role: 'leader' });
  const customer = await aCustomerWithWatch(site, '吴阿根');
  await site.press(customer.watch);
  await site.sql(
    `update device_state set lat = 28.94, lng = 118.87, accuracy = 25, position_source = 'gnss', position_at = now() - interval '6 minutes'
     where device_id in (select id from equipment where customer_id = $1)`,
    [customer.id],
  );
  const [sos] = await site.sql<{ id: string }>('select id::text from warn where customer_id = $1', [customer.id]);
  const { page } = await openBrowserAs(leader, { path: `/warn/sos?id=${sos?.id}` });
  await page.getByRole('button', { name: '登记走失…' }).click();
  const form = page.getByRole('dialog', { name: /走失 · / });
  await form.getByLabel('衣着').fill('蓝色外套，灰色裤子');
  await form.getByLabel('最后见到的情形').fill('在菜场东门');
  await form.getByRole('button', { name: '登记走失' }).click();
  const part = page.getByRole('region', { name: '走失' });
  await expectVisible(part.getByText('蓝色外套，灰色裤子'));
  await expectVisible(part.getByText(/米 内|公里 内|m 内|km 内/));
  const [lost] = await site.sql<{ id: string }>(`select id::text from warn where customer_id = $1 and type = 'lost'`, [
    customer.id,
  ]);
  await site.ask({ path: '/api/warn/claimWarn', token: leader.token, body: { id: lost?.id } });

  await part.getByRole('button', { name: '走失单' }).click();
  const paper = page.getByRole('dialog', { name: '走失单' });
  await expectVisible(paper.getByRole('heading', { name: '寻人：吴阿根' }));
  await paper.getByRole('button', { name: '分享链接' }).click();
  await paper.getByLabel('需要提取码').uncheck();
  await paper.getByRole('button', { name: '生成链接' }).click();
  const link = await paper.getByRole('status').getByRole('code').innerText();

  const guest = await openBrowserAs(undefined, { path: `/open${link.split('#/open')[1]}` });
  await expectVisible(guest.page.getByRole('heading', { name: '寻人：吴*' }));
  await expectVisible(guest.page.getByText('蓝色外套，灰色裤子'));
  expect(await guest.page.getByRole('main').innerText()).not.toContain('阿根');

  await page.keyboard.press('Escape');
  await part.getByRole('button', { name: '结束走失…' }).click();
  const end = page.getByRole('dialog', { name: /结束走失/ });
  await end.getByLabel('经过').fill('在社区公园找到');
  await end.getByRole('button', { name: '结束走失' }).click();
  await expectVisible(part.getByText('找到，在社区公园找到'));
  await guest.page.getByRole('button', { name: '刷新' }).click();
  await expectVisible(guest.page.getByRole('heading', { name: '链接无效或已过期' }));
  guest.ignoreFaults(/400/);
});
