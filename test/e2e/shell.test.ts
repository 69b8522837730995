import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { expectHidden, expectRinging, expectVisible, frontPage, goTo } from './browser.ts';
import { setUpBrowserTests } from './browserTests.ts';
import { builtPaths } from './built.ts';
import { aCustomerWithWatch } from './testCustomer.ts';

const { site, openBrowserAs, administrator } = await setUpBrowserTests();

/** Every route of the specification's section 2 inside the shell. */
const routes =
  `/index /customer_user/list /customer/list /test/dialog_form /test/data_table /department/tree /dictionary/tree
  /user/list /role/list /manage/notice /manage/news /system/menu /system/menu_api /system/cmd_log /project/list
  /location/list /location/app /platform/data_upload /platform/push_list /statistical/layout_statistics /equipment/list
  /equipment/gateway /equipment/log /equipment/push_log /warn/sos /healthy/archives /healthy/assessment
  /healthy/sleep_data /healthy/physicals /healthy/early_warning`.split(/\s+/);
const walls = ['/large_screen_monitoring/data', '/large_screen_monitoring/care_center'];

/** Expects the front page to have rendered and to be no exception page. */
async function expectScreen(page: Page, path: string): Promise<void> {
  await goTo(page, path);
  await page.waitForFunction(
    (target) => location.hash.split('?')[0] === `#${target}` && document.querySelector('.page[data-active="true"] *'),
    path,
  );
  await page.locator('#nprogress').waitFor({ state: 'detached' });
  await expectVisible(page.locator('.page[data-active="true"] > *'));
  expect(await page.locator('.exception:visible').count(), path).toBe(0);
  expect(page.url(), path).toContain(`#${path}`);
}

async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

describe('the routes of the specification', () => {
  // Those that are built are opened by the tests of accessibility, which refuse errors in the console, too.
  test('that are not built say for the administrator what will stand there, and the walls have no shell', async () => {
    const { page } = await openBrowserAs(await administrator(), { path: '/index' });
    const built = await builtPaths();
    for (const path of routes.filter((route) => !built.includes(route))) {
      await expectScreen(page, path);
      // The previous page may still be in front for a moment.
      const planned = page.locator('.page[data-active="true"] > .planned');
      await expect.poll(() => planned.count(), { message: path }).toBe(1);
    }
    for (const path of walls) {
      await goTo(page, path);
      await expectHidden(page.locator('.shell'));
      await expectVisible(page.locator('#root h1, body h1'));
      expect(await page.locator('.exception:visible').count(), path).toBe(0);
    }
  });

  test('that are not built are in the menu of nobody but the administrator', async () => {
    const { page } = await openBrowserAs(await aUser(site), { path: '/index' });
    const built = await builtPaths();
    const links = page.getByRole('navigation', { name: '菜单' }).getByRole('link');
    await expectVisible(links);
    const shown = await links.evaluateAll((all) =>
      all.map((link) => link.getAttribute('href')?.slice(1).split('?')[0]),
    );
    expect(shown).toContain('/warn/sos');
    expect(shown.filter((path) => !built.includes(path ?? ''))).toEqual([]);
  });

  test('that are not in the menu lead to the 403 page, which names the screen; unknown ones to the 404 page', async () => {
    const { page } = await openBrowserAs(await aUser(site), { path: '/test/data_table' });
    await page.waitForURL(/exception\/403/);
    await expectVisible(page.getByRole('heading', { name: '没有「分页表格」的权限' }));
    await goTo(page, '/no/such/page');
    await page.waitForURL(/exception\/404/);
    await expectVisible(page.getByRole('heading', { name: '没有这个页面' }));
    await page.getByRole('link', { name: '返回首页' }).click();
    await page.waitForURL(/#\/index/);
  });

  test('open their tab in view, however many are open', async () => {
    const { page } = await openBrowserAs(await administrator(), { viewport: { width: 1024, height: 720 } });
    const inView = () =>
      page.locator('.tabs li[data-active="true"]').evaluate((tab) => {
        const [strip, tabBox] = [tab.parentElement?.getBoundingClientRect(), tab.getBoundingClientRect()];
        return strip !== undefined && tabBox.left >= strip.left - 1 && tabBox.right <= strip.right + 1;
      });
    const paths = (await builtPaths()).filter((path) => path !== '/index').slice(0, 12);
    for (const path of paths) {
      await goTo(page, path);
      await page.locator(`.tabs li[data-active="true"][data-path="${path}"]`).waitFor({ state: 'attached' });
      await expect.poll(inView, { message: path }).toBe(true);
    }
    await page.keyboard.press('Alt+1');
    await expect.poll(inView).toBe(true);
  });

  test('show the progress bar while a screen loads', async () => {
    const seen = Promise.withResolvers<void>();
    const { page } = await openBrowserAs(await administrator(), {
      path: '/index',
      prepare: (context) =>
        context.route(/DataTableScreen-.*\.js$/, async (route) => {
          await seen.promise;
          await route.continue();
        }),
    });
    await goTo(page, '/test/data_table');
    await page.locator('#nprogress .bar').waitFor({ state: 'attached' });
    seen.resolve();
    await expectVisible(page.locator('tr[data-index]'));
    await page.locator('#nprogress').waitFor({ state: 'detached' });
  });

  test('are not drawn without their styles: a style sheet that did not come is asked for again', async () => {
    const requestedUrls = new Set<string>();
    const userBrowser = await openBrowserAs(await administrator(), {
      path: '/test/data_table',
      prepare: (context) =>
        context.route(/\.css$/, (route) => {
          const url = route.request().url();
          if (requestedUrls.has(url)) return route.continue();
          requestedUrls.add(url);
          return route.abort();
        }),
    });
    const bar = userBrowser.page.locator('.page[data-active="true"] .toolbar').first();
    await expectVisible(bar);
    expect(requestedUrls.size).toBeGreaterThan(2);
    expect(await bar.evaluate((element) => getComputedStyle(element).display)).toBe('flex');
    const links = userBrowser.page.locator('link[rel="stylesheet"]');
    await expect
      .poll(() => links.evaluateAll((all) => all.every((element) => (element as HTMLLinkElement).sheet)))
      .toBe(true);
    userBrowser.ignoreFaults(/ERR_FAILED/);
  });

  test('say in place that a screen could not be fetched, and stand when the page is loaded again', async () => {
    const userBrowser = await openBrowserAs(await administrator(), { path: '/index' });
    const { page } = userBrowser;
    const screen = /DataTableScreen-.*\.js$/;
    await page.route(screen, (route) => route.abort());
    await goTo(page, '/test/data_table');
    const sign = frontPage(page).getByText('没有取到');
    await expectVisible(sign);
    await page.unroute(screen);
    await page.getByRole('button', { name: '重新加载' }).click();
    await expectVisible(page.locator('tr[data-index]'));
    userBrowser.ignoreFaults(/ERR_FAILED|dynamically imported/);
  });
});

describe('the shell', () => {
  test.each([
    { width: 1440, height: 900, dark: false },
    { width: 1280, height: 720, dark: true },
  ])('fits a window of $width × $height, dark: $dark', async ({ dark, ...viewport }) => {
    const { page } = await openBrowserAs(await administrator(), { path: '/test/data_table', viewport, dark });
    await expectVisible(page.locator('tr[data-index]'));
    await expectNoOverflow(page);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const red = Number(/\d+/.exec(ground)?.[0]);
    expect(red > 128).toBe(!dark);
  });

  test('has a bar at the bottom and no menu at the side on a phone, and an alarm is taken there', async () => {
    const { page } = await openBrowserAs(await aUser(site), {
      path: '/warn/sos',
      viewport: { width: 390, height: 844 },
      touch: true,
    });
    const customer = await aCustomerWithWatch(site, '宋阿婆');
    await expectVisible(page.locator('.bottom-bar'));
    expect(await page.locator('.sider').count()).toBe(0);
    await site.press(customer.watch);
    const card = page.locator('.warn-card').filter({ hasText: customer.name });
    const claim = card.getByRole('button', { name: '接警' });
    await expectVisible(claim);
    expect((await claim.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    // The touch itself enables the sound: nothing may move under the finger by that.
    const placeOf = () => claim.boundingBox();
    const place = await placeOf();
    await expectVisible(page.getByText('浏览器阻止了报警声'));
    expect(await placeOf()).toEqual(place);
    await claim.tap();
    await page.waitForURL(/id=\d+/);
    await expectVisible(page.getByRole('button', { name: '结案' }));
    await expectVisible(page.locator('.phone-case a[href^="tel:"]'));
    await expectNoOverflow(page);
  });
});

describe('the press that lets the sound begin', () => {
  test('keeps its button, although the bar above it has nothing left to say', async () => {
    const { page } = await openBrowserAs(await aUser(site), { path: '/warn/sos' });
    const customer = await aCustomerWithWatch(site, '宋阿婆');
    await site.press(customer.watch);
    const bar = page.getByText('浏览器阻止了报警声');
    await expectVisible(bar);
    const card = page.getByRole('button', { name: new RegExp(`打开 ${customer.name}`) });
    await card.hover();
    const place = await card.boundingBox();
    await page.mouse.down();
    await expectRinging(page);
    expect(await card.boundingBox()).toEqual(place);
    await page.mouse.up();
    await page.waitForURL(/id=\d+/);
    await expectHidden(bar);
  });
});

describe('what the browser refuses', () => {
  test('is told as a fault: a request to another address, a script in the page', async () => {
    const userBrowser = await openBrowserAs(await aUser(site), { path: '/index' });
    await userBrowser.page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "taken over"';
      document.body.append(script);
      await fetch('https://elsewhere.invalid/').catch(() => undefined);
    });
    const reportedFaults = () => userBrowser.faults.join('\n');
    await expect.poll(reportedFaults).toContain('script-src');
    await expect.poll(reportedFaults).toContain('connect-src');
    expect(await userBrowser.page.title()).not.toBe('taken over');
    // A closed page sends nothing more.
    await userBrowser.context.close();
    userBrowser.ignoreFaults(/script-src|connect-src|elsewhere\.invalid/);
  });
});
