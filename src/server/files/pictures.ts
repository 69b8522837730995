import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { atMost } from '#server/core/limit.ts';
import { log } from '#server/core/log.ts';
import type { PictureAnswer, PictureTask } from './pictureProcess.ts';

const program = fileURLToPath(new URL('./pictureProcess.ts', import.meta.url));
/** Longest time for one picture, ms. */
const longest = 30_000;
/** Without a picture for so long the process ends, and its memory with it, ms. */
const idleEnd = 10_000;

/** A picture of 50 million pixels takes some 100 MB and a core while it is drawn. */
const inTurn = atMost(1);

let child: ChildProcess | undefined;
let ending: NodeJS.Timeout | undefined;

/** Everybody else comes first. */
function behindAll(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, which is told by its exit.
  }
}

function openChild(): ChildProcess {
  const opened = fork(program, {
    execArgv: ['--max-old-space-size=128'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH },
  });
  behindAll(opened.pid);
  opened.on('error', (error) => log.warn({ err: error }, 'pictures cannot be drawn'));
  opened.once('exit', () => {
    if (child === opened) child = undefined;
  });
  return opened;
}

/** Ends the process for pictures once nobody has needed it for a while; it never keeps the server from ending. */
function endWhenIdle(): void {
  clearTimeout(ending);
  const idle = child;
  ending = setTimeout(() => {
    child = undefined;
    idle?.kill();
  }, idleEnd);
  ending.unref();
  idle?.unref();
  idle?.channel?.unref();
}

function inChild(task: PictureTask): Promise<Uint8Array | null> {
  clearTimeout(ending);
  child ??= openChild();
  const asked = child;
  asked.channel?.ref();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => asked.kill('SIGKILL'), longest);
    const settle = (): void => {
      clearTimeout(timer);
      asked.off('message', heard);
      asked.off('exit', gone);
      endWhenIdle();
    };
    const heard = (answer: unknown): void => {
      settle();
      resolve((answer as PictureAnswer).content);
    };
    const gone = (): void => {
      settle();
      reject(new Error('the process that draws pictures ended'));
    };
    asked.on('message', heard);
    asked.on('exit', gone);
    asked.send(task);
  });
}

/**
 * Draws a picture in a process of its own, one after the other: the threads and the memory that it takes are not the
 * server's. Null for what is no picture; rejects when it takes longer than 30 s or brings the process down.
 */
export async function drawPicture(task: PictureTask): Promise<Buffer | null> {
  const content = await inTurn(() => inChild(task));
  return content && Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}
