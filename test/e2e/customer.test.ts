import { expect, test } from 'vitest';
import { aPicture } from '#server/testing/picture.ts';
import { aCustomer, aDepartment, aDevice, aUser } from '#server/testing/rows.ts';
import { checkCharacter } from '#shared/idCard.ts';
import { choose, gone, goTo, sees } from './browser.ts';
import { setStage } from './stage.ts';
import { unique } from './unique.ts';

const { site, sit } = await setStage();

const admin = await aUser(site, { role: 'admin' });
const { page, forgive } = await sit(admin, { path: '/customer/list' });

const front = () => page.locator('.page[data-active="true"]');
const rowOf = (name: string) => front().locator('.data-table tr').filter({ hasText: name });
const chip = (name: string) => front().getByRole('navigation', { name: '视图' }).getByRole('button', { name });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

/** Two people of this year's eighty and more, and one who is younger; the first lives alone, is mine and has a silent device. */
async function threePeople() {
  const names = ['郑', '冯', '蒋'].map((surname) => unique(surname));
  const [old, older, young] = names as [string, string, string];
  const id = await aCustomer(site, { name: old, birthDate: '1935-03-01', livingState: 'alone', street: '望湖街道' });
  await aCustomer(site, { name: older, birthDate: '1930-03-01', livingState: 'spouse' });
  await aCustomer(site, { name: young, birthDate: '1962-03-01', livingState: 'alone' });
  await site.sql('update customer set responsible_id = $2 where id = $1', [id, admin.id]);
  const device = await aDevice(site, { customer: id });
  await site.sql(
    `insert into device_state (device_id, project_id, online, last_seen_at) select id, project_id, false, now() - interval '1 day' from equipment where id = $1
     on conflict (device_id) do update set online = false, last_seen_at = excluded.last_seen_at`,
    [device.id],
  );
  await site.call('warn/addWarn', {
    ...{ customerId: id, type: 'sos', level: 3, occurredAt: new Date().toISOString(), note: '来电' },
  });
  return { id, old, older, young };
}

test('each view that comes with the list selects its people, says how many, and stands in the address', async () => {
  const { old, older, young } = await threePeople();
  await goTo(page, '/customer/list');
  await page.reload();
  await sees(rowOf(older));
  await sees(rowOf(old).getByText('0/1'));
  const parts = front().locator('.filter-bar, .grid-scroll');
  const over = (one: Element) => (one.matches('form') ? one.clientHeight : one.scrollWidth - one.clientWidth);
  expect([await parts.first().evaluate(over), await parts.last().evaluate(over)]).toEqual([48, 0]);
  await page.setViewportSize({ width: 1280, height: 800 });
  const words = front().locator('.filter-bar .ant-select-placeholder');
  const cut = (all: Element[]) => all.filter((one) => one.scrollWidth > one.clientWidth).length;
  expect([await words.evaluateAll(cut), await parts.first().evaluate(over)]).toEqual([0, 48]);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const view of ['我负责的', '独居高龄', '近 7 天有告警', '设备离线']) {
    await chip(view).click();
    await sees(chip(view).and(page.locator('[aria-current="true"]')));
    await sees(rowOf(old));
    await gone(rowOf(older));
    await gone(rowOf(young));
    const rows = await front().locator('.data-table tbody tr').count();
    await expect.poll(() => chip(view).textContent()).toBe(`${view}${rows}`);
  }
  expect(page.url()).toContain('equipmentOnline=offline');
  await chip('全部客户').click();
  await sees(rowOf(young));
});

test('the ticked people get a tag and go to another department, with the reason asked for', async () => {
  const [one, two] = [unique('沈'), unique('韩')];
  for (const name of [one, two]) await aCustomer(site, { name });
  const department = await aDepartment(site);
  const [place] = await site.sql<{ name: string }>('select name from department where id = $1', [department]);
  await goTo(page, '/customer/list');
  await page.reload();
  for (const name of [one, two]) await rowOf(name).getByRole('checkbox').check();
  await front().getByRole('button', { name: '打标签…' }).click();
  const tags = dialog('给 2 位客户打标签');
  await choose(tags, '加上', '重点关注');
  await tags.getByRole('button', { name: '打标签' }).click();
  await sees(page.getByText('2 位客户的标签已更新'));

  for (const name of [one, two]) await rowOf(name).getByRole('checkbox').check();
  await front().getByRole('button', { name: '转移部门/项目…' }).click();
  const move = dialog('转移 2 位客户');
  await move.getByRole('combobox', { name: '部门' }).click();
  await page
    .locator('.ant-select-tree-title')
    .filter({ hasText: place?.name ?? '', visible: true })
    .click();
  await move.getByRole('button', { name: '转移' }).click();
  const reason = move.locator('[data-field="reason"] textarea');
  await expect.poll(() => reason.getAttribute('aria-invalid')).toBe('true');
  await reason.fill('划给新网格');
  await move.getByRole('button', { name: '转移' }).click();
  await sees(page.getByText('已转移 2 位客户'));
  const moved = await site.sql('select tag from customer where department_id = $1', [department]);
  expect(moved).toEqual([{ tag: ['key_care'] }, { tag: ['key_care'] }]);
});

test('of two ticked people one stays: what differs is chosen, what moves is said, and the other is gone', async () => {
  const [one, two] = [unique('秦'), unique('尤')];
  const contacts = [{ name: '尤小明', relation: 'son', mobile: '13800000077', order: 1 }];
  const stays = await aCustomer(site, { name: one, mobile: '13800001234', livingState: 'alone' });
  const goes = await aCustomer(site, { name: two, mobile: '13900005678', livingState: 'spouse', contacts });
  await goTo(page, '/customer/list');
  await page.reload();
  for (const name of [one, two]) await rowOf(name).getByRole('checkbox').check();
  await front().getByRole('button', { name: '合并…' }).click();
  const merge = dialog(/合并客户/);
  await merge.getByRole('radio', { name: new RegExp(`${two}（`) }).check();
  await sees(merge.getByText(new RegExp(`都归到「${two}」`)));
  const sides = merge.getByRole('radiogroup', { name: '手机号' }).locator('label');
  expect(await sides.allTextContents()).toEqual(['138****1234', '139****5678']);
  await merge.getByRole('radio', { name: new RegExp(`${one}（`) }).check();
  await sees(merge.getByText('合并后不能撤销'));
  await sees(merge.getByText('1 位联系人'));
  await merge.getByRole('radiogroup', { name: '手机号' }).getByRole('radio', { name: '139****5678' }).check();
  await merge.getByRole('button', { name: '合并', exact: true }).click();
  await sees(merge.getByText('请勾选确认'));
  await merge.getByRole('checkbox', { name: /并入后不再单独存在/ }).check();
  await merge.getByRole('button', { name: '合并', exact: true }).click();
  await sees(page.getByText('已合并'));
  await sees(rowOf(one).getByText('139****5678'));
  await gone(rowOf(two));
  const rows = await site.sql<{ id: string; into: string | null; called: number }>(
    `select id::text, merged_into::text as into, (select count(*)::int from customer_contact k where k.customer_id = c.id) as called
     from customer c where id in ($1, $2) order by id`,
    [stays, goes],
  );
  expect(rows).toEqual([
    { id: stays, into: null, called: 1 },
    { id: goes, into: stays, called: 0 },
  ]);
});

test('the record opens from the list as one page: who it is, whom to call first, what was changed, and a card of it', async () => {
  const name = unique('陶');
  const id = await aCustomer(site, {
    ...{ name, birthDate: '1940-02-02', livingState: 'alone', community: '柳岸新村', entryNote: '门锁密码 2580' },
    ...{ allergies: ['青霉素'], communication: { hearing: 'poor', dialect: '衢州话' } },
    contacts: [{ name: '陶明', relation: 'son', mobile: '13900002222', order: 1, isEmergency: true }],
  });
  await site.call('customer/editCustomerTag', { ids: [id], add: ['key_care'] });
  await goTo(page, '/customer/list');
  await page.reload();
  await rowOf(name).getByRole('link', { name }).click();
  await sees(front().getByRole('heading', { level: 1, name }));
  expect(page.url()).toContain(`/customer/list/${id}`);
  await sees(front().getByText('听力差，讲衢州话'));
  await sees(front().getByRole('list', { name: '重要提示' }).getByText('青霉素过敏'));
  const section = (title: string) => front().getByRole('region', { name: title });
  await sees(section('联系人').getByRole('listitem').filter({ hasText: '陶明' }).getByText('先打'));
  await sees(section('设备').getByText('没有绑定设备'));
  await sees(section('变更记录').getByText('重点关注'));

  await sees(section('概览').getByRole('button', { name: /^入户方式 •+，查看完整内容/ }));

  await front().getByRole('button', { name: '打印…' }).click();
  const paper = dialog('打印卡片');
  await sees(paper.getByRole('heading', { name }));
  await sees(paper.getByText('139 0000 2222'));
  await paper.getByRole('radio', { name: /床头卡/ }).check();
  await sees(paper.getByText('风险标识'));
  await gone(paper.getByText('青霉素'));
  await page.emulateMedia({ media: 'print' });
  await gone(front());
  await sees(paper.getByRole('heading', { name }));
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
  await gone(paper);
});

test('what somebody is entitled to stands in the record with the end of its number, and is edited there', async () => {
  const customerId = await aCustomer(site, { name: unique('祝') });
  await site.call('customer/addBenefit', { customerId, kind: 'disability', number: '33080219', until: '2020-01-01' });
  await goTo(page, `/customer/list/${customerId}?section=consent`);
  const row = front()
    .getByRole('region', { name: '权益与证件' })
    .getByRole('row', { name: /残疾证/ });
  await sees(row.getByText('2020-01-01 已过期'));
  await sees(row.getByRole('button', { name: '证件号码 ****0219，查看完整内容' }));
  await row.getByRole('button', { name: '编辑' }).click();
  const form = dialog('编辑权益与证件');
  await form.getByLabel('等级').fill('一级');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await gone(form);
  await sees(row.getByText('一级'));
  await sees(row.getByText('****0219'));
});

test('what somebody agrees to is signed for in the record, and taken back there with the reason', async () => {
  const customerId = await aCustomer(site, { name: unique('茅'), consent: [] });
  await goTo(page, `/customer/list/${customerId}?section=consent`);
  const papers = front().getByRole('region', { name: '知情同意' });
  await sees(papers.getByText(/未取得同意：基本服务、健康信息、定位/));
  await papers.getByRole('button', { name: '新增知情同意' }).click();
  const form = dialog(/^新增知情同意/);
  await choose(form, '同意事项', '定位');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  const row = papers.getByRole('row', { name: /定位/ });
  await sees(row.getByText('有效'));
  await row.getByRole('button', { name: '撤回…' }).click();
  const asked = dialog('撤回同意 · 定位');
  await sees(asked.getByText(/告警自带的位置仍随该告警保留/));
  await asked.getByLabel('撤回原因').fill('不愿被定位');
  await asked.getByRole('button', { name: '撤回', exact: true }).click();
  await gone(asked);
  await sees(row.getByText(/撤回：不愿被定位/));
  const history = front().getByRole('region', { name: '变更记录' });
  await sees(history.getByText(/撤回同意.*定位.*原因：不愿被定位/));
});

test('a section of a record that is not answered says so and leaves the others alone', async () => {
  const id = await aCustomer(site, { name: unique('邵') });
  await page.route('**/api/customer/getCustomerHistory', (route) =>
    route.fulfill({ json: { code: -1, msg: '日志没有读到', data: null } }),
  );
  await goTo(page, `/customer/list/${id}?section=history`);
  const section = (title: string) => front().getByRole('region', { name: title });
  await sees(section('变更记录').getByText(/变更记录没有取到：日志没有读到/));
  await sees(section('设备').getByText('没有绑定设备'));
  await page.unroute('**/api/customer/getCustomerHistory');
  await section('变更记录').getByRole('button', { name: '重试' }).click();
  await sees(section('变更记录').getByText('建立档案'));
});

test('a count that stops at 10,000 says so, and is made exact for whoever asks', async () => {
  await page.route('**/api/customer/getCustomerList', async (route) => {
    const { exact } = route.request().postDataJSON() as { exact?: boolean };
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), count: exact ? 12_345 : 10_001 } });
  });
  await goTo(page, '/customer/list');
  await page.reload();
  await sees(front().getByText(/共 10,000\+ 条/));
  await front().getByRole('button', { name: '精确统计' }).click();
  await sees(front().getByText(/准确 12,345 条/));
  // The counts of the views may still be under way.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

/** A right number of a woman born on 1941-05-06. */
const idNo = (() => {
  const digits = `33010219410506${100 + 2 * Math.floor(Math.random() * 449)}`;
  return digits + checkCharacter(digits);
})();

test('somebody new is entered in five steps: each wrong input is named, whoever may be the same is shown, a contact makes the service begin', async () => {
  const [known, name] = [unique('钱'), unique('孙')];
  await aCustomer(site, { name: known, mobile: '13712345678', birthDate: '1941-05-06' });
  await goTo(page, '/customer/list');
  const looks: string[] = [];
  page.on('request', (request) => void (request.url().endsWith('/getCustomer') && looks.push(request.url())));
  await page.keyboard.press('Alt+n');
  const form = dialog('新增客户');
  const box = (label: string) => form.getByRole('textbox', { name: label, exact: true });
  const next = () => form.getByRole('button', { name: '下一步' }).click();
  await box('姓名').fill(known);
  await box('证件号').fill(`${idNo.slice(0, 17)}${idNo.endsWith('1') ? '2' : '1'}`);
  await next();
  await sees(form.getByText('身份证号校验位不正确').first());
  await box('证件号').fill(idNo);
  await expect.poll(() => form.locator('[data-field="birthDate"] input').inputValue()).toBe('1941-05-06');
  expect(await form.locator('[data-field="birthDate"] input').isDisabled()).toBe(true);
  await box('手机号').fill('13800004321');
  const twin = form.getByRole('alert').filter({ hasText: '姓名和出生日期与已有客户相同' });
  await sees(twin.getByRole('link', { name: '打开已有' }));
  await sees(twin.getByText('137****5678').or(twin.getByText('13712345678')));
  // Who types looks at nobody's record.
  expect(looks).toEqual([]);
  await next();
  await sees(form.getByText('可能与已有客户重复，请核对上面的提示').first());
  await box('姓名').fill(name);
  await gone(twin);
  await next();

  await form.getByRole('combobox', { name: '区域' }).click();
  for (const area of ['浙江省', '衢州市', '柯城区'])
    await page.locator('.ant-cascader-menu-item').filter({ hasText: area }).click();
  const street = form.getByRole('combobox', { name: '街道' });
  await street.fill('没有的街道');
  await sees(form.getByText('不在 2023 年的街道名录里，请核对'));
  await street.fill('信安');
  await page.locator('.ant-select-item-option').filter({ hasText: '信安街道' }).click();
  await gone(form.getByText('不在 2023 年的街道名录里，请核对'));
  await box('详细地址').fill('12幢2单元301');
  await choose(form, '居住情况', '独居');
  await next();

  await form.getByRole('button', { name: '添加联系人' }).click();
  await box('姓名').fill('吴建国');
  await box('手机').fill('1390000');
  await next();
  await sees(form.getByText(/第 1 位联系人：/).first());
  await choose(form, '关系', '儿子');
  await box('手机').fill('13800004321');
  await sees(form.getByText('吴建国的电话与客户本人相同'));
  await box('手机').fill('13900004321');
  await form.getByRole('button', { name: '添加联系人' }).click();
  const second = form.getByRole('listitem').nth(1);
  await second.getByRole('textbox', { name: '姓名' }).fill('方建平');
  await choose(second, '关系', '邻居');
  await second.getByRole('textbox', { name: '姓名' }).press('Alt+ArrowUp');
  await expect.poll(() => box('姓名').first().inputValue()).toBe('方建平');
  await next();
  await form.getByRole('combobox', { name: '过敏' }).fill('青霉素');
  await form.getByRole('combobox', { name: '过敏' }).press('Enter');
  await next();
  await form.getByRole('textbox', { name: '照护计划' }).fill('每周两次助浴');
  await form.getByRole('button', { name: '保存' }).click();
  await sees(form.getByText('请填写知情同意').first());
  await form.getByRole('checkbox', { name: '定位' }).check();
  await sees(form.getByText('请勾选「基本服务」的同意').first());
  await form.getByRole('checkbox', { name: '基本服务' }).check();
  await choose(form, '由谁签署', '女儿');
  await box('签署人').fill('吴小敏');
  await form.getByRole('button', { name: '保存' }).click();
  await sees(page.getByText('客户已新增'));
  await sees(rowOf(name).getByText('服务中'));
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
  await step('居住');
  await box('房间').fill('301');
  await site.call('customer/editCustomer', { id, version: 1, community: '石桥' });
  await step('服务');
  await form.getByRole('button', { name: '保存' }).click();
  await sees(form.getByText(/数据已被 .* 修改/));
  forgive(/409/);
  await form.getByRole('button', { name: '查看差异' }).click();
  await sees(form.getByRole('row', { name: /社区.*柳岸新村.*石桥/ }));
  await form.getByRole('button', { name: '继续编辑' }).click();
  await gone(form.getByText(/数据已被 .* 修改/));
  await form.getByRole('button', { name: '保存' }).click();
  await sees(page.getByText('客户已保存'));
  const [row] = await site.sql('select community, room, version from customer where id = $1', [id]);
  expect(row).toEqual({ community: '石桥', room: '301', version: 3 });
});

test('by keys alone somebody is opened and edited; a photo, a place and another order of contacts last as a draft', async () => {
  const [name, son] = [unique('吕'), { relation: 'son', mobile: '13900004402', isEmergency: true }];
  const contacts = ['吕小一', '吕小二'].map((one, at) => ({ ...son, name: one, order: at + 1 }));
  const id = await aCustomer(site, { name, regionCode: '330802', address: '3幢', livingState: 'alone', contacts });
  await goTo(page, `/customer/list?keyword=${encodeURIComponent(name)}`);
  await sees(rowOf(name));
  for (const key of ['j', 'Enter']) await page.keyboard.press(key);
  const edit = front().getByRole('button', { name: '编辑', exact: true });
  await sees(edit);
  for (let keys = 0; keys < 80 && !(await edit.evaluate((one) => one === document.activeElement)); keys++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const form = dialog('编辑客户');
  const step = (title: string) => form.getByRole('button', { name: new RegExp(title) }).click();
  const photo = { name: '照片.png', mimeType: 'image/png', buffer: await aPicture() };
  await form.locator('input[type=file]').setInputFiles(photo);
  await sees(form.getByAltText('已选的照片'));
  await step('居住');
  await form.locator('.map-layer[data-ready]').waitFor();
  await form.locator('[data-field="place"] .map-container').click({ position: { x: 180, y: 90 } });
  await step('联系人');
  const row = (at: number) => form.getByRole('listitem').nth(at);
  // Where the first row is out of sight it is scrolled to while the button is down, and what lies under the pointer changes.
  await row(0).locator('.contact-grip').scrollIntoViewIfNeeded();
  await row(1).locator('.contact-grip').dragTo(row(0).locator('.contact-grip'));
  await expect.poll(() => row(0).getByRole('textbox', { name: '姓名' }).inputValue()).toBe('吕小二');
  await page.keyboard.press('Escape');
  await gone(form);
  await edit.press('Enter');
  await form.getByText(`${name}的修改草稿，今天 `).getByRole('button', { name: '接着填' }).click();
  await sees(form.getByAltText('已选的照片'));
  await step('服务');
  await page.keyboard.press('Control+Enter');
  await sees(page.getByText('客户已保存'));
  const [saved] = await site.sql(
    `select photo_file_id is not null as photo, lat > 18 as placed, (select string_agg(k.name, '' order by k."order")
       from customer_contact k where k.customer_id = c.id) as called from customer c where c.id = ${id}`,
  );
  expect(saved).toEqual({ photo: true, placed: true, called: '吕小二吕小一' });
});
