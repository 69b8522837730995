import { type ChildProcess, fork } from 'node:child_process';
import { log } from './log.ts';
import { lowerPriority } from './processPriority.ts';

interface Shape {
  /** In words for the log: what cannot be done without it. */
  name: string;
  /** A module that answers each message by one, and ends when its parent is gone. */
  program: string;
  /** Megabytes of its heap. */
  heap: number;
  /** Without a task for so long the process ends, and its memory with it, ms. */
  idleEnd: number;
  /** Longest time for one task, ms: past it the process is ended. */
  longest: number;
}

/** How much lower than the server's their priority is. */
const priority = 10;

/** A task took longer than it may. */
export class TaskTimeout extends Error {}

/**
 * A process of its own for work that shall take neither the server's threads nor its memory nor its share of the processor:
 * it is a session of its own, for Linux shares among sessions. It is there while it is needed. The answer asks it for one
 * task, one at a time; rejects when the process ends over it, with `TaskTimeout` when the task took too long.
 */
export function openWorkerProcess<Task extends object, Answer>(shape: Shape): (task: Task) => Promise<Answer> {
  let child: ChildProcess | undefined;
  let ending: NodeJS.Timeout | undefined;

  function open(): ChildProcess {
    const opened = fork(shape.program, {
      execArgv: [`--max-old-space-size=${shape.heap}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { PATH: process.env.PATH },
      detached: true,
    });
    if (opened.pid !== undefined) lowerPriority(opened.pid, priority);
    opened.on('error', (error) => {
      log.warn({ err: error, helper: shape.name }, 'helping process failed');
      // It never began, for want of files or processes: the next task tries again.
      if (opened.pid === undefined && child === opened) child = undefined;
    });
    opened.once('exit', () => {
      if (child === opened) child = undefined;
    });
    return opened;
  }

  /** It never keeps the server from ending. */
  function endWhenIdle(): void {
    clearTimeout(ending);
    const idle = child;
    ending = setTimeout(() => {
      child = undefined;
      idle?.kill();
    }, shape.idleEnd);
    ending.unref();
    idle?.unref();
    idle?.channel?.unref();
  }

  return (task) => {
    clearTimeout(ending);
    child ??= open();
    const worker = child;
    worker.channel?.ref();
    return new Promise((resolve, reject) => {
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        worker.kill('SIGKILL');
      }, shape.longest);
      const settle = (): void => {
        clearTimeout(timer);
        worker.off('message', onMessage);
        worker.off('exit', onExit);
        endWhenIdle();
      };
      const onMessage = (answer: unknown): void => {
        settle();
        resolve(answer as Answer);
      };
      const onExit = (): void => {
        settle();
        const reason = late ? `the process for ${shape.name} took too long` : `the process for ${shape.name} ended`;
        reject(late ? new TaskTimeout(reason) : new Error(reason));
      };
      worker.on('message', onMessage);
      worker.on('exit', onExit);
      worker.send(task);
    });
  };
}
