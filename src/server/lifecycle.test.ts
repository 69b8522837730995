import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';

const PRELUDE = `
  import { handleSignals, onShutdown } from ${JSON.stringify(new URL('lifecycle.ts', import.meta.url).href)};
  setInterval(() => {}, 1000);
  const say = (word) => process.stdout.write(word + '\\n');
  const never = () => new Promise(() => {});
`;

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Runs `script` below the lifecycle; what it says stands in `said`, until it has ended. */
function run(script: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', `${PRELUDE}\n${script}\nsay('ready');`], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, LOG_LEVEL: 'silent' },
  });
  children.push(child);
  const said: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => said.push(line));
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const heard = async (word: string): Promise<void> => {
    while (!said.includes(word)) await once(lines, 'line');
  };
  return { child, said, exit, heard };
}

describe('a stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('on %s runs the steps in order and ends with 0', async (signal) => {
    const app = run(`
      handleSignals(15);
      onShutdown('database', 80, () => say('database'));
      onShutdown('doors', 10, async () => { await null; say('doors'); });
      onShutdown('later door', 10, () => say('later door'));
    `);
    await app.heard('ready');
    app.child.kill(signal);
    expect(await app.exit).toBe(0);
    expect(app.said).toEqual(['ready', 'later door', 'doors', 'database']);
  });

  test('begins when the process that started it is gone', async () => {
    const app = run(`handleSignals(15); onShutdown('doors', 10, () => say('doors'));`);
    await app.heard('ready');
    app.child.disconnect();
    expect(await app.exit).toBe(0);
    expect(app.said).toEqual(['ready', 'doors']);
  });

  test('goes on after a step that fails, and ends with 1', async () => {
    const app = run(`
      handleSignals(15);
      onShutdown('broken', 10, () => { throw new Error('broken'); });
      onShutdown('database', 80, () => say('database'));
    `);
    await app.heard('ready');
    app.child.kill('SIGTERM');
    expect(await app.exit).toBe(1);
    expect(app.said).toEqual(['ready', 'database']);
  });

  test('does the last steps in spite of one that hangs, within its limit', async () => {
    const app = run(`
      handleSignals(1);
      onShutdown('hanging', 10, never);
      onShutdown('database', 80, () => say('database'));
      onShutdown('postgres', 90, () => say('postgres'));
    `);
    await app.heard('ready');
    app.child.kill('SIGTERM');
    expect(await app.exit).toBe(1);
    expect(app.said).toEqual(['ready', 'database', 'postgres']);
  });

  test('is cut short by a second signal', async () => {
    const app = run(`handleSignals(600); onShutdown('hanging', 10, () => { say('hanging'); return never(); });`);
    await app.heard('ready');
    app.child.kill('SIGTERM');
    await app.heard('hanging');
    app.child.kill('SIGTERM');
    expect(await app.exit).toBe(1);
  });

  test('in order follows an uncaught error, and ends with 1', async () => {
    const app = run(`
      handleSignals(15);
      onShutdown('database', 80, () => say('database'));
      setImmediate(() => { throw new Error('uncaught'); });
    `);
    expect(await app.exit).toBe(1);
    expect(app.said).toEqual(['ready', 'database']);
  });
});
