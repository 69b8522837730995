import { expect, test } from 'vitest';
import { expectHidden, expectVisible } from './browser.ts';
import { setUpBrowserTests } from './browserTests.ts';
import { unique } from './unique.ts';

const { site, openBrowserAs, administrator } = await setUpBrowserTests();

const { page } = await openBrowserAs(await administrator(), { path: '/project/list' });

const row = () => page.getByRole('navigation', { name: '视图' });
const chip = (name: string) => row().getByRole('button', { name: new RegExp(name) });

test('a view stands in the title row with its count, tells of unsaved changes, and is put back or kept', async () => {
  const name = unique('没有的');
  const [role] = await site.sql<{ id: string }>(`select id::text from role where name = '班长'`);
  const state = { filters: { keyword: '查不到的字' }, sort: [], density: 'small' };
  await site.call('view/addView', { list: 'project', name, state, roleIds: [role?.id] });
  await page.reload();
  await chip(name).click();
  await expectVisible(page.getByText('暂无数据'));
  await expectVisible(chip(name).and(page.locator('[aria-current="true"]')));
  await expect.poll(() => chip(name).textContent()).toBe(`${name}0班长`);

  await page.getByRole('button', { name: '标准' }).click();
  await expectVisible(chip(name).getByRole('img', { name: '有未保存的改动' }));
  await page.getByRole('button', { name: '还原' }).click();
  await expectHidden(chip(name).getByRole('img', { name: '有未保存的改动' }));
  await expectVisible(page.getByRole('button', { name: '紧凑', pressed: true }));

  await page.getByRole('button', { name: '宽松' }).click();
  await page.getByRole('button', { name: '保存改动' }).click();
  await expectHidden(page.getByRole('button', { name: '保存改动' }));
  const [view] = await site.sql<{ density: string }>(
    `select state->>'density' as density from saved_view where name = $1`,
    [name],
  );
  expect(view).toEqual({ density: 'large' });
});

test('views that have no room stand in a menu, where one is taken away after a question', async () => {
  const names = Array.from({ length: 12 }, () => unique('很长的视图名称'));
  for (const name of names)
    await site.call('view/addView', { list: 'project', name, state: { filters: {}, sort: [] } });
  await page.reload();
  const moreButton = page.getByRole('button', { name: /^更多 \d+ 个视图$/ });
  await moreButton.click();
  const last = names.at(-1) ?? '';
  await page.getByRole('button', { name: `删除 ${last}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '删除视图' }).click();
  await expectHidden(page.getByRole('button', { name: `删除 ${last}` }));
});
