/** What waits, by person; those who wait longest come first. */
type Queues = Map<string, (() => void)[]>;

/** The next piece of whoever has waited longest for a turn; with more of theirs left they stand behind the others. */
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
 * Work that each takes much of the processor, at most `most` at once, person by person in turn: who asks for much waits for
 * himself. What lasts longer than `longest` ms leaves its place to the next, so that no slow one holds the others up.
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
