import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive } from '#server/core/process/processes.ts';
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

/** Returns the child processes of a process, with their command lines. */
function childrenOf(pid: number): { id: number; command: string }[] {
  const found = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return found.stdout.split('\n').flatMap((line) => {
    const [, id, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === pid ? [{ id: Number(id), command }] : [];
  });
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
  const commands = children.map(({ command }) => command);
  expect(commands).toContainEqual(expect.stringContaining('postgres'));
  expect(commands).toContainEqual(expect.stringContaining('simulat'));
  expect(await stopServer(server), server.product.output()).toBe(0);
  // The password hashing process ends when it notices that its parent is gone.
  await expect.poll(() => children.filter(({ id }) => isAlive(id)), { timeout: 20_000 }).toEqual([]);
});
