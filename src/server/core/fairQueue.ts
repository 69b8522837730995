/** Waiting tasks by user; the user who has waited longest comes first. */
type Queues = Map<string, (() => void)[]>;

/** Returns the next task of the user who has waited longest; a user with more tasks moves to the end. */
function nextOf(queues: Queues): (() => void) | undefined {
  for (const [who, queue] of queues) {
    const next = queue.shift();
    queues.delete(who);
    if (queue.length > 0) queues.set(who, queue);
    return next;
  }
  return undefined;
}

/**
 * Runs CPU-heavy work, at most `most` at once, round robin per user: many tasks of one user only delay that user. Work
 * longer than `longest` ms frees its slot, so that it does not block others.
 */
export function fairQueue(most: number, longest: number): <T>(who: string, work: () => Promise<T>) => Promise<T> {
  const queues: Queues = new Map();
  let running = 0;

  function leave(): void {
    const next = nextOf(queues);
    if (next) next();
    else running -= 1;
  }

  return async (who, work) => {
    if (running < most) running += 1;
    else {
      const { promise: turn, resolve } = Promise.withResolvers<void>();
      queues.set(who, [...(queues.get(who) ?? []), resolve]);
      await turn;
    }
    let released = false;
    const leaveOnce = (): void => {
      if (!released) leave();
      released = true;
    };
    const timer = setTimeout(leaveOnce, longest);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      leaveOnce();
    }
  };
}
