import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isPostmasterOf } from '#server/core/process/processes.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { type Product, startProduct } from './product.ts';

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let started: Product[];

beforeEach(async () => {
  folder = await temporaryFolder();
  started = [];
});

afterEach(async () => {
  for (const product of started) {
    product.process.kill('SIGTERM');
    await product.exit;
  }
  await expectStopped();
  await folder.remove();
});

function start(mode: Parameters<typeof startProduct>[0], env: NodeJS.ProcessEnv = {}): Product {
  const product = startProduct(mode, { DATA_DIR: folder.path, ...env });
  started.push(product);
  return product;
}

async function databasePid(): Promise<number> {
  return Number.parseInt(await readFile(join(folder.path, 'postgres/postmaster.pid'), 'utf8'), 10);
}

/** Expects everything to be stopped: the lock is removed last, after PostgreSQL. */
async function expectStopped(): Promise<void> {
  await expect.poll(() => existsSync(join(folder.path, 'anhao.lock')), { timeout: 30_000 }).toBe(false);
  expect(existsSync(join(folder.path, 'postgres/postmaster.pid'))).toBe(false);
}

async function expectReady(product: Product): Promise<void> {
  const [address] = await product.waitForOutput(ADDRESS);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
}

describe('npm start', { retry: 0 }, () => {
  test('prints an address that answers, and stops in order with 0 on Ctrl-C, which the terminal and npm both tell', async () => {
    const product = start('script', { LOG_LEVEL: 'info' });
    await expectReady(product);
    product.process.kill('SIGINT');
    await product.waitForOutput(/"reason":"SIGINT"/);
    product.process.kill('SIGINT');
    expect(await product.exit).toBe(0);
    await expectStopped();
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)('leaves nothing behind when npm alone gets %s', async (signal) => {
    const product = start('npm');
    await expectReady(product);
    product.process.kill(signal);
    await expectStopped();
  });

  test('stops in order when its whole process group gets SIGTERM, as a container or a service manager does it', async () => {
    const product = start('group');
    await expectReady(product);
    process.kill(-(product.process.pid ?? 0), 'SIGTERM');
    await expectStopped();
    expect(product.output()).not.toContain('ending at once');
  });

  test('leaves nothing behind when its script is killed', async () => {
    const product = start('script');
    await expectReady(product);
    product.process.kill('SIGKILL');
    await expectStopped();
  });

  test('is refused while another one uses the same DATA_DIR, in one line', async () => {
    await expectReady(start('server'));
    const second = start('server');
    expect(await second.exit).toBe(1);
    expect(second.errorOutput().trim()).toMatch(/^DATA_DIR .* is in use by another Anhao \(process \d+\)[^\n]*$/);
  });

  test('is refused for a wrong variable, in one line that names it', async () => {
    const product = start('server', { WATCH_PORT: 'any' });
    expect(await product.exit).toBe(1);
    expect(product.errorOutput().trim()).toMatch(/^WATCH_PORT must be [^\n]*$/);
  });

  test('recovers after kill -9 and takes the orphaned database back', async () => {
    const first = start('server');
    await expectReady(first);
    const orphan = await databasePid();
    first.process.kill('SIGKILL');
    await first.exit;
    expect(isPostmasterOf(orphan, join(folder.path, 'postgres'))).toBe(true);

    await expectReady(start('server'));
    expect(isPostmasterOf(orphan, join(folder.path, 'postgres'))).toBe(false);
  });
});
