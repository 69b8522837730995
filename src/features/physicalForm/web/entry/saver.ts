/** What happened to a batch that could not be stored. */
export type SaveFault =
  /** These keys are refused, each with its reason; the others of the batch are sent again. */
  | { kind: 'refused'; reasons: ReadonlyMap<string, string> }
  /** No answer, or a fault of the product: all are sent again later. */
  | { kind: 'failed'; reason: string }
  /** Others changed the record: these keys are given up, the rest is sent again. */
  | { kind: 'changed'; dropped: ReadonlySet<string> };

export interface SaveState {
  /** Keys that wait for an answer. */
  waiting: ReadonlySet<string>;
  refused: ReadonlyMap<string, string>;
  /** Why the last try got no answer; the keys that wait are tried again. */
  failure: string | undefined;
  /** When the last batch was stored, ms since 1970. */
  savedAt: number | undefined;
}

interface Options<V> {
  /** Stores a batch; returns what is wrong, or undefined after the answer. */
  send: (batch: ReadonlyMap<string, V>) => Promise<SaveFault | undefined>;
  /** Calls back after a while. */
  later: (run: () => void) => void;
  now: () => number;
  onState: (state: SaveState) => void;
}

export interface Saver<V> {
  put: (changes: Iterable<readonly [key: string, value: V]>) => void;
  /** Tries again at once what got no answer. */
  retry: () => void;
  /** Resolves once nothing waits any more, or a try failed. */
  settled: () => Promise<void>;
}

/** Returns the keys of a batch that are not sent again. */
function endedKeys(fault: SaveFault): Pick<ReadonlySet<string>, 'has'> {
  if (fault.kind === 'refused') return fault.reasons;
  return fault.kind === 'changed' ? fault.dropped : new Set<string>();
}

/** Stores changes by key one batch after another: the newest value of a key wins, and nothing is lost by a fault. */
export function createSaver<V>({ send, later, now, onState }: Options<V>): Saver<V> {
  let pending = new Map<string, V>();
  let sending: ReadonlyMap<string, V> = new Map();
  let running: Promise<void> | undefined;
  const refused = new Map<string, string>();
  let failure: string | undefined;
  let savedAt: number | undefined;

  const publish = () =>
    onState({ waiting: new Set([...sending.keys(), ...pending.keys()]), refused: new Map(refused), failure, savedAt });

  function handle(fault: SaveFault | undefined): void {
    if (!fault) {
      savedAt = now();
      return;
    }
    const ended = endedKeys(fault);
    // `pending` may have a newer value of a key.
    pending = new Map([...[...sending].filter(([key]) => !ended.has(key)), ...pending]);
    if (fault.kind === 'refused') {
      const own = [...fault.reasons].filter(([key]) => !pending.has(key));
      for (const [key, reason] of own) refused.set(key, reason);
    }
    if (fault.kind === 'failed') {
      failure = fault.reason;
      later(pump);
    }
  }

  async function run(): Promise<void> {
    while (pending.size > 0 && failure === undefined) {
      sending = pending;
      pending = new Map();
      publish();
      const fault = await send(sending);
      handle(fault);
      sending = new Map();
      publish();
    }
  }

  function pump(): void {
    failure = undefined;
    running ??= run().finally(() => {
      running = undefined;
      if (pending.size > 0 && failure === undefined) pump();
    });
  }

  return {
    put(changes) {
      for (const [key, value] of changes) {
        refused.delete(key);
        // The newest change comes last.
        pending.delete(key);
        pending.set(key, value);
      }
      publish();
      pump();
    },
    retry: pump,
    settled: async () => {
      await running;
    },
  };
}
