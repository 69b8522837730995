import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive } from '#server/core/processes.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { logIn } from '../support/api.ts';
import { adminPassword, type Running, startServer, stopServer } from './server.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let running: Running | undefined;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => {
  if (running) await stopServer(running);
  await folder.remove();
});

function childrenOf(pid: number): number[] {
  const found = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = found.stdout.trim().split('\n');
  return pairs
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([id = 0, parent]) => (parent === pid ? [id] : []));
}

test('the demo rings by itself over the real port, and a stop ends its simulator and the database too', async () => {
  const server = await startServer(folder.path, undefined, { DEMO: 'on', SIMULATE_ALARM_SECONDS: '2' });
  running = server;
  const admin = await logIn(server.address, 'admin', adminPassword);
  const pending = async (): Promise<number> =>
    (await admin.call<{ pending: number }>('warn/getWarnCount')).data.pending;
  const before = await pending();
  await expect.poll(pending, { timeout: 60_000 }).toBeGreaterThan(before);

  const children = childrenOf(server.product.process.pid ?? 0);
  expect(children.length).toBe(2);
  expect(await stopServer(server), server.product.output()).toBe(0);
  expect(children.filter(isAlive)).toEqual([]);
});
