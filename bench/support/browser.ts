import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { type Product, password } from './product.ts';

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Runs `work` with the browser that `script/bench.mjs` found or installed, headless. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Opens a page with an empty cache, and its network events. */
export async function openPage(browser: Browser, storageState?: StorageState): Promise<[Page, CDPSession]> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(storageState && { storageState }),
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  return [page, session];
}

/** Logs in as an operator; resolves when the first screen is shown. */
export async function logInOnPage(page: Page, { address }: Product): Promise<void> {
  await page.goto(`${address}/#/login`);
  await page.fill('#account', 'admin');
  await page.fill('#password', password);
  await page.click('.login-submit');
  await page.waitForSelector('.login-submit', { state: 'detached' });
  await page.waitForSelector('main');
}

/** Returns the browser storage of a logged-in user. */
export async function loggedIn(product: Product, browser: Browser): Promise<StorageState> {
  const context = await browser.newContext();
  await logInOnPage(await context.newPage(), product);
  const state = await context.storageState();
  await context.close();
  return state;
}
