import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { fullTime } from '#web/data/format.ts';
import { Callout } from '#web/ui/Callout.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import { changesIn, valueText } from './conflictChanges.ts';
import type { Conflict, Field, FormValues } from './types.ts';

type ConflictNoticeProps = {
  conflict: Conflict;
  fields: readonly Field[];
  values: FormValues;
  /** Continues with the newer version as the base. */
  onGoOn: () => void;
  onRefresh: (() => void) | undefined;
};

/** Notice that another user saved first: who, when, which fields. It is not an error (look.md 4). */
export function ConflictNotice({ conflict, fields, values, onGoOn, onRefresh }: ConflictNoticeProps) {
  const [open, setOpen] = useState(false);
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In newer browsers `scrollIntoView` returns a promise, which must not become the effect's cleanup.
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const changes = changesIn(conflict, fields);
  const names = [...new Set(changes.map(({ field }) => field.label))].join('、');
  return (
    <Callout
      tone="notice"
      ref={notice}
      className="form-conflict flex gap-2.5 text-text mb-4 px-3.5 py-2.5"
      role="alert"
    >
      <LevelSign level={3} size={18} />
      <div>
        <strong>{conflict.msg}</strong>
        <p className="mt-1 mb-2 text-text2">
          {conflict.updatedBy}于 {fullTime(conflict.updatedAt)} 改了{names || '这条数据'}。你填的内容都还在。
        </p>
        {open && (
          <table className="mb-2 text-[13px]">
            <thead>
              <tr className="text-text3">
                <th scope="col">字段</th>
                <th scope="col">原来</th>
                <th scope="col">{conflict.updatedBy}改为</th>
                <th scope="col">你填的</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, old, new: now }) => (
                <tr key={field.field}>
                  <th scope="row">{field.label}</th>
                  <td>{old}</td>
                  <td>{now}</td>
                  <td>{valueText(field, values[field.field])}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <div className="form-conflict-actions flex gap-2">
          {changes.length > 0 && (
            <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? '收起差异' : '查看差异'}
            </Button>
          )}
          <Button size="small" onClick={onGoOn}>
            继续编辑
          </Button>
          {onRefresh && (
            <Button size="small" onClick={onRefresh}>
              刷新
            </Button>
          )}
        </div>
      </div>
    </Callout>
  );
}
