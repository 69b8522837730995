import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { processors, standBehind } from './priority.ts';

test('processors are read as Linux lists them', () => {
  expect(processors('Cpus_allowed:\tff\nCpus_allowed_list:\t0-2,5,7-8\nMems_allowed:\t1\n')).toEqual([
    0, 1, 2, 5, 7, 8,
  ]);
  expect(processors('Cpus_allowed_list:\t3\n')).toEqual([3]);
});

test('who stands behind has a lower priority and leaves the first processor to the others', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux keeps a process off a processor');
  skip(processors().length < 2, 'there is but one processor');
  skip(spawnSync('taskset', ['--version']).status !== 0, 'there is no taskset');
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  const pid = child.pid ?? 0;
  standBehind(pid, 3);
  expect(getPriority(pid)).toBe(getPriority() + 3);
  await expect.poll(() => processors(readFileSync(`/proc/${pid}/status`, 'utf8'))).toEqual(processors().slice(1));
  child.kill();
});
