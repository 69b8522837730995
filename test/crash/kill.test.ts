import { afterEach, beforeEach, expect, test } from 'vitest';
import { isPostmasterOf } from '#server/core/process/processes.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { logIn } from '../support/api.ts';
import { registerCustomers } from '../support/customers.ts';
import { clusterOf, databaseUrlOf, postmasterOf } from '../support/database.ts';
import { putBehindGateways, TestGateways } from '../support/gateways.ts';
import { contradictions, Presses, pressAll, readStored } from './alarms.ts';
import { adminPassword, type Running, startServer, stopServer } from './server.ts';

/** Number of kills; ten and more by ALARM_KILLS. */
const kills = Number(process.env.ALARM_KILLS ?? 4);
const alarms = 500 * kills;
/** Number of customers who press twice, to test joining, too. */
const pressingTwice = 300;
const onMqtt = 200;
/** Number of customers whose button stands behind a gateway. */
const behindGateways = 150;
/** Customers who press at the same time. */
const width = 150;
/**
 * Maximum number of acknowledged presses at the last kill. Customers pressing at that moment may have sent both
 * presses; the kill must still find frames to wait for.
 */
const lastKill = alarms - 2 * width - 100;
/** Timeout below the test's, ms, so that a hang is reported. */
const patience = 35_000 * kills;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let running: Running | undefined;
let gateways: TestGateways | undefined;
/** Number of kills so far, and the event awaited for the next kill. */
let [killed, awaited] = [0, ''];

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => {
  await gateways?.close();
  if (running) await stopServer(running);
  await folder.remove();
});

/** Kills and restarts at a random frame or acknowledgement in each section of the run. */
async function killAndRestart(presses: Presses, first: Running): Promise<void> {
  running = first;
  for (killed = 0; killed < kills; killed++) {
    const share = (killed + Math.random()) / kills;
    awaited = 'presses';
    await presses.reaches('total', Math.floor(share * lastKill));
    if (killed % 2 === 1) await presses.reaches('sent', presses.sent + 1 + Math.floor(Math.random() * 50));
    const orphan = postmasterOf(folder.path).pid;
    awaited = 'the end';
    running.product.process.kill('SIGKILL');
    await running.product.exit;
    awaited = 'the start';
    running = await startServer(folder.path, first);
    expect(isPostmasterOf(orphan, clusterOf(folder.path)), 'the orphaned database still runs').toBe(false);
  }
}

/** Rejects with the reported text when `work` takes too long. */
async function inTime(work: Promise<unknown>, told: () => string): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`not over after ${patience} ms: ${told()}`)), patience);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

test('every acknowledged alarm is there once, though the server is killed again and again while they are sent', {
  timeout: patience + 10_000,
}, async () => {
  const first = await startServer(folder.path);
  running = first;
  const people = await registerCustomers(databaseUrlOf(folder.path), alarms - pressingTwice, onMqtt);
  const behind = await putBehindGateways(databaseUrlOf(folder.path), people.slice(onMqtt, onMqtt + behindGateways));
  gateways = new TestGateways(first.mqttPort);
  const twice = new Set(people.slice(-pressingTwice));
  const presses = new Presses();

  await inTime(
    Promise.all([
      pressAll(people, { ...first, behind, gateways }, presses, (person) => (twice.has(person) ? 2 : 1), width),
      killAndRestart(presses, first),
    ]),
    () => `${killed} kills, waiting for ${awaited}; ${presses.said()}\n${running?.product.output().slice(-4000)}`,
  );

  expect(presses.total).toBe(alarms);
  expect(contradictions(presses, await readStored(folder.path))).toEqual([]);
  const admin = await logIn(first.address, 'admin', adminPassword);
  const counts = await admin.call<{ pending: number }>('warn/getWarnCount');
  expect(counts.data.pending).toBe(people.length);
  expect(await stopServer(running), running.product.output()).toBe(0);
});
