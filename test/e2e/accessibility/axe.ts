import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestUser } from '#server/testing/rows.ts';
import { expectVisible, goTo, type UserBrowser } from '../browser.ts';
import type { BrowserTests } from '../browserTests.ts';
import { builtPaths } from '../built.ts';
import type { Site } from '../site.ts';
import { aCustomerWithWatch } from '../testCustomer.ts';

/** Source of axe, run by the debugging protocol, to which the content policy does not apply. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

declare global {
  interface Window {
    axe: { run: (context: object, options: object) => Promise<AxeResults> };
  }
}

export type Size = 'desktop' | 'phone';
const viewports = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, touch: true },
};

/** Opens the user's browser, or one before the login, ready to be checked. */
export async function openWithAxe(
  { openBrowserAs }: BrowserTests,
  size: Size,
  user?: TestUser,
  path?: string,
): Promise<UserBrowser> {
  const userBrowser = await openBrowserAs(user, { ...(path && { path }), ...viewports[size] });
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

/** Expects no rule violations on the front page: all rules in light, colour rules in dark; begins with the present scheme. */
export async function expectAccessible(
  page: Page,
  size: Size,
  what: string,
  excludedRules: string[] = [],
): Promise<void> {
  const isDark = await page.evaluate(() => document.documentElement.dataset.theme === 'dark');
  // Each change draws the whole page again.
  for (const scheme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
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

/** Declares the tests of all built screens and of the login page in this size. */
export function testScreens(tests: BrowserTests, size: Size): void {
  // Some fifty screens, each checked in full.
  test('on any built screen, by light and dark', { timeout: 360_000 }, async () => {
    const { page } = await openWithAxe(tests, size, await tests.administrator(), '/index');
    for (const path of [...(await builtPaths()), '/exception/403', '/exception/500', '/exception/404']) {
      await openScreen(page, path);
      await expectAccessible(page, size, path);
      // Pages behind the front are not checked and only take time.
      await page.keyboard.press('Alt+w');
    }
  });

  test('on the login page, by light and dark', async () => {
    const { page } = await openWithAxe(tests, size);
    await expectVisible(page.getByRole('heading', { name: '登录' }));
    await expectAccessible(page, size, 'the login page');
  });
}

/** Adds a warn of 吴阿根 claimed by the user, and another one that waits. */
export async function aClaimedWarn(site: Site, user: TestUser): Promise<string> {
  const [customer, other] = [await aCustomerWithWatch(site, '吴阿根'), await aCustomerWithWatch(site, '陈水生')];
  await Promise.all([customer, other].map(({ watch }) => site.press(watch)));
  const [row] = await site.sql<{ id: string }>('select id::text from warn where customer_id = $1', [customer.id]);
  await site.call('warn/claimWarn', { id: row?.id }, user.token);
  return row?.id ?? '';
}
