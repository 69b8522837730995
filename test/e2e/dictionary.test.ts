import { expect, test } from 'vitest';
import { aCustomer, aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, frontPage, goTo } from './browser.ts';
import { setUpBrowserTests } from './browserTests.ts';
import { uniqueNumber } from './unique.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const { page, ignoreFaults } = await openBrowserAs(await aUser(site, { role: 'admin' }));

/** Opens the screen afresh, without dialogs of another test. */
async function open(path: string): Promise<void> {
  await goTo(page, path);
  await page.reload();
}

const front = () => frontPage(page);
const button = (name: string | RegExp) => front().getByRole('button', { name });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const row = (name: string | RegExp) => front().getByRole('row', { name });
const request = (path: string, body: object) => site.ask({ path: `/api/dictionary/${path}`, body, token: site.admin });

/** Adds a type for each test. */
async function aType(kind: 'list' | 'parameter' = 'list'): Promise<string> {
  const type = `t_${uniqueNumber(5)}`;
  await site.call('dictionary/addDictionaryType', { type, name: `类型${type}`, kind });
  return type;
}

test('a type needs a name and a right code; a new item a label and a key without spaces, once', async () => {
  const code = `visit_${uniqueNumber(5)}`;
  await open('/dictionary/tree');
  await front().getByRole('button', { name: '新增类型' }).click();
  const types = dialog('新增字典类型');
  await types.getByLabel('名称').fill('上门事由');
  await types.getByLabel('编码').fill('Visit Reason');
  await types.getByRole('button', { name: '保存' }).click();
  await expectVisible(types.getByText('编码以小写字母开头，只用小写字母、数字和下划线'));
  await types.getByLabel('编码').fill(code);
  await types.getByRole('button', { name: '保存' }).click();
  await expectHidden(types);
  await expectVisible(page.getByText('已保存'));
  await expectVisible(front().getByText('这个类型还没有字典项。'));

  const add = async (label: string, value: string) => {
    await button(/^新增 /).click();
    await dialog(/新增字典项/)
      .getByLabel('标签')
      .fill(label);
    await dialog(/新增字典项/)
      .getByLabel('键值')
      .fill(value);
    await dialog(/新增字典项/)
      .getByRole('button', { name: '保存' })
      .click();
  };
  await add('<img src=x onerror=alert(1)>', 'a b');
  await expectVisible(dialog(/新增字典项/).getByText(/键值为1-50位字母、数字、点、下划线或短横，不含空格/));
  await dialog(/新增字典项/)
    .getByLabel('键值')
    .fill('first');
  await dialog(/新增字典项/)
    .getByRole('button', { name: '保存' })
    .click();
  await expectHidden(dialog(/新增字典项/));
  await expectVisible(row(/first/).getByText('<img src=x onerror=alert(1)>'));
  expect(await front().locator('img[onerror]').count()).toBe(0);
  await add('第二项', 'first');
  await expectVisible(dialog(/新增字典项/).getByText('该键值已存在'));
  await dialog(/新增字典项/)
    .getByRole('button', { name: '取消' })
    .click();
  await button('编辑类型').click();
  const edited = dialog('编辑字典类型');
  expect(await edited.getByLabel('编码').isDisabled()).toBe(true);
  await edited.getByLabel('名称').fill('上门的事由');
  await edited.getByRole('button', { name: '保存' }).click();
  await expectHidden(edited);
  await expectVisible(front().getByRole('heading', { name: /上门的事由/ }));
  ignoreFaults(/status of 400/);
});

test('a parameter stays within its bounds and has a number', async () => {
  const type = await aType('parameter');
  await site.call('dictionary/addDictionary', {
    type,
    value: 'seconds',
    label: '时限',
    amount: 60,
    unit: 's',
    min: 3,
    max: 600,
  });
  await open(`/dictionary/tree?type=${type}`);
  await row(/seconds/)
    .getByRole('button', { name: '编辑' })
    .click();
  const form = dialog(/编辑参数/);
  await form.getByLabel('数值').fill('9999');
  await form.getByRole('button', { name: '保存' }).click();
  await expectVisible(form.getByText('数值不能大于 600'));
  await form.getByLabel('数值').fill('90');
  await form.getByRole('button', { name: '保存' }).click();
  await expectHidden(form);
  await expectVisible(row(/seconds/).getByText('90'));
  ignoreFaults(/status of 400/);
});

test('an item in use is refused with the number of its uses, and can be disabled', async () => {
  await site.sql(
    `insert into dictionary (type, value, label) values ('living_state', 'boat', '住船上') on conflict do nothing`,
  );
  await aCustomer(site, { livingState: 'boat' });
  await open('/dictionary/tree?type=living_state');
  // An item used by the program shows why it cannot be disabled.
  const needed = row(/alone/).getByRole('button', { name: '停用' });
  expect(await needed.getAttribute('title')).toBe('系统按这一项工作，不能停用');
  expect(await needed.getAttribute('aria-disabled')).toBe('true');
  await row(/boat/).getByRole('button', { name: '删除' }).click();
  await page.getByRole('button', { name: '删除字典项' }).click();
  const refusal = page.getByRole('alertdialog', { name: '不能删除' });
  await expectVisible(refusal.getByText('字典项「住船上」已被 1 条数据使用'));
  await expectVisible(refusal.getByRole('listitem').filter({ hasText: '客户 1' }));
  await refusal.getByRole('button', { name: '改为停用' }).click();
  await expectVisible(
    row(/boat/)
      .getByText('停用', { exact: true })
      .or(row(/boat/).getByRole('button', { name: '启用' })),
  );
  // Clicking an item in use asks, with the number of rows that use it.
  await row(/boat/).getByRole('button', { name: '启用' }).click();
  await row(/boat/).getByRole('button', { name: '停用' }).click();
  const confirmBox = page.getByRole('alertdialog', { name: '停用字典项' });
  await expectVisible(confirmBox.getByText('有 1 条客户在用「住船上」'));
  await confirmBox.getByRole('button', { name: '取消' }).click();
  await expectVisible(row(/boat/).getByRole('button', { name: '停用' }));
  // The form shows this beforehand and does not ask again.
  await row(/boat/).getByRole('button', { name: '编辑' }).click();
  const form = dialog(/编辑字典项/);
  await form.getByRole('radio', { name: '停用' }).click();
  await expectVisible(form.getByText('有 1 条数据在用「住船上」'));
  await form.getByRole('button', { name: '保存' }).click();
  await expectHidden(form);
  await expectVisible(row(/boat/).getByRole('button', { name: '启用' }));
  const answer = await request('deleteDictionary', { ids: [(await item('living_state', 'boat')).id] });
  expect(answer).toMatchObject({ status: 409, data: { count: 1 } });
  ignoreFaults(/status of 409/);
});

test('what the page does not offer is refused by the server', async () => {
  const type = await aType();
  const wrong: [string, object, string | RegExp][] = [
    ['addDictionary', { type: 'none_such', value: 'a', label: '甲' }, '字典类型不存在'],
    ['addDictionary', { type, value: 'a', label: '字'.repeat(51) }, '请输入1-50位标签'],
    ['addDictionary', { type, value: 'a', label: '   ' }, '请输入1-50位标签'],
    ['addDictionary', { type, value: 'a', label: '甲', color: 'red;}' }, '颜色格式不正确'],
    ['addDictionary', { type, value: 'a', label: '甲', amount: 3 }, '只有参数才有数值、单位和上下限'],
    ['addDictionary', { type: 'warn_type', value: 'new_one', label: '甲' }, /不能新增/],
    ['addDictionary', { type, value: 'a', label: '甲', sort: -1 }, /排序/],
    ['addDictionaryType', { type: "x';drop", name: '甲' }, /编码/],
    ['addDictionaryType', { type, name: '甲' }, '该编码已存在'],
  ];
  for (const [path, body, sentence] of wrong) {
    const answer = await request(path, body);
    expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), 400]);
    expect(answer.msg).toMatch(sentence);
  }
});

test('the second of two who edit an item is told who was first and shown what they changed', async () => {
  const type = await aType();
  await site.call('dictionary/addDictionary', { type, value: 'one', label: '原来的' });
  await open(`/dictionary/tree?type=${type}`);
  await row(/one/).getByRole('button', { name: '编辑' }).click();
  const form = dialog(/编辑字典项/);
  await expectVisible(form.getByLabel('标签'));
  const first = await aUser(site, { role: 'admin' });
  const { id, version } = await item(type, 'one');
  await site.call('dictionary/editDictionary', { id, version, label: '先改的' }, first.token);
  await form.getByLabel('标签').fill('后改的');
  await form.getByRole('button', { name: '保存' }).click();
  await expectVisible(form.getByText(new RegExp(`数据已被 ${first.name} 于 .* 修改，请刷新`)));
  await form.getByRole('button', { name: /看.*改|查看/ }).click();
  await expectVisible(form.getByRole('row', { name: /标签 原来的 先改的 后改的/ }));
  await form.getByRole('button', { name: '刷新' }).click();
  await expectVisible(row(/先改的/));
  await expect.poll(() => form.getByLabel('标签').inputValue()).toBe('先改的');
  await form.getByRole('button', { name: '接着填' }).click();
  expect(await form.getByLabel('标签').inputValue()).toBe('后改的');
  await form.getByRole('button', { name: '保存' }).click();
  await expectHidden(form);
  await expectVisible(row(/后改的/));
  ignoreFaults(/status of 409/);
});

async function item(type: string, value: string): Promise<{ id: string; version: number }> {
  const [found] = await site.sql<{ id: string; version: number }>(
    'select id::text, version from dictionary where type = $1 and value = $2 and deleted_at is null',
    [type, value],
  );
  if (!found) throw new Error(`no item ${type} ${value}`);
  return found;
}
