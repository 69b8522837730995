import { expect, test } from 'vitest';
import { aPicture } from '#server/testing/picture.ts';
import { aCustomer, aDepartment, aProject, aUser } from '#server/testing/rows.ts';
import { checkCharacter } from '#shared/idCard.ts';
import { expectHidden, expectVisible, frontPage, goTo, optionWith, selectOption } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { unique } from '../unique.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const admin = await aUser(site, { role: 'admin' });
const { page, ignoreFaults } = await openBrowserAs(admin, { path: '/customer/list' });

const front = () => frontPage(page);
const rowOf = (name: string) => front().getByRole('row').filter({ hasText: name });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

/** Returns a valid ID number of a woman born on 1941-05-06. */
const anIdNo = () => {
  const digits = `33010219410506${100 + 2 * Math.floor(Math.random() * 449)}`;
  return digits + checkCharacter(digits);
};
const [idNo, secondIdNo] = [anIdNo(), anIdNo()];

test('somebody new is entered in five steps: each wrong input is named, whoever may be the same is shown, a contact makes the service begin', async () => {
  const [existing, name] = [unique('钱'), unique('孙')];
  await aCustomer(site, { name: existing, mobile: '13712345678', birthDate: '1941-05-06' });
  await goTo(page, '/customer/list');
  const looks: string[] = [];
  page.on('request', (request) => void (request.url().endsWith('/getCustomer') && looks.push(request.url())));
  await page.keyboard.press('Alt+n');
  const form = dialog('新增客户');
  const box = (label: string) => form.getByRole('textbox', { name: label, exact: true });
  const next = () => form.getByRole('button', { name: '下一步' }).click();
  await box('姓名').fill(existing);
  await box('证件号').fill(`${idNo.slice(0, 17)}${idNo.endsWith('1') ? '2' : '1'}`);
  await next();
  await expectVisible(form.getByText('身份证号校验位不正确').first());
  await box('证件号').fill(idNo);
  await expect.poll(() => form.getByRole('textbox', { name: '出生日期' }).inputValue()).toBe('1941-05-06');
  expect(await form.getByRole('textbox', { name: '出生日期' }).isDisabled()).toBe(true);
  await box('手机号').fill('13800004321');
  const twin = form.getByRole('alert').filter({ hasText: '姓名和出生日期与已有客户相同' });
  await expectVisible(twin.getByRole('link', { name: '打开已有' }));
  await expectVisible(twin.getByText('137****5678').or(twin.getByText('13712345678')));
  // Typing reveals no record.
  expect(looks).toEqual([]);
  await next();
  await expectVisible(form.getByText('可能与已有客户重复，请核对上面的提示').first());
  await box('姓名').fill(name);
  await expectHidden(twin);
  await expectVisible(form.getByText('请填写知情同意').first());
  await form.getByRole('checkbox', { name: '定位' }).check();
  await form.getByRole('combobox', { name: '区域' }).click();
  for (const area of ['浙江省', '衢州市', '柯城区'])
    await page.locator('.ant-cascader-menu-item').filter({ hasText: area }).click();
  await box('详细地址').fill('12幢2单元301');
  await selectOption(form, '居住情况', '独居');
  await next();
  await expectVisible(form.getByText('请勾选「基本服务」的同意').first());
  await form.getByRole('checkbox', { name: '基本服务' }).check();
  await selectOption(form, '由谁签署', '女儿');
  await box('签署人').fill('吴小敏');
  await next();

  const street = form.getByRole('combobox', { name: '街道' });
  await street.fill('没有的街道');
  await expectVisible(form.getByText('不在 2023 年的街道名录里，请核对'));
  await street.fill('信安');
  await optionWith(page, '信安街道').click();
  await expectHidden(form.getByText('不在 2023 年的街道名录里，请核对'));
  await next();

  await form.getByRole('button', { name: '添加联系人' }).click();
  await box('姓名').fill('吴建国');
  await box('手机').fill('1390000');
  await next();
  await expectVisible(form.getByText(/第 1 位联系人：/).first());
  await selectOption(form, '关系', '儿子');
  await box('手机').fill('13800004321');
  await expectVisible(form.getByText('吴建国的电话与客户本人相同'));
  await box('手机').fill('13900004321');
  await form.getByRole('button', { name: '添加联系人' }).click();
  const second = form.getByRole('listitem').nth(1);
  await second.getByRole('textbox', { name: '姓名' }).fill('方建平');
  await selectOption(second, '关系', '邻居');
  await second.getByRole('textbox', { name: '姓名' }).press('Alt+ArrowUp');
  await expect.poll(() => box('姓名').first().inputValue()).toBe('方建平');
  await next();
  await form.getByRole('combobox', { name: '过敏' }).fill('青霉素');
  await form.getByRole('combobox', { name: '过敏' }).press('Enter');
  await next();
  await form.getByRole('textbox', { name: '照护计划' }).fill('每周两次助浴');
  await form.getByRole('button', { name: '保存' }).click();
  await expectVisible(page.getByText('客户已新增'));
  await expectVisible(rowOf(name).getByText('服务中'));
  const contacts = await site.sql(
    'select k.name, k."order", c.street from customer_contact k join customer c on c.id = k.customer_id where c.name = $1 order by k."order"',
    [name],
  );
  expect(contacts).toEqual([
    { name: '方建平', order: 1, street: '信安街道' },
    { name: '吴建国', order: 2, street: '信安街道' },
  ]);
  const signed = await site.sql(
    'select k.purpose, k.signed_by, k.relation from consent k join customer c on c.id = k.customer_id where c.name = $1 order by 1',
    [name],
  );
  expect(signed).toEqual(
    ['location', 'service'].map((purpose) => ({ purpose, signed_by: '吴小敏', relation: 'daughter' })),
  );
});

test('a home enters a customer by keys in the first step: the department brings place, project and responsible', async () => {
  const department = await aDepartment(site);
  const project = await aProject(site, department);
  const clerk = await aUser(site, { role: 'admin', department });
  await site.sql(
    `update department set type = 'org', region_code = '330802', address = '长桥路8号', leader_id = $2 where id = $1`,
    [department, clerk.id],
  );
  const { page: desk } = await openBrowserAs(clerk, { path: '/notice/list' });
  // The form is opened before the server has answered with the department's defaults.
  const held = Promise.withResolvers<void>();
  await desk.route('**/api/customer/getCustomerChoice', async (route) => {
    await held.promise;
    await route.continue();
  });
  await desk.evaluate(() => {
    location.hash = '#/customer/list';
  });
  const form = desk.getByRole('dialog', { name: '新增客户' });
  const name = unique('孟');
  let keys = 0;
  const press = async (...all: string[]) => {
    for (const key of all) await desk.keyboard.press(key);
    keys += all.length;
  };
  const type = async (text: string) => {
    await desk.keyboard.type(text);
    keys += text.length;
  };
  const isIn = (field: string) =>
    expect
      .poll(() => desk.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field')))
      .toBe(field);
  await expectVisible(desk.getByText(/还没有客户|共 \d/).first());
  await press('Alt+n');
  await isIn('name');
  held.resolve();
  await expectVisible(form.getByText('长桥路8号').or(form.locator('input[value="长桥路8号"]')));
  await type(name);
  await press('Tab');
  await type(secondIdNo);
  await press('Tab');
  await type('13800007788');
  await press('Tab', 'Tab', 'Space', 'Control+Enter');
  await expectVisible(desk.getByText('客户已新增'));
  expect(keys).toBeLessThanOrEqual(45);
  const [row] = await site.sql(
    `select department_id::text as department, project_id::text as project, responsible_id::text as responsible,
       region_code as region, address, living_state as living from customer where name = $1`,
    [name],
  );
  expect(row).toEqual({
    ...{ department, project, responsible: clerk.id },
    ...{ region: '330802', address: '长桥路8号', living: 'institution' },
  });
});

test('a department brings what is not typed, and the community entered last is offered to the same user', async () => {
  const department = await aDepartment(site);
  const project = await aProject(site, department);
  await site.sql(`update department set region_code = '330803' where id = $1`, [department]);
  const [place] = await site.sql<{ name: string }>('select name from department where id = $1', [department]);
  const clerk = await aUser(site, { role: 'admin' });
  const { page: desk } = await openBrowserAs(clerk, { path: '/customer/list' });
  await site.sql('update customer set created_by = $2 where id = $1', [
    await aCustomer(site, { community: '荷塘社区' }),
    clerk.id,
  ]);
  await desk.reload();
  await expectVisible(desk.locator('.data-table tbody tr').first());
  await desk.keyboard.press('Alt+n');
  const form = desk.getByRole('dialog', { name: '新增客户' });
  const selectedItems = (field: string) => form.locator(`[data-field="${field}"] .ant-select-content`);
  await form.getByRole('combobox', { name: '部门' }).click();
  await desk
    .locator('.ant-select-tree-title')
    .filter({ hasText: place?.name ?? '', visible: true })
    .click();
  await expectVisible(selectedItems('regionCode').getByText('衢江区'));
  const [{ code } = { code: '' }] = await site.sql<{ code: string }>('select code from project where id = $1', [
    project,
  ]);
  await expectVisible(selectedItems('projectId').getByText(code));
  await form.getByRole('button', { name: /居住与个人/ }).click();
  await form.getByRole('combobox', { name: '社区' }).click();
  await optionWith(desk, '荷塘社区').click();
  expect(await form.getByRole('combobox', { name: '社区' }).inputValue()).toBe('荷塘社区');
});

test('an age outside 40 to 110 is asked about before it is saved, and the harmless way out is at hand', async () => {
  const id = await aCustomer(site, {
    name: unique('骆'),
    birthDate: '1940-05-06',
    regionCode: '330802',
    livingState: 'alone',
  });
  await goTo(page, `/customer/list?edit=${id}`);
  const form = dialog('编辑客户');
  const birth = form.getByRole('textbox', { name: '出生日期' });
  await expect.poll(() => birth.inputValue()).toBe('1940-05-06');
  const born = `${new Date().getFullYear() - 20}-01-02`;
  await birth.fill(born);
  await birth.press('Enter');
  await page.keyboard.press('Control+Enter');
  const confirmBox = page.getByRole('alertdialog', { name: /年龄 \d+ 岁，没有填错？/ });
  await expectVisible(confirmBox);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('回去修改');
  await page.keyboard.press('Enter');
  await expectHidden(confirmBox);
  await expectVisible(form);
  await page.keyboard.press('Control+Enter');
  await confirmBox.getByRole('button', { name: '没有填错，保存' }).click();
  await expectVisible(page.getByText('客户已保存'));
  const [row] = await site.sql('select birth_date::text as birth from customer where id = $1', [id]);
  expect(row).toEqual({ birth: born });
});

test('somebody is edited, and the second one is told what the first has changed and loses nothing', async () => {
  const name = unique('周');
  const contacts = [{ name: '周敏', relation: 'daughter', mobile: '13900004402', order: 1, isEmergency: true }];
  const home = { community: '柳岸新村', regionCode: '330802', livingState: 'alone' };
  const id = await aCustomer(site, { name, ...home, contacts });
  await goTo(page, `/customer/list?edit=${id}`);
  const form = dialog('编辑客户');
  const box = (label: string) => form.getByRole('textbox', { name: label, exact: true });
  const step = (title: string) => form.getByRole('button', { name: new RegExp(title) }).click();
  await expect.poll(() => box('姓名').inputValue()).toBe(name);
  expect(page.url()).not.toContain('edit=');
  const height = async () => (await form.locator('.ant-modal-container').boundingBox())?.height;
  const heights = new Set([await height()]);
  for (const title of ['健康与沟通', '联系人', '服务', '居住']) {
    await step(title);
    heights.add(await height());
  }
  expect(heights.size).toBe(1);
  await box('房间').fill('301');
  await site.call('customer/editCustomer', { id, version: 1, community: '石桥' });
  await step('服务');
  await form.getByRole('button', { name: '保存' }).click();
  await expectVisible(form.getByText(/数据已被 .* 修改/));
  ignoreFaults(/409/);
  await form.getByRole('button', { name: '查看差异' }).click();
  await expectVisible(form.getByRole('row', { name: /社区.*柳岸新村.*石桥/ }));
  await form.getByRole('button', { name: '继续编辑' }).click();
  await expectHidden(form.getByText(/数据已被 .* 修改/));
  await form.getByRole('button', { name: '保存' }).click();
  // The toast may still be that of an earlier test.
  await expectHidden(form);
  const [row] = await site.sql('select community, room, version from customer where id = $1', [id]);
  expect(row).toEqual({ community: '石桥', room: '301', version: 3 });
});

test('by keys alone somebody is opened and edited; a photo, a place and another order of contacts last as a draft', async () => {
  const [name, son] = [unique('吕'), { relation: 'son', mobile: '13900004402', isEmergency: true }];
  const contacts = ['吕小一', '吕小二'].map((contactName, index) => ({ ...son, name: contactName, order: index + 1 }));
  const id = await aCustomer(site, { name, regionCode: '330802', address: '3幢', livingState: 'alone', contacts });
  await goTo(page, `/customer/list?keyword=${encodeURIComponent(name)}`);
  await expectVisible(rowOf(name));
  for (const key of ['j', 'Enter']) await page.keyboard.press(key);
  const edit = front().getByRole('button', { name: '编辑', exact: true });
  await expectVisible(edit);
  for (let keys = 0; keys < 80 && !(await edit.evaluate((element) => element === document.activeElement)); keys++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const form = dialog('编辑客户');
  const step = (title: string) => form.getByRole('button', { name: new RegExp(title) }).click();
  await step('居住');
  const photo = { name: '照片.png', mimeType: 'image/png', buffer: await aPicture() };
  await form.locator('input[type=file]').setInputFiles(photo);
  await expectVisible(form.getByAltText('已选的照片'));
  await form.locator('.map-layer[data-ready]').waitFor();
  await form.locator('[data-field="place"] .map-container').click({ position: { x: 180, y: 90 } });
  await step('联系人');
  const row = (index: number) => form.getByRole('listitem').nth(index);
  // A hidden first row would be scrolled into view with the button down, which changes the element under the pointer.
  await row(0).locator('.row-grip').scrollIntoViewIfNeeded();
  await row(1).locator('.row-grip').dragTo(row(0).locator('.row-grip'));
  await expect.poll(() => row(0).getByRole('textbox', { name: '姓名' }).inputValue()).toBe('吕小二');
  await page.keyboard.press('Escape');
  await expectHidden(form);
  await edit.press('Enter');
  await form.getByText(`${name}的修改草稿，今天 `).getByRole('button', { name: '接着填' }).click();
  await step('居住');
  await expectVisible(form.getByAltText('已选的照片'));
  await step('服务');
  await page.keyboard.press('Control+Enter');
  await expectHidden(form);
  const [saved] = await site.sql(
    `select photo_file_id is not null as photo, lat > 18 as placed, (select string_agg(k.name, '' order by k."order")
       from customer_contact k where k.customer_id = c.id) as called from customer c where c.id = ${id}`,
  );
  expect(saved).toEqual({ photo: true, placed: true, called: '吕小二吕小一' });
});
