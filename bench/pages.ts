import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { logInOnPage } from './browser.ts';
import { type Figure, kb, ms } from './figures.ts';
import type { Product } from './product.ts';

/** Kilobytes (10^3): the targets of the issue. */
const aims = { loginScript: 150, login: 250, screen: 300 };

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

const screens = [
  { path: '/', usable: 'main h1, main h2' },
  { path: '/warn/sos', usable: '.sos-screen' },
  { path: '/warn/sos?view=list', usable: '.sos-screen table' },
  { path: '/test/data_table', usable: 'table tbody tr' },
  { path: '/test/dialog_form', usable: '.sample-page button' },
  { path: '/user/list', usable: 'table tbody tr' },
  { path: '/role/list', usable: 'table tbody tr' },
  { path: '/system/menu', usable: 'table tbody tr' },
  { path: '/system/menu_api', usable: 'table tbody tr' },
  { path: '/dictionary/tree', usable: 'table tbody tr' },
  { path: '/department/tree', usable: '.side-tree .ant-tree-node-content-wrapper' },
  { path: '/project/list', usable: 'table tbody tr' },
  { path: '/manage/notice', usable: 'section.data-table .filter-bar' },
  { path: '/manage/news', usable: 'section.data-table .filter-bar' },
  { path: '/system/cmd_log', usable: 'table tbody tr' },
  { path: '/platform/push_list', usable: 'section.data-table .filter-bar' },
];

interface Loaded {
  /** Bytes on the wire, headers included. */
  all: number;
  script: number;
  /** Bytes of the map's chunks, styles and data, which load after the screen is usable. */
  map: number;
  /** Time from the start of the navigation to the usable page, ms. */
  after: number;
}

/** Measures time and bytes from an empty cache to a usable login page, and to each screen. */
export async function measurePages(product: Product, browser: Browser): Promise<Figure[]> {
  const login = await fromEmptyCache(browser, async (page) => {
    await page.goto(`${product.address}/#/login`);
    await page.waitForSelector('#account');
    await page.waitForSelector('.login-submit:enabled');
  });
  const figures: Figure[] = [
    {
      what: 'Login page usable: script',
      aim: `< ${aims.loginScript} kB`,
      value: kb(login.script),
      met: login.script < aims.loginScript * 1000,
    },
    {
      what: 'Login page usable: all, time',
      aim: `< ${aims.login} kB`,
      value: `${kb(login.all)}, ${ms(login.after)}`,
      met: login.all < aims.login * 1000,
    },
  ];
  const state = await loggedIn(product, browser);
  for (const screen of screens) figures.push(await measureScreen(product, browser, screen, login, state));
  return figures;
}

async function measureScreen(
  product: Product,
  browser: Browser,
  screen: (typeof screens)[number],
  login: Loaded,
  state: StorageState,
): Promise<Figure> {
  const loaded = await fromEmptyCache(
    browser,
    async (page) => {
      await page.goto(`${product.address}/#${screen.path}`);
      await page.waitForSelector(screen.usable);
    },
    state,
  );
  const withoutMap = loaded.all - loaded.map;
  const extra = withoutMap - login.all;
  const map = loaded.map > 0 ? `; map ${kb(loaded.map)} apart` : '';
  return {
    what: `\`${screen.path}\`: more than the login page; all; time until usable`,
    aim: `< ${aims.screen} kB more`,
    value: `${kb(extra)}; ${kb(withoutMap)}; ${ms(loaded.after)}${map}`,
    met: extra < aims.screen * 1000,
  };
}

/** Returns the browser storage of a logged-in user. */
export async function loggedIn(product: Product, browser: Browser): Promise<StorageState> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await logInOnPage(page, product.address);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Counts bytes until `usable` resolves and the network is idle; the time ends at `usable`. */
async function fromEmptyCache(
  browser: Browser,
  usable: (page: Page) => Promise<void>,
  storageState?: StorageState,
): Promise<Loaded> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(storageState && { storageState }),
  });
  const page = await context.newPage();
  const sizes = await countBytes(page);
  const started = performance.now();
  await usable(page);
  const after = performance.now() - started;
  const atUsable = sizes();
  // Streams stay open, so the network is never fully idle: requests begun by now belong to the screen.
  await page.waitForFunction(() => document.readyState === 'complete');
  const atRest = storageState ? sizes() : atUsable;
  await context.close();
  return { ...atRest, after };
}

type Sizes = Omit<Loaded, 'after'>;

/** Sums the bytes on the wire of everything that the page and its workers load. */
async function countBytes(page: Page): Promise<() => Sizes> {
  const sum: Sizes = { all: 0, script: 0, map: 0 };
  const session: CDPSession = await page.context().newCDPSession(page);
  const kinds = new Map<string, { script: boolean; map: boolean }>();
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const path = new URL(response.url).pathname;
    kinds.set(requestId, {
      script: type === 'Script' || /\.m?js$/.test(path),
      map: /\/assets\/(map-|MapView|maplibre|district)/.test(path),
    });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    sum.all += encodedDataLength;
    if (kind?.map) sum.map += encodedDataLength;
    else if (kind?.script) sum.script += encodedDataLength;
  });
  return () => ({ ...sum });
}
