import { Worker } from 'node:worker_threads';
import { limitConcurrency } from '#server/core/concurrency.ts';
import { log } from '#server/core/log.ts';
import { Problem } from '#server/core/problem.ts';

export interface ReaderLimits {
  /** Heap limit in MB; the reader itself limits buffers. */
  heap: number;
  /** Maximum run time, ms. */
  time: number;
}

const outsideLimits: ReaderLimits = { heap: 512, time: 60_000 };

/** Message of a reader: a part of the content, the Chinese sentence that refuses the file, or the end. */
export type ReaderMessage<T> = { part: T } | { refused: string } | { end: true };

/** Runs one reader at a time: each may use its full heap. */
const inTurn = limitConcurrency(1);

const tooMuch = '文件内容太多或太复杂，服务器读不完，没有导入。请拆成几个文件，或另存为新的 xlsx 后重试';

/**
 * Reads an untrusted file in its own thread, with limits of memory and time. `reader`: module of the thread, which
 * continues after each part is acknowledged. 400 if the reader refuses or ends early.
 */
export function readIsolated<T>(
  reader: URL,
  workerData: unknown,
  take: (part: T) => void,
  limits: ReaderLimits = outsideLimits,
): Promise<void> {
  return inTurn(() => inThread(reader, workerData, take, limits));
}

async function inThread<T>(
  reader: URL,
  workerData: unknown,
  take: (part: T) => void,
  { heap, time }: ReaderLimits,
): Promise<void> {
  const worker = new Worker(reader, {
    workerData,
    // The thread gets neither the server's flags nor its environment.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 32 },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const refuse = (reason: unknown): void => {
        log.warn({ err: reason }, 'file from outside not read');
        reject(new Problem(400, tooMuch));
      };
      timer = setTimeout(() => refuse(new Error('out of time')), time);
      worker.on('message', (message: ReaderMessage<T>) => {
        if ('end' in message) resolve();
        else if ('refused' in message) reject(new Problem(400, message.refused));
        else {
          take(message.part);
          worker.postMessage(null);
        }
      });
      worker.on('error', refuse);
      worker.on('exit', (code) => refuse(new Error(`ended with ${code}`)));
    });
  } finally {
    clearTimeout(timer);
    worker.removeAllListeners();
    await worker.terminate();
  }
}
