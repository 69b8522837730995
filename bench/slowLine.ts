import type { Browser } from 'playwright-core';
import { loggedIn, openPage, type StorageState, withBrowser } from './support/browser.ts';
import { type Figure, figure, ms } from './support/figures.ts';
import type { Product } from './support/product.ts';

/** A typical line of a care centre: 100 ms round trip, 5 Mbit/s in both directions. */
export const line = { offline: false, latency: 100, downloadThroughput: 625_000, uploadThroughput: 625_000 };

const pages = [
  { path: '/login', usable: '.login-submit:enabled', aim: undefined },
  { path: '/user/list', usable: 'table tbody tr', aim: { after: 1600, requests: 45 } },
  { path: '/warn/sos', usable: '.sos-screen', aim: undefined },
];

/** Measures from an empty cache on a slow line to the usable page: time, and number of requests begun by then. */
export function measureSlowLine(product: Product): Promise<Figure[]> {
  return withBrowser(async (browser) => {
    const state = await loggedIn(product, browser);
    const figures: Figure[] = [];
    for (const { path, usable, aim } of pages) {
      const runs = [];
      for (let run = 0; run < 3; run += 1)
        runs.push(await load(browser, `${product.address}/#${path}`, usable, path === '/login' ? undefined : state));
      const { after, requests } = runs.sort((a, b) => a.after - b.after)[1] ?? { after: 0, requests: 0 };
      figures.push(
        figure(
          `\`${path}\` from an empty cache with 100 ms round trip and 5 Mbit/s: usable after, requests (median of 3)`,
          `${ms(after)}, ${requests} requests`,
          aim && `≤ ${ms(aim.after)}, ≤ ${aim.requests} requests`,
          aim ? after <= aim.after && requests <= aim.requests : null,
        ),
      );
    }
    return figures;
  });
}

async function load(browser: Browser, address: string, usable: string, state?: StorageState) {
  const [page, session] = await openPage(browser, state);
  await session.send('Network.emulateNetworkConditions', line);
  let requests = 0;
  session.on('Network.requestWillBeSent', () => {
    requests += 1;
  });
  const started = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForSelector(usable);
  const result = { after: performance.now() - started, requests };
  await page.context().close();
  return result;
}
