import type { Browser, CDPSession, Page } from 'playwright-core';
import { loggedIn, openPage, type StorageState, withBrowser } from './support/browser.ts';
import { type Figure, figure, kb, ms } from './support/figures.ts';
import type { Product } from './support/product.ts';

/** Targets, kB (10^3 bytes). */
const aims = { loginScript: 150, login: 250, screen: 300 };

/** Paths of screens, with the selector of the first part that a user can use. */
const screens = {
  '/': 'main h1, main h2',
  '/warn/sos': '.sos-screen',
  '/warn/sos?view=list': '.sos-screen table',
  '/test/data_table': 'table tbody tr',
  '/test/dialog_form': '.sample-page button',
  '/user/list': 'table tbody tr',
  '/role/list': 'table tbody tr',
  '/system/menu': 'table tbody tr',
  '/system/menu_api': 'table tbody tr',
  '/dictionary/tree': 'table tbody tr',
  '/department/tree': '.side-tree .ant-tree-node-content-wrapper',
  '/project/list': 'table tbody tr',
  '/manage/notice': 'section.data-table .filter-bar',
  '/manage/news': 'section.data-table .filter-bar',
  '/system/cmd_log': 'table tbody tr',
  '/platform/push_list': 'section.data-table .filter-bar',
  '/location/list': '.location-side input',
};

interface Sizes {
  /** Bytes on the wire, headers included. */
  all: number;
  script: number;
  /** Bytes of the map's chunks, styles and data, which load after the screen is usable. */
  map: number;
}

interface Loaded extends Sizes {
  /** Time from the start of the navigation to the usable page, ms. */
  after: number;
}

/** Measures time and bytes from an empty cache to a usable login page, and to each screen. */
export function measurePages(product: Product): Promise<Figure[]> {
  return withBrowser(async (browser) => {
    const { address } = product;
    const login = await fromEmptyCache(browser, async (page) => {
      await page.goto(`${address}/#/login`);
      await page.waitForSelector('#account');
      await page.waitForSelector('.login-submit:enabled');
    });
    const { script, all, after } = login;
    const figures = [
      figure('Login page usable: script', kb(script), `< ${aims.loginScript} kB`, script < aims.loginScript * 1000),
      figure('Login page usable: all, time', `${kb(all)}, ${ms(after)}`, `< ${aims.login} kB`, all < aims.login * 1000),
    ];
    const state = await loggedIn(product, browser);
    for (const [path, usable] of Object.entries(screens)) {
      const toScreen = async (page: Page) => {
        await page.goto(`${address}/#${path}`);
        await page.waitForSelector(usable);
      };
      figures.push(screenFigure(path, await fromEmptyCache(browser, toScreen, state), login));
    }
    return figures;
  });
}

function screenFigure(path: string, loaded: Loaded, login: Loaded): Figure {
  const withoutMap = loaded.all - loaded.map;
  const extra = withoutMap - login.all;
  const map = loaded.map > 0 ? `; map ${kb(loaded.map)} apart` : '';
  return figure(
    `\`${path}\`: more than the login page; all; time until usable`,
    `${kb(extra)}; ${kb(withoutMap)}; ${ms(loaded.after)}${map}`,
    `< ${aims.screen} kB more`,
    extra < aims.screen * 1000,
  );
}

/** Counts bytes until `usable` resolves and the document is complete; the time ends at `usable`. */
async function fromEmptyCache(browser: Browser, usable: (page: Page) => Promise<void>, state?: StorageState) {
  const [page, session] = await openPage(browser, state);
  const sizes = countBytes(session);
  const started = performance.now();
  await usable(page);
  const after = performance.now() - started;
  const atUsable = { ...sizes };
  // Streams stay open, so the network is never fully idle: requests begun by now belong to the screen.
  await page.waitForFunction(() => document.readyState === 'complete');
  const loaded: Loaded = { ...(state ? sizes : atUsable), after };
  await page.context().close();
  return loaded;
}

/** Sums the bytes on the wire of everything that the page and its workers load. */
function countBytes(session: CDPSession): Sizes {
  const sum: Sizes = { all: 0, script: 0, map: 0 };
  const kinds = new Map<string, 'script' | 'map'>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const path = new URL(response.url).pathname;
    if (/\/assets\/(map[-~]|MapView|CrowdMap|DrawTool|maplibre|district)/.test(path)) kinds.set(requestId, 'map');
    else if (type === 'Script' || /\.m?js$/.test(path)) kinds.set(requestId, 'script');
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    sum.all += encodedDataLength;
    if (kind) sum[kind] += encodedDataLength;
  });
  return sum;
}
