import { useEffect, useMemo, useRef, useState } from 'react';
import type { PhysicalItem } from '#shared/physical/catalogue.ts';
import { now } from '#web/core/now.ts';
import { askBeforeLeaving } from '#web/message/useLeaveQuestion.ts';
import type { PhysicalRecord } from '../record.ts';
import type { Entered } from './entered.ts';
import { type Inputs, settledBy, shownInputs, withChange } from './inputs.ts';
import { askWhoWins, tellClosed } from './questions.tsx';
import type { Row } from './rows.ts';
import { createSaver, type Saver, type SaveState } from './saver.ts';
import { type Batch, type Change, type FactName, type Facts, factKey, type SendOptions, sendBatch } from './send.ts';

/** Pause before what got no answer is sent again, ms. */
const retryMs = 5000;

const saved: SaveState = { waiting: new Set(), refused: new Map(), failure: undefined, savedAt: undefined };

export interface Entry {
  /** What was typed and the record does not include yet. */
  typed: ReadonlyMap<string, Entered>;
  /** Facts of the record below those that were typed. */
  facts: Facts;
  state: SaveState;
  version: number;
  /** Changes a field without saving it yet. */
  type: (item: PhysicalItem, entered: Entered) => void;
  /** Changes fields and saves them. */
  store: (changes: readonly { item: PhysicalItem; entered: Entered }[]) => void;
  /** Saves what was typed into a field. */
  leave: (row: Row) => void;
  /** Changes a fact without saving it yet. */
  typeFact: <N extends FactName>(name: N, value: Facts[N]) => void;
  /** Saves what was typed of a fact. */
  leaveFact: (name: FactName) => void;
  storeFact: <N extends FactName>(name: N, value: Facts[N]) => void;
  retry: () => void;
  /** Saves what is typed and waits for the answer; returns whether all of it is stored. */
  settle: () => Promise<boolean>;
}

/** Returns what saves refer to: the record, and what this page stored since it was read. */
const baseOf = (former: PhysicalRecord): Pick<SendOptions, 'former' | 'version' | 'own'> => ({
  ...{ former, version: former.version, own: new Map() },
});

/** Holds what is typed into an examination and saves each field by itself. */
export function useEntry(record: PhysicalRecord, reload: () => Promise<void>): Entry {
  const [inputs, setInputs] = useState<Inputs>(new Map());
  const [state, setState] = useState(saved);
  /** Typed and not handed to the saver yet. */
  const dirty = useRef(new Map<string, Change>());
  const base = useRef(baseOf(record));
  const current = useRef(state);
  current.current = state;
  /** Called when nothing waits any more. */
  const stored = useRef(() => {});
  const reading = useRef(reload);
  reading.current = reload;
  if (record.version > base.current.version) base.current = baseOf(record);

  const saver = useMemo((): Saver<Change> => {
    const settle = (batch: Batch, at: number) => setInputs((last) => settledBy(last, batch, at));
    return createSaver<Change>({
      later: (run) => setTimeout(run, retryMs),
      now,
      onState: (next) => {
        current.current = next;
        setState(next);
        if (next.waiting.size === 0) stored.current();
      },
      send: (batch) =>
        sendBatch(batch, {
          ...{ id: record.id, ...base.current },
          onStored: (version) => {
            base.current = { ...base.current, version, own: new Map([...base.current.own, ...batch]) };
            settle(batch, version);
          },
          onLatest: (latest, dropped) => {
            base.current = baseOf(latest);
            settle(dropped, latest.version);
            void reading.current();
          },
          onClosed: tellClosed,
          ask: askWhoWins,
        }),
    });
  }, [record.id]);

  const flush = useRef(() => {});
  flush.current = () => {
    const changes = [...dirty.current];
    dirty.current.clear();
    if (changes.length > 0) saver.put(changes);
  };
  useEffect(() => {
    const end = askBeforeLeaving(() => {
      const count = current.current.waiting.size + dirty.current.size;
      return count === 0 ? undefined : { title: `体检还有 ${count} 项没有存`, text: '退出后这些值不会保留。' };
    });
    // Of a page that is closed while a field has the focus, the field is saved; the question stays until it is.
    return () => {
      flush.current();
      if (current.current.waiting.size === 0) end();
      else stored.current = end;
    };
  }, []);
  useEffect(() => {
    addEventListener('online', saver.retry);
    return () => removeEventListener('online', saver.retry);
  }, [saver]);

  const note = (key: string, change: Change) => setInputs((last) => withChange(last, key, change));
  const put = (changes: readonly (readonly [key: string, change: Change])[]) => {
    for (const [key, change] of changes) {
      note(key, change);
      dirty.current.delete(key);
    }
    saver.put(changes);
  };
  const type = (key: string, change: Change) => {
    note(key, change);
    dirty.current.set(key, change);
  };
  const leave = (key: string) => {
    const change = dirty.current.get(key);
    if (change) put([[key, change]]);
  };
  const { edit: isEditable } = record.can;
  // What was typed into a draft that others submitted is no result.
  const shown = useMemo(() => shownInputs(isEditable ? inputs : new Map(), record), [inputs, record, isEditable]);
  useEffect(() => {
    if (!isEditable) dirty.current.clear();
  }, [isEditable]);

  return {
    ...shown,
    ...{ state, version: base.current.version },
    type: (item, entered) => type(item.code, { item, entered }),
    typeFact: (fact, value) => type(factKey(fact), { fact, value }),
    store: (changes) => put(changes.map((change) => [change.item.code, change])),
    leave: ({ item, problem }) => problem === undefined && leave(item.code),
    leaveFact: (fact) => leave(factKey(fact)),
    storeFact: (fact, value) => put([[factKey(fact), { fact, value }]]),
    retry: saver.retry,
    settle: async () => {
      flush.current();
      await saver.settled();
      const { waiting, refused, failure } = current.current;
      return waiting.size === 0 && refused.size === 0 && failure === undefined;
    },
  };
}
