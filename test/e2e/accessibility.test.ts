import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aUser, type TestUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, goTo, type UserBrowser } from './browser.ts';
import { setUpBrowserTests } from './browserTests.ts';
import { builtPaths } from './built.ts';
import { aCustomerWithWatch } from './testCustomer.ts';

const { site, openBrowserAs, administrator } = await setUpBrowserTests({ DEMO: 'on' });

/** Source of axe, run by the debugging protocol, to which the content policy does not apply. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

declare global {
  interface Window {
    axe: { run: (context: object, options: object) => Promise<AxeResults> };
  }
}

type Size = 'desktop' | 'phone';
const sizes: Size[] = ['desktop', 'phone'];

async function openWithAxe(size: Size, user: TestUser, path = '/index'): Promise<UserBrowser> {
  const phone = { viewport: { width: 390, height: 844 }, touch: true };
  const userBrowser = await openBrowserAs(user, { path, ...(size === 'phone' ? phone : {}) });
  await userBrowser.page.evaluate(axe);
  return userBrowser;
}

/** Sets the colour scheme without motion or fading, so that colours are final when checked. */
async function applyColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fading.map(({ finished }) => finished));
  });
}

/** Expects no rule violations on the front page: all rules in light, colour rules in dark. */
async function expectAccessible(page: Page, size: Size, what: string, excludedRules: string[] = []): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await applyColorScheme(page, scheme);
    const runOnly =
      scheme === 'dark' ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: standard };
    const results = await page.evaluate(
      (only) =>
        window.axe.run({ exclude: ['.page[data-active="false"]'] }, { runOnly: only, resultTypes: ['violations'] }),
      runOnly,
    );
    const violations = results.violations.filter(({ id }) => !excludedRules.includes(id));
    const problems = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, any, all, none }) => {
        const reason = [...any, ...all, ...none][0]?.message ?? '';
        return `${id}: ${target.join(' ')} ${html.slice(0, 200)} ${reason}`;
      }),
    );
    expect.soft(problems, `${what} on a ${size}, ${scheme}`).toEqual([]);
  }
}

/** Opens the path and waits until the screen shows its rows. */
async function openScreen(page: Page, path: string): Promise<void> {
  await goTo(page, path);
  await page.waitForFunction(
    (target) =>
      location.hash.startsWith(`#${target}`) &&
      !document.documentElement.classList.contains('nprogress-busy') &&
      document.querySelector(
        target.startsWith('/exception') ? '.exception h1' : `.page[data-active="true"][data-path="${target}"] h1`,
      ),
    path,
  );
  const waiting = page.locator('.page[data-active="true"] :is(.veil, .skeleton, .desk-skeleton)');
  await waiting.first().waitFor({ state: 'detached' });
}

describe('no violation of WCAG 2.2 AA', () => {
  // Some fifty screens twice, each checked in full.
  test.each(sizes)('on any built screen, by light and dark: %s', { timeout: 360_000 }, async (size) => {
    const { page } = await openWithAxe(size, await administrator());
    for (const path of [...(await builtPaths()), '/exception/403', '/exception/500', '/exception/404']) {
      await openScreen(page, path);
      await expectAccessible(page, size, path);
      // Pages behind the front are not checked and only take time.
      await page.keyboard.press('Alt+w');
    }
  });

  test.each(sizes)('on the login page, by light and dark: %s', async (size) => {
    const viewport = size === 'phone' ? { width: 390, height: 844 } : { width: 1440, height: 900 };
    const { page } = await openBrowserAs(undefined, { viewport });
    await page.evaluate(axe);
    await expectVisible(page.getByRole('heading', { name: '登录' }));
    await expectAccessible(page, size, 'the login page');
  });

  test('in the open case, its dialogs and what the header opens, by light and dark', async () => {
    const size = 'desktop';
    const user = await aUser(site, { role: 'leader' });
    const userBrowser = await openWithAxe(size, user, `/warn/sos?id=${await aClaimedWarn(user)}`);
    const { page } = userBrowser;
    await expectVisible(page.getByRole('region', { name: '处置' }).getByRole('heading', { name: '吴阿根' }));
    await expectVisible(page.locator('.map-box[data-ready]'));
    await expectAccessible(page, size, 'the case');
    await page.getByRole('button', { name: /^加备注/ }).click();
    await page.getByRole('button', { name: '轨迹' }).click();
    await expectAccessible(page, size, 'the case with a note and the way');
    for (const name of ['派单', '转派', '误报…', /^结案/, '登记告警', '释放']) {
      await page
        .getByRole('button', { name, exact: typeof name === 'string' })
        .first()
        .click();
      await expectVisible(page.locator('[role="dialog"], [role="alertdialog"]'));
      await expectAccessible(page, size, String(name));
      await page.keyboard.press('Escape');
      await expectHidden(page.locator('[role="dialog"]:visible, [role="alertdialog"]:visible'));
    }
    const opened = ':is([role="menu"], [role="dialog"]):visible';
    for (const opener of [/个人菜单$/, /声音/, /搜索/]) {
      await page.getByRole('button', { name: opener }).first().click();
      await expectVisible(page.locator(opened));
      // A menu attached to its button is no landmark.
      await expectAccessible(page, size, String(opener), ['region']);
      await page.keyboard.press('Escape');
      await page.getByRole('navigation', { name: '位置' }).click();
      await expectHidden(page.locator(opened));
    }
  });

  test('in the open case on a phone, by light and dark', async () => {
    const size = 'phone';
    const user = await aUser(site);
    const { page } = await openWithAxe(size, user, `/warn/sos?id=${await aClaimedWarn(user)}`);
    await expectVisible(page.getByRole('button', { name: '结案' }));
    await expectAccessible(page, size, 'the case');
    await page.getByRole('button', { name: '结案' }).click();
    await expectVisible(page.getByRole('dialog', { name: /^结案/ }));
    await expectAccessible(page, size, 'closing');
  });
});

describe('a phone', () => {
  test('names no key: in the open case, lists, forms and messages', async () => {
    const user = await aUser(site, { role: 'admin' });
    const { page } = await openWithAxe('phone', user, `/warn/sos?id=${await aClaimedWarn(user)}`);
    const caps = page.locator('kbd:visible');
    await expectVisible(page.getByRole('button', { name: '结案' }));
    await page.getByRole('button', { name: /^加备注/ }).click();
    await expectVisible(page.getByPlaceholder('写一条备注', { exact: true }));
    expect(await caps.allTextContents()).toEqual([]);
    await goTo(page, '/test/dialog_form');
    await page.getByRole('button', { name: '打开表单' }).click();
    await expectVisible(page.getByRole('dialog', { name: '新增样例' }));
    expect(await caps.allTextContents()).toEqual([]);
    await goTo(page, '/user/list');
    await expectVisible(page.getByRole('button', { name: /^新增/ }).first());
    expect(await caps.allTextContents()).toEqual([]);
  });
});

/** Adds a warn of 吴阿根 claimed by the user, and another one that waits. */
async function aClaimedWarn(user: TestUser): Promise<string> {
  const [customer, other] = [await aCustomerWithWatch(site, '吴阿根'), await aCustomerWithWatch(site, '陈水生')];
  await Promise.all([customer, other].map(({ watch }) => site.press(watch)));
  const [row] = await site.sql<{ id: string }>('select id::text from warn where customer_id = $1', [customer.id]);
  await site.call('warn/claimWarn', { id: row?.id }, user.token);
  return row?.id ?? '';
}
