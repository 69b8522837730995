import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';

test('a full disk behind the log loses lines, not the process', ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux has /dev/full, a disk without room');
  const full = openSync('/dev/full', 'w');
  const written = `
    const { log } = await import('${new URL('./log.ts', import.meta.url).href}');
    for (let line = 0; line < 5; line += 1) log.error('x');
    process.stdout.write('x');
    process.stderr.write('still here');
    setTimeout(() => process.exit(7), 20);`;
  const ran = spawnSync(process.execPath, ['--input-type=module', '--eval', written], {
    stdio: ['ignore', full, 'pipe'],
    env: { ...process.env, LOG_LEVEL: 'info' },
    timeout: 20_000,
  });
  closeSync(full);
  expect(ran.stderr.toString()).toBe('still here');
  expect(ran.status).toBe(7);
});
