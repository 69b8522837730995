import { afterEach, beforeEach, expect, test } from 'vitest';
import { isPostmasterOf } from '#server/core/processes.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { logIn } from '../support/api.ts';
import { clusterOf, databaseUrlOf, postmasterOf } from '../support/database.ts';
import { registerPeople } from '../support/people.ts';
import { contradictions, Presses, pressAll, readStored } from './alarms.ts';
import { adminPassword, type Running, startServer, stopServer } from './server.ts';

const alarms = 5000;
const kills = 10;
/** So many press a second time, so that joining is put to the test too. */
const pressingTwice = 300;
const onMqtt = 200;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let running: Running | undefined;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => {
  if (running) await stopServer(running);
  await folder.remove();
});

/** Kills in the moment of a random frame or a random acknowledgement of each stretch of the way, and starts again. */
async function killAndRestart(presses: Presses, first: Running): Promise<void> {
  running = first;
  for (let kill = 0; kill < kills; kill++) {
    const share = (kill + Math.random()) / kills;
    await presses.reaches('total', Math.floor(share * alarms * 0.95));
    if (kill % 2 === 1) await presses.reaches('sent', presses.sent + 1 + Math.floor(Math.random() * 50));
    const orphan = postmasterOf(folder.path).pid;
    running.product.process.kill('SIGKILL');
    await running.product.exit;
    running = await startServer(folder.path, first);
    expect(isPostmasterOf(orphan, clusterOf(folder.path)), 'the orphaned database still runs').toBe(false);
  }
}

test('every acknowledged alarm is there once, though the server is killed ten times while 5,000 are sent', async () => {
  const first = await startServer(folder.path);
  running = first;
  const people = await registerPeople(databaseUrlOf(folder.path), alarms - pressingTwice, onMqtt);
  const twice = new Set(people.slice(-pressingTwice));
  const presses = new Presses();

  await Promise.all([
    pressAll(people, first, presses, (person) => (twice.has(person) ? 2 : 1)),
    killAndRestart(presses, first),
  ]);

  expect(presses.total).toBe(alarms);
  expect(contradictions(presses, await readStored(folder.path))).toEqual([]);
  const admin = await logIn(first.address, 'admin', adminPassword);
  const counts = await admin.call<{ pending: number }>('warn/getWarnCount');
  expect(counts.data.pending).toBe(people.length);
  expect(await stopServer(running), running.product.output()).toBe(0);
});
