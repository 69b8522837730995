import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { log } from '#server/core/log.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import { every } from '#server/jobs/schedule.ts';

const script = fileURLToPath(new URL('../../../script/simulate.ts', import.meta.url));
const maxOpen = 5;

interface Watch {
  number: string;
  lat: number;
  lng: number;
}

/** Demo data of the simulator: a feature's extension `simulated`. */
export interface Simulated {
  /** Returns demo watches with the position of their customer. */
  watches(): Promise<Watch[]>;
  /** Returns the number of open demo warns. */
  countOpenWarns(): Promise<number>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    simulated: Simulated;
  }
}

/**
 * Starts the demo simulator, a child process that speaks the watch protocol over TCP. It pauses while five demo warns
 * are open. Returns the stop function.
 */
export async function startSimulator(
  host: string,
  ports: { name: string; port: number }[],
): Promise<() => Promise<void>> {
  const port = ports.find((listener) => listener.name.includes('手表'))?.port;
  const [simulated] = await extensionsOf('simulated');
  const watches = (await simulated?.extension.watches()) ?? [];
  if (!simulated || !port || watches.length === 0) return async () => undefined;
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'ignore', 'inherit'] });
  child.on('error', (error) => log.warn({ err: error }, 'simulator not started'));
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${JSON.stringify({ host, port, watches })}\n`);
  let paused = false;
  const stop = every('simulator', '演示数据模拟', 2, async () => {
    const full = (await simulated.extension.countOpenWarns()) >= maxOpen;
    if (full !== paused) child.stdin.write(full ? 'pause\n' : 'resume\n');
    paused = full;
  });
  return async () => {
    await stop();
    child.stdin.end();
    child.kill();
  };
}
