import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/folder.ts';
import { withLoopback } from '#server/testing/loopback.ts';
import { until } from '#server/testing/until.ts';
import { databaseUrlOf } from '../support/database.ts';
import { registerPeople } from '../support/people.ts';
import { instead, Providers, placesOf, receiversEach, rowsOf, strike, type Way, ways } from '../support/storm.ts';
import { adminPassword, type Running, startServer, stopServer } from './server.ts';

const alarms = 200;
const messages = alarms * receiversEach;
/** Whose provider does not come through is told by the next channel within so many ms. */
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

interface Stored {
  key: string;
  way: Way;
  state: string;
  tries: number;
  queuedAt: Date;
}

test('200 alarms are told to five people each exactly once, though one provider hangs and another is dead', async () => {
  running = await startServer(folder.path, undefined, withLoopback);
  const databaseUrl = databaseUrlOf(folder.path);
  const people = await registerPeople(databaseUrl, alarms);
  const { rows, end } = await rowsOf(running.address, databaseUrl, adminPassword);
  const places = await placesOf(rows, providers);
  await providers.fail();

  const { keys } = await strike({ rows, watchPort: running.watchPort }, places, people);
  const of = (way: Way) => keys.get(way) ?? new Set<string>();
  const [failing, living] = [ways.filter((way) => way in instead), ways.filter((way) => !(way in instead))];
  const got = (wanted: readonly Way[]) => {
    const all = new Set(wanted.flatMap((way) => [...of(way)]));
    return providers.receipts.filter(({ key }) => all.has(key));
  };
  const most = 60_000;
  await until('those whose provider lives', () => got(living).length >= messages * 0.6, most);
  await until('the others by the next channel', () => got(failing).length >= messages * 0.4, most);
  await until('the records', async () => {
    const [left] = await rows.sql<{ n: number }>(
      `select count(*)::int as n from notification where state = 'queued' and not channel = any($1)`,
      [failing],
    );
    return left?.n === 0;
  });

  // Once each, by the way of their project or by the one that follows.
  const said = (way: Way, key: string) => `${way} ${key}`;
  const wanted = ways.flatMap((way) =>
    [...of(way)].map((key) => said(way in instead ? instead[way as keyof typeof instead] : way, key)),
  );
  expect(wanted).toHaveLength(messages);
  expect(providers.receipts.map(({ way, key }) => said(way, key)).sort()).toEqual(wanted.sort());
  expect(providers.hung).toBeGreaterThan(0);

  const stored = await rows.sql<Stored>(
    `select key || ':' || to_id as key, channel as way, state, tries, created_at as "queuedAt" from notification where channel = any($1)`,
    [ways],
  );
  expect(stored).toHaveLength(messages * 1.4);
  const taken = stored.filter(({ way }) => living.includes(way));
  expect(taken.filter(({ state, tries }) => tries !== 1 || !['sent', 'delivered'].includes(state))).toEqual([]);
  const queuedAt = new Map(
    stored.filter(({ way }) => failing.includes(way)).map((one) => [one.key, one.queuedAt.getTime()]),
  );
  const late = got(failing).filter(({ key, at }) => at - (queuedAt.get(key) ?? 0) > nextWithin);
  expect(late).toEqual([]);
  await end();
});
