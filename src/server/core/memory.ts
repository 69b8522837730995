import { createRequire } from 'node:module';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface Collection {
  type: 'major';
  execution: 'sync';
  /** `last-resort` takes longer and gives the memory back to the system. */
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
 * Collects all garbage and gives the memory back to the system: for a moment after which little is made. V8 by itself
 * waits until the heap has grown again. Everything else waits meanwhile, some 100 ms.
 */
function collectGarbage(): void {
  collectNow('last-resort');
}

/** Calls of the C library, 1.5 MB, are loaded with the first busy time. */
const load = createRequire(import.meta.url);
let trim: (() => void) | undefined;

/** `malloc_trim` of glibc; nothing where the C library is another one. */
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
 * Collects all garbage and lets the C library give back what was freed between what is in use, 20 MB after a busy hour: by
 * itself it gives back only what lies behind all that. Some ms more.
 */
export function freeMemory(): void {
  collectGarbage();
  if (process.platform !== 'linux') return;
  trim ??= openTrim();
  trim();
}

/** How often the heap is looked at, ms. */
const pollMs = 30_000;
/** Processor time that a calm server takes between two looks, as a share of one processor: whatever else the machine does. */
const calm = 0.1;
/** What the heap must have grown by since it was last collected, bytes: below it a collection is not worth its pause. */
const worthwhile = 16_000_000;

/** Whether the garbage of a busy time is to be given back now: the heap has grown, and little is going on any more. */
export function isDue(heap: number, baseline: number, busy: number): boolean {
  return busy < calm && heap - baseline > worthwhile;
}

/**
 * Gives back what a busy time has left, as soon as little is going on: V8 by itself keeps it until there is more to do.
 * Begins with a collection. It never keeps the process alive.
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

/** Most that the heap grows over what is in use before V8 collects, percent; by itself it lets it grow three- or fourfold. */
const growth = 60;
let running = 0;

/** Runs work that makes much garbage and keeps little, such as an export or import of many rows: the heap stays near what is in use. */
export async function withSmallHeap<T>(work: () => Promise<T>): Promise<T> {
  running += 1;
  if (running === 1) {
    setFlagsFromString(`--heap-growing-percent=${growth}`);
    // The bound holds from a collection on.
    collectNow('regular');
  }
  try {
    return await work();
  } finally {
    running -= 1;
    if (running === 0) setFlagsFromString('--heap-growing-percent=0');
  }
}
