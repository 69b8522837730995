import { Button, Checkbox, Input, Modal, Select } from 'antd';
import { useRef, useState } from 'react';
import type { FalseReason, WarnLevel } from '#shared/codes.ts';
import { placeText } from '#shared/place.ts';
import { useNow } from '#web/core/now.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { waiting } from '#web/data/format.ts';
import { falseReasons, warnLevels, warnStatuses, warnTypes } from '#web/data/words.ts';
import { useSubmitKey } from '#web/form/useSubmitKey.ts';
import { LevelSign } from '#web/ui/icons.tsx';
import type { WarnRow } from '../desk/types.ts';
import { useWarnCounts } from '../warnStore.ts';
import { whoseAlarm } from '../words.ts';
import '#web/form/form.css';
import './batch.css';
import { claimAll, markFalse } from './batch.ts';

export type BatchDeed = 'claim' | 'false';

interface Props {
  deed: BatchDeed;
  /** The rows that were ticked in the list: the choice here begins empty all the same. */
  rows: readonly WarnRow[];
  onClose: () => void;
  onDone: () => void;
}

const usualLimit = 10;
const words = { claim: '接警', false: '标记误报' } as const;

/** 批量接警 and 批量误报 of a leader: each alarm is chosen by itself, with who and how long it waits. */
export default function BatchDialog({ deed, rows, onClose, onDone }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState<FalseReason>();
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const limit = useWarnCounts()?.batchLimit ?? usualLimit;
  const open = rows.filter((row) => row.status === 'pending' || (deed === 'false' && row.status === 'handling'));
  const picked = open.filter((row) => chosen.has(row.id));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const ready = picked.length > 0 && (deed === 'claim' || reason !== undefined) && !busy;
  const submit = async () => {
    if (!ready) return;
    setBusy(true);
    const done = await (deed === 'claim' ? claimAll(picked) : markFalse(picked, reason, note.trim()));
    setBusy(false);
    if (!done) return;
    onDone();
    onClose();
  };
  const form = useRef<HTMLFormElement>(null);
  const attach = useSubmitKey(form, submit);
  return (
    <Modal
      open
      className="dialog-form"
      title={deed === 'claim' ? '批量接警' : '批量误报'}
      width={640}
      onCancel={onClose}
      // The focus trap begins at ×; the first alarm is what the keys are for here.
      afterOpenChange={(isOpen) => isOpen && form.current?.querySelector<HTMLElement>('input')?.focus()}
      footer={
        <div className="form-footer row gap-8">
          <span className="form-keys key-hint gap-y-4 gap-x-16 row wrap left f12 faint">
            <span>
              <kbd>空格</kbd> 勾选
            </span>
            <span>
              <kbd>Ctrl</kbd> <kbd>Enter</kbd> {words[deed]}
            </span>
            <span>
              <kbd>Esc</kbd> 关闭
            </span>
          </span>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" disabled={!ready} loading={busy} onClick={() => void submit()}>
            {`${words[deed]} ${picked.length} 条`}
          </Button>
        </div>
      }
    >
      <form ref={attach} className="pad-y-16 pad-x-24" onSubmit={(event) => event.preventDefault()}>
        <p className="below-12 soft">
          逐条勾选，一次最多 {limit} 条。
          {deed === 'false' ? '以班长的身份核实，逐条记入时间线。' : '勾选的告警都由您处理。'}
        </p>
        <Rows rows={open} chosen={chosen} full={picked.length >= limit} onToggle={toggle} />
        {deed === 'false' && (
          <div className="batch-words in-grid gap-12">
            <Select
              aria-label="误报原因"
              placeholder="误报原因"
              value={reason}
              options={optionsOf(falseReasons)}
              onChange={setReason}
            />
            <Input
              aria-label="处理说明"
              placeholder="处理说明"
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </div>
        )}
      </form>
    </Modal>
  );
}

interface RowsProps {
  rows: readonly WarnRow[];
  chosen: ReadonlySet<string>;
  full: boolean;
  onToggle: (id: string) => void;
}

function Rows({ rows, chosen, full, onToggle }: RowsProps) {
  const now = useNow(1000);
  if (rows.length === 0) return <p className="below-12">勾选的告警都已接警或结束。</p>;
  return (
    <ul className="batch-rows parted below-12 framed scroll">
      {rows.map((row) => (
        <li className="flex between gap-12 pad-x-12 pad-y-6" key={row.id}>
          <Checkbox
            checked={chosen.has(row.id)}
            disabled={full && !chosen.has(row.id)}
            onChange={() => onToggle(row.id)}
          >
            <LevelSign level={row.level as WarnLevel} size={14} /> <b>{whoseAlarm(row)}</b>{' '}
            {warnLevels[row.level as WarnLevel]} {warnTypes[row.type]}
            <small className="block soft">{placeText(row) ?? row.no}</small>
          </Checkbox>
          <span className="rigid nowrap">
            {row.status === 'pending' ? '已等' : `${warnStatuses[row.status]} ${row.handlerName ?? ''}`}{' '}
            <time className="bold" aria-hidden="true">
              {waiting(now - Date.parse(row.receivedAt))}
            </time>
          </span>
        </li>
      ))}
    </ul>
  );
}
