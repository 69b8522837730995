import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { OutputOf } from '#shared/endpoint.ts';
import { can, useSession } from '#web/api/session.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { count } from '#web/data/format.ts';
import { ExportButton } from '#web/table/ExportButton.tsx';
import type { ColumnOf, DataTableHandle, FilterOf } from '#web/table/types.ts';
import { cmdActions } from '../contract/actions.ts';
import { cmdLogApi } from '../contract.ts';
import { CommandDrawer } from './CommandDrawer.tsx';
import { ChangeSummary, instant, ResultText } from './cells.tsx';
import { LogRetention } from './LogRetention.tsx';
import { LogTable, results, span } from './LogTable.tsx';

type Row = OutputOf<typeof cmdLogApi.getCmdLogList>;

const columns: ColumnOf<typeof cmdLogApi.getCmdLogList>[] = [
  { key: 'at', title: '时间', width: 108, fixed: 'left', sort: true, render: (row) => instant(row.at) },
  { key: 'userName', title: '操作人', width: 76, render: (row) => row.userName ?? row.account },
  { key: 'departmentName', title: '部门', width: 88 },
  { key: 'moduleName', title: '模块', width: 76 },
  { key: 'kind', title: '动作', width: 76, render: (row) => cmdActions[row.kind] },
  { key: 'title', title: '操作', width: 108 },
  {
    key: 'objectName',
    title: '对象',
    width: 108,
    render: (row) => row.objectName ?? row.objectId,
  },
  {
    key: 'changes',
    title: '变更或错误',
    width: 228,
    render: (row) => (row.error ? <span className="danger">{row.error}</span> : <ChangeSummary row={row} />),
  },
  { key: 'result', title: '结果', width: 68, render: (row) => <ResultText result={row.result} /> },
  { key: 'ip', title: 'IP', width: 108 },
  {
    key: 'durationMs',
    title: '耗时 ms',
    width: 76,
    align: 'right',
    sort: true,
    render: (row) => count(row.durationMs),
  },
  { key: 'path', title: '方法与路径', width: 240, hidden: true, render: (row) => `${row.method} ${row.path}` },
  { key: 'traceId', title: '追踪号', width: 140, hidden: true },
];

/** Table of commands: every call that changes data, and every reveal of health data. */
export function CommandTable({ views }: { views: ReactNode }) {
  const { menu } = useSession();
  const table = useRef<DataTableHandle<Row>>(null);
  const [open, setOpen] = useState<string>();
  const filters = useMemo((): FilterOf<typeof cmdLogApi.getCmdLogList>[] => {
    const actions = optionsOf(cmdActions);
    return [
      span,
      { kind: 'text', field: 'account', label: '操作人', placeholder: '姓名 / 账号', width: 136 },
      { kind: 'select', field: 'action', label: '动作', options: actions, width: 112 },
      results,
      { kind: 'text', field: 'module', label: '模块', placeholder: '模块，如 客户', width: 152 },
      { kind: 'text', field: 'objectId', label: '对象编号', width: 136 },
      { kind: 'text', field: 'ip', label: 'IP', width: 136 },
      { kind: 'text', field: 'path', label: '路径', width: 152 },
      { kind: 'text', field: 'traceId', label: '追踪号', width: 152 },
    ];
  }, []);
  return (
    <>
      <LogTable
        ref={table}
        name="cmdLog"
        rowLabel="命令"
        endpoint={cmdLogApi.getCmdLogList}
        columns={columns}
        filters={filters}
        rowActions={[{ key: 'detail', label: '详情', onClick: (row) => setOpen(row.id) }]}
        actionsWidth={72}
        onOpen={(row) => setOpen(row.id)}
        views={views}
        actions={
          menu && (
            <>
              <LogRetention />
              {can('cmdLog:export') && (
                <ExportButton endpoint={cmdLogApi.exportCmdLog} input={() => table.current?.input() ?? {}} />
              )}
            </>
          )
        }
      />
      {open && <CommandDrawer id={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
