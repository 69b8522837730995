import { once } from 'node:events';
import { createServer } from 'node:net';
import mqtt from 'mqtt';
import { expect, test } from 'vitest';
import { aCustomer, aRole, aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, frontPage, goTo } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { uniqueNumber } from '../unique.ts';

/** Returns a port that nothing listens on. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return String(typeof address === 'object' && address ? address.port : 0);
}

const { site, openBrowserAs } = await setUpBrowserTests({ MQTT_PORT: await freePort() });

/** What Zigbee2MQTT says of one button. */
const devices = (ieee: string) =>
  JSON.stringify([
    {
      ...{ ieee_address: ieee, friendly_name: '201/sos', type: 'EndDevice', power_source: 'Battery', supported: true },
      definition: {
        ...{ vendor: 'HEIMAN', model: 'SOS-1-EF' },
        exposes: [{ property: 'action', values: ['emergency'] }, { property: 'battery' }],
      },
    },
  ]);

test('a gateway is added, its secret shown once, its configuration connects it, and its child taken in by one act', async () => {
  const { page } = await openBrowserAs(await aUser(site, { role: 'engineer' }), { path: '/equipment/gateway' });
  const front = frontPage(page);
  const name = await aCustomer(site).then(async (id) => {
    const [row] = await site.sql<{ name: string }>('select name from customer where id = $1', [id]);
    return row?.name ?? '';
  });
  const sn = `GW200-${uniqueNumber(6)}`;
  await front
    .getByRole('button', { name: /^新增网关/ })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: '新增网关' });
  await form.getByRole('textbox', { name: '设备名称' }).fill('2F 网关');
  await form.getByRole('textbox', { name: '设备编号' }).fill(sn);
  await form.getByRole('textbox', { name: '安装位置' }).fill('护理站');
  await form.getByRole('combobox', { name: '部门' }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-tree-title').first().click();
  await form.getByRole('combobox', { name: '型号' }).fill('Zigbee2MQTT');
  await page.keyboard.press('Enter');
  await expectVisible(form.getByRole('textbox', { name: '主题前缀' }));
  await page.keyboard.press('Control+Enter');
  const secret = await page.locator('[data-secret]').innerText();
  await expectVisible(page.getByRole('img', { name: `设备 ${sn} 的密钥二维码` }));
  await page.getByRole('button', { name: '我已保存密钥' }).click();

  await expectVisible(front.getByRole('heading', { name: /^2F 网关/ }).getByText('未激活'));
  const text = await front.getByRole('region', { name: 'configuration.yaml' }).locator('pre').innerText();
  expect(text).not.toContain(secret);
  const [, server = ''] = /server: '(.+)'/.exec(text) ?? [];
  const gateway = await mqtt.connectAsync(server, { username: sn, password: secret, clientId: sn, protocolVersion: 4 });
  const ieee = `0x00158d00${uniqueNumber(8)}`;
  await gateway.publishAsync('zigbee2mqtt/bridge/devices', devices(ieee), { qos: 1, retain: true });
  await expectVisible(front.getByRole('heading', { name: /^2F 网关/ }).getByText('在线'));

  await front
    .getByRole('row', { name: /新 201\/sos/ })
    .getByRole('button', { name: '登记…' })
    .click();
  const child = page.getByRole('dialog', { name: '登记子设备 · 201/sos' });
  await expectVisible(child.getByText(/按它报告的能力推荐/));
  await child.getByRole('textbox', { name: '安装位置' }).fill('201 床头');
  await child.getByRole('combobox', { name: '客户' }).fill(name);
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: name }).first().click();
  await page.keyboard.press('Control+Enter');
  await expectHidden(child);
  await expectVisible(front.getByRole('row', { name: /201 床头/ }).getByRole('link', { name }));
  await gateway.endAsync();
});

test('without the right to edit, a gateway’s page has nothing to change', async () => {
  const [{ id } = { id: '' }] = await site.sql<{ id: string }>(
    `select e.id::text from equipment e join gateway g on g.id = e.id limit 1`,
  );
  const roleId = await aRole(site, { scope: 'all', permissions: ['gateway:list', 'warn:list'] });
  const { page } = await openBrowserAs(await aUser(site, { roleId }), { path: '/equipment/gateway' });
  const front = frontPage(page);
  await expectVisible(front.getByRole('row', { name: /2F 网关/ }));
  expect(await front.getByRole('button', { name: /新增网关|编辑|删除/ }).count()).toBe(0);
  await goTo(page, `/equipment/gateway/${id}`);
  await expectVisible(front.getByRole('row', { name: /201 床头/ }));
  await expectVisible(front.getByRole('region', { name: 'configuration.yaml' }));
  expect(await front.getByRole('button', { name: /密钥|编辑|入网|登记|移走|移除|更多操作/ }).count()).toBe(0);
});
