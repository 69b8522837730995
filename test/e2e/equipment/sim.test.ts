import { test } from 'vitest';
import { aDevice, aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, frontPage, goTo, selectOption } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs } = await setUpBrowserTests();
const admin = await aUser(site, { role: 'admin' });
const { page } = await openBrowserAs(admin, { path: '/equipment/list/sim' });

const dialog = (name: string) => page.getByRole('dialog', { name });

test('a card is entered in the ledger beside the devices, renewed with others, and shown on the page of its device', async () => {
  const iccid = `8986001${String(Date.now()).padStart(13, '0')}`;
  const { id, sn } = await aDevice(site);
  await goTo(page, '/equipment/list');
  await frontPage(page).getByRole('navigation', { name: '设备分类' }).getByRole('button', { name: '流量卡' }).click();
  await frontPage(page).getByRole('button', { name: '新增流量卡' }).first().click();
  const form = dialog('新增流量卡');
  await form.getByRole('textbox', { name: 'ICCID' }).fill(iccid);
  await selectOption(form, '运营商', '移动');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expectHidden(form);
  const edit = { id, version: 1, iccid, simExpireDate: '2199-01-01' };
  await site.ask({ path: '/api/equipment/editEquipment', token: site.admin, body: edit });
  await goTo(page, `/equipment/list/sim?keyword=${sn}`);
  await frontPage(page).getByRole('row').filter({ hasText: iccid }).getByRole('checkbox').check();
  await frontPage(page).getByRole('button', { name: '续费…' }).click();
  const renewal = dialog('续费 1 张流量卡');
  await renewal.getByLabel('新的到期日期').fill('2199-12-31');
  await page.keyboard.press('Enter');
  await renewal.getByRole('button', { name: '续费', exact: true }).click();
  await expectHidden(renewal);
  await goTo(page, `/equipment/list/${id}?section=about`);
  const about = frontPage(page).locator('[data-section=about]');
  await expectVisible(about.getByText('2199-12-31'));
  await expectVisible(about.getByText('移动'));
  await expectVisible(about.getByRole('link', { name: iccid }));
});

test('a card without an ICCID stands in the ledger as 「—」 and is edited there', async () => {
  const { id, sn } = await aDevice(site);
  const edit = { id, version: 1, simNumber: '1440000777' };
  await site.ask({ path: '/api/equipment/editEquipment', token: site.admin, body: edit });
  await goTo(page, `/equipment/list/sim?keyword=${sn}`);
  const row = frontPage(page).getByRole('row').filter({ hasText: '1440000777' });
  await expectVisible(row.getByText('—').first());
  await row.getByRole('button', { name: '编辑' }).click();
  const form = dialog('编辑流量卡');
  await form.getByRole('textbox', { name: '套餐' }).fill('30MB/月');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expectHidden(form);
  await expectVisible(row.getByText('30MB/月'));
});
