import { type ChildProcess, fork } from 'node:child_process';
import { log } from '../log.ts';
import { lowerPriority } from './processPriority.ts';

interface Shape {
  /** Name for the log: the work that depends on the process. */
  name: string;
  /** Module that answers each message with one message and exits when its parent is gone. */
  program: string;
  /** Heap limit in megabytes. */
  heap: number;
  /** Idle time after which the process ends and frees its memory, ms. */
  idleEnd: number;
  /** Maximum time of one task, ms; then the process is killed. */
  longest: number;
}

/** Reduction of the priority relative to the server's. */
const priority = 10;

/** Error for a task that exceeded its time. */
export class TaskTimeout extends Error {}

/**
 * Creates a runner for heavy tasks in a child process with separate threads, memory and CPU share (own session),
 * started on demand. Send one task at a time; rejects if the process ends, with `TaskTimeout` after the time limit.
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
      // The process could not start, for lack of files or processes: the next task tries again.
      if (opened.pid === undefined && child === opened) child = undefined;
    });
    opened.once('exit', () => {
      if (child === opened) child = undefined;
    });
    return opened;
  }

  /** Ends the process after the idle time, without keeping the server alive. */
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
