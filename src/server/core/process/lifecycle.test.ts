import type { ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { runModule, type TestChild } from '#server/testing/child.ts';

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

/** Runs `script` with the lifecycle in a child process. */
function run(script: string): TestChild {
  const app = runModule(`${PRELUDE}\n${script}\nsay('ready');`);
  children.push(app.child);
  return app;
}

describe('a stop', { retry: 0 }, () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('on %s runs the steps in order and ends with 0', async (signal) => {
    const app = run(`
      handleSignals(15);
      onShutdown('database', 80, () => say('database'));
      onShutdown('ports', 10, async () => { await null; say('ports'); });
      onShutdown('later port', 10, () => say('later port'));
    `);
    await app.waitForLine('ready');
    app.child.kill(signal);
    expect(await app.exit).toBe(0);
    expect(app.output).toEqual(['ready', 'later port', 'ports', 'database']);
  });

  test('begins when the process that started it is gone', async () => {
    const app = run(`handleSignals(15); onShutdown('ports', 10, () => say('ports'));`);
    await app.waitForLine('ready');
    app.child.disconnect();
    expect(await app.exit).toBe(0);
    expect(app.output).toEqual(['ready', 'ports']);
  });

  test('goes on after a step that fails, and ends with 1', async () => {
    const app = run(`
      handleSignals(15);
      onShutdown('broken', 10, () => { throw new Error('broken'); });
      onShutdown('database', 80, () => say('database'));
    `);
    await app.waitForLine('ready');
    app.child.kill('SIGTERM');
    expect(await app.exit).toBe(1);
    expect(app.output).toEqual(['ready', 'database']);
  });

  test('does the last steps in spite of one that hangs, within its limit', async () => {
    const app = run(`
      handleSignals(1);
      onShutdown('hanging', 10, never);
      onShutdown('database', 80, () => say('database'));
      onShutdown('postgres', 90, () => say('postgres'));
    `);
    await app.waitForLine('ready');
    app.child.kill('SIGTERM');
    expect(await app.exit).toBe(1);
    expect(app.output).toEqual(['ready', 'database', 'postgres']);
  });

  test('is cut short by SIGINT while it goes on', async () => {
    const app = run(`handleSignals(600); onShutdown('hanging', 10, () => { say('hanging'); return never(); });`);
    await app.waitForLine('ready');
    app.child.kill('SIGTERM');
    await app.waitForLine('hanging');
    app.child.kill('SIGINT');
    expect(await app.exit).toBe(1);
  });

  test('goes on to its end when SIGTERM comes again, as it does when a whole group is told', async () => {
    const app = run(`
      handleSignals(15);
      onShutdown('ports', 10, () => {
        say('ports');
        return new Promise((resolve) => process.on('SIGTERM', resolve));
      });
      onShutdown('database', 80, () => say('database'));
    `);
    await app.waitForLine('ready');
    app.child.kill('SIGTERM');
    await app.waitForLine('ports');
    app.child.kill('SIGTERM');
    expect(await app.exit).toBe(0);
    expect(app.output).toEqual(['ready', 'ports', 'database']);
  });

  test('does not follow an error that work in the background leaves behind', async () => {
    const app = run(`
      handleSignals(15);
      onShutdown('database', 80, () => say('database'));
      Promise.reject(new Error('nobody waits'));
      setTimeout(() => say('goes on'), 1);
    `);
    await app.waitForLine('goes on');
    app.child.kill('SIGTERM');
    expect(await app.exit).toBe(0);
    expect(app.output).toEqual(['ready', 'goes on', 'database']);
  });

  test('in order follows an uncaught error, and ends with 1', async () => {
    const app = run(`
      handleSignals(15);
      onShutdown('database', 80, () => say('database'));
      setImmediate(() => { throw new Error('uncaught'); });
    `);
    expect(await app.exit).toBe(1);
    expect(app.output).toEqual(['ready', 'database']);
  });
});
