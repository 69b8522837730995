import { useMemo, useRef, useState } from 'react';
import { physicalApi, physicalLink } from '#features/physical/contract.ts';
import type { PhysicalRow } from '#features/physical/web/service.ts';
import { openPhysical } from '#features/physical/web/service.ts';
import { maxCounted } from '#shared/envelope.ts';
import { succeeds } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { box } from '#web/message/message.tsx';
import { AddButton } from '#web/screen/AddButton.tsx';
import { DataTable } from '#web/table/DataTable.tsx';
import { ExportButton } from '#web/table/ExportButton.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { BulkAction, DataTableHandle, PresetViewOf, RowAction } from '#web/table/types.ts';
import { ImportButton } from '../importing/ImportButton.tsx';
import { ListTabs } from './ListTabs.tsx';
import { listColumns } from './listColumns.tsx';
import { type NewOf, NewPhysical } from './NewPhysical.tsx';
import { RateStrip } from './RateStrip.tsx';
import { usePhysicalFilters } from './usePhysicalFilters.ts';
import { thisYear } from './years.ts';

/** Deletes drafts after a question; returns whether they were deleted. */
async function deleteDrafts(rows: readonly PhysicalRow[]): Promise<boolean> {
  const names = rows.slice(0, 3).map(({ customerName, date }) => `${customerName} ${date}`);
  const rest = rows.length > names.length ? ` 等 ${rows.length} 份` : '';
  const sure = await box.confirm(`${names.join('、')}${rest}，填好的值和上传的报告一起删除，不能恢复。`, {
    ...{ title: '删除体检草稿', ok: '删除草稿', danger: true },
  });
  if (!sure) return false;
  const ids = rows.map(({ id }) => id);
  return succeeds(() => callApi(physicalApi.deletePhysical, { ids }), '已删除', '删除失败');
}

/** Returns why an examination of this status generates no follow-up. */
const noFollowUp = ({ status }: PhysicalRow) => {
  if (status === 'draft') return '草稿请先提交';
  return status === 'void' ? '已作废的体检不能生成随访' : undefined;
};

const notDraft = ({ status }: PhysicalRow) => (status === 'draft' ? undefined : '只有草稿可以删除，其余请作废');

/** List of examinations, below the yearly rate (domain.md 6.25). */
export function PhysicalList() {
  const table = useRef<DataTableHandle<PhysicalRow>>(null);
  const filters = usePhysicalFilters();
  const [adding, setAdding] = useState<NewOf>();
  const edits = can('physical:edit');
  const exports = can('physical:export');
  const presetViews = useMemo((): PresetViewOf<typeof physicalApi.getPhysicalList>[] => {
    const year = String(thisYear());
    return [
      { key: 'abnormal', name: '今年有异常', filters: { year, abnormal: 'true' } },
      { key: 'draft', name: '草稿', filters: { status: 'draft' } },
      { key: 'done', name: '待审核', filters: { status: 'done' } },
    ];
  }, []);
  const rowActions = useMemo((): RowAction<PhysicalRow>[] => {
    const remove = async (row: PhysicalRow) => {
      if (await deleteDrafts([row])) table.current?.reload({ keepPlace: true });
    };
    const open = (query: string) => (row: PhysicalRow) => {
      location.hash = `${physicalLink(row.id)}?${query}`;
    };
    return [
      { key: 'open', label: '打开', onClick: ({ id }) => openPhysical(id) },
      { key: 'years', label: '历年', onClick: open('view=years') },
      { key: 'print', label: '打印…', behind: true, onClick: open('print=1') },
      ...(edits
        ? [
            {
              ...{ key: 'followUp', label: '生成随访…', behind: true, blocked: noFollowUp },
              onClick: open('followUp=1'),
            },
            {
              ...{ key: 'again', label: '再建一份…', behind: true },
              onClick: ({ customerId, customerName }: PhysicalRow) =>
                setAdding({ customer: { id: customerId, name: customerName } }),
            },
            {
              ...{ key: 'delete', label: '删除草稿…', behind: true, tone: 'danger' as const, blocked: notDraft },
              onClick: (row: PhysicalRow) => void remove(row),
            },
          ]
        : []),
    ];
  }, [edits]);
  const bulkActions: readonly BulkAction<PhysicalRow>[] = edits
    ? [
        {
          ...{ key: 'delete', label: '删除草稿…', danger: true },
          onClick: async (rows, clear) => {
            const other = rows.find(notDraft);
            if (other) return void box.alert(`${other.customerName} ${other.date} 不是草稿，请只选草稿。`);
            if (!(await deleteDrafts(rows))) return;
            clear();
            table.current?.reload();
          },
        },
      ]
    : [];
  return (
    <>
      <DataTable
        ref={table}
        name="physical"
        rowLabel="体检"
        endpoint={physicalApi.getPhysicalList}
        columns={listColumns}
        filters={filters}
        presetViews={presetViews}
        rowActions={rowActions}
        bulkActions={bulkActions}
        actionsWidth={128}
        maxCounted={maxCounted}
        onOpen={({ id }) => openPhysical(id)}
        notice={<RateStrip />}
        actions={
          <>
            <ListTabs />
            {exports && (
              <ExportButton endpoint={physicalApi.exportPhysical} input={() => table.current?.input() ?? {}} />
            )}
            {edits && <ImportButton onChanged={() => table.current?.reload({ keepPlace: true })} />}
            {edits && <AddButton label="新建" onAdd={() => setAdding({})} />}
          </>
        }
        empty={<EmptyState reason="还没有体检。新建一份，或导入医院的体检文件。" />}
      />
      <NewPhysical of={adding} onClosed={() => setAdding(undefined)} />
    </>
  );
}
