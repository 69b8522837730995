import type { Locator } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { placed } from '#server/testing/watch.ts';
import {
  alarmBanner,
  deskQueue,
  expectHidden,
  expectRinging,
  expectSilent,
  expectVisible,
  goTo,
  liveBadge,
  pressEscape,
} from './browser.ts';
import { setUpBrowserTests } from './browserTests.ts';
import { aCustomerWithWatch, type TestCustomer } from './testCustomer.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const [project] = await site.call<{ id: string; version: number }[]>('project/getProjectList');
await site.call('project/editProjectConfig', { id: project?.id, version: project?.version, claimSeconds: 3 });
const { page } = await openBrowserAs(await aUser(site), { path: '/warn/sos' });

const banner = (name: string) => alarmBanner(page).locator('[data-warn-id]').filter({ hasText: name });

/** Adds a customer for one test. */
function aTestCustomer(): Promise<TestCustomer> {
  return aCustomerWithWatch(site, '测试');
}

function focusedField(): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field'));
}

/** Presses Tab until the focus is in the field. */
async function tabTo(field: string): Promise<void> {
  for (let times = 0; times < 4 && (await focusedField()) !== field; times++) await page.keyboard.press('Tab');
  expect(await focusedField()).toBe(field);
}

async function closeAllWarns(): Promise<void> {
  const open = await site.call<{ id: string }[]>('warn/getWarnList', { status: ['pending', 'handling'], limit: 200 });
  for (const { id } of open) {
    await site.call('warn/falseWarn', { id, reason: 'test', confirmedBy: 'leader', note: '测试结束' });
  }
  await expectHidden(alarmBanner(page));
}

beforeEach(async () => {
  await goTo(page, '/warn/sos');
  await expectVisible(liveBadge(page));
  await page.getByRole('navigation', { name: '位置' }).click();
});

afterEach(closeAllWarns);

describe('an alarm that nobody takes', () => {
  test('is marked as overdue and climbs the ladder, on the screen and on record', async () => {
    const customer = await aTestCustomer();
    await site.press(customer.watch);
    await expectVisible(banner(customer.name).getByText('已超时'));
    await page.getByRole('button', { name: `打开 ${customer.name} 主动呼救` }).click();
    await expectVisible(
      page
        .getByRole('region', { name: '时间线' })
        .getByRole('listitem')
        .filter({ hasText: /升级|超过/ }),
    );
    await expectVisible(page.getByRole('region', { name: '处置' }).getByText('超时', { exact: true }));
  });
});

describe('the wait of an alarm', () => {
  test('that is overdue is still told as a wait; that it is overdue is a mark of its own', async () => {
    const customer = await aTestCustomer();
    await site.press(customer.watch);
    await expectVisible(banner(customer.name).locator('.alarm-origin').getByText('已超时'));
    expect(await banner(customer.name).locator('.alarm-wait').textContent()).toMatch(/^已等待\d\d:\d\d/);
  });

  test('is written one way, as 平均响应 on the desk and on the first page', async () => {
    const customer = await aTestCustomer();
    await site.press(customer.watch);
    await expectVisible(banner(customer.name));
    await page.keyboard.press('F2');
    await expectVisible(page.getByRole('heading', { name: customer.name }));
    // Warns closed by tests as tests are not counted.
    await site.sql(`update warn set received_at = first_claimed_at - interval '72 seconds' where status = 'handling'`);
    await page.reload();
    await expectVisible(page.locator('.sos-bar').getByText('1 分 12 秒'));
    await goTo(page, '/index');
    await expectVisible(page.getByRole('link', { name: '平均响应 1 分 12 秒' }));
  });
});

describe('a dispatch', () => {
  async function openDispatch(): Promise<Locator> {
    const customer = await aTestCustomer();
    await site.press(customer.watch);
    await expectVisible(banner(customer.name));
    await page.keyboard.press('F2');
    await expectVisible(page.getByRole('heading', { name: customer.name }));
    const id = await page.getByRole('region', { name: '处置' }).getAttribute('data-warn-id');
    await site.call('warn/dispatchWarn', { id, name: '石桥服务站', kind: 'station' });
    return page.getByRole('group', { name: '石桥服务站的进展' });
  }

  test('is called off only after a question that names who was sent', async () => {
    const progress = await openDispatch();
    await progress.getByRole('button', { name: '取消' }).click();
    const question = page.getByRole('alertdialog', { name: '取消 石桥服务站 的派单？' });
    await question.getByRole('button', { name: '不取消' }).click();
    await expectHidden(question);
    await expectVisible(progress.getByRole('button', { name: '到场' }));
    await progress.getByRole('button', { name: '取消' }).click();
    await question.getByRole('button', { name: '取消派单' }).click();
    await expectVisible(progress.getByText('已取消'));
  });

  test('shows as reported what was reported, and not what was passed over', async () => {
    const progress = await openDispatch();
    await progress.getByRole('button', { name: '到场' }).click();
    await expectVisible(progress.getByRole('button', { name: '到场', pressed: true }));
    const [sent, passed, ahead] = await Promise.all(
      ['已派', '出发', '完成'].map((name) =>
        progress.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).color),
      ),
    );
    expect(passed).toBe(ahead);
    expect(sent).not.toBe(ahead);
    expect(await progress.getByTitle('没有上报').allTextContents()).toContain('出发');
    // A warn cannot be closed during a dispatch.
    await progress.getByRole('button', { name: '完成' }).click();
    await expectVisible(progress.getByRole('button', { name: '完成', pressed: true }));
  });
});

test('an open step of the plan has a box with a line that is seen in the dark, at least 3:1', async () => {
  const customer = await aTestCustomer();
  await site.press(customer.watch);
  await expectVisible(banner(customer.name));
  await page.keyboard.press('F2');
  const box = page.locator('.plan input[type="checkbox"]:enabled').first();
  await expectVisible(box);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-theme="dark"]').waitFor();
  const contrast = await box.evaluate((element) => {
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const { appearance, borderTopColor, backgroundColor } = getComputedStyle(element);
    // A native checkbox has greys drawn by the browser.
    if (appearance !== 'none') return 0;
    const [dark = 0, light = 0] = [luminance(borderTopColor), luminance(backgroundColor)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  });
  await page.emulateMedia({ colorScheme: 'light' });
  expect(contrast).toBeGreaterThanOrEqual(3);
});

describe('a press while the alarm is open', () => {
  test('is counted in the same banner and row, and is heard again', async () => {
    const customer = await aTestCustomer();
    await site.press(customer.watch);
    await expectRinging(page);
    await page.keyboard.press('F8');
    await expectSilent(page);
    await site.press(customer.watch);
    await expectRinging(page);
    await site.press(customer.watch);
    await expectVisible(banner(customer.name).getByText('按了 3 次'));
    expect(await banner(customer.name).count()).toBe(1);
    expect(await deskQueue(page).locator('[data-warn-id]').count()).toBe(1);
    await expectVisible(deskQueue(page).locator('[data-warn-id]').getByText('×3'));
  });
});

describe('an alarm that arrives late', () => {
  test('rings and says how long ago it was, up to 24 hours', async () => {
    const customer = await aTestCustomer();
    await site.press(customer.watch, '00010000', new Date(Date.now() - 43 * 60_000));
    await expectVisible(banner(customer.name).getByText('补传 43 分钟前'));
    await expectRinging(page);
  });

  test('is entered as 迟到 without banner and sound when it is older', async () => {
    const [late, newcomer] = [await aTestCustomer(), await aTestCustomer()];
    await site.sendFrame(late.watch, `UD2,${placed(new Date(Date.now() - 30 * 3_600_000), '00010000')}`);
    await expectVisible(deskQueue(page).locator('[data-warn-id]').filter({ hasText: late.name }).getByText('迟到'));
    expect(await banner(late.name).count()).toBe(0);
    await expectSilent(page);
    await site.press(newcomer.watch);
    await expectVisible(banner(newcomer.name));
    expect(await banner(late.name).count()).toBe(0);
  });
});

describe('the whole job by keyboard', () => {
  test('F2 takes, F4 dials, figures choose the result, N notes, F9 closes', async () => {
    const customer = await aTestCustomer();
    await site.press(customer.watch);
    await expectVisible(banner(customer.name));
    await page.keyboard.press('F2');
    await expectVisible(page.getByRole('heading', { name: customer.name }));
    await page.keyboard.press('F4');
    await expectVisible(page.getByLabel(`与 ${customer.name} 的通话记录`));
    await page.keyboard.type('说没事');
    await page.keyboard.press('Enter');
    await page.keyboard.press('1');
    const timeline = page.getByRole('region', { name: '时间线' }).getByRole('listitem');
    await expectVisible(timeline.filter({ hasText: '说没事' }));
    await page.keyboard.press('n');
    await expectVisible(page.getByRole('textbox', { name: '备注', exact: true }));
    await page.keyboard.type('老人说按错了');
    await page.keyboard.press('Control+Enter');
    await expectVisible(timeline.filter({ hasText: '老人说按错了' }));
    await page.keyboard.press('F9');
    await expectVisible(page.getByRole('dialog', { name: /^结案/ }));
    await expect.poll(focusedField).toBe('result');
    await page.keyboard.press('Space');
    // Skips results that need a responder on site: none was dispatched.
    for (let down = 0; down < 3; down++) await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('radio', { name: '误触' }).isChecked()).toBe(true);
    await tabTo('note');
    await page.keyboard.type('电话核实是误触');
    expect(await page.getByRole('radio', { name: '未告知' }).isChecked()).toBe(true);
    await tabTo('familyNote');
    await page.keyboard.type('老人要求不告知');
    await page.keyboard.press('Control+Enter');
    await expectVisible(timeline.filter({ hasText: '结案' }));
  });

  test('F2 acts from inside an input, and what was typed there is kept', async () => {
    const customer = await aTestCustomer();
    await page.getByRole('button', { name: '登记告警' }).click();
    const form = page.getByRole('dialog', { name: '登记告警' });
    await expect.poll(focusedField).toBe('customerId');
    await form.getByLabel('说明').fill('半句');
    await form.getByLabel('说明').press('End');
    await site.press(customer.watch);
    await expectVisible(banner(customer.name));
    // The warn has not taken the focus away.
    await page.keyboard.type('话还没写完');
    expect(await form.getByLabel('说明').inputValue()).toBe('半句话还没写完');
    await page.keyboard.press('F2');
    await expectVisible(page.getByRole('heading', { name: customer.name }));
    await page.getByRole('button', { name: '登记告警' }).click();
    await form.getByRole('button', { name: '接着填' }).click();
    expect(await form.getByLabel('说明').inputValue()).toBe('半句话还没写完');
    await pressEscape(page);
    await expectHidden(form);
  });
});
