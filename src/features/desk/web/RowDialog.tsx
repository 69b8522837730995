import { Modal } from 'antd';
import { Phone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { deskApi } from '#features/desk/contract.ts';
import {
  type CallNumber,
  type CallTarget,
  callTargets,
  telLink,
  usePhoneCall,
} from '#features/phoneCall/web/service.ts';
import {
  type DeskDialog,
  type RowDialogAction,
  type RowDialogProps,
  subjectName,
  useAction,
  type WarnDetail,
} from '#features/warn/web/service.ts';
import { isAborted, problemText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { useSession } from '#web/api/session.ts';
import { relations } from '#web/data/codeLabels.ts';
import { spacedPhone } from '#web/data/format.ts';
import { toast } from '#web/message/message.tsx';
import { WarnDialogs } from './WarnDialogs.tsx';

const callLabels = { call: '呼叫', callElder: '呼叫老人', callContact: '呼叫联系人' } as const;
type CallAction = keyof typeof callLabels;

const isCall = (action: RowDialogAction): action is CallAction => action in callLabels;

/** Dialog of the desk, or the numbers to call, for a list row. Fetches the detail first. */
export default function RowDialog({ row, action, onClose, onChanged, onOpen }: RowDialogProps) {
  const [detail, setDetail] = useState<WarnDetail | null>(null);
  useEffect(() => {
    const control = new AbortController();
    callApi(deskApi.getWarn, { id: row.id }, { signal: control.signal }).then(setDetail, (error: unknown) => {
      if (isAborted(error)) return;
      toast.error(`告警资料没有取到：${problemText(error)}`);
      onClose();
    });
    return () => control.abort();
  }, [row.id, onClose]);
  if (detail === null) return null;
  if (isCall(action)) return <Numbers {...{ detail, action, onClose, onChanged, onOpen }} />;
  return <OverList detail={detail} dialog={action} onClose={onClose} onChanged={onChanged} />;
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
    <WarnDialogs
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

interface NumbersProps extends Omit<RowDialogProps, 'row' | 'action'> {
  detail: WarnDetail;
  action: CallAction;
}

/** Numbers to dial; a dial is recorded at once, and the warn opens for the result. */
function Numbers({ detail, action, onClose, onChanged, onOpen }: NumbersProps) {
  const userId = useSession().user?.id ?? null;
  const line = usePhoneCall(detail, userId, useAction(detail, onChanged));
  const targets = callTargets(detail).filter(
    ({ contactId }) => action === 'call' || (contactId === null) === (action === 'callElder'),
  );
  const dial = (target: CallTarget, number: CallNumber) => {
    const dialled = line.dial(target, number);
    // The browser follows the link only while it is in the document.
    setTimeout(() => {
      onClose();
      onOpen(detail.id);
    });
    return dialled;
  };
  return (
    <Modal open title={`${callLabels[action]} · ${subjectName(detail)}`} footer={null} width={480} onCancel={onClose}>
      {targets.length === 0 && <p>没有登记号码。</p>}
      <ul className="mb-3">
        {targets.map((target) => (
          <NumberRow key={target.key} target={target} onDial={(number) => dial(target, number)} />
        ))}
      </ul>
      <p className="quiet">拨出即记入时间线，通话结果在随后打开的工作台「呼叫」里选。</p>
    </Modal>
  );
}

function NumberRow({ target, onDial }: { target: CallTarget; onDial: (number: CallNumber) => boolean }) {
  const relation = (relations as Record<string, string>)[target.relation] ?? target.relation;
  return (
    <li className="flex items-center flex-wrap gap-2 py-2 border-b border-line">
      <span className="flex-1">
        <b>{target.name}</b> {relation}
        {target.hasKey && ' · 有钥匙'}
      </span>
      {target.numbers.map((number) => (
        <a
          key={number.phone}
          className="button"
          href={telLink(number.phone)}
          onClick={(event) => !onDial(number) && event.preventDefault()}
        >
          <Phone size={14} aria-hidden="true" /> {spacedPhone(number.phone)}
        </a>
      ))}
      {target.numbers.length === 0 && <span className="quiet">没有号码</span>}
    </li>
  );
}
