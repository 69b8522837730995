import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir } from '#server/core/dataDirLock.ts';

const program = join(import.meta.dirname, 'resetDatabase.ts');
let home: string;
let dataDir: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'anhao-reset-'));
  dataDir = join(home, 'data');
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres.location'), 'postgres\n');
  writeFileSync(join(dataDir, 'secret.key'), 'k');
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

function reset(args: string[], env: Record<string, string> = {}): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '', NODE_ENV: 'test', DATA_DIR: dataDir, ...env },
  });
  return { status, text: stdout + stderr };
}

test('a data folder is deleted with its database and keys, one outside it included', () => {
  const outside = join(home, 'outside', 'f00d', 'postgres');
  mkdirSync(outside, { recursive: true });
  writeFileSync(join(dataDir, 'postgres.location'), `${outside}\n`);
  expect(reset(['--yes']).status).toBe(0);
  expect([existsSync(dataDir), existsSync(join(home, 'outside/f00d')), existsSync(join(home, 'outside'))]).toEqual([
    false,
    false,
    true,
  ]);
});

test('nothing is deleted unasked, in production, of another database, or below a running product', () => {
  expect(reset([])).toMatchObject({ status: 1, text: expect.stringContaining('--yes') });
  expect(reset(['--yes'], { NODE_ENV: 'production' })).toMatchObject({ status: 1 });
  expect(reset(['--yes'], { DATABASE_URL: 'postgresql://db.example.cn/anhao' })).toMatchObject({ status: 1 });
  const lock = lockDataDir(dataDir);
  expect(reset(['--yes'])).toMatchObject({ status: 1, text: expect.stringContaining('in use') });
  lock.release();
  expect(existsSync(join(dataDir, 'secret.key'))).toBe(true);
});
