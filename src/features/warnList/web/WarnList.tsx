import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { qualityApi } from '#features/quality/contract.ts';
import { claimAndOpen, type RowDialogAction, type WarnRow } from '#features/warn/web/service.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { locateRow } from '#features/warnTrack/web/service.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can, useSession } from '#web/api/session.ts';
import { usePreload } from '#web/core/preload.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { toast } from '#web/message/message.tsx';
import { slotLoader } from '#web/screen/Slots.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { ExportButton } from '#web/table/ExportButton.tsx';
import type { BulkAction, DataTableHandle } from '#web/table/types.ts';
import { rowActions } from './actions.ts';
import type { BatchAction } from './BatchDialog.tsx';
import { columnsOf } from './columns.tsx';
import { DeskEmpty } from './DeskStates.tsx';
import { filtersOf } from './filters.ts';
import { tabInput, type WarnTab } from './tabs.ts';
import { useDepartments, useNameOptions } from './useFilterOptions.ts';
import { useLiveList } from './useLiveList.ts';

const loadRow = slotLoader('warnDialog');
const RowDialog = lazy(loadRow);
const loadBatch = () => import('./BatchDialog.tsx');
const BatchDialog = lazy(loadBatch);

interface Props {
  tab: WarnTab;
  onOpen: (id: string, options?: { print?: boolean }) => void;
}

/** Warns as a table (picture 04b). */
export default function WarnList({ tab, onOpen }: Props) {
  const { active } = useScreen();
  const userId = useSession().user?.id ?? null;
  const table = useRef<DataTableHandle<WarnRow>>(null);
  const [action, setAction] = useState<{ row: WarnRow; action: RowDialogAction } | null>(null);
  const [batch, setBatch] = useState<Batch | null>(null);
  const { handlers, customers, noteRows } = useNameOptions();
  const departments = useDepartments();
  usePreload(loadRow);
  usePreload(loadBatch);
  useLiveList(table, active);

  const labels = useDictionaryLists();
  const columns = useMemo(() => columnsOf(tab, labels), [tab, labels]);
  const filters = useMemo(
    () => filtersOf({ handlers, customers, departments }, labels),
    [labels, handlers, customers, departments],
  );
  const actions = useMemo(() => {
    const open = (row: WarnRow) => onOpen(row.id);
    const listActions = {
      claim: (row: WarnRow) => void claimAndOpen(row, onOpen),
      open,
      locate: (row: WarnRow) => void locateRow(row, onOpen),
      print: (row: WarnRow) => onOpen(row.id, { print: true }),
      dialog: (row: WarnRow, dialog: RowDialogAction) => setAction({ row, action: dialog }),
      callCustomer: (row: WarnRow) => setAction({ row, action: 'callElder' }),
      callContact: (row: WarnRow) => setAction({ row, action: 'callContact' }),
      sample: (row: WarnRow) => void sample(row),
    };
    const permissions = { claims: can('warn:claim'), judges: can('warn:judge'), scores: can('quality:score') };
    return rowActions(listActions, { userId, ...permissions });
  }, [onOpen, userId]);

  return (
    <>
      <DataTable
        ref={table}
        name="warn"
        rowLabel="告警"
        endpoint={warnListApi.getWarnList}
        columns={columns}
        filters={filters}
        params={tabInput(tab)}
        numbered={false}
        rowActions={actions}
        actionsWidth={176}
        bulkActions={can('warn:judge') ? bulk(setBatch) : []}
        rowClass={(row) => rowClass(row, userId)}
        idAttribute="data-warn-id"
        tools={
          can('warn:export') && (
            <ExportButton endpoint={warnListApi.exportWarn} input={() => table.current?.input() ?? {}} />
          )
        }
        onOpen={(row) => onOpen(row.id)}
        onLoaded={noteRows}
        empty={tab === 'pending' ? <DeskEmpty waiting={0} /> : undefined}
      />
      {action && (
        <Suspense fallback={null}>
          <RowDialog
            row={action.row}
            action={action.action}
            onClose={() => setAction(null)}
            onChanged={() => table.current?.reload({ keepPlace: true })}
            onOpen={onOpen}
          />
        </Suspense>
      )}
      {batch && (
        <Suspense fallback={null}>
          <BatchDialog
            action={batch.action}
            rows={batch.rows}
            onClose={() => setBatch(null)}
            onDone={batch.clearSelection}
          />
        </Suspense>
      )}
    </>
  );
}

async function sample({ no }: WarnRow): Promise<void> {
  const choose = () => callApi(qualityApi.chooseSample, { warnNo: no });
  const result = await withToast(choose, { done: null, failed: '没有抽检' });
  if (result) toast.success(result.known ? '这条告警已经在抽检里' : '已加入抽检，在「质检」里评分');
}

interface Batch {
  action: BatchAction;
  rows: WarnRow[];
  clearSelection: () => void;
}

/** Returns the batch actions; leaders only. */
function bulk(begin: (batch: Batch) => void): BulkAction<WarnRow>[] {
  return [
    {
      key: 'claim',
      label: '批量接警',
      onClick: (rows, clearSelection) => begin({ action: 'claim', rows, clearSelection }),
    },
    {
      key: 'false',
      label: '批量误报',
      onClick: (rows, clearSelection) => begin({ action: 'false', rows, clearSelection }),
    },
  ];
}

function rowClass(row: WarnRow, userId: string | null): string | undefined {
  if (row.status === 'pending') return row.level === 1 && !row.silent ? 'warn-row pending waiting' : 'warn-row pending';
  if (row.status === 'handling' && row.handlerId === userId) return 'warn-row mine';
  return 'warn-row';
}
