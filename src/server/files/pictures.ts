import { fileURLToPath } from 'node:url';
import { openHelper } from '#server/core/helper.ts';
import { atMost } from '#server/core/limit.ts';
import type { PictureAnswer, PictureTask } from './pictureProcess.ts';

/** A picture of 50 million pixels takes some 100 MB and a core while it is drawn. */
const inTurn = atMost(1);

const inProcess = openHelper<PictureTask, PictureAnswer>({
  name: 'pictures',
  program: fileURLToPath(new URL('./pictureProcess.ts', import.meta.url)),
  heap: 128,
  idleEnd: 10_000,
  longest: 30_000,
});

/**
 * Draws a picture in a process of its own, one after the other: the threads and the memory that it takes are not the
 * server's. Null for what is no picture; rejects when it takes longer than 30 s or brings the process down.
 */
export async function drawPicture(task: PictureTask): Promise<Buffer | null> {
  const { content } = await inTurn(() => inProcess(task));
  return content && Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}
