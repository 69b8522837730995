import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runModule, type TestChild } from '#server/testing/child.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { lockDataDir } from './dataDirLock.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let holder: TestChild | undefined;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => {
  holder?.child.kill('SIGKILL');
  await holder?.exit;
  holder = undefined;
  await folder.remove();
});

/** Starts another process that takes the lock and keeps it. */
async function holdElsewhere(): Promise<TestChild> {
  const module = JSON.stringify(new URL('dataDirLock.ts', import.meta.url).href);
  holder = runModule(`
    const { lockDataDir } = await import(${module});
    lockDataDir(${JSON.stringify(folder.path)});
    console.log('locked');
    setInterval(() => {}, 1000);
  `);
  await holder.waitForLine('locked');
  return holder;
}

describe('the lock of a data folder', { retry: 0 }, () => {
  test('refuses a second process in one line that names the folder and the holder', async () => {
    const other = await holdElsewhere();
    expect(() => lockDataDir(folder.path)).toThrow(
      `DATA_DIR ${folder.path} is in use by another Anhao (process ${other.child.pid}): stop it, or set another DATA_DIR`,
    );
  });

  test('is taken over from a process that was killed', async () => {
    const other = await holdElsewhere();
    other.child.kill('SIGKILL');
    await other.exit;
    expect(lockDataDir(folder.path).dataDir).toBe(folder.path);
  });

  test('is taken over when the number of the dead process belongs to another one now', async () => {
    await writeFile(join(folder.path, 'anhao.lock'), `${process.pid} an earlier boot\n`);
    expect(lockDataDir(folder.path).dataDir).toBe(folder.path);
  });

  test('is free again after its release', async () => {
    lockDataDir(folder.path).release();
    expect(() => lockDataDir(folder.path)).not.toThrow();
  });

  test('is not released for somebody else', async () => {
    const lock = lockDataDir(folder.path);
    const file = join(folder.path, 'anhao.lock');
    await writeFile(file, '1 someone else\n');
    lock.release();
    expect(await readFile(file, 'utf8')).toBe('1 someone else\n');
  });
});
