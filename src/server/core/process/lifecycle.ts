import { runInBackground } from '../background.ts';
import { log } from '../log.ts';

/** Order of shutdown steps: first no new work, last the services that work depends on. */
export const stopOrder = {
  notReady: 0,
  listeners: 10,
  devices: 20,
  streams: 30,
  requests: 40,
  jobs: 50,
  ingest: 60,
  database: 80,
  postgres: 90,
  lock: 100,
} as const;

type Step = { name: string; order: number; run: () => Promise<void> | void };

const steps: Step[] = [];
let drainMaxMs = 15_000;
let stopping: Promise<void> | undefined;

/** Share of the shutdown time reserved for the steps after one that hangs. */
const RESERVE = 0.2;

/**
 * Registers a shutdown step. Steps run one after another by `order`; the same order runs in reverse order of
 * registration. A failed step is logged and does not stop the next.
 */
export function onShutdown(name: string, order: number, run: () => Promise<void> | void): void {
  steps.push({ name, order, run });
}

/** Returns whether shutdown has begun; long work should not start any more. */
export function isStopping(): boolean {
  return stopping !== undefined;
}

/**
 * Stops the process: runs the registered steps, then exits. A second call joins the first.
 * @param exitCode 0 for a requested stop; a step that hangs or fails makes it 1
 */
export function shutdown(reason: string, exitCode = 0): Promise<void> {
  stopping ??= runAll(reason).then((clean) => process.exit(clean ? exitCode : 1));
  return stopping;
}

/**
 * Stops on SIGTERM, SIGINT, an uncaught exception, or when the starter (script/start.mjs) is gone. One stop may send
 * several SIGTERM: they join. A second SIGINT is from an operator: exits at once, the next start recovers.
 * @param drainMax maximum seconds of the stop
 */
export function handleSignals(drainMax: number): void {
  drainMaxMs = drainMax * 1000;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping() && signal === 'SIGINT') {
        log.error({ signal }, 'told again, ending at once');
        process.exit(1);
      }
      runInBackground(shutdown(signal), 'stop');
    });
  }
  process.once('disconnect', () => runInBackground(shutdown('starter is gone'), 'stop'));
  if (process.connected === false) runInBackground(shutdown('starter is gone'), 'stop');
  // An unhandled rejection affects only its own work; after an uncaught exception the state is unknown.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'background work failed'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error');
    runInBackground(shutdown('uncaught error', 1), 'stop');
  });
  // Writes fail after the starter's terminal has closed; this must not interrupt the stop.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
}

async function runAll(reason: string): Promise<boolean> {
  log.info({ reason }, 'stopping');
  const inOrder = steps.toReversed().sort((a, b) => a.order - b.order);
  const deadline = Date.now() + drainMaxMs;
  const softDeadline = Date.now() + drainMaxMs * (1 - RESERVE);
  let clean = true;
  while (inOrder.length > 0 && Date.now() < softDeadline) {
    const step = inOrder.shift();
    if (step && !(await runOne(step, softDeadline))) clean = false;
  }
  const late = await Promise.all(inOrder.map((step) => runOne(step, deadline)));
  log.info({ clean: clean && late.every(Boolean) }, 'stopped');
  return clean && late.every(Boolean);
}

/**
 * Runs one step.
 * @returns false if the step failed or has not ended at `until` (milliseconds since 1970)
 */
async function runOne(step: Step, until: number): Promise<boolean> {
  const { promise: timeUp, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => resolve('late'), Math.max(0, until - Date.now()));
  try {
    const outcome = await Promise.race([Promise.resolve().then(step.run), timeUp]);
    if (outcome === 'late') log.error({ step: step.name }, 'step of the stop hangs');
    return outcome !== 'late';
  } catch (error) {
    log.error({ err: error, step: step.name }, 'step of the stop failed');
    return false;
  } finally {
    clearTimeout(timer);
  }
}
