import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/folder.ts';
import { logIn } from '../support/api.ts';
import { registerCustomers } from '../support/customers.ts';
import { databaseUrlOf, postmasterOf } from '../support/database.ts';
import { contradictions, Presses, pressAll, readStored } from './alarms.ts';
import { adminPassword, type Running, startServer, stopServer } from './server.ts';

/** Number of times the database dies, by SIGKILL and SIGQUIT in turn; more by DATABASE_KILLS. */
const restarts = Number(process.env.DATABASE_KILLS ?? 2);
const alarms = 500 * restarts;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let running: Running | undefined;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => {
  if (running) await stopServer(running);
  await folder.remove();
});

/**
 * Sends one request after the other until `over`; returns every status received. Rejects when a request gets no answer.
 */
async function ask(request: () => Promise<number>, over: () => boolean): Promise<Set<number>> {
  const seen = new Set<number>();
  while (!over()) seen.add(await request());
  return seen;
}

test('a database that dies under load costs no acknowledged alarm, and no request waits without an answer', async () => {
  const server = await startServer(folder.path);
  running = server;
  const people = await registerCustomers(databaseUrlOf(folder.path), alarms, 100);
  const presses = new Presses();
  const admin = await logIn(server.address, 'admin', adminPassword);
  let over = false;

  const killing = async (): Promise<void> => {
    for (let restart = 0; restart < restarts; restart++) {
      await presses.reaches('total', Math.floor(((restart + Math.random()) / restarts) * alarms * 0.9));
      process.kill(postmasterOf(folder.path).pid, restart % 2 === 0 ? 'SIGKILL' : 'SIGQUIT');
    }
  };
  const list = async (): Promise<number> => (await admin.call('warn/getWarnList', {})).status;
  const change = async (): Promise<number> =>
    (await admin.call('warn/addWarnNote', { id: '1', note: '没有这条告警' })).status;
  const ready = async (): Promise<number> => (await fetch(`${server.address}/readyz`)).status;
  const asking = Promise.all([list, list, change, ready].map((request) => ask(request, () => over)));

  await Promise.all([pressAll(people, server, presses, () => 1, 100), killing()]);
  over = true;
  const [lists = new Set(), , changes = new Set(), readiness = new Set()] = await asking;

  expect(presses.total).toBe(alarms);
  expect(contradictions(presses, await readStored(folder.path))).toEqual([]);
  expect([...lists, ...readiness].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  // The change names a warn that does not exist: the answer is 404 while the database is up.
  expect([...changes].filter((status) => status !== 404 && status !== 503)).toEqual([]);
  expect(await list()).toBe(200);
  expect(server.product.process.exitCode).toBeNull();
  expect(await stopServer(server), server.product.output()).toBe(0);
  running = undefined;
});
