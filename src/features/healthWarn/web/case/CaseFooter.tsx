import { useState } from 'react';
import { showFailure } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { toast } from '#web/message/message.tsx';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { useScreen } from '#web/screen/screen.ts';
import { Button } from '#web/ui/Button.tsx';
import { warningApi } from '../../contract.ts';
import type { WarningAct } from '../WarningDialogs.tsx';
import { isOpen, isWaiting, type Warning } from '../words.ts';
import { type Ending, problemsOf } from './EndingForm.tsx';
import type { Detail } from './panels.ts';

interface Props {
  detail: Detail;
  ending: Ending;
  also: readonly Warning[];
  isMine: boolean;
  onTake: () => void;
  onAct: (act: WarningAct) => void;
  onPrint: () => void;
  onClosed: () => void;
  onRefused: (errors: Record<string, string>) => void;
}

/** Says what closing does, before one presses it. */
function consequence({ isMine, ending, also, detail }: Props): string {
  if (detail.family === 'sos' && isOpen(detail)) return '已升级为 SOS，由接警台处理';
  if (detail.state === 'handling' && !isMine) return `${detail.handlerName ?? '他人'} 正在处理`;
  if (detail.state === 'pending') return detail.recoveredAt ? '体征已恢复，接手后结案' : '接手后处理';
  if (!isMine) return '';
  const count = ending.also ? also.length + 1 : 1;
  return `${count > 1 ? `${count} 条一并结案` : '结案后'}，30 分钟内不再报同级`;
}

export function CaseFooter(props: Props) {
  const { detail, ending, also, isMine, onTake, onAct, onPrint, onClosed, onRefused } = props;
  const { active } = useScreen();
  const [busy, setBusy] = useState(false);
  const handles = can('earlyWarning:handle');
  const works = handles && isOpen(detail) && detail.family === 'health';
  const isFree = works && (isMine || detail.state === 'pending');
  const close = async () => {
    const errors = problemsOf(ending);
    const { result } = ending;
    if (Object.keys(errors).length > 0 || result === null) {
      onRefused(errors);
      return;
    }
    setBusy(true);
    try {
      const note = ending.note.trim();
      const ids = [detail.id, ...(ending.also ? also.map(({ id }) => id) : [])];
      for (const id of ids) await callApi(warningApi.finishEarlyWarning, { id, result, note });
      toast.success(ids.length > 1 ? `${ids.length} 条已结案` : '已结案');
      onClosed();
    } catch (error) {
      showFailure(error, '没有结案');
    } finally {
      setBusy(false);
    }
  };
  useHotkey('F9', () => void close(), active && isMine && !busy);
  return (
    <footer className="case-actions flex items-center flex-wrap gap-2 border-t border-line bg-container">
      {works && (
        <Button className="case-raise" onClick={() => onAct('raise')}>
          升级为 SOS…
        </Button>
      )}
      {isFree && <Button onClick={() => onAct('assign')}>分配…</Button>}
      {can('archive:list') && (
        <a className="button inline-flex items-center" href={`#/healthy/archives/${detail.customerId}?section=band`}>
          调阈值
        </a>
      )}
      {isFree && <Button onClick={() => onAct('ignore')}>忽略…</Button>}
      <Button onClick={onPrint}>打印</Button>
      <span className="ml-auto text-[13px] text-text2">{consequence(props)}</span>
      {isMine && (
        <Button kind="primary" disabled={busy} onClick={() => void close()}>
          结案 <kbd>F9</kbd>
        </Button>
      )}
      {handles && isWaiting(detail) && (
        <Button kind="primary" onClick={onTake}>
          接{detail.beside.length > 0 ? ` ${detail.beside.length + 1} 条` : ''}
        </Button>
      )}
    </footer>
  );
}
