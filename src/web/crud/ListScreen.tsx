// crud: screens that list and edit a resource, built from its contract.

import { useMemo, useRef, useState } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';
import { useSession } from '#web/api/session.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { toast } from '#web/message/message.tsx';
import { DataTable } from '#web/table/DataTable.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { ColumnOf, DataTableHandle, FilterOf, RowOf } from '#web/table/types.ts';
import { Button } from '#web/ui/Button.tsx';
import { ensureChoices } from './choices.ts';
import { columnsOf } from './columns.tsx';
import { filtersOf } from './filters.ts';
import { canCall, rowActionsOf } from './rowActions.ts';
import { useStateTabs } from './stateTabs.tsx';
import { toolbarOf } from './toolbar.tsx';
import type { ListActions, ListScreenProps } from './types.ts';
import { useRecordForm } from './useRecordForm.tsx';

/**
 * The screen of a resource: list with filters and export, one form to add, edit and copy, the newest version after a
 * conflict, row actions and bulk actions. The contract has the fields; props have what is special on a screen.
 */
export function ListScreen<L extends Endpoint, A extends Endpoint, E extends Endpoint>(
  props: ListScreenProps<L, A, E>,
) {
  type Row = RowOf<L>;
  const { resource, endpoints, view, show, readOnly } = props;
  // Permissions and labels can change while the screen is open.
  useSession();
  useMemo(() => ensureChoices(resource), [resource]);
  const lists = useDictionaryLists();
  const table = useRef<DataTableHandle<Row>>(null);
  const [seen, setSeen] = useState<Row>();
  const tabs = useStateTabs(resource, props.tabs);

  const reload = () => {
    table.current?.reload({ keepPlace: true });
    props.onChanged?.();
  };
  const { add, edit, form } = useRecordForm<Row, A, E>(props, reload);
  const listActions: ListActions<Row> = {
    show: setSeen,
    edit,
    add,
    reload,
    action: (key, label, run, options) => ({
      ...{ key, label, ...options },
      onClick: (row) => void run(row).then((changed) => changed && reload()),
    }),
  };
  function open(row: Row): void {
    const reason = canCall(endpoints.edit) ? readOnly?.(row) : '';
    if (!show && reason === undefined) listActions.edit(row);
    else if (show || view) setSeen(row);
    else if (reason) toast.warning(`「${String((row as { name?: unknown }).name ?? '')}」${reason}`);
  }

  const { columns, filters } = useMemo(
    () => ({
      lists,
      // The list call has the resource's fields as sort fields and filters.
      columns: columnsOf<Row>(resource, props.cells, props.columns) as readonly ColumnOf<L>[],
      filters: filtersOf(resource, props.filters) as unknown as readonly FilterOf<L>[],
    }),
    [resource, props.cells, props.columns, props.filters, lists],
  );
  const addable = canCall(endpoints.add);
  const currentInput = () => table.current?.input() ?? {};
  const label = props.addLabel ?? `新增${resource.title}`;
  return (
    <>
      <DataTable
        ref={table}
        name={resource.name}
        rowLabel={resource.title}
        endpoint={endpoints.list}
        columns={columns}
        filters={filters}
        rowActions={rowActionsOf(props, listActions, open)}
        bulkActions={props.bulkActions?.(listActions)}
        onOpen={props.onOpen ?? (show || view || canCall(endpoints.edit) ? open : undefined)}
        actions={toolbarOf({
          ...{ resource, endpoints, label, extra: props.toolbar },
          ...{ onAdd: () => add(), onChanged: reload, input: currentInput },
        })}
        empty={
          props.nothing && (
            <EmptyState reason={props.nothing}>{addable && <Button onClick={() => add()}>{label}</Button>}</EmptyState>
          )
        }
        {...tabs}
        {...props.table}
      />
      {form}
      {seen && (show ?? view)?.(seen, () => setSeen(undefined))}
    </>
  );
}
