import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { aProject, aUser, type TestUser } from '#server/testing/rows.ts';
import { choose, gone, sees } from './browser.ts';
import { setStage } from './stage.ts';

const { site, sit } = await setStage({ ALLOW_PRIVATE_TARGETS: 'on' });

/** Somebody outside who takes HTTP: what they answer, and what they got. */
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

/** A refused call is a line in the console of the browser: what the test has provoked is no fault. */
const refusals = /status of 4\d\d/;
const front = (page: Page) => page.locator('.page[data-active="true"]');
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
test('a channel is set up on the page of its project, bad input named, and tried: it works, then it does not, and why', async () => {
  const project = await aProject(site);
  const seat = await sit(await aUser(site, { role: 'admin' }), { path: `/project/list/${project}?tab=channels` });
  const { page } = seat;
  await sees(front(page).getByText('还没有渠道', { exact: false }));
  await front(page).getByRole('button', { name: '新增渠道…' }).click();
  const form = dialog(page, '通知渠道');
  await choose(form, '渠道类别', '短信');
  await choose(form, '网关类型', '腾讯云');
  await form.getByLabel('密钥编号').fill('AKID');
  await page.keyboard.press('Control+Enter');
  await sees(form.getByText('请填写应用编号'));
  expect(await form.getByLabel('请求正文').count()).toBe(0);
  // What was typed for the other kind stays behind.
  await choose(form, '渠道类别', 'Webhook');
  await form.getByLabel('名称').fill('值班室');
  await form.getByLabel('地址').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
  await form.getByLabel('签名密钥').fill('short');
  await page.keyboard.press('Control+Enter');
  await sees(form.getByText('签名密钥为16至128位'));
  await form.getByLabel('签名密钥').fill('quiet-Harbour-2041');
  await page.keyboard.press('Control+Enter');
  await gone(form);
  seat.forgive(refusals);
  const row = front(page).getByRole('row', { name: /值班室/ });
  const tryOut = async () => {
    await row.getByRole('button', { name: '发送测试' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '发送测试' }).click();
  };
  await tryOut();
  await sees(page.getByText('已送达，用时', { exact: false }));
  expect(JSON.parse(outside.got[0] ?? '')).toMatchObject({ title: '安好 试发通知' });
  outside.status = 403;
  await tryOut();
  const told = page.getByRole('alertdialog', { name: '值班室' });
  await sees(told.getByText('403', { exact: false }));
  await page.keyboard.press('Enter');
  await gone(told);
  await sees(row.getByText('403', { exact: false }));
  // The secret never comes back: a new address asks for it again.
  await row.getByRole('button', { name: '编辑' }).click();
  expect(await form.getByLabel('签名密钥').inputValue()).toBe('');
  await form.getByLabel('地址').fill('https://hook.example.cn/');
  await page.keyboard.press('Control+Enter');
  await sees(form.getByText('地址变了，请重新填写签名密钥'));
  seat.forgive(refusals);
});

test('a turn is put on the roster, bad hours named, exchanged and taken back; who is on duty stands above', async () => {
  const [first, second] = [await aUser(site), await aUser(site)];
  const { page } = await sit(await aUser(site, { role: 'leader' }), { path: '/warn/sos/shift' });
  const line = (user: TestUser) => front(page).getByRole('row', { name: new RegExp(`^${user.name}`) });
  const turn = (user: TestUser, text: string) => line(user).getByRole('button', { name: new RegExp(text) });
  const form = dialog(page, '排班');
  const add = async (user: TestUser, begin: string, end: string) => {
    await line(user).getByRole('button', { name: /排班$/ }).last().click();
    await choose(form, '班次', '其他');
    await form.getByLabel('开始').fill(begin);
    await form.getByLabel('结束').fill(end);
    await page.keyboard.press('Control+Enter');
  };
  await add(first, '8点', '17:30');
  await sees(form.getByText('请填写时间，如 08:00'));
  await form.getByLabel('开始').fill('09:10');
  await page.keyboard.press('Control+Enter');
  await gone(form);
  await sees(turn(first, '09:10–17:30'));
  await add(second, '18:10', '02:30');
  await gone(form);
  await turn(second, '18:10–次日02:30').click();
  await page.getByRole('menuitem', { name: '换班' }).click();
  const swap = dialog(page, '换班');
  await choose(swap, '与谁换班', first.name);
  await swap.getByRole('button', { name: '换班' }).click();
  await gone(swap);
  await sees(turn(first, '18:10–次日02:30'));
  await turn(second, '09:10–17:30').click();
  await page.getByRole('menuitem', { name: '取消排班' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '取消排班' }).click();
  await gone(turn(second, '09:10–17:30'));

  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const now = { userId: first.id, shift: 'other', seat: '07', from: at(-1), until: at(1) };
  await site.call('shift/editRoster', now);
  await page.reload();
  await sees(front(page).getByText('当前值班').locator('..').getByText(first.name));
});
