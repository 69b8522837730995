import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(import.meta.dirname, '../..');

/** Ways to start the product: like a user, by the script behind that, or like a service manager. */
const COMMANDS = {
  npm: ['npm', 'start'],
  /** In a separate process group, as in a container. */
  group: ['npm', 'start'],
  script: [process.execPath, 'script/start.mjs'],
  server: [process.execPath, '--max-semi-space-size=8', 'src/server/boot/main.ts'],
  /** Only the server, with a limit of open files as set by a service manager. */
  fewFiles: ['/bin/sh', '-c', 'ulimit -n 1500; exec "$0" src/server/boot/main.ts', process.execPath],
} as const;

/** Any free ports, so that tests disturb neither each other nor a running product. */
const PORTS = Object.fromEntries(
  ['PORT', 'MQTT_PORT', 'WATCH_PORT', 'JT808_PORT', 'GT06_PORT', 'H02_PORT', 'EV07B_PORT'].map((name) => [name, '0']),
);

/** The product as separate processes. */
export type Product = {
  process: ChildProcess;
  /** Returns its standard error so far, which is all that a refused start shows. */
  errorOutput(): string;
  /** Returns its whole output so far. */
  output(): string;
  exit: Promise<number | null>;
  /** Resolves with the first match in its output; rejects when it ends before. */
  waitForOutput(pattern: RegExp): Promise<RegExpMatchArray>;
};

/** Starts the product; the calling test must end it. */
export function startProduct(mode: keyof typeof COMMANDS, env: NodeJS.ProcessEnv): Product {
  const [command, ...args] = COMMANDS[mode];
  const child = spawn(command, args, {
    cwd: ROOT,
    detached: mode === 'group',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...PORTS, DEMO: 'off', CAPTCHA: 'off', ...env },
  });
  let text = '';
  let errorOutput = '';
  const lineEvents = new EventTarget();
  const addLine = (line: string): void => {
    text += `${line}\n`;
    lineEvents.dispatchEvent(new Event('line'));
  };
  createInterface({ input: child.stdout }).on('line', addLine);
  createInterface({ input: child.stderr }).on('line', (line) => {
    errorOutput += `${line}\n`;
    addLine(line);
  });
  const exit = once(child, 'close').then(([code]) => code as number | null);
  const waitForOutput = async (pattern: RegExp): Promise<RegExpMatchArray> => {
    for (;;) {
      const match = text.match(pattern);
      if (match) return match;
      const next = await Promise.race([once(lineEvents, 'line'), exit]);
      if (!Array.isArray(next) && !pattern.test(text))
        throw new Error(`Ended with ${next} before ${pattern}:\n${text}`);
    }
  };
  return { process: child, errorOutput: () => errorOutput, output: () => text, exit, waitForOutput };
}
