import { useEffect, useMemo, useRef, useState } from 'react';
import type { PhysicalItem } from '#shared/physical/catalogue.ts';
import type { ApiError } from '#web/api/request.ts';
import { now } from '#web/core/now.ts';
import { fullTime } from '#web/data/format.ts';
import { box } from '#web/message/message.tsx';
import { useLeaveQuestion } from '#web/message/useLeaveQuestion.ts';
import type { PhysicalRecord } from '../record.ts';
import { type Entered, isEmpty } from './entered.ts';
import type { Row } from './rows.ts';
import { createSaver, type Saver, type SaveState } from './saver.ts';
import { type Change, type FactName, type Facts, factKey, sendBatch } from './send.ts';

/** Pause before what got no answer is sent again, ms. */
const retryMs = 5000;

const saved: SaveState = { waiting: new Set(), refused: new Map(), failure: undefined, savedAt: undefined };

const factTitles: Readonly<Record<FactName, string>> = {
  conclusion: '结论',
  advice: '建议',
  nextDate: '下次体检日期',
  fileIds: '原始报告',
};

/** Asks who wins where two people changed the same field. */
async function askWhoWins(keys: readonly string[], labels: ReadonlyMap<string, string>, { data }: ApiError) {
  const { updatedBy, updatedAt } = (data ?? {}) as { updatedBy?: string; updatedAt?: string };
  const fields = keys.map((key) => labels.get(key) ?? key).join('、');
  const by = updatedBy ? `${updatedBy} 于 ${fullTime(updatedAt).slice(11, 16)} ` : '别人刚才';
  const sure = await box.confirm(`${by}改过「${fields}」，和你填的不同。`, {
    ...{ title: '同一项有两个人在填', level: 'notice', ok: '存我填的', cancel: '用对方的' },
  });
  return sure === true;
}

export interface Entry {
  /** What was typed since the record was read. */
  typed: ReadonlyMap<string, Entered>;
  facts: Partial<Facts>;
  state: SaveState;
  version: number;
  /** Changes a field without saving it yet. */
  type: (item: PhysicalItem, entered: Entered) => void;
  /** Changes fields and saves them. */
  store: (changes: readonly { item: PhysicalItem; entered: Entered }[]) => void;
  /** Saves what was typed into a field. */
  leave: (row: Row) => void;
  storeFact: <N extends FactName>(name: N, value: Facts[N]) => void;
  retry: () => void;
  /** Saves what is typed and waits for the answer; returns whether all of it is stored. */
  settle: () => Promise<boolean>;
}

/** Holds what is typed into an examination and saves each field by itself. */
export function useEntry(record: PhysicalRecord, reload: () => Promise<void>): Entry {
  const [typed, setTyped] = useState<ReadonlyMap<string, Entered>>(new Map());
  const [facts, setFacts] = useState<Partial<Facts>>({});
  const [state, setState] = useState(saved);
  /** Typed and not handed to the saver yet. */
  const dirty = useRef(new Map<string, Change>());
  const former = useRef(record);
  const version = useRef(record.version);
  const current = useRef(state);
  current.current = state;
  const reading = useRef(reload);
  reading.current = reload;
  if (record.version > version.current) {
    version.current = record.version;
    former.current = record;
  }

  const saver = useMemo((): Saver<Change> => {
    const labels = new Map<string, string>();
    return createSaver<Change>({
      later: (run) => setTimeout(run, retryMs),
      now,
      onState: (next) => {
        current.current = next;
        setState(next);
      },
      send: async (batch) => {
        for (const [key, change] of batch)
          labels.set(key, 'item' in change ? change.item.label : factTitles[change.fact]);
        const fault = await sendBatch(batch, {
          ...{ id: record.id, version: version.current, former: former.current },
          onStored: (next) => {
            version.current = next;
          },
          onLatest: (latest) => {
            version.current = latest.version;
            former.current = latest;
            void reading.current();
          },
          ask: (keys, _latest, error) => askWhoWins(keys, labels, error),
        });
        if (fault?.kind === 'changed')
          setTyped((last) => new Map([...last].filter(([key]) => !fault.dropped.has(key))));
        return fault;
      },
    });
  }, [record.id]);

  useLeaveQuestion(() => {
    const count = current.current.waiting.size + dirty.current.size;
    return count === 0 ? undefined : { title: `体检还有 ${count} 项没有存`, text: '退出后这些值不会保留。' };
  });

  const flush = useRef(() => {});
  flush.current = () => {
    const changes = [...dirty.current];
    dirty.current.clear();
    if (changes.length > 0) saver.put(changes);
  };
  // A page that is left while a field has the focus: the field is saved.
  useEffect(() => () => flush.current(), []);

  const note = (changes: readonly { item: PhysicalItem; entered: Entered }[]) =>
    setTyped((last) => new Map([...last, ...changes.map(({ item, entered }) => [item.code, entered] as const)]));

  return {
    ...{ typed, facts, state, version: version.current },
    type: (item, entered) => {
      note([{ item, entered }]);
      dirty.current.set(item.code, { item, entered });
    },
    store: (changes) => {
      note(changes);
      for (const { item } of changes) dirty.current.delete(item.code);
      saver.put(changes.map((change) => [change.item.code, change]));
    },
    leave: ({ item, entered, problem }) => {
      if (!dirty.current.has(item.code) || problem !== undefined) return;
      dirty.current.delete(item.code);
      saver.put([[item.code, { item, entered: isEmpty(entered) ? { ...entered, text: '', note: '' } : entered }]]);
    },
    storeFact: (fact, value) => {
      setFacts((last) => ({ ...last, [fact]: value }));
      saver.put([[factKey(fact), { fact, value }]]);
    },
    retry: saver.retry,
    settle: async () => {
      flush.current();
      await saver.settled();
      const { waiting, refused, failure } = current.current;
      return waiting.size === 0 && refused.size === 0 && failure === undefined;
    },
  };
}
