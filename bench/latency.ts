import { once } from 'node:events';
import type { Page } from 'playwright-core';
import type { Caller } from '../test/support/api.ts';
import { type RegisteredCustomer, registerCustomers } from '../test/support/customers.ts';
import { pressFrame } from '../test/support/watch.ts';
import { addColleague } from './readers.ts';
import { logInOnPage, openPage, withBrowser } from './support/browser.ts';
import { delays, type Figure } from './support/figures.ts';
import type { Product } from './support/product.ts';
import { openDevice, openDevices } from './support/simulatedDevice.ts';
import { report } from './traffic.ts';

const samples = 100;
const positionsPerSecond = 500;
const maxP99 = 100;
/** Maximum wait for a press to show, ms. */
const timeoutMs = 10_000;

declare global {
  interface Window {
    /** First appearance of each warn in the page, by id; ms since 1970. */
    shown: Map<string, { row: number | null; any: number }>;
  }
}

/**
 * Measures from the bytes of a press on the TCP socket to the warn in the page of a logged-in operator, idle and under
 * load.
 */
export async function measureLatency(product: Product): Promise<Figure[]> {
  const customers = await registerCustomers(product.databaseUrl, 2 * samples + positionsPerSecond);
  const colleague = await product.logIn(await addColleague(product.databaseUrl));
  return withBrowser(async (browser) => {
    const [page] = await openPage(browser);
    await openQueue(page, product);
    const idle = await pressAndWait(product, customers.slice(0, samples), page, colleague);
    const numbers = customers.slice(2 * samples).map(({ number }) => number);
    const load = report(await openDevices('watch', product.watchPort, numbers), positionsPerSecond);
    const busy = await pressAndWait(product, customers.slice(samples, 2 * samples), page, colleague);
    const rate = load.stop();
    return [...figures('idle', idle), ...figures(`under ${rate.toFixed(0)} positions/s`, busy)];
  });
}

/** Times from the press, ms: to its acknowledgement, to its first sign in the page, to its row in the queue. */
interface Delays {
  acknowledged: number[];
  any: number[];
  row: number[];
}

function figures(when: string, { acknowledged, any, row }: Delays): Figure[] {
  return [
    delays(`Press → acknowledged, ${when}`, acknowledged),
    delays(`Press → first sign in the operator's page, ${when}`, any, maxP99),
    delays(`Press → row in the operator's page, ${when}`, row, maxP99),
  ];
}

/** Opens the queue and records by a MutationObserver when a warn's id first appears; page and bench share the clock. */
async function openQueue(page: Page, product: Product): Promise<void> {
  await page.addInitScript(() => {
    window.shown = new Map();
    const recordShown = () => {
      for (const element of document.querySelectorAll('[data-warn-id]')) {
        const id = element.getAttribute('data-warn-id') ?? '';
        const times = window.shown.get(id) ?? { row: null, any: Date.now() };
        if (!element.closest('[role="alert"]')) times.row ??= Date.now();
        window.shown.set(id, times);
      }
    };
    const attributes = { childList: true, subtree: true, attributeFilter: ['data-warn-id'] };
    new MutationObserver(recordShown).observe(document, attributes);
  });
  await logInOnPage(page, product);
  await page.goto(`${product.address}/#/warn/sos`);
  await page.waitForSelector('.sos-screen');
}

async function pressAndWait(
  { watchPort }: Product,
  customers: readonly RegisteredCustomer[],
  page: Page,
  colleague: Caller,
): Promise<Delays> {
  const times: Delays = { acknowledged: [], any: [], row: [] };
  for (const { number } of customers) {
    const idsBefore = await page.evaluate(() => [...window.shown.keys()]);
    const { socket } = await openDevice('watch', watchPort, number);
    const frame = pressFrame(number, 1, new Date());
    const pressed = Date.now();
    socket.write(frame);
    await once(socket, 'data');
    times.acknowledged.push(Date.now() - pressed);
    socket.end();
    const handle = await page.waitForFunction(
      (ids) => {
        for (const [id, { any, row }] of window.shown) if (!ids.includes(id) && row !== null) return { id, any, row };
        return null;
      },
      idsBefore,
      { timeout: timeoutMs, polling: 20 },
    );
    const shown = await handle.jsonValue();
    if (!shown) continue;
    times.any.push(shown.any - pressed);
    times.row.push(shown.row - pressed);
    await closeAsFalse(colleague, shown.id);
    await page.waitForFunction((id) => !document.querySelector(`[role="alert"][data-warn-id="${id}"]`), shown.id);
  }
  return times;
}

/** Claims and closes the warn as another user, so that the next is the only one. */
async function closeAsFalse(colleague: Caller, id: string): Promise<void> {
  await colleague.call('warn/claimWarn', { id });
  const input = { reason: 'test', confirmedBy: 'leader', note: '测量到此结束' };
  const ended = await colleague.call('warn/falseWarn', { id, ...input });
  if (ended.code !== 0) throw new Error(`an alarm could not be ended: ${JSON.stringify(ended)}`);
}
