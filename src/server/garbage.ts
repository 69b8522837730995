import { setFlagsFromString } from 'node:v8';
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
export function collectGarbage(): void {
  collectNow('last-resort');
}

/** Most that the heap grows over what is in use before V8 collects, percent; by itself it lets it grow three- or fourfold. */
const growth = 30;
let running = 0;

/** Runs work that makes much garbage and keeps little, such as an export or import of many rows: the heap stays near what is in use. */
export async function inSmallHeap<T>(work: () => Promise<T>): Promise<T> {
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
