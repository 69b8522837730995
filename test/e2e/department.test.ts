import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { aCustomer, anAccount, aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, frontPage, goTo } from './browser.ts';
import { setUpBrowserTests } from './browserTests.ts';
import { unique, uniqueNumber } from './unique.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const { page, ignoreFaults } = await openBrowserAs(await aUser(site, { role: 'admin' }));

const front = () => frontPage(page);
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const toast = (text: string) => page.getByText(text);
const button = (name: string | RegExp) => front().getByRole('button', { name });
const treeRow = (name: string) =>
  front().locator('.side-tree .ant-tree-node-content-wrapper').filter({ hasText: name });
const save = (form: Locator) => form.getByRole('button', { name: '保存' }).click();

/** A refused request is an error in the browser's console; those provoked by the test are no fault. */
const refusals = /status of 4\d\d/;

interface Row {
  id: string;
  name: string;
  parent_id: string;
  region_code: string | null;
  lat: number | null;
  lng: number | null;
  version: number;
}
const rowOf = async (name: string): Promise<Row | undefined> =>
  (
    await site.sql<Row>(
      'select id::text, name, parent_id::text, region_code, lat, lng, version from department where name = $1',
      [name],
    )
  )[0];

/** Waits until the form is shown and its first field has the focus: earlier typing would go there. */
async function opened(name: string): Promise<Locator> {
  const form = dialog(name);
  await form.locator('[data-field="parentId"] :focus').waitFor();
  return form;
}

/** Opens the form for a child of the selected department and fills in a name. */
async function begin(name: string): Promise<Locator> {
  await button('新增下级').click();
  const form = await opened('新增部门');
  await form.getByLabel('名称').fill(name);
  return form;
}

async function addBelow(parent: string, name: string): Promise<void> {
  await treeRow(parent).first().click();
  const form = await begin(name);
  await save(form);
  await expectHidden(form);
  await expectVisible(treeRow(name));
}

test('departments are added, found, dragged under another one and disabled with the figures named', async () => {
  const [eastern, western] = [unique('城东'), unique('城西')];
  await goTo(page, '/department/tree');
  for (const name of [eastern, western]) await addBelow('总部', name);
  await treeRow(western).dragTo(treeRow(eastern));
  await expectVisible(toast('已移动，数据范围随之改变'));
  const east = await rowOf(eastern);
  expect((await rowOf(western))?.parent_id).toBe(east?.id);
  await aCustomer(site, { department: east?.id });
  // A page that comes to the front reloads its tree.
  await goTo(page, '/index');
  await goTo(page, '/department/tree');
  await expectVisible(treeRow(eastern).filter({ hasText: '0 / 1 / 0' }));
  await front().getByRole('textbox', { name: '名称 / 编码 / 负责人' }).fill(eastern);
  await treeRow(eastern).click();
  await button('停用').click();
  const box = page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .filter({ hasText: `停用「${eastern}」` });
  await expectVisible(box.getByText('1 名客户'));
  await box.getByRole('button', { name: '停用部门' }).click();
  await expectVisible(toast('已停用'));
  await front().getByRole('textbox', { name: '名称 / 编码 / 负责人' }).fill('');
});

test('Alt and an arrow key move the department on which the tree stands; in use it is not deleted and says by whom', async () => {
  const [upper, lower] = [unique('城南'), unique('城北')];
  await goTo(page, '/department/tree');
  for (const name of [upper, lower]) await addBelow('总部', name);
  await treeRow(lower).click();
  await front().getByRole('tree').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expectVisible(toast('已移动，数据范围随之改变'));
  const order = async () => {
    const names = await front().locator('.side-tree .side-tree-name').allInnerTexts();
    return names.filter((name) => name === upper || name === lower);
  };
  await expect.poll(order).toEqual([lower, upper]);
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(order).toEqual([upper, lower]);
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(async () => (await rowOf(lower))?.parent_id).toBe((await rowOf(upper))?.id);
  await treeRow(upper).click();
  await button('删除').click();
  await page.getByRole('button', { name: '删除部门' }).click();
  const refusal = page.getByRole('alertdialog', { name: '不能删除' });
  await expectVisible(refusal.getByRole('listitem').filter({ hasText: '下级部门 1' }));
  await aUser(site, { department: (await rowOf(upper))?.id });
  await refusal.getByRole('button', { name: '知道了' }).click();
  await button('删除').click();
  await page.getByRole('button', { name: '删除部门' }).click();
  await refusal.getByRole('link', { name: '用户' }).click();
  await expectHidden(refusal);
  await expectVisible(front().getByRole('grid').getByText('坐席').first());
  ignoreFaults(/status of 409/);
});

test('bad input is named at its field: too long, of the wrong kind, script; the name stays the text it is', async () => {
  const code = `CX-${uniqueNumber(3)}`;
  const script = unique('<img src=x onerror=alert(1)>');
  await goTo(page, '/department/tree');
  await treeRow('总部').first().click();
  const form = await begin('甲');
  await form.getByLabel('编码').fill('a b');
  await form.getByLabel('电话').fill('12');
  await form.getByLabel('邮箱').fill('不是邮箱');
  await form.getByLabel('排序').fill('1000');
  await save(form);
  for (const problem of ['请输入2-30位名称', '编码为1-30位字母、数字、下划线或短横', '号码格式不正确'])
    await expectVisible(form.getByText(problem));
  await expectVisible(form.getByText(/有 \d 项需要修改/));
  // The input cuts longer text; the API's refusal is tested in department.test.ts of the server.
  await form.getByLabel('名称').fill('很'.repeat(31));
  expect(await form.getByLabel('名称').inputValue()).toBe('很'.repeat(30));
  await form.getByLabel('编码').fill(code);
  await form.getByLabel('电话').fill('0570-55501234');
  await form.getByLabel('邮箱').fill('cx@example.cn');
  await form.getByLabel('排序').fill('3');
  await form.getByLabel('名称').fill(script);
  await save(form);
  await expectHidden(form);
  await expectVisible(treeRow(script));
  expect(await page.locator('.side-tree img').count()).toBe(0);
  // A duplicate code: the server's message is shown at the field.
  const twice = await begin(unique('城南'));
  await twice.getByLabel('编码').fill(code);
  await save(twice);
  await expectVisible(twice.getByText('部门编码已存在'));
  await twice.getByRole('button', { name: '取消' }).click();
  await expectHidden(twice);
  ignoreFaults(refusals);
});

test('an area is chosen from province to county, and a place by a click and a drag on the map', async () => {
  const name = unique('城北');
  await goTo(page, '/department/tree');
  await treeRow('总部').first().click();
  const form = await begin(name);
  await form.getByLabel('行政区划').click();
  for (const area of ['浙江省', '衢州市', '柯城区'])
    await page.locator('.ant-cascader-menu-item').filter({ hasText: area }).click();
  await form.getByLabel('街道或社区的后 3 或 6 位').fill('12');
  await save(form);
  await expectVisible(form.getByText('行政区划代码为6、9或12位数字'));
  await form.getByLabel('街道或社区的后 3 或 6 位').fill('001');
  await form.locator('.map-layer[data-ready]').waitFor();
  const field = form.locator('[data-field="place"]');
  await field.scrollIntoViewIfNeeded();
  await field.locator('.map-container').click({ position: { x: 180, y: 90 } });
  const pin = field.locator('.map-marker[data-selected]');
  await pin.waitFor();
  const longitudeBefore = Number(await form.getByLabel('经度').inputValue());
  const pinBox = await pin.boundingBox();
  if (!pinBox) throw new Error('the pin is not drawn');
  await page.mouse.move(pinBox.x + 14, pinBox.y + 14);
  await page.mouse.down();
  await page.mouse.move(pinBox.x + 114, pinBox.y + 14, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(
    (old) => Number(document.querySelector<HTMLInputElement>('[data-field="lng"] input')?.value) > old,
    longitudeBefore,
  );
  const lng = Number(await form.getByLabel('经度').inputValue());
  await save(form);
  await expectHidden(form);
  const row = await rowOf(name);
  expect(row).toMatchObject({ region_code: '330802001', lng });
  expect(row?.lat).toBeGreaterThan(28);
  await expectVisible(front().getByText('浙江省衢州市柯城区 330802001'));
});

test('no form and no call makes a circle or hangs a department on what does not exist', async () => {
  const [eastern, western] = [unique('东区'), unique('西区')];
  await goTo(page, '/department/tree');
  await addBelow('总部', eastern);
  await addBelow(eastern, western);
  const [east, west] = [await rowOf(eastern), await rowOf(western)];
  await treeRow(eastern).click();
  await button('编辑').first().click();
  const form = await opened('编辑部门');
  await form.getByLabel('上级部门').click();
  await expectVisible(page.locator('.ant-select-tree-title').filter({ hasText: '总部', visible: true }));
  // Neither the department nor its subtree is offered.
  expect(
    await page
      .locator('.ant-select-tree-title')
      .filter({ hasText: new RegExp(`${eastern}|${western}`) })
      .count(),
  ).toBe(0);
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: '取消' }).click();
  await expectHidden(form);
  for (const parentId of [west?.id, east?.id, '999999999']) {
    const answer = await site.ask({
      path: '/api/department/moveDepartment',
      token: site.admin,
      body: { id: east?.id, parentId },
    });
    expect(answer).toMatchObject({ status: 400, code: -1 });
  }
  expect(await rowOf(eastern)).toEqual(east);
});

test('the second of two who edit a department is told who changed what', async () => {
  const name = unique('城中');
  await goTo(page, '/department/tree');
  await addBelow('总部', name);
  await button('编辑').first().click();
  const form = await opened('编辑部门');
  const [account, otherAccount] = [await anAccount(site), await anAccount(site)];
  await form.getByLabel('负责人').fill(account.account);
  await page.getByTitle(new RegExp(account.account)).click();
  const row = await rowOf(name);
  await site.call('department/editDepartment', { id: row?.id, version: row?.version, leaderId: otherAccount.id });
  await save(form);
  const notice = form.getByRole('alert').filter({ hasText: '你填的内容都还在' });
  await expectVisible(notice.getByText(/改了负责人/));
  await notice.getByRole('button', { name: '查看差异' }).click();
  await expectVisible(notice.getByRole('row', { name: new RegExp(`负责人.*${otherAccount.name}.*${account.name}`) }));
  await form.getByRole('button', { name: '取消' }).click();
  await expectHidden(form);
  ignoreFaults(refusals);
});

test('the departments in sight are exported as a workbook', async () => {
  await goTo(page, '/department/tree');
  await treeRow('总部').first().click();
  await button('导出').click();
  await expectVisible(page.getByText('导出「总部」和它的全部下级'));
  const [answer] = await Promise.all([
    page.waitForResponse(/exportDepartment/),
    page.getByRole('button', { name: /导出 18 列/ }).click(),
  ]);
  const { data } = (await answer.json()) as { data: { fileId: string | null; count: number } };
  const [row] = await site.sql<{ n: number }>('select count(*)::int as n from department where deleted_at is null');
  expect(data).toMatchObject({ count: row?.n, fileId: expect.any(String) });
});
