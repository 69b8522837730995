import { expect, test } from 'vitest';
import { aPicture } from '#server/testing/picture.ts';
import { aCustomer, aDepartment, aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, frontPage, goTo, optionWith, selectOption } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { unique } from '../unique.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const admin = await aUser(site, { role: 'admin' });
const { page, ignoreFaults } = await openBrowserAs(admin, { path: '/customer/list' });

const front = () => frontPage(page);
const rowOf = (name: string) => front().getByRole('row').filter({ hasText: name });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

test('somebody goes on leave and comes back, is paused with a day of return, and leaves with what is to be done', async () => {
  const name = unique('陶');
  const contacts = [{ name: '陶敏', relation: 'daughter', mobile: '13800000002', order: 1, isEmergency: true }];
  const id = await aCustomer(site, { name, contacts });
  await goTo(page, '/customer/list');
  await page.reload();
  const runAction = async (item: string) => {
    await rowOf(name).getByRole('button', { name: '更多操作' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const day = (form: ReturnType<typeof dialog>, name: string) => form.getByRole('textbox', { name });

  await runAction('请假…');
  const leave = dialog(`请假 · ${name}`);
  await day(leave, '预计返回').fill('2099-01-02 18:00');
  await day(leave, '预计返回').press('Enter');
  await leave.getByRole('button', { name: '请假' }).click();
  await expectHidden(leave);
  await expectVisible(rowOf(name).getByText('外出中，预计 01-02 18:00 回'));
  await runAction('销假…');
  const back = dialog(`销假 · ${name}`);
  const returnField = day(back, '返回时间');
  const suggested = await returnField.inputValue();
  await returnField.fill('2020-01-01 08:00');
  await returnField.press('Enter');
  await back.getByRole('button', { name: '销假' }).click();
  await expectVisible(back.getByText('返回时间不能早于离开时间'));
  ignoreFaults(/400/);
  await returnField.fill(suggested);
  await returnField.press('Enter');
  await back.getByRole('button', { name: '销假' }).click();
  await expectHidden(back);
  await expectHidden(rowOf(name).getByText(/外出中/));

  await runAction('暂停服务…');
  const pauseDialog = dialog(`暂停服务 · ${name}`);
  await pauseDialog.getByRole('textbox', { name: '原因' }).fill('住院');
  await pauseDialog.getByRole('button', { name: '暂停服务' }).click();
  await expect.poll(() => day(pauseDialog, '预计返回').getAttribute('aria-invalid')).toBe('true');
  await day(pauseDialog, '预计返回').fill('2099-01-02');
  await day(pauseDialog, '预计返回').press('Enter');
  await pauseDialog.getByRole('button', { name: '暂停服务' }).click();
  await expectVisible(rowOf(name).getByText('暂停', { exact: true }));

  await runAction('终止服务…');
  const end = dialog(`终止服务 · ${name}`);
  await end.getByRole('textbox', { name: '原因' }).fill('搬到外地');
  await end.getByRole('button', { name: '终止服务' }).click();
  await expectVisible(rowOf(name).getByText('终止', { exact: true }));
  await runAction('服务与手续');
  const drawer = dialog(`服务 · ${name}`);
  await drawer.getByRole('checkbox', { name: '钥匙已归还' }).click();
  await expectVisible(drawer.getByText('还有 4 项'));
  await drawer.locator('.ant-drawer-close').click();
  await expectHidden(drawer);

  await goTo(page, `/customer/list/${id}?section=service`);
  const service = front().getByRole('region', { name: '服务', exact: true });
  await expectVisible(
    service
      .getByRole('region', { name: '请假' })
      .getByRole('listitem')
      .filter({ hasText: /外出.*返回/ }),
  );
  const edit = front().getByRole('button', { name: '编辑', exact: true });
  expect(await edit.isEnabled()).toBe(true);
  const papers = front()
    .getByRole('region', { name: '同意与证件', exact: true })
    .getByRole('button', { name: /^新增/ });
  await expect.poll(() => papers.count()).toBe(2);
  await service.getByRole('checkbox', { name: '档案已封存' }).click();
  await page.getByRole('button', { name: '封存', exact: true }).click();
  await expect.poll(() => edit.isDisabled()).toBe(true);
  expect(await edit.getAttribute('title')).toBe('档案已封存，不能修改');
  await expect.poll(() => papers.count()).toBe(0);
});

test('a row leads to the entry of an alarm for that person, and to their devices and contacts', async () => {
  const name = unique('曹');
  await aCustomer(site, { name, community: '柳岸新村' });
  await goTo(page, '/customer/list');
  await page.reload();
  await rowOf(name).getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '登记告警…' }).click();
  const form = dialog('登记告警');
  await expectVisible(form.getByText(new RegExp(`${name}.*柳岸新村`)).filter({ visible: true }));
  await form.getByRole('button', { name: '取消' }).click();
  await expectHidden(form);
  expect(page.url()).not.toContain('add=');
  for (const [actionName, section] of [
    ['绑定设备', '设备'],
    ['联系人', '联系人'],
  ] as const) {
    await goTo(page, '/customer/list');
    await rowOf(name).getByRole('button', { name: '更多操作' }).click();
    await page.getByRole('menuitem', { name: actionName, exact: true }).click();
    const nav = front().getByRole('navigation', { name: '档案的内容' });
    await expectVisible(
      nav.getByRole('button', { name: new RegExp(`^${section}`) }).and(page.locator('[aria-current="true"]')),
    );
  }
});

test('beds are added a range at once; somebody is laid into one, moves, and leaves, and the share of the taken ones follows', async () => {
  const department = await aDepartment(site);
  await site.sql(`update department set type = 'org' where id = $1`, [department]);
  const name = unique('谢');
  const id = await aCustomer(site, { name, department, address: '3幢', livingState: 'alone' });
  await goTo(page, `/customer/list/bed?departmentId=${department}`);
  await page.reload();
  const bed = (label: string) => front().getByRole('button', { name: label });
  const runAction = async (label: string, item: string) => {
    await bed(label).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };

  await front().getByRole('button', { name: '新增床位' }).click();
  const form = dialog('新增床位');
  for (const [label, value] of [
    ['楼栋', '1号楼'],
    ['楼层', '3'],
    ['房间', '301~302'],
    ['床号', '1~2'],
  ] as const)
    await form.getByRole('textbox', { name: label }).fill(value);
  await form.getByRole('button', { name: '新增' }).click();
  await expectHidden(form);
  for (const label of ['301-1 空闲', '301-2 空闲', '302-1 空闲', '302-2 空闲']) await expectVisible(bed(label));
  await expectVisible(front().getByText('在住 0 / 可用 4'));

  await runAction('301-1 空闲', '安排客户…');
  const assign = dialog('安排客户 · 301-1');
  await assign.getByRole('combobox', { name: '客户' }).fill(name);
  await optionWith(page, name).click();
  await assign.getByRole('button', { name: '安排' }).click();
  await expectVisible(bed(`301-1 在住 ${name}`));
  await expectVisible(front().getByText('在住 1 / 可用 4'));

  await runAction(`301-1 在住 ${name}`, '换床…');
  const move = dialog(`换床 · ${name}`);
  await selectOption(move, '换到', '1号楼 302-2');
  await move.getByRole('button', { name: '换床' }).click();
  await expectVisible(bed(`302-2 在住 ${name}`));
  await runAction('301-1 空闲', '停用');
  await expectVisible(front().getByText('在住 1 / 可用 3'));
  await runAction(`302-2 在住 ${name}`, '退床…');
  await page.getByRole('button', { name: '退床', exact: true }).click();
  await expectVisible(bed('302-2 空闲'));

  await goTo(page, `/customer/list?edit=${id}`);
  const entry = dialog('编辑客户');
  await selectOption(entry, '床位', '1号楼 301-2');
  await entry.getByRole('button', { name: '保存', exact: true }).click();
  await expectHidden(entry);
  await goTo(page, `/customer/list/${id}`);
  await front().getByRole('link', { name: '1号楼 301-2' }).click();
  await expectVisible(bed(`301-2 在住 ${name}`));
});

test('a file is kept with somebody in their record, and taken away there', async () => {
  const customerId = await aCustomer(site, { name: unique('邬') });
  await goTo(page, `/customer/list/${customerId}?section=files`);
  const files = front().getByRole('region', { name: '附件', exact: true });
  await files.getByRole('button', { name: '新增附件' }).click();
  const form = dialog(/^新增附件/);
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expectVisible(form.getByText(/请.*附件/));
  const scan = { name: '住院小结.png', mimeType: 'image/png', buffer: await aPicture() };
  await form.locator('input[type=file]').setInputFiles(scan);
  await expectVisible(form.getByText('住院小结.png'));
  await form.getByLabel('备注').fill('2025 年冬');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expectHidden(form);
  const row = files.getByRole('row', { name: /住院小结\.png.*2025 年冬/ });
  await expectVisible(row);
  await row.getByRole('button', { name: '删除' }).click();
  await page.getByRole('button', { name: '删除附件' }).click();
  await expectVisible(files.getByText('没有附件'));
});

test('on a phone the sections of a record stay at hand above the one that is read, and which it is stands in view', async () => {
  const customerId = await aCustomer(site, { name: unique('邬') });
  await page.setViewportSize({ width: 390, height: 844 });
  await goTo(page, `/customer/list/${customerId}?section=history`);
  const last = front().getByRole('navigation', { name: '档案的内容' }).getByRole('button', { name: '变更记录' });
  await expectVisible(front().getByText('建立档案'));
  const isInView = (element: Element) => {
    const { top, left, right } = element.getBoundingClientRect();
    return top > 0 && left >= 0 && right <= innerWidth;
  };
  await expect.poll(() => last.evaluate(isInView)).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a contact who is served too is found and linked in the form, and both records lead to each other', async () => {
  const [name, spouse] = [unique('柏'), unique('祝')];
  const contacts = [{ name: '柏小明', relation: 'son', mobile: '13800000078', order: 1, isEmergency: true }];
  const id = await aCustomer(site, { name, regionCode: '330802', address: '3幢', livingState: 'spouse', contacts });
  const other = await aCustomer(site, { name: spouse });
  await goTo(page, `/customer/list/${id}`);
  await front().getByRole('button', { name: '编辑', exact: true }).click();
  const form = dialog('编辑客户');
  await form
    .getByRole('button', { name: /联系人/ })
    .first()
    .click();
  await form.getByRole('button', { name: '添加联系人' }).click();
  const row = form.getByRole('listitem').nth(1);
  await selectOption(row, '关系', '配偶');
  await row.getByRole('combobox', { name: '也是服务对象' }).fill(spouse);
  await optionWith(page, spouse).click();
  expect(await row.getByRole('textbox', { name: '姓名' }).inputValue()).toBe(spouse);
  await row.getByRole('textbox', { name: '姓名' }).press('Alt+ArrowUp');
  await expect.poll(() => form.getByRole('listitem').first().getByRole('textbox').first().inputValue()).toBe(spouse);
  await form.getByRole('textbox', { name: '手机' }).first().fill('13800000079');
  await form.getByRole('button', { name: /服务/ }).last().click();
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expectHidden(form);
  const called = front().getByRole('region', { name: '联系人', exact: true });
  await called.getByRole('link', { name: '也是服务对象' }).click();
  await expect.poll(() => page.url()).toContain(other);
  await called.getByRole('link', { name: new RegExp(name) }).click();
  await expect.poll(() => page.url()).toContain(id);
});

test('what somebody is entitled to is entered, corrected and deleted in their form, and saved with the rest', async () => {
  const name = unique('芮');
  const benefits = [{ kind: 'medical', number: '330802001234' }, { kind: 'low_income' }];
  const id = await aCustomer(site, { name, regionCode: '330802', address: '3幢', livingState: 'alone', benefits });
  await goTo(page, `/customer/list?edit=${id}`);
  const form = dialog('编辑客户');
  await form.getByRole('button', { name: /服务/ }).last().click();
  const item = (kind: string) => form.getByRole('listitem').filter({ hasText: kind });
  await item('医保').getByLabel('等级').fill('职工');
  await item('低保').getByRole('button', { name: /^删除/ }).click();
  await expectVisible(item('低保').getByText('保存后删除'));
  await form.getByRole('button', { name: '添加权益与证件' }).click();
  const save = form.getByRole('button', { name: '保存', exact: true });
  await save.click();
  await expectVisible(form.getByText(/第 3 项权益与证件：/).first());
  await selectOption(form.getByRole('listitem').last(), '类别', '残疾证');
  await save.click();
  await expectHidden(form);
  const rows = await site.sql(
    `select kind, grade from benefit where customer_id = $1 and deleted_at is null order by kind`,
    [id],
  );
  expect(rows).toEqual([
    { kind: 'disability', grade: null },
    { kind: 'medical', grade: '职工' },
  ]);
});
