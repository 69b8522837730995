import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { anAdminSession, type TestUser } from '#server/testing/rows.ts';
import {
  type BrowserKind,
  openBrowser,
  openLoginBrowser,
  openUserBrowser,
  resetForRetry,
  type UserBrowser,
  type UserBrowserOptions,
} from './browser.ts';
import { type Site, startSite } from './site.ts';

/** Fixtures of a browser test file. */
export interface BrowserTests {
  site: Site;
  browser: Browser;
  /**
   * Opens a browser of the user; without a user, before the login. Opened before the first test it lasts for the whole
   * file, in a test until its end.
   */
  openBrowserAs(user?: TestUser, options?: UserBrowserOptions): Promise<UserBrowser>;
  /** Returns the initial administrator. */
  administrator(): Promise<TestUser>;
}

/**
 * Starts product and browser for the calling test file, and ends them with it. After each test no browser may have
 * faults; a retry finds the lasting browsers reloaded.
 */
export async function setUpBrowserTests(
  env: NodeJS.ProcessEnv = {},
  { browser: kind = 'shell' }: { browser?: BrowserKind } = {},
): Promise<BrowserTests> {
  const [site, browser] = await Promise.all([startSite(env), openBrowser(kind)]);
  const fileBrowsers: UserBrowser[] = [];
  const testBrowsers: UserBrowser[] = [];
  let isTestRunning = false;

  beforeEach(async ({ task }) => {
    isTestRunning = true;
    await resetForRetry(task, fileBrowsers);
  });
  afterEach(async () => {
    isTestRunning = false;
    const faults = [...fileBrowsers, ...testBrowsers].flatMap((userBrowser) => userBrowser.faults.splice(0));
    // A test may have closed its browser already.
    const open = browser.contexts();
    for (const { context } of testBrowsers.splice(0).filter((userBrowser) => open.includes(userBrowser.context)))
      await closeContext(context);
    expect(faults).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all(browser.contexts().map(closeContext));
    await site.stop();
  });

  return {
    site,
    browser,
    openBrowserAs: async (user, options) => {
      const userBrowser = await (user
        ? openUserBrowser(browser, site, user, options)
        : openLoginBrowser(browser, site, options));
      (isTestRunning ? testBrowsers : fileBrowsers).push(userBrowser);
      return userBrowser;
    },
    administrator: async () => ({ id: '', account: 'admin', name: '管理员', token: await anAdminSession(site) }),
  };
}

async function closeContext(context: BrowserContext): Promise<void> {
  // A request answered by a test may still be open.
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}
