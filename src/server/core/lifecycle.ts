import { runInBackground } from './background.ts';
import { log } from './log.ts';

/** What a stop does, in this order: first no new work is taken, last go the things that work stood on. */
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

/** Of the time a stop may take this much is kept for the steps behind one that hangs. */
const RESERVE = 0.2;

/**
 * Registers what has to be done when the process stops. Steps run one after another by `order`, those of the same
 * order in the opposite order of their registration. A step that fails is logged and does not hold up the next.
 */
export function onShutdown(name: string, order: number, run: () => Promise<void> | void): void {
  steps.push({ name, order, run });
}

/** Whether a stop has begun; what would take long should not be started any more. */
export function isStopping(): boolean {
  return stopping !== undefined;
}

/**
 * Stops the process: runs the registered steps, then exits. A second call joins the first.
 * @param exitCode 0 for a wanted stop; anything that hangs or fails makes it 1
 */
export function shutdown(reason: string, exitCode = 0): Promise<void> {
  stopping ??= runAll(reason).then((clean) => process.exit(clean ? exitCode : 1));
  return stopping;
}

/**
 * Stops on SIGTERM, SIGINT, an uncaught exception, and when the process that started this one (script/start.mjs, by its
 * channel) is gone. One stop is often told several times: to the process, to its group, by npm and by the starter. So
 * SIGTERM again joins the stop under way; SIGINT again is a person who does not want to wait, and ends the process at
 * once; the next start then recovers.
 * @param drainMax seconds that a stop may take
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
  // A promise whose error nobody awaited: only its own work has failed. An exception may have left anything half done.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'background work failed'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error');
    runInBackground(shutdown('uncaught error', 1), 'stop');
  });
  // With the starter's terminal gone a write fails; that must not cut the stop short.
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

/** @returns false when the step failed, or had not ended at `until` (milliseconds since 1970) */
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
