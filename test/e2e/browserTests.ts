import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import type { TestUser } from '#server/testing/rows.ts';
import { openBrowser, openSeat, type Seat, type SeatOptions, startOver, takeSeat } from './browser.ts';
import { type Site, startSite } from './site.ts';

/** What stands while a file of browser tests runs. */
export interface Stage {
  site: Site;
  browser: Browser;
  /**
   * A seat of the person; without one, before the login. Taken before the first test it is there for the whole file,
   * in a test until its end.
   */
  openBrowserAs(user?: TestUser, options?: SeatOptions): Promise<Seat>;
  /** The administrator that the product begins with. */
  administrator(): Promise<TestUser>;
}

/**
 * Starts the product for the test file that calls this at its top, with a browser, and ends it with the file. After each test
 * nothing must have gone wrong on any seat; another try of a failed test finds the lasting seats reloaded.
 */
export async function setStage(env: NodeJS.ProcessEnv = {}): Promise<Stage> {
  const [site, browser] = await Promise.all([startSite(env), openBrowser()]);
  const lasting: Seat[] = [];
  const passing: Seat[] = [];
  let playing = false;

  beforeEach(async ({ task }) => {
    playing = true;
    await startOver(task, lasting);
  });
  afterEach(async () => {
    playing = false;
    const faults = [...lasting, ...passing].flatMap((seat) => seat.faults.splice(0));
    // A test may have left its seat already.
    const open = browser.contexts();
    for (const { context } of passing.splice(0).filter((seat) => open.includes(seat.context))) await leave(context);
    expect(faults).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all(browser.contexts().map(leave));
    await site.stop();
  });

  return {
    site,
    browser,
    openBrowserAs: async (user, options) => {
      const seat = await (user ? takeSeat(browser, site, user, options) : openSeat(browser, site, options));
      (playing ? passing : lasting).push(seat);
      return seat;
    },
    administrator: async () => ({ id: '', account: 'admin', name: '管理员', token: await site.login() }),
  };
}

async function leave(context: BrowserContext): Promise<void> {
  // A call that a test answers itself may still be under way.
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}
