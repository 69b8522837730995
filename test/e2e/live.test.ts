import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { gone, sees } from './browser.ts';
import { aPerson } from './person.ts';
import { setStage } from './stage.ts';

const { site, sit } = await setStage();

const seat = await sit(await aUser(site), { path: '/warn/sos' });

const isLive = (page: Page) => sees(page.locator('[data-live="live"]'));
const streams = () => site.metric('anhao_streams');

describe('the live stream', () => {
  test('that breaks with a killed server says so, comes back, and shows the alarm pressed meanwhile exactly once', {
    retry: 0,
  }, async () => {
    const { page } = seat;
    const person = await aPerson(site, '程素英');
    await isLive(page);
    await site.kill();
    await sees(page.getByText('实时已断开'));
    await site.restart();
    await site.press(person.watch);
    const banner = page.getByRole('alert').filter({ hasText: person.name });
    await sees(banner);
    await isLive(page);
    await gone(page.getByText('实时已断开'));
    expect(await banner.count()).toBe(1);
    expect(await page.locator('.desk-queue [data-warn-id]').filter({ hasText: person.name }).count()).toBe(1);
    expect(await banner.getByText(/按了/).count()).toBe(0);
    // A server that is gone answers nothing; that is all that went wrong here.
    seat.forgive(/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|Failed to load resource/);
    expect(seat.faults).toEqual([]);
  });

  test('is one for all tabs of a browser, and each of them gets the events', async () => {
    await expect.poll(streams).toBe(1);
    const tabs = [];
    for (let each = 0; each < 9; each++) {
      const tab = await seat.context.newPage();
      await tab.goto(`${site.address}/#/warn/sos`);
      tabs.push(tab);
    }
    await Promise.all(tabs.map(isLive));
    expect(await streams()).toBe(1);
    const person = await aPerson(site, '邹家骏');
    await site.press(person.watch);
    await Promise.all(tabs.map((tab) => sees(tab.locator('.alarm-banner').getByText(person.name))));
    await Promise.all(tabs.slice(1).map((tab) => tab.close()));
    expect(seat.faults).toEqual([]);
  });

  test('ends with a logout in one tab, which ends the others too', async () => {
    const [first, second] = seat.context.pages();
    await second?.getByRole('button', { name: /个人菜单$/ }).click();
    await second?.getByRole('menuitem', { name: '退出' }).click();
    for (const page of [first, second]) await page?.waitForURL(/#\/login$/);
    await expect.poll(streams).toBe(0);
    expect(seat.faults).toEqual([]);
  });
});
