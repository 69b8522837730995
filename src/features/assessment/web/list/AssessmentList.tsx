import { ChartColumn } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { assessmentApi } from '#features/assessment/contract.ts';
import { maxCounted } from '#shared/envelope.ts';
import { can } from '#web/api/session.ts';
import { usePreload } from '#web/core/preload.ts';
import { AddButton } from '#web/screen/AddButton.tsx';
import { DataTable } from '#web/table/DataTable.tsx';
import { ExportButton } from '#web/table/ExportButton.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { DataTableHandle, PresetViewOf } from '#web/table/types.ts';
import type { AssessmentRow } from '../../contract.ts';
import { loadPage } from '../loadPage.ts';
import { AddDialog } from './AddDialog.tsx';
import { listColumns } from './listColumns.tsx';
import { openAssessment, rowActionsOf } from './rowActions.ts';
import { useAssessmentFilters } from './useAssessmentFilters.ts';

const presetViews: readonly PresetViewOf<typeof assessmentApi.getAssessmentList>[] = [
  { key: 'due', name: '即将到期', filters: { dueDays: '30' } },
  { key: 'review', name: '待审核', filters: { status: 'review' } },
  { key: 'draft', name: '草稿', filters: { status: 'draft' } },
  { key: 'expired', name: '已过期', filters: { status: 'expired' } },
];

/** List of assessments (domain.md 6.23). */
export function AssessmentList() {
  const table = useRef<DataTableHandle<AssessmentRow>>(null);
  const filters = useAssessmentFilters();
  const [adding, setAdding] = useState(false);
  const edits = can('assessment:edit');
  const reload = () => table.current?.reload({ keepPlace: true });
  usePreload(loadPage);
  const rowActions = useMemo(() => rowActionsOf((id) => table.current?.remove(id)), []);
  return (
    <>
      <DataTable
        ref={table}
        name="assessment"
        rowLabel="评估"
        endpoint={assessmentApi.getAssessmentList}
        columns={listColumns}
        filters={filters}
        presetViews={presetViews}
        rowActions={rowActions}
        actionsWidth={136}
        maxCounted={maxCounted}
        onOpen={openAssessment}
        actions={
          <>
            <a
              className="button inline-flex items-center whitespace-nowrap"
              href="#/healthy/assessment/area"
              title="各区域的等级分布"
            >
              <ChartColumn size={16} aria-hidden="true" /> 等级分布
            </a>
            {can('assessment:export') && (
              <ExportButton endpoint={assessmentApi.exportAssessment} input={() => table.current?.input() ?? {}} />
            )}
            {edits && <AddButton label="新建评估" onAdd={() => setAdding(true)} />}
          </>
        }
        empty={<EmptyState reason="还没有评估。新建一份，选客户和量表，就可以逐项填写。" />}
      />
      {adding && <AddDialog onDone={reload} onClosed={() => setAdding(false)} />}
    </>
  );
}
