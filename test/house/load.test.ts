import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** All server modules, except those that run on import. */
const FILES = globSync('src/**/*.ts', { cwd: ROOT }).filter(
  (file) =>
    !/\.test\.ts$|\.d\.ts$|\/web\/|^src\/server\/((boot\/(main|openPsql|populate|removeDemo|resetDatabase|rotateKey|verifyLog)|backup\/(backupCli|restoreCli|copyProcess))\.ts|testing\/)/.test(
      file,
    ),
);

test('Node itself loads every server file, not only the test runner', () => {
  const text = `
    const broken = [];
    for (const file of ${JSON.stringify(FILES)}) {
      await import(new URL(file, ${JSON.stringify(`file://${ROOT}/`)})).catch((error) => broken.push(file + ': ' + error.message));
    }
    console.log(JSON.stringify(broken));
    process.exit();
  `;
  const args = ['--input-type=module', '--eval', text];
  const result = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  expect(FILES).toContain('src/server/core/config.ts');
  expect({ broken: result.stdout.trim().split('\n').at(-1), error: result.stderr }).toEqual({
    broken: '[]',
    error: '',
  });
});
