import { useEffect } from 'react';
import { can, useSession } from '#web/api/session.ts';
import { usePhone } from '#web/core/usePhone.ts';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { EmptyState } from '#web/table/TableStates.tsx';
import { warningApi } from '../../contract.ts';
import { takeWith } from '../take.ts';
import { useLiveReload } from '../useLiveReload.ts';
import { isWaiting, type Warning } from '../words.ts';
import { CaseView } from './CaseView.tsx';
import { groupsOf, WarningQueue } from './WarningQueue.tsx';
import './case.css';
import '#web/chart/chart.css';
import '#web/chart/trend/trend.css';

interface Props {
  warningId: string | null;
  onSelect: (id: string | null) => void;
}

/** Open warnings of a desk at once; further ones are in the list. */
const queued = 100;

/** Queue, one warning, its person and what can be done (picture 17b). */
export default function WarningDesk({ warningId, onSelect }: Props) {
  const { active, setTitle } = useScreen();
  const phone = usePhone();
  const userId = useSession().user?.id ?? '';
  const queue = useCall(
    warningApi.getEarlyWarningList,
    { state: ['pending', 'handling'], limit: queued },
    { keep: true, live: 'polled' },
  );
  const rows = queue.data?.rows ?? [];
  const groups = groupsOf(rows, userId);
  const shown = warningId ?? groups[0]?.rows[0]?.id ?? null;
  const {
    data: detail,
    problem,
    reload,
  } = useCall(warningApi.getEarlyWarning, { id: shown ?? '0' }, { enabled: shown !== null });
  const changed = () => {
    void queue.reload();
    void reload();
  };
  useLiveReload(changed, active);
  const name = detail?.customerName;
  useEffect(() => {
    if (name !== undefined && warningId !== null) setTitle(name);
  }, [name, warningId, setTitle]);
  const take = async (row: Warning) => {
    if (await takeWith(row)) onSelect(row.id);
    changed();
  };
  const waiting = rows.find(isWaiting);
  useHotkey('T', () => waiting && void take(waiting), active && can('earlyWarning:handle') && waiting !== undefined);
  const order = groups.flatMap((group) => group.rows);
  const step = (by: 1 | -1) => {
    const next = order[order.findIndex(({ id }) => id === shown) + by];
    if (next) onSelect(next.id);
  };
  useHotkey('J', () => step(1), active);
  useHotkey('K', () => step(-1), active);
  useHotkey('Escape', () => onSelect(null), active);
  const closed = (row: Warning) => {
    const next = groupsOf(
      rows.filter(({ id }) => id !== row.id),
      userId,
    ).flatMap((group) => group.rows)[0];
    onSelect(next?.id ?? null);
    changed();
  };
  return (
    <div className="warning-desk grid min-h-0 h-full">
      {!phone && <WarningQueue groups={groups} shownId={shown} onSelect={onSelect} onTake={(row) => void take(row)} />}
      {detail && detail.id === shown ? (
        <CaseView
          key={detail.id}
          detail={detail}
          also={rows.filter(
            (row) =>
              row.id !== detail.id &&
              row.customerId === detail.customerId &&
              row.handlerId === userId &&
              row.state === 'handling',
          )}
          onTake={() => void take(detail)}
          onChanged={changed}
          onClosed={() => closed(detail)}
          onBack={phone ? () => onSelect(null) : undefined}
        />
      ) : (
        <div className="p-8 text-text2">
          {problem ?? (queue.data && shown === null ? <EmptyState reason="没有要处理的预警。" /> : null)}
        </div>
      )}
    </div>
  );
}
