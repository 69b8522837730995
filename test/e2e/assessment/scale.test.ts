import { expect, test } from 'vitest';
import { aCustomer, aUser, next } from '#server/testing/rows.ts';
import { expectVisible } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, administrator, openBrowserAs } = await setUpBrowserTests();
const root = '/healthy/assessment/scale';

interface Row {
  code: string;
  status: string;
  version: number;
  name: string;
}

const rowOf = async (keyword: string) => (await site.call<Row[]>('assessment/getScaleList', { keyword }))[0];

test('a scale of one’s own is made by keyboard, tried before it is saved, and changed as its next version', async () => {
  const name = `跌倒自查${next()}`;
  const { page } = await openBrowserAs(await administrator(), { path: `${root}/add` });
  const sections = page.getByRole('navigation', { name: '量表的各节' });
  const trial = page.getByRole('region', { name: '试填' });
  const result = trial.getByRole('status', { name: '试填结果' });
  await page.getByRole('textbox', { name: '名称' }).fill(name);
  await page.keyboard.press('Control+Enter');
  // The item without text is opened, and has the focus.
  await expectVisible(page.getByRole('textbox', { name: '条目文字' }).and(page.locator(':focus')));
  await page.keyboard.type('最近一年跌倒过');
  await page.getByRole('button', { name: '添加条目' }).press('Enter');
  await expectVisible(page.getByRole('textbox', { name: '条目文字' }).and(page.locator(':focus')));
  await page.keyboard.type('走路要人扶');
  await page.getByRole('spinbutton', { name: '选项 1 分值' }).fill('2');
  await page.keyboard.press('Alt+ArrowDown');
  await sections.getByRole('button', { name: '计分与分级' }).press('Enter');
  await page.getByRole('button', { name: '按总分' }).press('Enter');
  await expectVisible(page.getByText('可能的总分 0–3'));
  await page.getByRole('spinbutton', { name: '等级 1 从' }).fill('3');
  await expectVisible(page.getByRole('region', { name: '要改的地方' }).getByText('2 分不在任何等级内'));
  await page.getByRole('spinbutton', { name: '等级 2 到' }).fill('2');
  await trial.getByRole('button', { name: '都选最好' }).click();
  await expectVisible(result.getByText('需关注'));
  await expectVisible(trial.getByText('服务器算得一致'));
  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByText('第 1 版已保存并启用'));
  const { code = '' } = (await rowOf(name)) ?? {};
  await expectVisible(page.getByRole('heading', { name }));

  await page.getByRole('button', { name: '改成第 2 版' }).press('Enter');
  await page.getByRole('button', { name: /走路要人扶 0 否/ }).press('Enter');
  await page.getByRole('spinbutton', { name: '选项 2 分值' }).fill('3');
  await sections.getByRole('button', { name: '对比' }).click();
  await expectVisible(page.getByText('条目「2 走路要人扶」：选项 2 分值 2→3'));
  await page.reload();
  await sections.getByRole('button', { name: /^计分与分级/ }).click();
  await page.getByRole('spinbutton', { name: '等级 1 到' }).fill('4');
  await page.getByRole('button', { name: '保存为第 2 版' }).click();
  await expectVisible(page.getByText('第 2 版已保存'));
  await expectVisible(page.getByRole('region', { name: '比第 1 版' }).getByText('选项 2 分值 2→3'));
  const first = await site.call('assessment/getScale', { code, version: 1 });
  expect(first).toMatchObject({ items: [{}, { options: [{ points: 0 }, { points: 2 }] }] });
  expect(await rowOf(name)).toMatchObject({ version: 2, status: 'enabled' });

  const customerId = await aCustomer(site, { name: '郭素贞' });
  const assessor = await aUser(site, { role: 'health' });
  const date = new Date().toISOString().slice(0, 10);
  const input = { customerId, scale: code, reason: 'first', date, assessorIds: [assessor.id] };
  const { id } = await site.call<{ id: string }>('assessment/addAssessment', input, assessor.token);
  const form = await openBrowserAs(assessor, { path: `/healthy/assessment/${id}` });
  await expectVisible(form.page.getByRole('button', { name: /^提交/ }));
  await form.page.keyboard.press('1');
  await expectVisible(form.page.locator('[data-item="2"] section'));
  await form.page.keyboard.press('3');
  await form.page.keyboard.press('Control+Enter');
  await expectVisible(form.page.getByText('总分 4。最终等级 正常。'));
  await form.page.keyboard.press('Enter');
  await expectVisible(form.page.getByText('已提交，等 1 位评估员签名'));
});

test('an adapter says why it is off, and is switched on with text and its licence', async () => {
  const { page } = await openBrowserAs(await administrator(), { path: root });
  const list = page.getByRole('region', { name: '量表列表' });
  await page.getByRole('textbox', { name: '关键字' }).fill('moca');
  await page.keyboard.press('Enter');
  await list.getByRole('button', { name: '启用', exact: true }).click();
  await expectVisible(page.getByText('条目的文字受版权保护'));
  await page.getByRole('button', { name: '录入授权文字' }).last().click();
  await expectVisible(page.getByText('录全了才能启用'));
  const { version, ...moca } = await site.call<{ version: number; licence: string; items: object[] }>(
    'assessment/getScale',
    {
      code: 'moca',
    },
  );
  const items = moca.items.map((item) => {
    const { max: _max, options, ...rest } = item as { max: number; options: object[] };
    return { ...rest, label: '条目', options: options.map((option) => ({ ...option, label: '选项' })) };
  });
  const sections = page.getByRole('navigation', { name: '量表的各节' });
  await sections.getByRole('button', { name: '文本' }).click();
  await page.getByRole('textbox', { name: '读入别处的定义' }).fill(JSON.stringify({ ...moca, version, items }));
  await page.getByRole('button', { name: '读入', exact: true }).click();
  await page.getByRole('button', { name: '保存并启用' }).click();
  await expectVisible(page.getByText('请写明谁授权'));
  await page.getByRole('textbox', { name: '授权说明' }).fill('权利人许可本机构使用，2026-001');
  await page.getByRole('button', { name: '保存并启用' }).click();
  await expectVisible(page.getByText('第 2 版已保存并启用'));
  expect(await rowOf('moca')).toMatchObject({ status: 'enabled', version: 2 });
});

test('who may not edit scales reads them and tries them', async () => {
  const user = await aUser(site, { role: 'leader' });
  const { page } = await openBrowserAs(user, { path: `${root}/edit/barthel` });
  await expectVisible(page.getByText('你的角色可以看量表，不能改'));
  await page.getByRole('button', { name: '看量表' }).click();
  const trial = page.getByRole('region', { name: '试填' });
  await trial.getByRole('button', { name: '都选最差' }).click();
  await expectVisible(trial.getByText('重度依赖'));
  await expectVisible(trial.getByText('服务器算得一致'));
  expect(await page.getByRole('button', { name: /改成第|停用|启用/ }).count()).toBe(0);
});
