import { setTimeout as rest } from 'node:timers/promises';
import { registerCustomers } from '../test/support/customers.ts';
import {
  createStormProjects,
  fallbackChannels,
  lastFired,
  notificationRows,
  Providers,
  pressAll,
  type Row,
  receiptsBy,
  receiversPerProject,
  rowsOf,
  type Storm,
} from '../test/support/storm.ts';
import { delays, type Figure, figure, percentile } from './support/figures.ts';
import { type Product, password } from './support/product.ts';

const alarms = 1000;
const messages = alarms * receiversPerProject;
/** Time without messages after which a storm is over, ms: a duplicate would have arrived by then. */
const quietMs = 15_000;
/** Maximum time until the fallback channel has sent, ms. */
const nextWithin = 30_000;
const maxRatio = 1.5;
const minFiredPerSecond = 50;

/**
 * Measures from the instant at which the rungs of 1,000 warns are due to each of 5,000 receipts, with all providers and
 * with two that fail.
 */
export async function measureMessages(product: Product): Promise<Figure[]> {
  const customers = await registerCustomers(product.databaseUrl, 2 * alarms);
  const providers = await Providers.open();
  const { rows, end } = await rowsOf(product.address, product.databaseUrl, password);
  try {
    const places = await createStormProjects(rows, providers);
    const storm = async () => {
      const target = { rows, watchPort: product.watchPort };
      const struck = await pressAll(target, places, customers.splice(0, alarms));
      await waitUntilQuiet(providers);
      const firedAfter = (await lastFired(rows, struck.ids)) - struck.due;
      return { ...receiptsOf(providers, struck, await notificationRows(rows, struck.ids)), firedAfter };
    };
    const healthy = await storm();
    await providers.fail();
    const failing = await storm();
    const ratio = percentile(failing.first, 0.99) / percentile(healthy.first, 0.99);
    const living = 'Due → received from the three living providers';
    const next = delays('Queued → received by the next channel, of the two that fail', failing.next);
    return [
      ...counted('all providers live', healthy),
      ...counted('one hangs, another is dead', failing),
      delays(`${living}, all live`, healthy.first),
      delays(`${living}, one hangs, another is dead`, failing.first),
      figure(`${living}: ratio of the p99`, ratio.toFixed(2), `≤ ${maxRatio}`, ratio <= maxRatio),
      { ...next, aim: '< 30 s', met: percentile(failing.next, 1) < nextWithin },
    ];
  } finally {
    await end();
    await providers.stop();
  }
}

async function waitUntilQuiet({ receipts }: Providers): Promise<void> {
  let previousCount = -1;
  while (receipts.length !== previousCount || previousCount === 0) {
    previousCount = receipts.length;
    await rest(quietMs);
  }
}

interface Received {
  /** From the due instant, by providers that work in both storms, ms. */
  first: number[];
  /** From queueing, by the fallback channel, ms. */
  next: number[];
  /** Number of warns received, of duplicate messages, and of all messages: one may carry several warns. */
  received: number;
  duplicates: number;
  sent: number;
}

function receiptsOf(providers: Providers, { due }: Storm, notifications: readonly Row[]): Received {
  const receipts = receiptsBy(providers);
  const isFailing = ({ channel }: Row) => channel in fallbackChannels;
  const queued = new Map(notifications.filter(isFailing).map(({ key, queuedAt }) => [key, queuedAt.getTime()]));
  const working = notifications.filter((row) => !isFailing(row) || receipts(row).length > 0);
  const moved = (row: Row) => !isFailing(row) && queued.has(row.key);
  const delaysOf = (row: Row, since: number) => receipts(row).map((receipt) => receipt.at - since);
  const sent = Map.groupBy(working, ({ channel, key, carrier }) => `${channel} ${carrier ?? key}`);
  return {
    first: working.filter((row) => !isFailing(row) && !moved(row)).flatMap((row) => delaysOf(row, due)),
    next: working.filter(moved).flatMap((row) => delaysOf(row, queued.get(row.key) ?? Number.NaN)),
    received: new Set(working.filter((row) => receipts(row).length > 0).map(({ key }) => key)).size,
    duplicates: [...sent.values()].reduce((sum, [row]) => sum + (row ? receipts(row).length - 1 : 0), 0),
    sent: sent.size,
  };
}

/** `firedAfter`: ms from the due instant to the last rung. */
function counted(when: string, { received, duplicates, sent, firedAfter }: Received & { firedAfter: number }) {
  const rate = alarms / (firedAfter / 1000);
  return [
    figure(
      `Alarms told, of ${alarms} to ${receiversPerProject} people each, together where many wait, ${when}`,
      `${received} by ${sent} messages, ${duplicates} twice`,
      `${messages}, none twice`,
      received === messages && duplicates === 0,
    ),
    figure(
      `Rungs that are due at once, fired, ${when}`,
      `${rate.toFixed(0)} /s`,
      `≥ ${minFiredPerSecond} /s`,
      rate >= minFiredPerSecond,
    ),
  ];
}
