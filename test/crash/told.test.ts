import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/folder.ts';
import { withLoopback } from '#server/testing/loopback.ts';
import { until } from '#server/testing/until.ts';
import { registerCustomers } from '../support/customers.ts';
import { databaseUrlOf } from '../support/database.ts';
import {
  createStormProjects,
  fallbackChannels,
  notificationRows,
  Providers,
  pressAll,
  type Row,
  receiptsBy,
  receiversPerProject,
  rowsOf,
} from '../support/storm.ts';
import { adminPassword, type Running, startServer, stopServer } from './server.ts';

const alarms = 200;
const messages = alarms * receiversPerProject;
/** Maximum time until the fallback channel has sent, ms. */
const nextWithin = 30_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let running: Running | undefined;
let providers: Providers;

beforeEach(async () => {
  [folder, providers] = await Promise.all([temporaryFolder(), Providers.open()]);
});

afterEach(async () => {
  if (running) await stopServer(running);
  await providers.stop();
  await folder.remove();
});

test('200 alarms are told to five people each exactly once, though one provider hangs and another is dead', async () => {
  running = await startServer(folder.path, undefined, withLoopback);
  const databaseUrl = databaseUrlOf(folder.path);
  const people = await registerCustomers(databaseUrl, alarms);
  const { rows, end } = await rowsOf(running.address, databaseUrl, adminPassword);
  const places = await createStormProjects(rows, providers);
  await providers.fail();

  const { ids } = await pressAll({ rows, watchPort: running.watchPort }, places, people);
  const isFailing = ({ channel: way }: Row) => way in fallbackChannels;
  const most = 90_000;
  const stored = await until(
    'all by a way that works',
    async () => {
      const all = await notificationRows(rows, ids);
      const working = all.filter((row) => !isFailing(row));
      return working.length === messages && working.every(({ state }) => state !== 'queued') && all;
    },
    most,
  );

  // Once each, by the project's channel or its fallback; one message may carry several warns.
  const receipts = receiptsBy(providers);
  const working = stored.filter((row) => !isFailing(row));
  expect(new Set(working.map(({ key }) => key)).size).toBe(messages);
  expect(working.filter((row) => receipts(row).length !== 1)).toEqual([]);
  const sent = new Set(working.map(({ channel: way, key, carrier }) => `${way} ${carrier ?? key}`));
  expect(providers.receipts).toHaveLength(sent.size);
  expect(sent.size).toBeLessThan(messages / 2);
  expect(providers.hung).toBeGreaterThan(0);

  expect(stored).toHaveLength(messages * 1.4);
  expect(working.filter(({ tries, state }) => tries !== 1 || !['sent', 'delivered'].includes(state))).toEqual([]);
  const queuedAt = new Map(stored.filter(isFailing).map((one) => [one.key, one.queuedAt.getTime()]));
  const late = working.filter((row) => {
    const queued = queuedAt.get(row.key);
    return queued !== undefined && receipts(row).some(({ at }) => at - queued > nextWithin);
  });
  expect(late).toEqual([]);
  await end();
});
