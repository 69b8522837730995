import { type ReactNode, useState } from 'react';
import { shiftApi } from '#features/shift/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { box } from '#web/message/message.tsx';
import { AddButton } from '#web/screen/AddButton.tsx';
import { useCall } from '#web/screen/useCall.ts';
import type { Column } from '#web/table/types.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import { PatternForm } from './PatternForm.tsx';
import './shift.css';
import { clockText, type Pattern } from './week.ts';

const columns: readonly Column<Pattern>[] = [
  { key: 'name', title: '名称', render: ({ name }) => <b className="text-text">{name}</b> },
  { key: 'hours', title: '时间', render: clockText },
  {
    ...{ key: 'minStaff', title: '最少人数', align: 'right' },
    render: ({ minStaff }) => (minStaff === 0 ? <span className="text-text3">不限</span> : minStaff),
  },
  { key: 'projectName', title: '项目', render: ({ projectName }) => projectName ?? '全部项目' },
  { key: 'ahead', title: '明天起已排', align: 'right' },
];

/** Asks, then deletes the pattern; returns whether it is deleted. */
async function remove({ id, name }: Pattern): Promise<boolean> {
  const boxOptions = { ok: '删除班次', cancel: '保留', danger: true, level: 'warning' } as const;
  if (!(await box.confirm(`删除班次「${name}」？已经过去的排班保留这个名称。`, boxOptions))) return false;
  const done = await withToast(() => callApi(shiftApi.deletePattern, { ids: [id] }), {
    done: '已删除',
    failed: '没有删除',
  });
  return done !== undefined;
}

/** 班次: hours of the patterns, and the number of users that each needs. */
export function Patterns({ tabs }: { tabs: ReactNode }) {
  const choice = useCall(shiftApi.getRosterChoice, {}, { first: true });
  const [form, setForm] = useState<{ editing: Pattern | undefined }>();
  const { data } = choice;
  const edits = can('shift:edit');
  const writes = edits && data !== undefined && (data.everywhere || data.projects.length > 0);
  return (
    <div className="flex flex-col min-h-0 bg-container h-full">
      <Toolbar as="header" className="shift-head flex-wrap">
        {tabs}
        <span className="flex-1" />
        {writes && <AddButton label="新增班次" onAdd={() => setForm({ editing: undefined })} />}
      </Toolbar>
      {choice.problem !== undefined && (
        <p className="p-4" role="alert">
          班次没有取到：{choice.problem}
        </p>
      )}
      {!data && choice.problem === undefined && <Skeleton lines={[0, 0, 0]} className="p-4" />}
      {data?.patterns.length === 0 && <Empty>还没有班次。排班时可以选「其他」，自己写时间。</Empty>}
      {data && data.patterns.length > 0 && (
        <div className="flex-1 overflow-auto p-4">
          <PanelTable
            label="班次"
            columns={columns}
            rows={data.patterns}
            actions={
              edits
                ? [
                    {
                      ...{ key: 'edit', label: '编辑', shown: ({ editable }: Pattern) => editable },
                      onClick: (editing: Pattern) => setForm({ editing }),
                    },
                    {
                      ...{ key: 'delete', label: '删除', tone: 'danger', shown: ({ editable }: Pattern) => editable },
                      onClick: (row: Pattern) =>
                        void remove(row).then((removed) => (removed ? choice.reload() : undefined)),
                    },
                  ]
                : []
            }
          />
        </div>
      )}
      {form && data && (
        <PatternForm {...form} choice={data} onDone={() => void choice.reload()} onClosed={() => setForm(undefined)} />
      )}
    </div>
  );
}
