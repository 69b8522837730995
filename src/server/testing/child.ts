import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A Node process run for a test; the test must end it. */
export type TestChild = {
  child: ChildProcess;
  /** All lines written so far. */
  output: string[];
  /** Resolves to the exit code, `null` after a signal. */
  exit: Promise<number | null>;
  /** Resolves to the first line that starts with `start`; rejects if the process ends before. */
  waitForLine(start: string): Promise<string>;
};

/** Runs a module text in a Node process, with an IPC channel to this process. */
export function runModule(text: string, env: NodeJS.ProcessEnv = {}): TestChild {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', text], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, LOG_LEVEL: 'silent', ...env },
  });
  if (!child.stdout) throw new Error('The process has no output to read');
  const output: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => output.push(line));
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const waitForLine = async (start: string): Promise<string> => {
    for (;;) {
      const line = output.find((candidate) => candidate.startsWith(start));
      if (line !== undefined) return line;
      const next = await Promise.race([once(lines, 'line'), exit]);
      if (!Array.isArray(next)) throw new Error(`The process ended with ${next} before it said "${start}"`);
    }
  };
  return { child, output, exit, waitForLine };
}
