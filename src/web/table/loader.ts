/** Delay after the last keystroke, ms (specification section 9). */
export const debounceMs = 1000;

type Hooks<I, O> = {
  run: (input: I, signal: AbortSignal) => Promise<O>;
  /** Called when a request starts; earlier requests are void. */
  started: (input: I) => void;
  /** Called once, with result or error, for each request that was not replaced. */
  settled: (result: { input: I; tookMs: number } & ({ value: O } | { error: unknown })) => void;
  /** Called when a typed change starts (true) or stops (false) waiting. */
  waiting?: (waits: boolean) => void;
};

export type Loader<I> = {
  /** Requests now: first load, clicks, Enter. */
  now: (input: I) => void;
  /** Requests after `debounceMs` without typing. */
  later: (input: I) => void;
  /** Drops the waiting and the running request without an answer. */
  stop: () => void;
};

/**
 * Makes the loader of one list: at most one request runs, the newest wins. A newer request aborts the older one; the
 * answer of an older one is dropped even if the abort came too late.
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
