import type { ReactNode } from 'react';
import type { ExportEndpoint } from '#shared/contract/export.ts';
import type { Endpoint, Id, InputKey, OutputOf } from '#shared/endpoint.ts';
import type { Resource } from '#shared/resource.ts';
import type { statusField } from '#shared/resourceField.ts';
import type { TArray, TObject } from '#shared/typebox.ts';
import type { DialogFormProps, Field, FormValues, Opening } from '#web/form/types.ts';
import type { BoxLevel } from '#web/message/queue.ts';
import type { BulkAction, ColumnOf, DataTableProps, RowAction, RowOf } from '#web/table/types.ts';
import type { Cells } from './columns.tsx';
import type { FilterSpecOf } from './filters.ts';
import type { FieldOverride } from './formFields.ts';

/** Endpoints of a resource that a screen uses; endpoints without permission are not offered. */
export interface ResourceEndpoints<L extends Endpoint, A extends Endpoint, E extends Endpoint> {
  list: L;
  get?: Endpoint<TObject<{ id: typeof Id }>>;
  add?: A;
  edit?: E;
  remove?: Endpoint<TObject<{ ids: TArray<typeof Id> }>>;
  status?: Endpoint<TObject<{ id: typeof Id; status: typeof statusField.schema }>>;
  export?: ExportEndpoint<object>;
  /** Upload of the import sheet; needs `template`. */
  import?: Endpoint;
  template?: Endpoint;
}

/** List functions for a screen's own actions. */
export interface ListActions<Row> {
  show: (row: Row) => void;
  edit: (row: Row) => void;
  /** Opens the form of a new record with these values. */
  add: (values?: FormValues) => void;
  reload: () => void;
  /** Makes an action that reloads the list when `run` returns true. */
  action: (
    key: string,
    label: string,
    run: (row: Row) => Promise<boolean>,
    options?: Omit<RowAction<Row>, 'key' | 'label' | 'onClick'>,
  ) => RowAction<Row>;
}

/** Question before a row is disabled, and the toasts afterwards. */
export interface StatusSwitch<Row> {
  /** Absent: no question. */
  question?: (row: Row) => string;
  note?: string;
  level?: BoxLevel;
  ok: string;
  /** Default: the general success text. */
  doneTexts?: readonly [disabled: string, enabled: string];
  /** For a call with `confirm`: the question after a refusal because other rows use this one. */
  held?: { title: string; ok: string; question: (refusal: string) => string };
}

/** Question before a row is deleted, and the toast afterwards. */
export interface DeleteOptions<Row> {
  /** Default: 确认删除 with the row's name. */
  question?: (row: Row) => string;
  doneText?: string;
  /** Alternative action, offered if other rows use this one. */
  instead?: (row: Row) => { text: string; run: () => void } | undefined;
}

type FormParts =
  | 'size'
  | 'steps'
  | 'rules'
  | 'derive'
  | 'onValues'
  | 'startAt'
  | 'onClosed'
  | 'children'
  | 'closeOnMask'
  | 'submitText'
  | 'failText'
  | 'draft';

/** Props of a custom form inside the list. */
export interface FormSlot {
  open: Opening | undefined;
  /** Opens the form with these values. */
  onOpen: (values?: FormValues) => void;
  onClosed: () => void;
  /** The form edits an existing record. */
  editing: boolean;
  onDone: () => void;
  /** Reads the record's current state as form values. */
  fetchLatest: () => Promise<FormValues | undefined>;
}

/** Fields that add or edit takes. */
export type FieldKey<A extends Endpoint, E extends Endpoint> = InputKey<A> | InputKey<E>;

export interface FormOptions<A extends Endpoint, E extends Endpoint>
  extends Pick<DialogFormProps<unknown, FieldKey<A, E>>, FormParts> {
  /** Title; default: 编辑 or 新增 with the resource's title. */
  titleOf?: (editing: boolean) => string;
  /** Overrides of fields; null leaves a field out. */
  fields?: { readonly [K in FieldKey<A, E>]?: FieldOverride | null };
  /** Fields in another order than in the contract, with additional fields of the form. */
  order?: readonly (FieldKey<A, E> | Field)[];
  /** Values of a new record besides the presets of its fields. */
  initial?: FormValues;
  /** Text of the submit button for a new record. Default 保存. */
  addText?: string;
  /** Toasts after saving. */
  doneTexts?: { added?: string; edited?: string };
  /** Converts the values to the input, if the form has other fields than the call. */
  inputOf?: (values: FormValues) => FormValues;
  /** Called before it opens, e.g. to reload choices. */
  onOpen?: () => void;
  /** Called after either call and before the list reloads, e.g. to save further values. */
  onSaved?: (result: OutputOf<A> | OutputOf<E>, values: FormValues) => void | Promise<void>;
  onAdded?: (result: OutputOf<A>, values: FormValues) => void;
}

/** Props for adding and editing records of a resource. */
export interface RecordProps<R, A extends Endpoint, E extends Endpoint> {
  resource: Resource;
  endpoints: Pick<ResourceEndpoints<never, A, E>, 'get' | 'add' | 'edit'>;
  /** Form options; they can depend on the edited record as `get` returns it. */
  form?: FormOptions<A, E> | ((editing: R | undefined) => FormOptions<A, E>);
  /** A custom form, if saving takes more than one call. */
  formOf?: (slot: FormSlot) => ReactNode;
  /** Converts a row to form values, if these are not its fields. */
  valuesOf?: (row: R) => FormValues | Promise<FormValues>;
  /** Reads the current record, if there is no `get` endpoint. */
  read?: (id: string) => Promise<R | undefined>;
  addLabel?: string;
}

export interface ListScreenProps<L extends Endpoint, A extends Endpoint, E extends Endpoint>
  extends Omit<RecordProps<RowOf<L>, A, E>, 'endpoints'> {
  endpoints: ResourceEndpoints<L, A, E>;
  /** Custom cells. */
  cells?: Cells<RowOf<L>>;
  /** Columns in another order, with additional columns. */
  columns?: readonly ((keyof RowOf<L> & string) | ColumnOf<L>)[];
  /** Filters in another order or with options, with additional filters. */
  filters?: readonly FilterSpecOf<L>[];
  /** Called after every change of rows, for elements beside the list. */
  onChanged?: () => void;
  /** Returns a row's name for questions. Default: its name or title. */
  labelOf?: (row: RowOf<L>) => string;
  /** Returns why a row cannot be edited. */
  readOnly?: (row: RowOf<L>) => string | undefined;
  /** Shows a row that cannot be edited. */
  view?: (row: RowOf<L>, onClose: () => void) => ReactNode;
  /** Called by 详情 and a click on a row instead of opening the form: opens a page of its own. */
  onOpen?: (row: RowOf<L>) => void;
  /** Shown by a click on a row instead of the form; the row then has only the screen's own actions. */
  show?: (row: RowOf<L>, onClose: () => void) => ReactNode;
  /** Field with one tab per value. */
  tabs?: keyof RowOf<L> & string;
  /** Actions between 编辑 and 停用. */
  actions?: (listActions: ListActions<RowOf<L>>) => readonly RowAction<RowOf<L>>[];
  bulkActions?: (listActions: ListActions<RowOf<L>>) => readonly BulkAction<RowOf<L>>[];
  switched?: StatusSwitch<RowOf<L>>;
  /** Returns why a row cannot be switched. Default: `readOnly`. */
  switchBlocked?: (row: RowOf<L>) => string | undefined;
  /** Returns whether a row has 删除. Default: editable rows. */
  removable?: (row: RowOf<L>) => boolean;
  removed?: DeleteOptions<RowOf<L>>;
  /** Values of a row for 复制, which opens the form of a new record. */
  copyOf?: (row: RowOf<L>) => FormValues;
  /** Elements before 导入, 导出 and 新增, e.g. a link to another page. */
  toolbar?: ReactNode;
  /** Text of an empty list; the add button is shown with it. */
  nothing?: string;
  table?: Partial<Omit<DataTableProps<L>, 'endpoint' | 'columns' | 'rowActions' | 'bulkActions'>>;
}
