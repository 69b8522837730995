import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { encodeWatch } from '#devices/watchFrame.ts';
import type { Caller } from '../test/support/api.ts';
import type { RegisteredCustomer } from '../test/support/customers.ts';
import { hex, onAnswers, positionFields, pressFrame } from '../test/support/watch.ts';
import { logInOnPage } from './browser.ts';
import { type Figure, percentile, spread } from './figures.ts';
import type { Product } from './product.ts';

const samples = 100;
const positionsPerSecond = 500;
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
export async function measureLatency(
  product: Product,
  customers: readonly RegisteredCustomer[],
  browser: Browser,
): Promise<Figure[]> {
  const colleague = await product.logIn(await addColleague(product.databaseUrl));
  const page = await openOperatorPage(product, browser);
  const idle = await pressAndWait(product, customers.slice(0, samples), page, colleague);
  const load = await startLoad(product, customers.slice(-positionsPerSecond));
  const busy = await pressAndWait(product, customers.slice(samples, 2 * samples), page, colleague);
  const rate = await load.stop();
  await page.context().close();
  return [...figures('idle', idle), ...figures(`under ${rate.toFixed(0)} positions/s`, busy)];
}

/** Times from the press, ms: to its acknowledgement, to its first sign in the page, to its row in the queue. */
interface Delays {
  acknowledged: number[];
  any: number[];
  row: number[];
}

function figures(when: string, { acknowledged, any, row }: Delays): Figure[] {
  return [
    { what: `Press → acknowledged, ${when}: p50 / p95 / p99`, aim: '', value: spread(acknowledged), met: null },
    figure(`Press → first sign in the operator's page, ${when}`, any),
    figure(`Press → row in the operator's page, ${when}`, row),
  ];
}

function figure(what: string, sample: readonly number[]): Figure {
  return {
    what: `${what}: p50 / p95 / p99`,
    aim: 'p99 < 100 ms',
    value: spread(sample),
    met: percentile(sample, 0.99) < 100,
  };
}

/**
 * Opens a page that records by a MutationObserver when a warn's id first appears; page and bench share the machine's
 * clock.
 */
async function openOperatorPage(product: Product, browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
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
    new MutationObserver(recordShown).observe(document, {
      childList: true,
      subtree: true,
      attributeFilter: ['data-warn-id'],
    });
  });
  await logInOnPage(page, product.address);
  await page.goto(`${product.address}/#/warn/sos`);
  await page.waitForSelector('.sos-screen');
  return page;
}

async function pressAndWait(
  product: Product,
  customers: readonly RegisteredCustomer[],
  page: Page,
  colleague: Caller,
): Promise<Delays> {
  const acknowledged: number[] = [];
  const any: number[] = [];
  const row: number[] = [];
  for (const customer of customers) {
    const idsBefore = await page.evaluate(() => [...window.shown.keys()]);
    const { pressed, answered } = await press(product.watchPort, customer.number);
    acknowledged.push(answered - pressed);
    const handle = await page.waitForFunction(
      (ids) => {
        for (const [id, times] of window.shown) if (!ids.includes(id) && times.row !== null) return { id, ...times };
        return null;
      },
      idsBefore,
      { timeout: timeoutMs, polling: 20 },
    );
    const shown = await handle.jsonValue();
    if (shown?.row) {
      any.push(shown.any - pressed);
      row.push(shown.row - pressed);
      await closeAsFalse(colleague, shown.id);
      await page.waitForFunction((id) => !document.querySelector(`[role="alert"][data-warn-id="${id}"]`), shown.id);
    }
  }
  return { acknowledged, any, row };
}

/** Adds a second administrator with the password of the first; returns the account. */
async function addColleague(databaseUrl: string): Promise<string> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(`
      with new as (
        insert into "user" (account, name, department_id, password_hash)
        select 'colleague', '同事', department_id, password_hash from "user" where account = 'admin' returning id)
      insert into user_role (user_id, role_id) select new.id, r.id from new, role r where r.key = 'admin'`);
    return 'colleague';
  } finally {
    await client.end();
  }
}

/**
 * Presses once on an open connection; returns the times just before the bytes were sent and of the answer, ms since
 * 1970.
 */
async function press(port: number, number: string): Promise<{ pressed: number; answered: number }> {
  const socket = await connectWatch(port, number);
  const frame = pressFrame(number, 1, new Date());
  const pressed = Date.now();
  socket.write(frame);
  await once(socket, 'data');
  const answered = Date.now();
  socket.end();
  return { pressed, answered };
}

/** Connects a watch that has sent a heartbeat and stays connected. */
export async function connectWatch(port: number, number: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  socket.write(encodeWatch('3G', number, 'LK', hex(Math.floor(Math.random() * 0x10000))));
  await once(socket, 'data');
  return socket;
}

/** Claims and closes the warn as another user, so that the next is the only one. */
async function closeAsFalse(colleague: Caller, id: string): Promise<void> {
  await colleague.call('warn/claimWarn', { id });
  const input = { reason: 'test', confirmedBy: 'leader', note: '测量到此结束' };
  const ended = await colleague.call('warn/falseWarn', { id, ...input });
  if (ended.code !== 0) throw new Error(`an alarm could not be ended: ${JSON.stringify(ended)}`);
}

/**
 * Starts watches that report a position a second each, spread over the second; `stop` returns how many were
 * acknowledged a second.
 */
async function startLoad(
  product: Product,
  customers: readonly RegisteredCustomer[],
): Promise<{ stop(): Promise<number> }> {
  let answered = 0;
  const started = performance.now();
  const stops = await Promise.all(
    customers.map(async (customer, index) => {
      const socket = await connectWatch(product.watchPort, customer.number);
      onAnswers(socket, () => answered++);
      const send = (): void => {
        const at = new Date();
        const position = encodeWatch('3G', customer.number, `UD,${positionFields(at, 0)}`, hex(at.getSeconds()));
        // A heartbeat follows each tenth position: its answer confirms that all before it are stored.
        const heartbeat = encodeWatch('3G', customer.number, 'LK,1,0,76', hex(at.getTime() % 0x10000));
        socket.write(at.getSeconds() % 10 === index % 10 ? Buffer.concat([position, heartbeat]) : position);
      };
      const offset = setTimeout(() => timers.add(setInterval(send, 1000)), (index / customers.length) * 1000);
      const timers = new Set<NodeJS.Timeout>();
      return () => {
        clearTimeout(offset);
        for (const timer of timers) clearInterval(timer);
        socket.end();
      };
    }),
  );
  return {
    stop: async () => {
      for (const stop of stops) stop();
      return (answered * 10) / ((performance.now() - started) / 1000);
    },
  };
}
