/** Wait after the last typed change (specification section 9). */
export const debounceMs = 1000;

type Hooks<I, O> = {
  run: (input: I, signal: AbortSignal) => Promise<O>;
  /** A request leaves; whatever was under way before it is void. */
  started: (input: I) => void;
  /** Called once for each request that was not replaced, whatever became of it. */
  settled: (result: { input: I; tookMs: number } & ({ value: O } | { error: unknown })) => void;
  /** A typed change waits (true) or its wait is over (false). */
  waiting?: (waits: boolean) => void;
};

export type Loader<I> = {
  /** Asks now: first load, clicks, Enter. */
  now: (input: I) => void;
  /** Asks when nothing was typed for `debounceMs`. */
  later: (input: I) => void;
  /** Drops what waits and what is under way, without an answer. */
  stop: () => void;
};

/**
 * One list's requests: at most one under way, the newest wins. A newer request aborts the older one,
 * and an answer of an older one is dropped even when the abort came too late.
 */
export function createLoader<I, O>({ run, started, settled, waiting }: Hooks<I, O>): Loader<I> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: AbortController | undefined;

  function dropTimer(): void {
    if (timer !== undefined) {
      clearTimeout(timer);
      timer = undefined;
      waiting?.(false);
    }
  }

  async function ask(input: I): Promise<void> {
    current?.abort();
    const controller = new AbortController();
    current = controller;
    started(input);
    const begin = performance.now();
    const result = await run(input, controller.signal).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    if (current === controller) {
      current = undefined;
      settled({ input, tookMs: performance.now() - begin, ...result });
    }
  }

  function now(input: I): void {
    dropTimer();
    void ask(input);
  }

  return {
    now,
    later(input) {
      dropTimer();
      timer = setTimeout(() => now(input), debounceMs);
      waiting?.(true);
    },
    stop() {
      dropTimer();
      current?.abort();
      current = undefined;
    },
  };
}
