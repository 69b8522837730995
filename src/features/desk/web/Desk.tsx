import { lazy, Suspense, useRef, useState } from 'react';
import { claimAndOpen, isWaiting, useOpenWarns, type WarnRow } from '#features/warn/web/service.ts';
import { DeskBroken, DeskEmpty, DeskRefused, DeskSkeleton } from '#features/warnList/web/service.ts';
import { locateRow } from '#features/warnTrack/web/service.ts';
import { useSession } from '#web/api/session.ts';
import { useScreen } from '#web/screen/screen.ts';
import { WarnView } from './WarnView.tsx';
import './desk.css';
import './queue/queue.css';
import './queue/storm.css';
import './warn.css';
import './customer/customer.css';
import './middle.css';
import './calls.css';
import './columns.css';
import { Queue } from './queue/Queue.tsx';
import { neighbour, queueGroups } from './queue/queueGroups.ts';
import { useQueueKeys } from './useDeskKeys.ts';
import { useWarnDetail } from './useWarnDetail.ts';

const RowDialog = lazy(() => import('./RowDialog.tsx'));

interface Props {
  warnId: string | null;
  onSelect: (id: string | null) => void;
}

/** Moves the focus into the chosen warn: to the next call, else to the first action. */
function enterCase(): void {
  const first =
    document.querySelector<HTMLElement>('.desk a[data-next-call]') ??
    document.querySelector<HTMLElement>('.case-footer :is(.danger, .primary):enabled');
  first?.focus();
}

/** Desk: the queue and one warn side by side, without page changes. */
export default function Desk({ warnId, onSelect }: Props) {
  const { active } = useScreen();
  const rows = useOpenWarns();
  const userId = useSession().user?.id ?? null;
  const groups = queueGroups(rows, userId);
  const row = rows.find((each) => each.id === warnId) ?? null;
  const { state, reload, replace } = useWarnDetail(warnId, row?.version ?? null);

  const step = (by: 1 | -1) => {
    const next = neighbour(groups, warnId, by);
    if (next !== null && next.id !== warnId) onSelect(next.id);
  };
  const hasCase = warnId !== null && state.kind === 'ready';
  const queue = useRef<HTMLElement>(null);
  const [called, setCalled] = useState<WarnRow>();
  useQueueKeys(active, queue, { step, reload, open: () => (warnId === null ? step(1) : enterCase()) });

  return (
    <div className="desk grid min-h-0 bg-container h-full">
      <Queue
        ref={queue}
        groups={groups}
        selectedId={warnId}
        onSelect={onSelect}
        onClaim={(each) => void claimAndOpen(each, onSelect)}
        onCall={setCalled}
        onLocate={(each) => void locateRow(each, onSelect)}
      />
      <section
        className="desk-case flex flex-col min-w-0 min-h-0 overflow-y-auto"
        aria-label="处置"
        data-warn-id={warnId ?? undefined}
      >
        {warnId === null && <DeskEmpty waiting={groups.waiting.filter(isWaiting).length} />}
        {warnId !== null && state.kind === 'loading' && <DeskSkeleton />}
        {warnId !== null && state.kind === 'refused' && <DeskRefused onBack={() => onSelect(null)} />}
        {warnId !== null && state.kind === 'broken' && <DeskBroken problem={state.problem} onRetry={reload} />}
        {hasCase && (
          <WarnView
            key={state.detail.id}
            detail={state.detail}
            stale={state.problem?.msg ?? null}
            reload={reload}
            onReveal={replace}
            onClaim={() => void claimAndOpen(state.detail, onSelect)}
          />
        )}
      </section>
      {called && (
        <Suspense fallback={null}>
          <RowDialog
            row={called}
            action="call"
            onClose={() => setCalled(undefined)}
            onChanged={reload}
            onOpen={onSelect}
          />
        </Suspense>
      )}
    </div>
  );
}
