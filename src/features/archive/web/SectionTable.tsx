import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { archiveApi, type SectionName, sections } from '#features/archive/contract.ts';
import type { Attachment } from '#shared/attachment.ts';
import type { Paged } from '#shared/envelope.ts';
import type { Resource } from '#shared/resource.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { NavigationProgress } from '#web/core/progress.ts';
import { columnsOf } from '#web/crud/columns.tsx';
import { defaultsOf } from '#web/crud/formFields.ts';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { removeRow } from '#web/crud/rowMutations.ts';
import { useRecordForm } from '#web/crud/useRecordForm.tsx';
import { downloadFile } from '#web/file/file.ts';
import { canShow } from '#web/file/view/canShow.ts';
import { SectionRows } from '#web/record/SectionRows.tsx';
import type { SectionProps } from '#web/record/section.ts';
import { type Loaded, useCall } from '#web/screen/useCall.ts';
import type { Column } from '#web/table/types.ts';
import { Button } from '#web/ui/Button.tsx';
import { sectionCalls } from './calls.ts';
import { FileOfRow } from './FileOfRow.tsx';
import { DaysLeft } from './parts.tsx';
import type { ShownArchive } from './sections.tsx';

const FilesDialog = lazy(() => import('#web/file/view/FilesDialog.tsx'));

/** What the page knows of a row of any section. */
interface Row {
  id: string;
  version: number;
  file?: Attachment | null;
  daysLeft?: number | null;
  amount?: number | null;
  unit?: string | null;
}

/** Returns the column of files: those that the page can show open in it, others are downloaded. */
const fileColumn = (show: (id: string) => void): Column<Row> => ({
  key: 'file',
  title: '文件',
  render: ({ file }) =>
    file && (
      <Button kind="link" onClick={() => (canShow(file) ? show(file.id) : downloadFile(file.id))}>
        {file.name}
      </Button>
    ),
});

const cells = {
  daysLeft: ({ daysLeft: days }: Row) => <DaysLeft days={days} />,
  amount: ({ amount, unit }: Row) => amount != null && [amount, unit].filter(Boolean).join(' '),
};
/** Fields without a column; the unit of a medicine is behind its amount. */
const hidden: readonly string[] = ['createdAt', 'unit'];

// A draft would hold a file without its name.
const withFile = { fileId: { wide: true, control: FileOfRow, undrafted: true } } as const;

/** Shows the rows of a section with its form; without rows it can say that there is nothing to tell. */
export function SectionTable({ name, record, changed }: SectionProps<ShownArchive> & { name: SectionName }) {
  const { id, name: person, sealed, none, version } = record;
  const resource = sections[name] as unknown as Resource;
  const { title } = resource;
  // One type for all sections: their calls take and answer what their resource declares.
  const calls = sectionCalls[name] as unknown as (typeof sectionCalls)['aid'];
  const filters = useMemo(() => ({ customerId: id, limit: 200 }), [id]);
  const rows = useCall(calls.list, filters);
  const [shown, setShown] = useState<string>();
  const columns = useMemo(
    () => [
      ...columnsOf<Row>(resource, cells).filter(({ key }) => !hidden.includes(key)),
      ...(name === 'attachment' ? [fileColumn(setShown)] : []),
    ],
    [resource, name],
  );
  const form = useCallback(
    (editing: Row | undefined) => ({
      fields: { customerId: null, ...(name === 'attachment' && (editing ? { fileId: null } : withFile)) },
      draft: `${resource.name}.${id}`,
      titleOf: (edits: boolean) => `${edits ? '编辑' : '新增'}${resource.title} · ${person}`,
    }),
    [resource, name, id, person],
  );
  const reload = () => {
    changed();
    return rows.reload();
  };
  const edits = can('archive:edit') && !sealed;
  const {
    add,
    edit,
    form: dialog,
  } = useRecordForm<Row, typeof calls.add, typeof calls.edit>(
    { resource, endpoints: { add: calls.add, edit: calls.edit }, form } as never,
    () => void reload(),
  );
  const remove = async (row: Row) => {
    if (await removeRow(calls.remove, resource, row, { question: () => `确认删除这一条${title}？` })) await reload();
  };
  const say = async (says: boolean) => {
    const next = says ? [...none, name] : none.filter((key) => key !== name);
    const sent = callApi(archiveApi.editArchive, { customerId: id, version, none: next });
    await withToast(() => sent, { done: '已保存', failed: '没有保存' });
    changed();
  };
  const actions = [
    { key: 'edit', label: '编辑', onClick: edit },
    { key: 'delete', label: '删除', tone: 'danger' as const, onClick: (row: Row) => void remove(row) },
  ];
  const isEmpty = record.sections[name] === 0;
  const isNone = none.includes(name);
  return (
    <section aria-label={title}>
      <div className="flex justify-end mb-2">
        {edits && (
          <span className="inline-flex gap-3">
            {isEmpty && (
              <Button kind="link" onClick={() => void say(!isNone)}>
                {isNone ? '取消「无」' : '无'}
              </Button>
            )}
            <Button kind="link" onClick={() => add({ ...defaultsOf(resource), customerId: id })}>
              新增{title}
            </Button>
          </span>
        )}
      </div>
      <SectionRows
        {...(rows as unknown as Loaded<Paged<Row>>)}
        what={title}
        nothing={isNone ? '无' : '缺：还没有登记，也没有写「无」'}
      >
        {(items) => (
          <PanelTable
            className="record-table"
            label={title}
            columns={columns}
            rows={items}
            actions={edits ? actions : []}
          />
        )}
      </SectionRows>
      {dialog}
      {shown !== undefined && (
        <Suspense fallback={<NavigationProgress />}>
          <FilesDialog
            files={
              (rows.data?.rows as readonly Row[] | undefined)?.flatMap(({ file }) =>
                file && canShow(file) ? [file] : [],
              ) ?? []
            }
            id={shown}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
}
