import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { archiveApi } from '#features/archive/contract.ts';
import { archiveSealedMessage } from '#features/customer/contract.ts';
import { useEntryForm } from '#features/reading/web/service.ts';
import { maxCounted } from '#shared/envelope.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { downloadFile } from '#web/file/file.ts';
import { refreshJobs } from '#web/job/jobs.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { ExportButton } from '#web/table/ExportButton.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { BulkAction, DataTableHandle, PresetViewOf, RowAction } from '#web/table/types.ts';
import { ArchiveOf } from './ArchiveOf.tsx';
import { LifestyleForm } from './LifestyleForm.tsx';
import { listColumns } from './listColumns.tsx';
import { PageLinks, pageActions } from './pages.tsx';
import { sectionLink } from './parts.tsx';
import type { ArchiveRow } from './SignCell.tsx';
import { useArchiveFilters } from './useArchiveFilters.ts';

const ArchivePaper = lazy(() => import('./print/ArchivePaper.tsx'));

const presetViews: readonly PresetViewOf<typeof archiveApi.getArchiveList>[] = [
  { key: 'abnormal', name: '近 7 天异常', filters: { abnormalWithinDays: '7' } },
  { key: 'silent', name: '3 天无数据', filters: { silentDays: '3' } },
  { key: 'incomplete', name: '完整度低于 60%', filters: { completenessBelow: '60' } },
];

/** Opens an archive in a tab. */
function openArchive({ id }: ArchiveRow): void {
  location.hash = `#/healthy/archives/${id}`;
}

const whySealed = ({ sealed }: ArchiveRow) => (sealed ? archiveSealedMessage : undefined);

const links: readonly RowAction<ArchiveRow>[] = [
  {
    ...{ key: 'trend', label: '趋势', behind: true },
    onClick: ({ id }) => {
      location.hash = sectionLink(id, 'trend');
    },
  },
  {
    ...{ key: 'customerUser', label: '客户用户', behind: true, shown: () => can('customer:list') },
    onClick: ({ id }) => {
      location.hash = `#/customer/list/${id}?section=contacts`;
    },
  },
];

/** Exports the archives with all columns. */
async function exportArchives(rows: readonly ArchiveRow[]): Promise<void> {
  const filters = { ids: rows.map(({ id }) => id) };
  const answer = await withToast(() => callApi(archiveApi.exportArchive, { filters }), {
    done: null,
    failed: '导出失败',
  });
  if (answer?.fileId) downloadFile(answer.fileId);
  if (answer) refreshJobs();
}

const exportSelected: BulkAction<ArchiveRow> = {
  ...{ key: 'export', label: '导出所选', onClick: (rows) => void exportArchives(rows) },
};

/** List of health archives (domain.md 6.22). */
export function ArchiveList() {
  const table = useRef<DataTableHandle<ArchiveRow>>(null);
  const filters = useArchiveFilters();
  const [printed, setPrinted] = useState<string>();
  const [edited, setEdited] = useState<string>();
  const changed = () => table.current?.reload({ keepPlace: true });
  const { enter, form } = useEntryForm(changed);
  const close = useCallback(() => {
    setPrinted(undefined);
    setEdited(undefined);
  }, []);
  const exports = can('archive:export');
  const edits = can('archive:edit');
  const enters = can('reading:add');
  const rowActions = useMemo(
    (): RowAction<ArchiveRow>[] => [
      { key: 'open', label: '详情', onClick: openArchive },
      ...(enters ? [{ key: 'enter', label: '录入体征', onClick: enter, blocked: whySealed }] : []),
      ...(edits
        ? [
            {
              ...{ key: 'edit', label: '编辑…', behind: true, blocked: whySealed },
              onClick: ({ id }: ArchiveRow) => setEdited(id),
            },
          ]
        : []),
      ...links,
      { key: 'print', label: '打印…', behind: true, onClick: ({ id }) => setPrinted(id) },
      ...(exports
        ? [{ key: 'export', label: '导出', behind: true, onClick: (row: ArchiveRow) => void exportArchives([row]) }]
        : []),
    ],
    [enter, enters, edits, exports],
  );
  const bulkActions = useMemo(() => [...pageActions(), ...(exports ? [exportSelected] : [])], [exports]);
  return (
    <>
      <DataTable
        ref={table}
        name="archive"
        rowLabel="健康档案"
        endpoint={archiveApi.getArchiveList}
        columns={listColumns}
        filters={filters}
        presetViews={presetViews}
        rowActions={rowActions}
        actionsWidth={152}
        bulkActions={bulkActions}
        maxCounted={maxCounted}
        exact
        onOpen={openArchive}
        actions={
          <>
            <PageLinks />
            {exports && <ExportButton endpoint={archiveApi.exportArchive} input={() => table.current?.input() ?? {}} />}
          </>
        }
        empty={<EmptyState reason="还没有健康档案。新增客户后，档案随客户一起建立。" />}
      />
      {form}
      {edited && (
        <ArchiveOf id={edited} onClose={close}>
          {(archive) => <LifestyleForm record={archive} open onDone={changed} onClosed={close} />}
        </ArchiveOf>
      )}
      {printed && (
        <ArchiveOf id={printed} onClose={close}>
          {(archive) => (
            <Suspense fallback={null}>
              <ArchivePaper archive={archive} onClose={close} />
            </Suspense>
          )}
        </ArchiveOf>
      )}
    </>
  );
}
