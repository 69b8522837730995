import { expect, test } from 'vitest';
import { aUser, type TestUser } from '#server/testing/rows.ts';
import { ending } from '#server/testing/warns.ts';
import { expectHidden, expectVisible, goTo, selectOption } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aHospitalWarn } from '../hospitalWarn.ts';
import { aCustomerWithWatch } from '../testCustomer.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

/** Adds a warn claimed by the operator. */
async function aClaimedWarn(namePrefix: string, { token }: TestUser) {
  const customer = await aCustomerWithWatch(site, namePrefix);
  await site.press(customer.watch);
  const [row] = await site.sql<{ id: string; no: string }>('select id::text, no from warn where customer_id = $1', [
    customer.id,
  ]);
  const { id, no } = row ?? { id: '', no: '' };
  await site.call('warn/claimWarn', { id }, token);
  return { customer, id, no };
}

test('a leader scores a sampled case and sends it back; whose work it was reads why, and answers', async () => {
  const [operator, leader] = [await aUser(site, { role: 'operator' }), await aUser(site, { role: 'leader' })];
  const { id, no } = await aClaimedWarn('吴阿根', operator);
  await site.call('warn/addWarnCall', { id, phone: '13800000001', result: 'ok', seconds: 20 }, operator.token);
  await site.call('warn/closeWarn', { id, ...ending }, operator.token);
  // Simulates the sampling that runs every few minutes.
  await site.sql(
    `insert into quality_sample (warn_id, operator_id, rule, finished_at, department_id, project_id)
     select id, handler_id, 'share', finished_at, department_id, project_id from warn where id = $1`,
    [id],
  );
  const { page } = await openBrowserAs(leader, { path: '/warn/sos/quality' });
  const row = page.getByRole('row', { name: no });
  await row.getByRole('button', { name: '评分' }).click();
  const sheet = page.getByRole('dialog', { name: /质检评分/ });
  await expectVisible(sheet.getByText('1 次，接通 1 次'));
  await sheet.getByRole('spinbutton', { name: '告知家属' }).fill('5');
  await sheet.getByRole('radio', { name: '退回' }).check();
  await sheet.getByRole('textbox', { name: '评语' }).fill('没有按顺序联系家属');
  await sheet.getByRole('button', { name: '评分' }).click();
  await expectHidden(sheet);
  await expectVisible(row.getByText('90 分'));

  const { page: theirs } = await openBrowserAs(operator, { path: '/warn/sos/quality' });
  const ownRow = theirs.getByRole('row', { name: no });
  await expectVisible(ownRow.getByText('退回'));
  expect(await ownRow.getByRole('button', { name: /评分|重评/ }).count()).toBe(0);
  await ownRow.getByRole('button', { name: '说明' }).click();
  const explanationBox = theirs.getByRole('alertdialog', { name: /质检说明/ });
  await expectVisible(explanationBox.getByText('没有按顺序联系家属'));
  await explanationBox.getByRole('textbox').fill('女儿在飞机上，打了两次');
  await explanationBox.getByRole('button', { name: '提交说明' }).click();
  await expectVisible(theirs.getByText('已提交说明，评分人会收到通知'));
  await row.getByRole('button', { name: '查看' }).click();
  await expectVisible(page.getByRole('dialog').getByText('女儿在飞机上，打了两次'));
});

test('a figure of an operator leads to the rows that it counts', async () => {
  const [operator, leader] = [await aUser(site, { role: 'operator' }), await aUser(site, { role: 'leader' })];
  const { customer } = await aClaimedWarn('钱阿根', operator);
  const { page } = await openBrowserAs(leader, { path: '/warn/sos/quality?view=figures' });
  const row = page.getByRole('row', { name: operator.name });
  await row.getByRole('link', { name: '1（100%）' }).click();
  await expectVisible(page.getByRole('row', { name: customer.name }));
  const address = new URLSearchParams(page.url().split('?')[1]);
  expect(Object.fromEntries(address)).toMatchObject({ firstClaimedBy: operator.id, inTime: '1', counted: '1' });
  await expectVisible(page.getByText('共 1 条').locator('visible=true'));
});

test('a draft of a plan begins and is shared out; who takes a call sees the number, and nobody answering it comes back', async () => {
  const [operator, leader] = [await aUser(site, { role: 'operator' }), await aUser(site, { role: 'leader' })];
  const customer = await aCustomerWithWatch(site, '周阿婆');
  const { page } = await openBrowserAs(leader, { path: '/warn/sos/follow_up?view=plans' });
  await page.getByRole('button', { name: '新建计划' }).click();
  const form = page.getByRole('dialog', { name: '新建回访计划' });
  await form.getByRole('radio', { name: '高温寒潮' }).check();
  await form.getByRole('textbox', { name: '名称' }).fill('寒潮问候');
  await selectOption(form, '回访人员', operator.name);
  await page.keyboard.press('Escape');
  await form.getByRole('radio', { name: '先存草稿' }).check();
  await form.getByRole('button', { name: '保存' }).click();
  await expectHidden(form);
  const plan = page.getByRole('row', { name: '寒潮问候' });
  await expectVisible(plan.getByText('草稿'));
  await plan.getByRole('button', { name: '开始' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '开始计划' }).click();
  await expectVisible(plan.getByText('进行中'));
  await site.sql('update follow_up set due_at = now() where customer_id = $1', [customer.id]);

  const { page: theirs } = await openBrowserAs(operator, { path: '/warn/sos/follow_up' });
  const owed = theirs.getByRole('row', { name: customer.name });
  await expectVisible(owed.getByText(operator.name));
  await owed.getByRole('button', { name: '回访', exact: true }).click();
  const call = theirs.getByRole('dialog', { name: /记录回访/ });
  await expectVisible(call.getByRole('link', { name: '138 0000 0001' }));
  await expectVisible(call.getByText('陈敏（女儿）'));
  await call.getByRole('radio', { name: '未接听' }).check();
  await call.getByRole('button', { name: '记录' }).click();
  await expectHidden(owed);
  await goTo(theirs, '/warn/sos/follow_up?view=later');
  await expectVisible(owed.getByText('未接听 ×1'));
});

test('family answers an open case on a phone by its link, the operator has the answer, and its end is told', async () => {
  const operator = await aUser(site, { role: 'operator' });
  const { customer, id } = await aClaimedWarn('陈水生', operator);
  const [contact] = await site.sql<{ id: string }>(
    `select id::text from customer_contact where customer_id = $1 and name = '陈敏'`,
    [customer.id],
  );
  const link = { warnId: id, contactId: contact?.id };
  const { token } = await site.call<{ token: string }>('caseLink/addCaseLink', link, operator.token);
  const phone = { viewport: { width: 390, height: 844 }, touch: true };
  const { page, ignoreFaults } = await openBrowserAs(undefined, { path: `/open?case=${token}`, ...phone });
  await expectVisible(page.getByRole('heading', { name: '主动呼救' }));
  const text = await page.getByRole('main').innerText();
  expect(text).not.toMatch(/陈水生|9幢2单元602|1380000/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole('textbox', { name: '留言' }).fill('二十分钟到');
  await page.getByRole('button', { name: '我去处理' }).click();
  await expectVisible(page.getByText('已送到值守台'));
  const { page: desk } = await openBrowserAs(operator, { path: `/warn/sos?id=${id}` });
  await expectVisible(desk.getByText('二十分钟到'));
  await expectVisible(page.getByText('值守人员已看到'));
  expect(await page.getByRole('textbox', { name: '留言' }).inputValue()).toBe('');
  await site.call('warn/addWarnCall', { id, phone: '13800000001', result: 'ok', seconds: 20 }, operator.token);
  const end = { id, result: 'phone', note: '老人平安，误碰按键', familyTold: true };
  await site.call('warn/closeWarn', end, operator.token);
  await page.getByRole('button', { name: '误触' }).click();
  await expectVisible(page.getByText('告警已结束，不用再应答，谢谢。'));
  await expectVisible(page.getByText('已处理'));
  await expectHidden(page.getByRole('button', { name: '我去处理' }));
  ignoreFaults(/409/);
});

test('on a phone the chosen tab of a bar without room for all stands in sight, also once the counts have come', async () => {
  const leader = await aUser(site, { role: 'leader' });
  const { id } = await aCustomerWithWatch(site, '令狐伯');
  await site.sql(
    `insert into follow_up (kind, customer_id, assignee_id, due_at)
     select 'care', $1::bigint, $2::bigint, now() + (n % 2 - 0.5) * interval '9 days' from generate_series(1, 2400) n`,
    [id, leader.id],
  );
  const { page } = await openBrowserAs(leader, {
    ...{ path: '/warn/sos/follow_up?view=plans', viewport: { width: 390, height: 844 }, touch: true },
  });
  const bar = page.getByRole('navigation', { name: '回访与试按' });
  await expectVisible(bar.locator('.view-count').nth(2));
  await expectVisible(page.getByRole('button', { name: '存为视图' }));
  const isInView = () =>
    bar.locator('[aria-current]').evaluate((tab) => {
      const { left, right, top } = tab.getBoundingClientRect();
      const elementAt = (x: number) => document.elementFromPoint(x, top + 12);
      return left >= 0 && [left + 2, right - 2].every((x) => tab.contains(elementAt(x)));
    });
  await expect.poll(isInView).toBe(true);
});

test('the follow-up of 已送医 is recorded after a call from its form was put on record, and stays until 72 hours are over', async () => {
  const user = await aUser(site);
  const customer = await aCustomerWithWatch(site, '吴阿根');
  const id = await aHospitalWarn(site, customer, user);
  // The plan of another test adds a follow-up for every customer.
  const list = `/warn/sos/follow_up?customerId=${customer.id}`;
  const userBrowser = await openBrowserAs(user, { path: list });
  const { page } = userBrowser;
  const row = page.getByRole('row', { name: customer.name });
  await row.getByRole('button', { name: '回访', exact: true }).click();
  const form = page.getByRole('dialog', { name: /记录回访/ });
  await expectVisible(form.getByText('送医后的回访凭接通的通话记录完成', { exact: false }));
  await form.getByRole('textbox', { name: '回访记录' }).fill('在住院，情况稳定');
  await form.getByRole('button', { name: '记录', exact: true }).click();
  await expectVisible(page.getByText('送医后的回访要有接通的通话记录', { exact: false }).first());
  userBrowser.ignoreFaults(/status of 409/);
  await form.getByRole('link', { name: '拨打 陈敏 13900004402' }).click();
  await form.getByRole('group', { name: '与 陈敏 的通话结果' }).getByRole('button', { name: '接通正常' }).click();
  await expectVisible(form.getByText('已有接通的通话记录。', { exact: false }));
  await form.getByRole('button', { name: '记录', exact: true }).click();
  await expectHidden(form);
  await expectHidden(row);
  await goTo(page, `${list}&view=later`);
  await expectVisible(row);

  // Late on the third day the desk of the closed warn records the call and the last follow-up.
  await site.sql(
    `update warn set finished_at = now() - interval '73 hours', follow_up_at = now() - interval '1 minute', version = version + 1 where id = $1`,
    [id],
  );
  await goTo(page, `/warn/sos?tab=followUp&id=${id}`);
  const desk = page.getByRole('region', { name: '处置' });
  await desk.getByRole('link', { name: /^拨打 陈敏/ }).click();
  await desk.getByRole('button', { name: /接通正常/ }).click();
  await desk.getByRole('button', { name: '完成回访…' }).click();
  const last = page.getByRole('dialog', { name: /完成回访/ });
  await expectVisible(last.getByText('已满72小时，这次完成后结束。', { exact: false }));
  await last.getByRole('textbox', { name: '回访记录' }).fill('已出院，在女儿家');
  await last.getByRole('button', { name: '完成回访' }).click();
  await expectHidden(last);
  await expectHidden(desk.getByRole('button', { name: '完成回访…' }));
});
