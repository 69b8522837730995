import { Button, Checkbox, Input, Modal, Select } from 'antd';
import { useRef, useState } from 'react';
import { subjectName, useWarnCounts, type WarnRow } from '#features/warn/web/service.ts';
import { addressText } from '#shared/address.ts';
import type { FalseReason, WarnLevel } from '#shared/codes.ts';
import { useNow } from '#web/core/now.ts';
import { falseReasons, warnLevels, warnStatuses, warnTypes } from '#web/data/codeLabels.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { waiting } from '#web/data/format.ts';
import { Drawn } from '#web/form/Drawn.tsx';
import { useSubmitKey } from '#web/form/useSubmitKey.ts';
import { LevelSign } from '#web/ui/icons.tsx';
import '#web/form/form.css';
import './batch.css';
import { claimAll, markFalse } from './batch.ts';

export type BatchAction = 'claim' | 'false';

interface Props {
  action: BatchAction;
  /** Rows ticked in the list, in its order; preselected here. */
  rows: readonly WarnRow[];
  onClose: () => void;
  onDone: () => void;
}

const usualLimit = 10;
const labels = { claim: '接警', false: '标记误报' } as const;
/** Selector of the initial focus: the reason, which is still open, else the first warn. */
const first = { claim: 'input', false: '[role="combobox"]' } as const;

/** Returns the ticked rows that allow the action; 误报 also closes handled ones. */
const openOf = (action: BatchAction, rows: readonly WarnRow[]) =>
  rows.filter((row) => row.status === 'pending' || (action === 'false' && row.status === 'handling'));

/** Returns the text above the warns: how many ticked ones are selected, and why others are not. */
function summary(action: BatchAction, ticked: number, open: number, limit: number): string {
  const over = ticked - open;
  return [
    action === 'false' ? '以班长的身份核实，逐条记入时间线。' : '勾选的告警都由您处理。',
    over > 0 && `勾选的 ${over} 条已${action === 'claim' ? '接警或' : ''}结束，不在其中。`,
    open > limit && `一次最多 ${limit} 条：选了先勾选的 ${limit} 条。`,
  ]
    .filter(Boolean)
    .join('');
}

/** 批量接警 and 批量误报 for leaders: the ticked warns with customer and wait. */
export default function BatchDialog({ action, rows, onClose, onDone }: Props) {
  const [reason, setReason] = useState<FalseReason>();
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const limit = useWarnCounts()?.batchLimit ?? usualLimit;
  const open = openOf(action, rows);
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () => new Set(open.slice(0, limit).map(({ id }) => id)),
  );
  const picked = open.filter((row) => selected.has(row.id));
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const ready = picked.length > 0 && (action === 'claim' || reason !== undefined) && !busy;
  const submit = async () => {
    if (!ready) return;
    setBusy(true);
    const done = await (action === 'claim' ? claimAll(picked) : markFalse(picked, reason, note.trim()));
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
      title={action === 'claim' ? '批量接警' : '批量误报'}
      width={640}
      onCancel={onClose}
      footer={
        <div className="form-footer flex items-center gap-2">
          <span className="form-keys key-hint gap-y-1 gap-x-4 flex items-center flex-wrap text-left text-xs text-text3">
            <span>
              <kbd>空格</kbd> 勾选
            </span>
            <span>
              <kbd>Ctrl</kbd> <kbd>Enter</kbd> {labels[action]}
            </span>
            <span>
              <kbd>Esc</kbd> 关闭
            </span>
          </span>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" disabled={!ready} loading={busy} onClick={() => void submit()}>
            {`${labels[action]} ${picked.length} 条`}
          </Button>
        </div>
      }
    >
      <form ref={attach} className="py-4 px-6" onSubmit={(event) => event.preventDefault()}>
        <Drawn onDrawn={() => form.current?.querySelector<HTMLElement>(first[action])?.focus()} />
        <p className="mb-3 text-text2">{summary(action, rows.length, open.length, limit)}</p>
        <Rows rows={open} selected={selected} full={picked.length >= limit} onToggle={toggle} />
        {action === 'false' && (
          <div className="batch-words grid gap-3">
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
  selected: ReadonlySet<string>;
  full: boolean;
  onToggle: (id: string) => void;
}

function Rows({ rows, selected, full, onToggle }: RowsProps) {
  const now = useNow(1000);
  if (rows.length === 0) return <p className="mb-3">勾选的告警都已接警或结束。</p>;
  return (
    <ul className="batch-rows *:not-first:border-t *:not-first:border-line mb-3 rounded-md border border-line overflow-auto">
      {rows.map((row) => (
        <li className="flex justify-between gap-3 px-3 py-1.5" key={row.id}>
          <Checkbox
            checked={selected.has(row.id)}
            disabled={full && !selected.has(row.id)}
            onChange={() => onToggle(row.id)}
          >
            <LevelSign level={row.level as WarnLevel} size={14} /> <b>{subjectName(row)}</b>{' '}
            {warnLevels[row.level as WarnLevel]} {warnTypes[row.type]}
            <small className="block text-text2">{addressText(row) ?? row.no}</small>
          </Checkbox>
          <span className="flex-none whitespace-nowrap">
            {row.status === 'pending' ? '已等' : `${warnStatuses[row.status]} ${row.handlerName ?? ''}`}{' '}
            <time className="font-bold" aria-hidden="true">
              {waiting(now - Date.parse(row.receivedAt))}
            </time>
          </span>
        </li>
      ))}
    </ul>
  );
}
