import { fileURLToPath } from 'node:url';
import { limitConcurrency } from '#server/core/concurrency.ts';
import { Problem } from '#server/core/problem.ts';
import { openWorkerProcess, TaskTimeout } from '#server/core/process/workerProcess.ts';
import type { PictureAnswer, PictureTask } from './pictureProcess.ts';

/**
 * Renders pictures one at a time in a child process, which has its own threads and memory. Null if it is no picture;
 * 503 after `timeoutMs`; rejects if the upload is unreadable or the process crashes.
 */
export function openRenderer(timeoutMs: number): (task: PictureTask) => Promise<Buffer | null> {
  // A picture of 50 million pixels takes about 100 MB and a core.
  const inTurn = limitConcurrency(1);
  const inProcess = openWorkerProcess<PictureTask, PictureAnswer>({
    name: 'pictures',
    program: fileURLToPath(new URL('./pictureProcess.ts', import.meta.url)),
    heap: 128,
    idleEnd: 10_000,
    longest: timeoutMs,
  });
  return async (task) => {
    const { content, unread } = await inTurn(() => inProcess(task)).catch((error: unknown) => {
      throw error instanceof TaskTimeout ? new Problem(503, '图片处理超时，请稍后重试') : error;
    });
    if (unread) throw new Error(`the picture could not be read: ${unread}`);
    return content && Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  };
}

export const renderPicture = openRenderer(30_000);
