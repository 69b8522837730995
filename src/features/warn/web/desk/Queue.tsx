import { type Ref, useCallback, useEffect, useRef } from 'react';
import { useDictionaryLists } from '#web/dictionary.ts';
import { can, useSession } from '#web/session.ts';
import { nextWarn } from '../nextWarn.ts';
import { isAnnounced } from '../ringing.ts';
import { OtherCase, QueueCard } from './QueueCard.tsx';
import type { QueueGroups } from './queueGroups.ts';
import { SoundFooter } from './SoundFooter.tsx';
import type { WarnRow } from './types.ts';

interface Props {
  ref: Ref<HTMLElement>;
  groups: QueueGroups;
  selectedId: string | null;
  onSelect: (id: string) => void;
  onClaim: (row: WarnRow) => void;
}

function Title({ text, count, note }: { text: string; count: number; note?: string }) {
  return (
    <h2 className="queue-title">
      {text} <b>{count}</b>
      {note && <small>{note}</small>}
    </h2>
  );
}

/** The same function at each drawing, which calls the newest one. */
function useSame<T>(act: (of: T) => void): (of: T) => void {
  const latest = useRef(act);
  latest.current = act;
  return useCallback((of) => latest.current(of), []);
}

/** Left column: who waits, my own cases, the cases of others. */
export function Queue({ ref, groups, selectedId, onSelect, onClaim }: Props) {
  const labels = useDictionaryLists();
  const select = useSame(onSelect);
  const claim = useSame(onClaim);
  const list = useRef<HTMLDivElement>(null);
  const { waiting, mine, others } = groups;
  const canClaim = can('warn:claim');
  const userId = useSession().user?.id ?? null;

  // The chosen card stays visible while J and K walk through the queue; an own one is pinned and needs no scrolling.
  useEffect(() => {
    if (selectedId === null) return;
    list.current
      ?.querySelector(`ul:not(.pinned) > [data-warn-id="${selectedId}"]`)
      ?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);

  const nextId = nextWarn(waiting.filter(isAnnounced), userId)?.id;
  const card = (row: WarnRow) => (
    <QueueCard
      key={row.id}
      row={row}
      labels={labels}
      first={row.id === nextId}
      selected={row.id === selectedId}
      canClaim={canClaim}
      onSelect={select}
      onClaim={claim}
    />
  );
  return (
    <aside ref={ref} className="desk-queue" aria-label="告警队列">
      <div className="queue-list" ref={list}>
        <Title text="待处理" count={waiting.length} note="级别 → 升级 → 等待" />
        {waiting.length === 0 && <p className="desk-none">没有人在等待</p>}
        <ul>{waiting.map(card)}</ul>
        {mine.length > 0 && <Title text="我的处理中" count={mine.length} />}
        <ul className="pinned">{mine.map(card)}</ul>
        {others.length > 0 && <Title text="他人处理中" count={others.length} />}
        <ul>
          {others.map((row) => (
            <OtherCase key={row.id} row={row} labels={labels} selected={row.id === selectedId} onSelect={select} />
          ))}
        </ul>
      </div>
      <SoundFooter />
    </aside>
  );
}
