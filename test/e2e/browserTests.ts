import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import type { TestUser } from '#server/testing/rows.ts';
import {
  openBrowser,
  openLoginBrowser,
  openUserBrowser,
  resetForRetry,
  type UserBrowser,
  type UserBrowserOptions,
} from './browser.ts';
import { type Site, startSite } from './site.ts';

/** What stands while a file of browser tests runs. */
export interface BrowserTests {
  site: Site;
  browser: Browser;
  /**
   * A seat of the person; without one, before the login. Taken before the first test it is there for the whole file,
   * in a test until its end.
   */
  openBrowserAs(user?: TestUser, options?: UserBrowserOptions): Promise<UserBrowser>;
  /** The administrator that the product begins with. */
  administrator(): Promise<TestUser>;
}

/**
 * Starts the product for the test file that calls this at its top, with a browser, and ends it with the file. After each test
 * nothing must have gone wrong on any seat; another try of a failed test finds the lasting seats reloaded.
 */
export async function setUpBrowserTests(env: NodeJS.ProcessEnv = {}): Promise<BrowserTests> {
  const [site, browser] = await Promise.all([startSite(env), openBrowser()]);
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
    // A test may have left its seat already.
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
    administrator: async () => ({ id: '', account: 'admin', name: '管理员', token: await site.login() }),
  };
}

async function closeContext(context: BrowserContext): Promise<void> {
  // A call that a test answers itself may still be under way.
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}
