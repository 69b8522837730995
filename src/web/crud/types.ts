import type { ReactNode, RefObject } from 'react';
import type { Endpoint, Id, OutputOf } from '#shared/endpoint.ts';
import type { ExportEndpoint } from '#shared/export.ts';
import type { Resource, statusField } from '#shared/resource.ts';
import type { TArray, TObject } from '#shared/typebox.ts';
import type { DialogFormHandle, DialogFormProps, Field, FormValues } from '#web/form/types.ts';
import type { BoxLevel } from '#web/message/queue.ts';
import type { BulkAction, Column, DataTableProps, RowAction, RowOf } from '#web/table/types.ts';
import type { Cells } from './columns.tsx';
import type { FilterSpec } from './filters.ts';
import type { FieldOverride } from './formFields.ts';

/** The calls of a noun's contract that a screen makes; what a person has no right to is not offered. */
export interface ResourceEndpoints<L extends Endpoint, A extends Endpoint, E extends Endpoint> {
  list: L;
  get?: Endpoint<TObject<{ id: typeof Id }>>;
  add?: A;
  edit?: E;
  remove?: Endpoint<TObject<{ ids: TArray<typeof Id> }>>;
  status?: Endpoint<TObject<{ id: typeof Id; status: typeof statusField.schema }>>;
  export?: ExportEndpoint<object>;
  /** The upload of the import sheet, which comes with `template`. */
  import?: Endpoint;
  template?: Endpoint;
}

/** What a screen's own actions can do with the list. */
export interface ListActions<Row> {
  show: (row: Row) => void;
  edit: (row: Row) => void;
  /** Opens the form of a new one, with these values. */
  add: (values?: FormValues) => void;
  reload: () => void;
  /** An action that reads the list again when its deed changed something. */
  action: (
    key: string,
    label: string,
    run: (row: Row) => Promise<boolean>,
    options?: Omit<RowAction<Row>, 'key' | 'label' | 'onClick'>,
  ) => RowAction<Row>;
}

/** The question before a row is taken out of use, and what is said afterwards. */
export interface StatusSwitch<Row> {
  /** Absent: it is not asked. */
  question?: (row: Row) => string;
  note?: string;
  level?: BoxLevel;
  ok: string;
  /** By default what stands for any success. */
  doneTexts?: readonly [disabled: string, enabled: string];
  /** Of a call that takes `confirm`: what is asked where it refuses because rows hold this one. */
  held?: { title: string; ok: string; question: (refusal: string) => string };
}

/** The question before a row is deleted, and what is said afterwards. */
export interface DeleteOptions<Row> {
  /** By default 确认删除 with what the row is called. */
  question?: (row: Row) => string;
  doneText?: string;
  /** What can be done in its place, offered where other rows hold it. */
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

/** Where the list keeps a form of the screen's own. */
export interface FormSlot {
  ref: RefObject<DialogFormHandle | null>;
  /** It was opened for a record that is there already. */
  editing: boolean;
  onDone: () => void;
  /** What the record holds now, as the form's values. */
  fetchLatest: () => Promise<FormValues | undefined>;
}

export interface FormOptions<A extends Endpoint, E extends Endpoint> extends Pick<DialogFormProps, FormParts> {
  /** Heading, where it is not 编辑 or 新增 with the noun. */
  titleOf?: (editing: boolean) => string;
  /** What this form says of a field otherwise than the contract; null leaves it out. */
  fields?: Readonly<Record<string, FieldOverride | null>>;
  /** The fields in another order than the contract's, with fields that the form alone has. */
  order?: readonly (string | Field)[];
  /** What a new one begins with, beside the presets of its fields. */
  initial?: FormValues;
  /** The button of the form of a new one; 保存 otherwise. */
  addText?: string;
  /** Said after it was saved. */
  doneTexts?: { added?: string; edited?: string };
  /** What is sent of the values, where the form holds others than the call takes. */
  inputOf?: (values: FormValues) => FormValues;
  /** Before it opens, for choices that have to be of now. */
  onOpen?: () => void;
  /** After either call, before the list is read again: what else is saved of the values. */
  onSaved?: (result: OutputOf<A> | OutputOf<E>, values: FormValues) => void | Promise<void>;
  onAdded?: (result: OutputOf<A>, values: FormValues) => void;
}

/** What is said of a noun's records where they are added and edited. */
export interface RecordProps<R, A extends Endpoint, E extends Endpoint> {
  resource: Resource;
  endpoints: Pick<ResourceEndpoints<never, A, E>, 'get' | 'add' | 'edit'>;
  /** What the form says otherwise; it may depend on the record that is edited, as `get` tells it. */
  form?: FormOptions<A, E> | ((editing: R | undefined) => FormOptions<A, E>);
  /** A form in place of that of the fields, where saving is more than one call. */
  formOf?: (slot: FormSlot) => ReactNode;
  /** A row as the values of the form, where these are not its fields. */
  valuesOf?: (row: R) => FormValues | Promise<FormValues>;
  /** The record as it is now, where no call `get` answers it alone. */
  read?: (id: string) => Promise<R | undefined>;
  addLabel?: string;
}

export interface ListScreenProps<L extends Endpoint, A extends Endpoint, E extends Endpoint>
  extends Omit<RecordProps<RowOf<L>, A, E>, 'endpoints'> {
  endpoints: ResourceEndpoints<L, A, E>;
  /** Cells drawn otherwise. */
  cells?: Cells<RowOf<L>>;
  /** The columns in another order, with columns that are no field's. */
  columns?: readonly ((keyof RowOf<L> & string) | Column<RowOf<L>>)[];
  /** The filters in another order or otherwise, with filters that are no field's. */
  filters?: readonly FilterSpec[];
  /** Whenever rows were changed, for what stands beside the list. */
  onChanged?: () => void;
  /** What the row is called in questions: its name unless said otherwise. */
  labelOf?: (row: RowOf<L>) => string;
  /** Why a row is not edited. */
  readOnly?: (row: RowOf<L>) => string | undefined;
  /** Shows a row that is not edited. */
  view?: (row: RowOf<L>, onClose: () => void) => ReactNode;
  /** 详情 and a click on a row in place of its form: a page of its own. */
  onOpen?: (row: RowOf<L>) => void;
  /** What opens with a click on a row in place of its form; the screen's own actions are then all there are. */
  show?: (row: RowOf<L>, onClose: () => void) => ReactNode;
  /** The field whose values have a tab each. */
  tabs?: keyof RowOf<L> & string;
  /** Actions between 编辑 and 停用. */
  actions?: (listActions: ListActions<RowOf<L>>) => readonly RowAction<RowOf<L>>[];
  bulkActions?: (listActions: ListActions<RowOf<L>>) => readonly BulkAction<RowOf<L>>[];
  switched?: StatusSwitch<RowOf<L>>;
  /** Why a row is not taken out of use or back, where that is another reason than for not being edited. */
  switchBlocked?: (row: RowOf<L>) => string | undefined;
  /** Whether a row can be deleted: 删除 is on no other row. By default one that can be edited. */
  removable?: (row: RowOf<L>) => boolean;
  removed?: DeleteOptions<RowOf<L>>;
  /** 复制 opens the form of a new one with what these give of a row. */
  copyOf?: (row: RowOf<L>) => FormValues;
  /** Before 导入, 导出 and 新增: the way to another page of the screen. */
  toolbar?: ReactNode;
  /** Why there is nothing yet; with it stands the button that begins the first one. */
  nothing?: string;
  table?: Partial<Omit<DataTableProps<L>, 'endpoint' | 'columns' | 'rowActions' | 'bulkActions'>>;
}
