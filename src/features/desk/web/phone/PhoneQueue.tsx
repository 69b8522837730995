import { useWarnsLoaded, type WarnRow } from '#features/warn/web/service.ts';
import { DeskEmpty, type WarnTab } from '#features/warnList/web/service.ts';
import { useSteadyRows } from '#web/core/useSteadyRows.ts';
import { queueGroups } from '../queue/queueGroups.ts';
import { LineCard, WaitingCard } from './WarnCard.tsx';

interface Props {
  tab: WarnTab;
  rows: readonly WarnRow[];
  userId: string | null;
  canClaim: boolean;
  onOpen: (id: string) => void;
  onClaim: (row: WarnRow) => void;
}

/** Queue as cards: waiting warns, then own ones; other tabs show only their part. */
export function PhoneQueue({ tab, rows, userId, canClaim, onOpen, onClaim }: Props) {
  const loaded = useWarnsLoaded();
  const { waiting, ownRows, others } = queueGroups(useSteadyRows(rows), userId);
  const line = (row: WarnRow) => <LineCard key={row.id} row={row} onOpen={() => onOpen(row.id)} />;
  const handled = tab === 'handling' ? [...ownRows, ...others] : tab === 'mine' ? ownRows : [];
  return (
    <div className="card-list grid flex-1 gap-3 p-3 overflow-y-auto">
      {!loaded && <p className="text-center text-text2">加载中…</p>}
      {loaded && tab === 'pending' && waiting.length === 0 && <DeskEmpty waiting={0} />}
      {tab === 'pending' &&
        waiting.map((row) => (
          <WaitingCard
            key={row.id}
            row={row}
            canClaim={canClaim}
            onOpen={() => onOpen(row.id)}
            onClaim={() => onClaim(row)}
          />
        ))}
      {tab === 'pending' && ownRows.length > 0 && (
        <h2 className="mt-2 px-1 font-normal text-[13px] text-text2">我的处理中</h2>
      )}
      {tab === 'pending' && ownRows.map(line)}
      {handled.map(line)}
      {loaded && tab !== 'pending' && handled.length === 0 && <p className="text-center text-text2">暂无数据</p>}
    </div>
  );
}
