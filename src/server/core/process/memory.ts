import { createRequire } from 'node:module';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface Collection {
  type: 'major';
  execution: 'sync';
  /** `last-resort` takes longer and returns the memory to the system. */
  flavor: 'regular' | 'last-resort';
}

let collect: ((collection: Collection) => void) | undefined;

function collectNow(flavor: Collection['flavor']): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as (collection: Collection) => void;
  }
  collect({ type: 'major', execution: 'sync', flavor });
}

/**
 * Collects all garbage and returns the memory to the system; V8 alone waits until the heap has grown again. Blocks the
 * thread for about 100 ms: call it before a quiet time.
 */
function collectGarbage(): void {
  collectNow('last-resort');
}

/** Requires koffi (1.5 MB) after the first busy time. */
const load = createRequire(import.meta.url);
let trim: (() => void) | undefined;

/** Returns `malloc_trim` of glibc; a no-op with another C library. */
function openTrim(): () => void {
  try {
    const { load: library } = load('koffi') as typeof import('koffi');
    const call = library('libc.so.6').func('int malloc_trim(size_t)');
    return () => {
      call(0);
    };
  } catch {
    return () => undefined;
  }
}

/**
 * Collects all garbage and lets the C library return freed memory between used blocks (20 MB after a busy hour): alone
 * it returns only the end of the heap. Takes some ms more.
 */
export function freeMemory(): void {
  collectGarbage();
  if (process.platform !== 'linux') return;
  trim ??= openTrim();
  trim();
}

/** Poll interval of the heap size, ms. */
const pollMs = 30_000;
/** Maximum CPU share (of one core) between two polls of an idle server, by this process alone. */
const calm = 0.1;
/** Minimum heap growth since the last collection, bytes: below it a collection is not worth its pause. */
const worthwhile = 16_000_000;

/** Returns whether to collect now: the heap has grown and the server is idle. */
export function isDue(heap: number, baseline: number, busy: number): boolean {
  return busy < calm && heap - baseline > worthwhile;
}

/**
 * Frees memory after a busy time as soon as the server is idle: V8 alone keeps it until there is more work. Starts with
 * a collection. Never keeps the process alive.
 */
export function freeMemoryWhenIdle(): void {
  collectGarbage();
  let baseline = getHeapStatistics().total_heap_size;
  let last = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    if (!isDue(getHeapStatistics().total_heap_size, baseline, (user + system) / 1000 / pollMs)) return;
    freeMemory();
    baseline = getHeapStatistics().total_heap_size;
  }, pollMs);
  timer.unref();
}

/** Maximum heap growth over the live data before V8 collects, percent; its default allows three to four times. */
const growth = 60;
let running = 0;

/**
 * Runs work that creates much garbage and keeps little, e.g. an export of many rows: the heap stays close to the live
 * data.
 */
export async function withSmallHeap<T>(work: () => Promise<T>): Promise<T> {
  running += 1;
  if (running === 1) {
    setFlagsFromString(`--heap-growing-percent=${growth}`);
    // The limit takes effect after a collection.
    collectNow('regular');
  }
  try {
    return await work();
  } finally {
    running -= 1;
    if (running === 0) setFlagsFromString('--heap-growing-percent=0');
  }
}
