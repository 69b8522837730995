import { expect, test } from 'vitest';
import { aBed, aCustomer, aDepartment, aDevice, aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, frontPage, goTo, selectOption } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { unique } from '../unique.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const admin = await aUser(site, { role: 'admin' });
const { page } = await openBrowserAs(admin, { path: '/customer/list' });

const front = () => frontPage(page);
const rowOf = (name: string) => front().getByRole('row').filter({ hasText: name });
const chip = (name: string) => front().getByRole('navigation', { name: '视图' }).getByRole('button', { name });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

/**
 * Adds two customers aged eighty or more and a younger one; the first lives alone, is assigned to the viewer and has a
 * silent device.
 */
async function threeCustomers() {
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
  const { old, older, young } = await threeCustomers();
  await goTo(page, '/customer/list');
  await page.reload();
  await expectVisible(rowOf(older));
  await expectVisible(rowOf(old).getByText('0/1'));
  const parts = front().locator('.filter-bar, .grid-scroll');
  const overflow = (element: Element) =>
    element.matches('form') ? element.clientHeight : element.scrollWidth - element.clientWidth;
  expect([await parts.first().evaluate(overflow), await parts.last().evaluate(overflow)]).toEqual([48, 0]);
  await page.setViewportSize({ width: 1280, height: 800 });
  const labels = front().locator('.filter-bar .ant-select-placeholder');
  const cut = (all: Element[]) => all.filter((element) => element.scrollWidth > element.clientWidth).length;
  expect([await labels.evaluateAll(cut), await parts.first().evaluate(overflow)]).toEqual([0, 48]);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const view of ['我负责的', '独居高龄', '近 7 天有告警', '设备离线']) {
    await chip(view).click();
    await expectVisible(chip(view).and(page.locator('[aria-current="true"]')));
    await expectVisible(rowOf(old));
    await expectHidden(rowOf(older));
    await expectHidden(rowOf(young));
    const rows = await front().locator('.data-table tbody tr').count();
    await expect.poll(() => chip(view).textContent()).toBe(`${view}${rows}`);
  }
  expect(page.url()).toContain('equipmentOnline=offline');
  await chip('全部客户').click();
  await expectVisible(rowOf(young));
});

test('what is chosen in a filter is readable, and what is folded away is counted, shown and removable', async () => {
  const name = unique('苗');
  await aCustomer(site, { name, livingState: 'alone', street: '望湖街道', community: '柳岸新村' });
  await goTo(page, '/customer/list?livingState=alone,spouse,children&chronic=hypertension,diabetes,stroke');
  const bar = front().locator('.filter-bar');
  const filter = bar.locator('.filter-control').filter({ hasText: '居住情况' });
  const chips = bar.getByRole('list', { name: '已选条件' });
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectVisible(filter.getByText('+2'));
    const labels = filter.locator('.ant-select-selection-item *');
    expect(
      await labels.evaluateAll((all) => all.filter((element) => element.scrollWidth > element.clientWidth + 1).length),
    ).toBe(0);
    expect(await filter.locator('[title]').last().getAttribute('title')).toBe('独居、与配偶居住、与子女居住');
    expect(await chips.textContent()).toBe('慢性病高血压 +2');
    await expectVisible(bar.getByRole('button', { name: /^展开 \d+ 项 已选 1$/ }));
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await chips.getByRole('button', { name: /^去掉条件 慢性病 高血压、/ }).click();
  await expectHidden(chips);
  expect(page.url()).not.toContain('chronic');
  await expectVisible(rowOf(name).getByText('望湖街道柳岸新村', { exact: true }));
});

test('the number of a row is whole on page 500 in every density', async () => {
  const rows = Array.from({ length: 20 }, (_, index) => ({ id: String(index + 1) }));
  await aCustomer(site, { name: unique('苗') });
  await page.route('**/customer/getCustomerList', async (route) => {
    // Returns the first page instead of page 500, with its numbers.
    const input = { ...route.request().postDataJSON(), page: 1 };
    const json = await (await route.fetch({ postData: JSON.stringify(input) })).json();
    const [row] = json.data;
    await route.fulfill({ json: { ...json, data: rows.map((numbered) => ({ ...row, ...numbered })), count: 10_000 } });
  });
  await goTo(page, '/customer/list?page=500&limit=20');
  await page.reload();
  const numbers = front().locator('td[data-part=number] .cell');
  await expectVisible(numbers.getByText('10000'));
  for (const density of ['标准', '宽松', '紧凑']) {
    await front().getByRole('button', { name: density }).click();
    expect(
      await numbers.evaluateAll((all) => all.filter((element) => element.scrollWidth > element.clientWidth).length),
    ).toBe(0);
  }
  await page.unrouteAll({ behavior: 'wait' });
});

test('the ticked people get a tag and go to another department, with the reason asked for', async () => {
  const [first, second] = [unique('沈'), unique('韩')];
  for (const name of [first, second]) await aCustomer(site, { name });
  const department = await aDepartment(site);
  const [place] = await site.sql<{ name: string }>('select name from department where id = $1', [department]);
  await goTo(page, '/customer/list');
  await page.reload();
  for (const name of [first, second]) await rowOf(name).getByRole('checkbox').check();
  await front().getByRole('button', { name: '打标签…' }).click();
  const tags = dialog('给 2 位客户打标签');
  await selectOption(tags, '加上', '重点关注');
  await tags.getByRole('button', { name: '打标签' }).click();
  await expectVisible(page.getByText('2 位客户的标签已更新'));

  for (const name of [first, second]) await rowOf(name).getByRole('checkbox').check();
  await front().getByRole('button', { name: '转移部门/项目…' }).click();
  const move = dialog('转移 2 位客户');
  await move.getByRole('combobox', { name: '部门' }).click();
  await page
    .locator('.ant-select-tree-title')
    .filter({ hasText: place?.name ?? '', visible: true })
    .click();
  await move.getByRole('button', { name: '转移' }).click();
  const reason = move.getByRole('textbox', { name: '原因' });
  await expect.poll(() => reason.getAttribute('aria-invalid')).toBe('true');
  await reason.fill('划给新网格');
  await move.getByRole('button', { name: '转移' }).click();
  await expectVisible(page.getByText('已转移 2 位客户'));
  const moved = await site.sql('select tag from customer where department_id = $1', [department]);
  expect(moved).toEqual([{ tag: ['key_care'] }, { tag: ['key_care'] }]);
});

test('of two ticked people one stays: what differs is chosen, what moves is said, and the other is gone', async () => {
  const [first, second] = [unique('秦'), unique('尤')];
  const contacts = [{ name: '尤小明', relation: 'son', mobile: '13800000077', order: 1 }];
  const stays = await aCustomer(site, { name: first, mobile: '13800001234', livingState: 'alone' });
  const goes = await aCustomer(site, { name: second, mobile: '13900005678', livingState: 'spouse', contacts });
  await goTo(page, '/customer/list');
  await page.reload();
  for (const name of [first, second]) await rowOf(name).getByRole('checkbox').check();
  await front().getByRole('button', { name: '合并…' }).click();
  const merge = dialog(/合并客户/);
  await merge.getByRole('radio', { name: new RegExp(`${second}（`) }).check();
  await expectVisible(merge.getByText(new RegExp(`都归到「${second}」`)));
  const sides = merge.getByRole('radiogroup', { name: '手机号' }).locator('label');
  expect(await sides.allTextContents()).toEqual(['138****1234', '139****5678']);
  await merge.getByRole('radio', { name: new RegExp(`${first}（`) }).check();
  await expectVisible(merge.getByText('合并后不能撤销'));
  await expectVisible(merge.getByText('1 位联系人'));
  await merge.getByRole('radiogroup', { name: '手机号' }).getByRole('radio', { name: '139****5678' }).check();
  await merge.getByRole('button', { name: '合并', exact: true }).click();
  await expectVisible(merge.getByText('请勾选确认'));
  await merge.getByRole('checkbox', { name: /并入后不再单独存在/ }).check();
  await merge.getByRole('button', { name: '合并', exact: true }).click();
  await expectVisible(page.getByText('已合并'));
  await expectVisible(rowOf(first).getByText('139****5678'));
  await expectHidden(rowOf(second));
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
    ...{ allergies: ['青霉素'], chronic: ['高血压', '舞蹈症'] },
    communication: { hearing: 'poor', dialect: '衢州话' },
    contacts: [{ name: '陶明', relation: 'son', mobile: '13900002222', order: 1, isEmergency: true }],
  });
  await aBed(site, { customer: id, institution: '长桥颐养院' });
  await site.call('customer/editCustomerTag', { ids: [id], add: ['key_care'] });
  await goTo(page, '/customer/list');
  await page.reload();
  await rowOf(name).getByRole('link', { name }).click();
  await expectVisible(front().getByRole('heading', { level: 1, name }));
  expect(page.url()).toContain(`/customer/list/${id}`);
  await expectVisible(front().getByText('听力差，讲衢州话'));
  await expectVisible(front().getByRole('list', { name: '重要提示' }).getByText('青霉素过敏'));
  const section = (title: string) => front().getByRole('region', { name: title });
  await expectVisible(section('联系人').getByRole('listitem').filter({ hasText: '陶明' }).getByText('先打'));
  await expectVisible(section('设备').getByText('没有绑定设备'));
  await expectVisible(section('变更记录').getByText('重点关注'));

  expect((await section('概览').innerText()).match(/高血压|舞蹈症/g)).toEqual(['高血压', '舞蹈症']);
  await expectVisible(section('概览').getByRole('button', { name: /^入户方式 •+，查看完整内容/ }));

  await front().getByRole('button', { name: '打印…' }).click();
  const paper = dialog('打印卡片');
  await expectVisible(paper.getByRole('heading', { name }));
  await expectVisible(paper.getByText('139 0000 2222'));
  await paper.getByRole('radio', { name: /床头卡/ }).check();
  await expectVisible(paper.getByText('风险标识'));
  await expectVisible(paper.getByText('康养楼 101-1'));
  await expectHidden(paper.getByText('青霉素'));
  await page.emulateMedia({ media: 'print' });
  await expectHidden(front());
  await expectVisible(paper.getByRole('heading', { name }));
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
  await expectHidden(paper);
});

test('what somebody is entitled to stands in the record with the end of its number, and is edited there', async () => {
  const customerId = await aCustomer(site, { name: unique('祝') });
  await site.call('customer/addBenefit', { customerId, kind: 'disability', number: '33080219', until: '2020-01-01' });
  await goTo(page, `/customer/list/${customerId}?section=consent`);
  const row = front()
    .getByRole('region', { name: '权益与证件' })
    .getByRole('row', { name: /残疾证/ });
  await expectVisible(row.getByText('2020-01-01 已过期'));
  await expectVisible(row.getByRole('button', { name: '证件号码 ****0219，查看完整内容' }));
  await row.getByRole('button', { name: '编辑' }).click();
  const form = dialog('编辑权益与证件');
  await form.getByLabel('等级').fill('一级');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expectHidden(form);
  await expectVisible(row.getByText('一级'));
  await expectVisible(row.getByText('****0219'));
});

test('what somebody agrees to is signed for in the record, and taken back there with the reason', async () => {
  const customerId = await aCustomer(site, { name: unique('茅'), consent: [] });
  await goTo(page, `/customer/list/${customerId}?section=consent`);
  const papers = front().getByRole('region', { name: '知情同意' });
  await expectVisible(papers.getByText(/未取得同意：基本服务、健康信息、定位/));
  await papers.getByRole('button', { name: '新增知情同意' }).click();
  const form = dialog(/^新增知情同意/);
  await selectOption(form, '同意事项', '定位');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  const row = papers.getByRole('row', { name: /定位/ });
  await expectVisible(row.getByText('有效'));
  await row.getByRole('button', { name: '撤回…' }).click();
  const confirmBox = dialog('撤回同意 · 定位');
  await expectVisible(confirmBox.getByText(/告警自带的位置仍随该告警保留/));
  await confirmBox.getByLabel('撤回原因').fill('不愿被定位');
  await confirmBox.getByRole('button', { name: '撤回', exact: true }).click();
  await expectHidden(confirmBox);
  await expectVisible(row.getByText(/撤回：不愿被定位/));
  const history = front().getByRole('region', { name: '变更记录' });
  await expectVisible(history.getByText(/撤回同意.*定位.*原因：不愿被定位/));
});

test('a section of a record that is not answered says so and leaves the others alone', async () => {
  const id = await aCustomer(site, { name: unique('邵') });
  await page.route('**/api/customer/getCustomerHistory', (route) =>
    route.fulfill({ json: { code: -1, msg: '日志没有读到', data: null } }),
  );
  await goTo(page, `/customer/list/${id}?section=history`);
  const section = (title: string) => front().getByRole('region', { name: title });
  await expectVisible(section('变更记录').getByText(/变更记录没有取到：日志没有读到/));
  await expectVisible(section('设备').getByText('没有绑定设备'));
  await page.unroute('**/api/customer/getCustomerHistory');
  await section('变更记录').getByRole('button', { name: '重试' }).click();
  await expectVisible(section('变更记录').getByText('建立档案'));
});

test('a count that stops at 10,000 says so, and is made exact for whoever asks', async () => {
  await page.route('**/api/customer/getCustomerList', async (route) => {
    const { exact } = route.request().postDataJSON() as { exact?: boolean };
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), count: exact ? 12_345 : 10_001 } });
  });
  await goTo(page, '/customer/list');
  await page.reload();
  await expectVisible(front().getByText(/共 10,000\+ 条/));
  await front().getByRole('button', { name: '精确统计' }).click();
  await expectVisible(front().getByText(/准确 12,345 条/));
  // The counts of the views may still be loading.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
