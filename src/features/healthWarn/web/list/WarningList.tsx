import { useMemo, useRef, useState } from 'react';
import type { DepartmentNode } from '#features/user/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { ruleSigns } from '#shared/health/rule/words.ts';
import { can, useSession } from '#web/api/session.ts';
import { warnLevels } from '#web/data/codeLabels.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { toast } from '#web/message/message.tsx';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { ExportButton } from '#web/table/ExportButton.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { BulkAction, DataTableHandle, FilterOf, RowAction, TreeOption } from '#web/table/types.ts';
import { tabFilters, warningApi, warningStates } from '../../contract.ts';
import { takeWith } from '../take.ts';
import { useLiveReload } from '../useLiveReload.ts';
import type { WarningTab } from '../WarningBar.tsx';
import { type WarningAct, WarningDialog } from '../WarningDialogs.tsx';
import { isOpen, isWaiting, type Warning } from '../words.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { allowing, claimAll } from './bulk.ts';
import { columnsOf } from './columns.tsx';

type List = typeof warningApi.getEarlyWarningList;

const treeOf = (nodes: readonly DepartmentNode[]): TreeOption[] =>
  nodes.map(({ id, name, children }) => ({ value: id, title: name, children: treeOf(children) }));

/** Filters of the list; those of the tab are fixed. */
function useFilters(): readonly FilterOf<List>[] {
  const { data: handlers } = useCall(warningApi.getEarlyWarningHandler, {}, { staleTime: 60_000 });
  const { data: departments } = useCall(userApi.getUserDepartmentTree, {}, { staleTime: 60_000 });
  return useMemo(
    () => [
      { kind: 'text', field: 'keyword', label: '关键字', placeholder: '姓名 / 手机 / 规则' },
      {
        ...{ kind: 'multi', field: 'level', label: '级别', width: 128 },
        options: optionsOf(warnLevels).map(({ value, label }) => ({ value: Number(value), label })),
      },
      { kind: 'multi', field: 'metric', label: '指标', options: optionsOf(ruleSigns), width: 136 },
      {
        ...{ kind: 'select', field: 'handlerId', label: '责任人', width: 144 },
        options: (handlers ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
      { kind: 'tree', field: 'departmentId', label: '部门', options: treeOf(departments ?? []), width: 152 },
      {
        ...{ kind: 'multi', field: 'state', label: '状态', width: 144 },
        options: optionsOf({ ...warningStates, overdue: '已逾期' }),
      },
      { kind: 'dates', from: 'createdFrom', to: 'createdTo', unit: 'day', label: '触发时间' },
      { kind: 'text', field: 'ruleId', label: '规则', elsewhere: true },
      { kind: 'text', field: 'customerId', label: '客户', elsewhere: true },
    ],
    [handlers, departments],
  );
}

interface Props {
  tab: WarningTab;
  onOpen: (id: string) => void;
}

/** Warnings as a table (picture 17): open ones first, ended ones in grey. */
export function WarningList({ tab, onOpen }: Props) {
  const { active } = useScreen();
  const userId = useSession().user?.id ?? '';
  const table = useRef<DataTableHandle<Warning>>(null);
  const [nextId, setNextId] = useState<string>();
  const [shown, setShown] = useState<readonly Warning[]>([]);
  const [dialog, setDialog] = useState<{ row: Warning; act: WarningAct } | null>(null);
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const reload = () => table.current?.reload({ keepPlace: true });
  useLiveReload(reload, active);
  const handles = can('earlyWarning:handle');
  const take = async (row: Warning) => {
    if (await takeWith(row)) onOpen(row.id);
    else reload();
  };
  const next = shown.find(({ id }) => id === nextId);
  useHotkey('T', () => next && void take(next), active && handles && next !== undefined);
  // The handlers of a row read the newest state through the table alone.
  const columns = columnsOf({ ...(handles && { take: (row: Warning) => void take(row) }), nextId });
  const filters = useFilters();
  const params = useMemo(
    () => ({ ...tabFilters[tab], ...(tab === 'mine' && { handlerId: userId }) }) as Record<string, unknown>,
    [tab, userId],
  );
  const asks = (act: WarningAct) => (row: Warning) => setDialog({ row, act });
  const works = (row: Warning) => handles && isOpen(row) && row.family === 'health';
  const isFree = (row: Warning) => works(row) && (row.state === 'pending' || row.handlerId === userId);
  const actions: readonly RowAction<Warning>[] = [
    { key: 'open', label: '详情', onClick: ({ id }) => onOpen(id) },
    { key: 'assign', label: '分配…', onClick: asks('assign'), shown: isFree, behind: true },
    { key: 'ignore', label: '忽略…', onClick: asks('ignore'), shown: isFree, behind: true },
    { key: 'raise', label: '升级为 SOS…', onClick: asks('raise'), shown: works, behind: true, tone: 'danger' },
  ];
  const bulkActions = handles ? bulkActionsOf(userId, setBulk, reload) : [];
  return (
    <>
      <DataTable
        ref={table}
        name="earlyWarning"
        rowLabel="健康预警"
        density="medium"
        endpoint={warningApi.getEarlyWarningList}
        columns={columns}
        filters={filters}
        params={params}
        numbered={false}
        rowActions={actions}
        bulkActions={bulkActions}
        actionsWidth={96}
        rowClass={rowClass}
        idAttribute="data-warn-id"
        tools={<ExportButton endpoint={warningApi.exportEarlyWarning} input={() => table.current?.input() ?? {}} />}
        onOpen={({ id }) => onOpen(id)}
        onLoaded={(rows) => {
          setShown(rows);
          setNextId(rows.find(isWaiting)?.id);
        }}
        empty={<EmptyState reason={tab === 'all' ? '还没有规则触发过预警。' : '没有要处理的预警。'} />}
      />
      {dialog && <WarningDialog {...dialog} onDone={reload} onClosed={() => setDialog(null)} />}
      {bulk && (
        <BulkDialog
          {...{ act: bulk.act, rows: bulk.rows, userId }}
          onDone={() => {
            bulk.clear();
            reload();
          }}
          onClosed={() => setBulk(null)}
        />
      )}
    </>
  );
}

interface Bulk {
  act: 'ignore' | 'finish';
  rows: readonly Warning[];
  clear: () => void;
}

/** Returns the actions on the selected rows; each leaves out the rows whose state does not allow it. */
function bulkActionsOf(userId: string, begin: (bulk: Bulk) => void, reload: () => void): BulkAction<Warning>[] {
  const asks = (act: Bulk['act'], none: string) => (rows: Warning[], clear: () => void) => {
    if (allowing(act, rows, userId).length === 0) toast.warning(none);
    else begin({ act, rows, clear });
  };
  const claim = async (rows: Warning[], clear: () => void) => {
    if (await claimAll(rows, userId)) clear();
    reload();
  };
  return [
    { key: 'claim', label: '接手', onClick: (rows, clear) => void claim(rows, clear) },
    { key: 'finish', label: '结案…', onClick: asks('finish', '选中的预警都不在您手上处理，请先接手') },
    { key: 'ignore', label: '忽略…', onClick: asks('ignore', '选中的预警都已由他人接手或已结束') },
  ];
}

function rowClass(row: Warning): string {
  if (!isOpen(row)) return 'warning-row ended';
  return row.state === 'pending' ? `warning-row level${row.level}${row.level <= 2 ? ' urgent' : ''}` : 'warning-row';
}
