import { Modal } from 'antd';
import { Phone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { warnApi } from '#features/warn/contract.ts';
import { isGivenUp, problemText } from '#web/call/outcome.ts';
import { call } from '#web/call/request.ts';
import { spacedPhone } from '#web/data/format.ts';
import { relations } from '#web/data/words.ts';
import { toast } from '#web/message/message.tsx';
import { CaseDialogs } from '../desk/CaseDialogs.tsx';
import type { DeskDialog } from '../desk/CaseFooter.tsx';
import { type CallTarget, callTargets } from '../desk/callOrder.ts';
import { telLink } from '../desk/runningCall.ts';
import type { WarnDetail, WarnRow } from '../desk/types.ts';
import { useAction } from '../desk/useAction.ts';
import { whoseAlarm } from '../words.ts';

export type RowDeed = DeskDialog | 'callElder' | 'callContact';

interface Props {
  row: WarnRow;
  deed: RowDeed;
  onClose: () => void;
  /** Something was changed. */
  onChanged: () => void;
}

/** A dialog of the desk, or the numbers to call, for a row of the list. The alarm is fetched whole first. */
export default function RowDialog({ row, deed, onClose, onChanged }: Props) {
  const [detail, setDetail] = useState<WarnDetail | null>(null);
  useEffect(() => {
    const control = new AbortController();
    call(warnApi.getWarn, { id: row.id }, { signal: control.signal }).then(setDetail, (error: unknown) => {
      if (isGivenUp(error)) return;
      toast.error(`告警资料没有取到：${problemText(error)}`);
      onClose();
    });
    return () => control.abort();
  }, [row.id, onClose]);
  if (detail === null) return null;
  if (deed === 'callElder' || deed === 'callContact')
    return <Numbers detail={detail} elder={deed === 'callElder'} onClose={onClose} />;
  return <OverList detail={detail} dialog={deed} onClose={onClose} onChanged={onChanged} />;
}

function OverList({
  detail,
  dialog,
  onClose,
  onChanged,
}: {
  detail: WarnDetail;
  dialog: DeskDialog;
  onClose: () => void;
  onChanged: () => void;
}) {
  const run = useAction(detail, onChanged);
  return (
    <CaseDialogs
      detail={detail}
      dialog={dialog}
      sendTo={null}
      closing={{}}
      run={run}
      onClosing={() => undefined}
      onClosed={onClose}
      onClose={onClose}
    />
  );
}

function Numbers({ detail, elder, onClose }: { detail: WarnDetail; elder: boolean; onClose: () => void }) {
  const targets = callTargets(detail).filter((target) => (target.contactId === null) === elder);
  return (
    <Modal
      open
      title={`${elder ? '呼叫老人' : '呼叫联系人'} · ${whoseAlarm(detail)}`}
      footer={null}
      width={480}
      onCancel={onClose}
    >
      {targets.length === 0 && <p>没有登记号码。</p>}
      <ul className="below-12">
        {targets.map((target) => (
          <NumberRow key={target.key} target={target} />
        ))}
      </ul>
      <p className="quiet">通话结果在工作台「呼叫」里记录。</p>
    </Modal>
  );
}

function NumberRow({ target }: { target: CallTarget }) {
  const relation = (relations as Record<string, string>)[target.relation] ?? target.relation;
  return (
    <li className="row wrap gap-8 pad-y-8 line-below">
      <span className="fill">
        <b>{target.name}</b> {relation}
        {target.hasKey && ' · 有钥匙'}
      </span>
      {target.numbers.map((number) => (
        <a key={number.phone} className="button" href={telLink(number.phone)}>
          <Phone size={14} aria-hidden="true" /> {spacedPhone(number.phone)}
        </a>
      ))}
      {target.numbers.length === 0 && <span className="quiet">没有号码</span>}
    </li>
  );
}
