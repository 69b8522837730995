import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aCustomer, aUser, type TestUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, goTo } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

interface Draft {
  id: string;
}
interface Scale {
  items: { code: string; label: string; options: { code: string }[] }[];
}

/** Adds a draft of GB/T 42195. */
async function aDraft(assessors: readonly TestUser[]): Promise<{ id: string; customerId: string }> {
  const customerId = await aCustomer(site, { name: '郭素贞' });
  const date = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const input = { customerId, scale: 'gbt42195', reason: 'first', date, assessorIds: assessors.map(({ id }) => id) };
  const { id } = await site.call<Draft>('assessment/addAssessment', input, assessors[0]?.token);
  return { id, customerId };
}

/** Best answers; `B1.1` may have another. */
async function bestAnswers(): Promise<Record<string, string>> {
  const { items } = await site.call<Scale>('assessment/getScale', { code: 'gbt42195' });
  return Object.fromEntries(items.map(({ code, options }) => [code, options[0]?.code ?? '']));
}

/** Signs as assessor with the keys alone. */
async function sign(page: Page): Promise<void> {
  await page.getByRole('button', { name: '签名…', exact: true }).first().press('Enter');
  await page.getByRole('button', { name: '签名', exact: true }).press('Enter');
  await expectVisible(page.getByText('已签名'));
}

test('an assessor fills GB/T 42195 by keys alone, what is missing leads there, and it is submitted', async () => {
  const users = [await aUser(site, { role: 'health' }), await aUser(site, { role: 'health' })] as const;
  const { id } = await aDraft(users);
  const { page } = await openBrowserAs(users[0], { path: `/healthy/assessment/${id}` });
  const answers = await bestAnswers();
  await expectVisible(page.getByRole('button', { name: /^提交/ }));
  for (const [item, option] of Object.entries(answers)) {
    await expectVisible(page.locator(`[data-item="${item}"] section`));
    await page.keyboard.press(item === 'B2.3' ? 'ArrowDown' : option);
  }
  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByText('还缺 1 项，答完才能提交'));
  await expectVisible(page.locator('[data-item="B2.3"] section:focus'));
  await page.keyboard.press('4');
  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByText('总分 90。最终等级 能力完好。'));
  await page.keyboard.press('Enter');
  await expectVisible(page.getByText('已提交，等 2 位评估员签名'));
  const stored = await site.call('assessment/getAssessment', { id }, users[0].token);
  expect(stored).toMatchObject({ status: 'review', total: 90, final: '0', answers, missing: [] });
});

test('a changed answer drops the signatures of two browsers, as was said before; another reviews, and the level is locked', async () => {
  const roles = ['health', 'health', 'health'] as const;
  const [first, second, reviewer] = await Promise.all(roles.map((role) => aUser(site, { role })));
  if (!first || !second || !reviewer) throw new Error('no users');
  const { id, customerId } = await aDraft([first, second]);
  const answers = await bestAnswers();
  await site.call('assessment/saveAssessment', { id, answers, facts: {}, version: 1 }, first.token);
  await site.call('assessment/submitAssessment', { id }, first.token);
  const path = `/healthy/assessment/${id}`;
  const [one, other] = await Promise.all([openBrowserAs(first, { path }), openBrowserAs(second, { path })]);
  await sign(one.page);
  await sign(other.page);
  await expectVisible(one.page.getByText('评估员已签 2，需 2'));

  // By the address of the open page as well.
  await goTo(other.page, `${path}?edit=1`);
  await expectVisible(other.page.getByText('改动答案会作废 2 个签名，继续？'));
  await other.page.keyboard.press('Escape');
  await expectHidden(other.page.getByText('改动答案会作废 2 个签名，继续？'));
  await other.page.getByRole('button', { name: '更多操作' }).click();
  await other.page.getByRole('menuitem', { name: '修改答案…' }).click();
  await expectVisible(other.page.getByText('改动答案会作废 2 个签名，继续？'));
  await other.page.getByRole('button', { name: '修改答案', exact: true }).click();
  await expectVisible(other.page.getByRole('button', { name: '返回结果' }));
  await expectVisible(other.page.locator('[data-item="B1.1"] section'));
  await other.page.keyboard.press('2');
  await expectVisible(other.page.getByRole('button', { name: /^提交/ }));
  await other.page.keyboard.press('Control+Enter');
  await other.page.getByRole('button', { name: '提交', exact: true }).click();
  await expectVisible(other.page.getByText('已提交，等 2 位评估员签名'));
  // The first browser hears of it without a reload.
  await expectVisible(one.page.getByText('评估员已签 0，需 2'));
  await sign(other.page);
  await sign(one.page);

  const own = await site.ask({
    path: '/api/assessment/reviewAssessment',
    body: { id, approved: true },
    token: first.token,
  });
  expect([own.status, own.msg]).toEqual([409, expect.stringContaining('评估')]);
  expect(await one.page.getByRole('button', { name: '审核…' }).count()).toBe(0);
  const { page } = await openBrowserAs(reviewer, { path });
  await page.getByRole('button', { name: '审核…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('通过', { exact: true }).click();
  await dialog.getByRole('button', { name: /^提交审核/ }).click();
  await expectVisible(page.getByText('已审核'));
  await expectVisible(page.getByText('有效期至'));
  expect(await site.call('assessment/getAssessment', { id }, first.token)).toMatchObject({
    status: 'done',
    total: 88,
    final: '1',
  });

  await page.getByRole('button', { name: '评估报告 A4' }).click();
  await expectVisible(page.getByRole('heading', { name: '评估报告' }));
  await page.emulateMedia({ media: 'print' });
  const paper = await page.pdf({ format: 'A4' });
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeGreaterThan(1);
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('heading', { name: '评估报告' }));
  await goTo(page, `/customer/list/${customerId}`);
  await expectVisible(page.getByText('由评估得出'));
});
