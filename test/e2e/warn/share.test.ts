import { expect, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, goTo } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aCustomerWithWatch } from '../testCustomer.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

test('a leader shares a case by a link with a code: it opens without an account, masked, is counted and taken back', async () => {
  const leader = await aUser(site, { role: 'leader' });
  const customer = await aCustomerWithWatch(site, '吴阿根');
  await site.press(customer.watch);
  const [row] = await site.sql<{ id: string }>('select id::text from warn where customer_id = $1', [customer.id]);
  const path = `/warn/sos?id=${row?.id}&print=1`;
  const { page } = await openBrowserAs(leader, { path });
  await page.getByRole('button', { name: '分享链接' }).click();
  const links = page.getByRole('region', { name: '分享链接' });
  await links.getByRole('button', { name: '生成链接' }).click();
  const createdLink = links.getByRole('status');
  await expectVisible(createdLink.getByRole('code'));
  const [link, code] = await createdLink.getByRole('code').allTextContents();
  await expectVisible(links.getByRole('row', { name: /有效/ }));

  const guest = await openBrowserAs(undefined, { path: `/open${link?.split('#/open')[1]}` });
  await expectVisible(guest.page.getByRole('heading', { name: '输入提取码' }));
  await guest.page.getByLabel('提取码').fill(code === '0000' ? '0001' : '0000');
  await guest.page.keyboard.press('Enter');
  await expectVisible(guest.page.getByText('提取码不正确'));
  guest.ignoreFaults(/400/);
  await guest.page.getByLabel('提取码').fill(code ?? '');
  await guest.page.getByRole('button', { name: '查看' }).click();
  await expectVisible(guest.page.getByRole('heading', { name: '告警处置单' }));
  const text = await guest.page.getByRole('main').innerText();
  expect(text).toContain('吴* · 女');
  expect(text).not.toContain(customer.name);
  expect(text).not.toMatch(/9幢2单元602|1390000/);

  await page.keyboard.press('Escape');
  await expectHidden(links);
  await page.waitForURL((url) => !url.hash.includes('print=1'));
  await goTo(page, path);
  await page.getByRole('button', { name: '分享链接' }).click();
  await expectVisible(links.getByText(/1 次/));
  await links.getByRole('button', { name: '撤销' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '撤销链接' }).click();
  await expectVisible(links.getByText('已撤销'));
  await guest.page.reload();
  await expectVisible(guest.page.getByRole('heading', { name: '链接无效或已过期' }));
  guest.ignoreFaults(/400/);
});

test('a person without the right to share is not offered it', async () => {
  const customer = await aCustomerWithWatch(site, '陈水生');
  await site.press(customer.watch);
  const [row] = await site.sql<{ id: string }>('select id::text from warn where customer_id = $1', [customer.id]);
  const { page } = await openBrowserAs(await aUser(site, { role: 'operator' }), {
    path: `/warn/sos?id=${row?.id}&print=1`,
  });
  await expectVisible(page.getByRole('dialog', { name: '打印处置单' }));
  expect(await page.getByRole('button', { name: '分享链接' }).count()).toBe(0);
});
