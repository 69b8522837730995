import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';

const STARTER = JSON.stringify(new URL('../../script/starter.mjs', import.meta.url).href);
const NODE = JSON.stringify(process.execPath);

let npm: ChildProcess | undefined;

afterEach(() => {
  npm?.kill('SIGKILL');
});

/**
 * Starts the three processes of `npm start`: npm, its shell, and the script, which prints the shell's number and its
 * observations.
 */
async function startScript(): Promise<{ lines: Interface; shell: number }> {
  const script = `const { watchStarter } = await import(${STARTER});
    watchStarter(() => { console.log('gone'); process.exit(); });
    console.log(process.ppid);`;
  const shell = `${NODE} --input-type=module --eval "$SCRIPT"; exit $?`;
  const outer = `require('node:child_process').spawn('/bin/sh', ['-c', process.env.SHELL_TEXT], { stdio: 'inherit' })`;
  npm = spawn(process.execPath, ['--eval', outer], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SCRIPT: script, SHELL_TEXT: shell, npm_lifecycle_event: 'start' },
    cwd: join(import.meta.dirname, '../..'),
  });
  if (!npm.stdout) throw new Error('no output to read');
  const lines = createInterface({ input: npm.stdout });
  const [first] = await once(lines, 'line');
  return { lines, shell: Number(first) };
}

test('a script notices that npm was killed although the shell between them lives on', async () => {
  const { lines } = await startScript();
  npm?.kill('SIGKILL');
  expect(await once(lines, 'line')).toEqual(['gone']);
});

test('a script notices that its shell was killed', async () => {
  const { lines, shell } = await startScript();
  process.kill(shell, 'SIGKILL');
  expect(await once(lines, 'line')).toEqual(['gone']);
});
