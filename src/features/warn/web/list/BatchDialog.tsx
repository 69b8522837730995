import { Checkbox, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import type { FalseReason } from '#shared/codes.ts';
import { keysOf } from '#shared/codes.ts';
import { waiting } from '#web/format.ts';
import { useNow } from '#web/now.ts';
import { falseReasons, warnLevels, warnStatuses, warnTypes } from '#web/words.ts';
import type { WarnRow } from '../desk/types.ts';
import { useWarnCounts } from '../warnStore.ts';
import { whoseAlarm } from '../words.ts';
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
  const submit = async () => {
    setBusy(true);
    const done = await (deed === 'claim' ? claimAll(picked) : markFalse(picked, reason, note.trim()));
    setBusy(false);
    if (!done) return;
    onDone();
    onClose();
  };
  const ready = picked.length > 0 && (deed === 'claim' || reason !== undefined);
  return (
    <Modal
      open
      title={deed === 'claim' ? '批量接警' : '批量误报'}
      width={640}
      okText={`${words[deed]} ${picked.length} 条`}
      okButtonProps={{ disabled: !ready, loading: busy }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p className="quiet">
        逐条勾选，一次最多 {limit} 条。
        {deed === 'false' ? '以班长的身份核实，逐条记入时间线。' : '勾选的告警都由您处理。'}
      </p>
      <Rows rows={open} chosen={chosen} full={picked.length >= limit} onToggle={toggle} />
      {deed === 'false' && (
        <div className="batch-words">
          <Select
            aria-label="误报原因"
            placeholder="误报原因"
            value={reason}
            options={keysOf(falseReasons).map((value) => ({ value, label: falseReasons[value] }))}
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
  if (rows.length === 0) return <p>勾选的告警都已接警或结束。</p>;
  return (
    <ul className="batch-rows">
      {rows.map((row) => (
        <li key={row.id}>
          <Checkbox
            checked={chosen.has(row.id)}
            disabled={full && !chosen.has(row.id)}
            onChange={() => onToggle(row.id)}
          >
            <b>{whoseAlarm(row)}</b> {warnLevels[row.level as 1 | 2 | 3 | 4]} {warnTypes[row.type]} ·{' '}
            {[row.area, row.address].filter(Boolean).join(' ') || row.no}
          </Checkbox>
          <span>
            {row.status === 'pending' ? '已等' : `${warnStatuses[row.status]} ${row.handlerName ?? ''}`}{' '}
            <time aria-hidden="true">{waiting(now - Date.parse(row.receivedAt))}</time>
          </span>
        </li>
      ))}
    </ul>
  );
}
