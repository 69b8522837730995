// publication: lists and forms of what is written and published.

import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { Endpoint, InputOf } from '#shared/endpoint.ts';
import { callList } from '#web/call/request.ts';
import type { DialogFormHandle, FormValues } from '#web/form/types.ts';
import { AddButton } from '#web/screen/AddButton.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { Nothing } from '#web/table/Outcome.tsx';
import type { Column, DataTableHandle, Filter, RowAction, RowOf } from '#web/table/types.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';

/** Where the list keeps its form. */
export interface FormSlot {
  ref: RefObject<DialogFormHandle | null>;
  /** It was opened for something that is already kept. */
  editing: boolean;
  onDone: () => void;
  /** What is kept now. */
  newest: () => Promise<FormValues | undefined>;
}

/** What a row's actions can do with the list. */
export interface Hand<Row> {
  show: (row: Row) => void;
  edit: (row: Row) => void;
  /** An action that reads the list again when its deed changed something. */
  deed: (
    key: string,
    label: string,
    act: (row: Row) => Promise<boolean>,
    how?: Omit<RowAction<Row>, 'key' | 'label' | 'onClick'>,
  ) => RowAction<Row>;
}

interface Props<E extends Endpoint> {
  /** As of `DataTable`. */
  name: string;
  noun: string;
  /** A list that can be asked for one `id` and by `status`. */
  endpoint: E;
  columns: readonly Column<RowOf<E>>[];
  filters: readonly Filter[];
  /** Its states in the order of their tabs. */
  statuses: Readonly<Record<string, string>>;
  /** Words of the button that begins a new one; null for those who may not. */
  add: string | null;
  valuesOf: (row: RowOf<E>) => FormValues;
  form: (slot: FormSlot) => ReactNode;
  actions: (hand: Hand<RowOf<E>>) => readonly RowAction<RowOf<E>>[];
  preview: (row: RowOf<E>, onClose: () => void) => ReactNode;
}

/** What is written, published and taken back: a list with a tab for each state, the form and the preview. */
export function PublicationList<E extends Endpoint>(props: Props<E>) {
  type Row = RowOf<E>;
  const { query, setQuery } = useScreen();
  const table = useRef<DataTableHandle<Row>>(null);
  const ref = useRef<DialogFormHandle>(null);
  const [editing, setEditing] = useState<Row>();
  const [shown, setShown] = useState<Row>();

  const onDone = () => table.current?.reload({ keepPlace: true });
  function openForm(row?: Row): void {
    setEditing(row);
    ref.current?.open(row && props.valuesOf(row));
  }
  async function newest(): Promise<FormValues | undefined> {
    if (!editing) return undefined;
    const input = { id: editing.id, limit: 1 } as unknown as InputOf<E>;
    const { rows } = await callList(props.endpoint, input);
    onDone();
    const [row] = rows as Row[];
    return row && props.valuesOf(row);
  }
  const begin = () => openForm();

  const hand: Hand<Row> = {
    show: setShown,
    edit: openForm,
    deed: (key, label, act, how) => ({
      ...{ key, label, ...how },
      onClick: (row) => void act(row).then((changed) => changed && onDone()),
    }),
  };
  const states = Object.entries(props.statuses).map(([key, label]) => ({ key, label }));
  const view = states.find(({ key }) => key === query.get('view'))?.key ?? 'all';
  const params = view === 'all' ? {} : { status: [view] };
  const nothing =
    view === 'all' ? (
      <Nothing why={`还没有${props.noun}。`}>
        {props.add !== null && (
          <button type="button" className="button" onClick={begin}>
            {props.add}
          </button>
        )}
      </Nothing>
    ) : (
      <Nothing why={`没有「${props.statuses[view]}」的${props.noun}。`}>
        <button type="button" className="button" onClick={() => setQuery({ view: null })}>
          看全部
        </button>
      </Nothing>
    );
  return (
    <>
      <DataTable
        ref={table}
        name={props.name}
        noun={props.noun}
        endpoint={props.endpoint}
        columns={props.columns}
        filters={props.filters}
        params={params as Partial<InputOf<E>>}
        rowActions={props.actions(hand)}
        actionsWidth={176}
        onOpen={setShown}
        empty={nothing}
        views={
          <ViewTabs
            label="状态"
            views={[{ key: 'all', label: '全部' }, ...states]}
            value={view}
            onChange={(key) => setQuery({ view: key })}
          />
        }
        actions={props.add !== null && <AddButton label={props.add} onAdd={begin} />}
      />
      {props.form({ ref, editing: editing !== undefined, onDone, newest })}
      {shown && props.preview(shown, () => setShown(undefined))}
    </>
  );
}
