import { type Ref, useCallback, useEffect, useRef } from 'react';
import { isWaiting, nextWarn, offeredMark, type WarnRow } from '#features/warn/web/service.ts';
import { can, useSession } from '#web/api/session.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { OtherCase, QueueCard } from './QueueCard.tsx';
import type { QueueGroups } from './queueGroups.ts';
import { SoundFooter } from './SoundFooter.tsx';
import { WaitingList } from './WaitingList.tsx';

interface Props {
  ref: Ref<HTMLElement>;
  groups: QueueGroups;
  selectedId: string | null;
  onSelect: (id: string) => void;
  onClaim: (row: WarnRow) => void;
  onCall: (row: WarnRow) => void;
  onLocate: (row: WarnRow) => void;
}

function Title({ text, count, note }: { text: string; count: number; note?: string }) {
  return (
    <h2 className="queue-title flex items-baseline gap-1.5 font-normal text-[13px] text-text2">
      {text} <b className="text-text">{count}</b>
      {note && <small className="ml-auto text-xs text-text3">{note}</small>}
    </h2>
  );
}

/** Returns a stable function that calls the newest callback. */
function useStableCallback<T>(callback: (argument: T) => void): (argument: T) => void {
  const latest = useRef(callback);
  latest.current = callback;
  return useCallback((argument) => latest.current(argument), []);
}

/** Maximum number of waiting warns at which cards have separate lines for the address and the next rung. */
const roomy = 4;

/** Left column: waiting warns, own warns, warns of others. */
export function Queue({ ref, groups, selectedId, onSelect, onClaim, onCall, onLocate }: Props) {
  const labels = useDictionaryLists();
  const select = useStableCallback(onSelect);
  const claim = useStableCallback(onClaim);
  const callRow = useStableCallback(onCall);
  const locate = useStableCallback(onLocate);
  const list = useRef<HTMLDivElement>(null);
  const { waiting, ownRows, others } = groups;
  const canClaim = can('warn:claim');
  const userId = useSession().user?.id ?? null;

  // Keeps the chosen card visible while J and K move through the queue; own warns below need no scrolling.
  useEffect(() => {
    if (selectedId === null) return;
    list.current?.querySelector(`[data-warn-id="${selectedId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);

  const nextId = nextWarn(waiting, userId)?.id;
  const card = (row: WarnRow) => (
    <QueueCard
      key={row.id}
      row={row}
      labels={labels}
      first={row.id === nextId}
      offered={offeredMark(row, userId)}
      dense={waiting.length > roomy}
      selected={row.id === selectedId}
      canClaim={canClaim}
      onSelect={select}
      onClaim={claim}
      onCall={row.status === 'handling' ? callRow : undefined}
      onLocate={locate}
    />
  );
  return (
    <aside ref={ref} className="desk-queue flex flex-col min-h-0 border-r border-line bg-s2" aria-label="告警队列">
      <div className="queue-list flex-1 min-h-0 px-2 overflow-y-auto" ref={list}>
        <Title text="待处理" count={waiting.filter(isWaiting).length} note="级别 → 升级 → 等待" />
        {waiting.length === 0 && <p className="px-1 py-1 text-text3">没有人在等待</p>}
        <WaitingList waiting={waiting} selectedId={selectedId} card={card} />
        {others.length > 0 && <Title text="他人处理中" count={others.length} />}
        <ul>
          {others.map((row) => (
            <OtherCase key={row.id} row={row} labels={labels} selected={row.id === selectedId} onSelect={select} />
          ))}
        </ul>
      </div>
      {ownRows.length > 0 && (
        <div
          className={`queue-own${waiting.length > roomy ? ' dense' : ''} flex-none px-2 border-t border-line overflow-y-auto`}
        >
          <Title text="我的处理中" count={ownRows.length} />
          <ul>{ownRows.map(card)}</ul>
        </div>
      )}
      <SoundFooter />
    </aside>
  );
}
