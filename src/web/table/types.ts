import type { ReactNode } from 'react';
import type { Endpoint, InputKey, InputOf, OutputOf } from '#shared/endpoint.ts';

/** Row of a list endpoint; every row has an `id` (names.md, conventions). */
export type RowOf<E extends Endpoint> = OutputOf<E> & { id: string };

export type Density = 'small' | 'medium' | 'large';

/** Row heights in px; rows measure exactly this (look.md §2). */
export const rowHeights: Record<Density, number> = { small: 32, medium: 40, large: 48 };

/** Fields by which the call sorts. */
export type SortKey<E extends Endpoint> =
  InputOf<E> extends { sort?: readonly { field: infer S extends string }[] } ? S : string;

type Render<Row> = (row: Row, index: number) => ReactNode;

export type DrawnColumn<Row, S extends string = string> = {
  key: string;
  title: string;
  /** Content of the cell; a missing value is shown as 「—」. Default: the field `key`. */
  render?: Render<Row>;
  /** Width in px; non-fixed columns grow in proportion if there is room. Default 120. */
  width?: number;
  fixed?: 'left' | 'right';
  /** Sort field of the contract; `true`: the column's key. */
  sort?: S | true;
  align?: 'right' | 'center';
  /** Hidden until the user enables the column. */
  hidden?: boolean;
  /** Without enough room the column with the lowest number is hidden first, unless the user has chosen the columns. */
  hideOrder?: number;
  /** The cell has no text to cut (badges, buttons): no tooltip with the full text. */
  noTooltip?: boolean;
};

/** A column of a screen: without `render` it shows a field of the row. */
export type Column<Row, S extends string = string> = DrawnColumn<Row, S> &
  ({ key: keyof Row & string } | { render: Render<Row> });

export type Option = { value: string | number; label: string };
/** An option of a tree. `off`: disabled; a form offers it only if the record has it already. */
export type TreeOption = { value: string; title: string; off?: true; children?: TreeOption[] };

type FilterBase = {
  label: string;
  /** Width of the control in px. */
  width?: number;
  /** The control is elsewhere on the screen, e.g. tabs or a tree: the filter is active but not in the filter row. */
  elsewhere?: boolean;
};

type TreeFilterPart<K extends string> = {
  kind: 'tree';
  field: K;
  options: readonly TreeOption[];
  multiple?: boolean;
  /** Only the top level is open at first, for trees with thousands of nodes. */
  folded?: true;
  /** Loads the options; called before the control is used. */
  load?: () => void;
};
export type TreeFilter<K extends string = string> = FilterBase & TreeFilterPart<K>;

export type Filter<K extends string = string> = FilterBase &
  /** `personal`: a full phone or document number stays out of the URL. */
  (
    | { kind: 'text'; field: K; placeholder?: string; personal?: true }
    | { kind: 'select'; field: K; options: readonly (Option | { value: boolean; label: string })[] }
    | { kind: 'multi'; field: K; options: readonly Option[] }
    | TreeFilterPart<K>
    | { kind: 'check'; field: K }
    /**
     * `day`: YYYY-MM-DD; `instant`: first to last millisecond of the days in the project's zone, with `timed` of the
     * minutes.
     */
    | { kind: 'dates'; from: K; to: K; unit: 'day' | 'instant'; maxDays?: number; timed?: true }
    | { kind: 'numbers'; from: K; to: K; min?: number; max?: number }
  );

export type RowAction<Row> = {
  key: string;
  label: string;
  onClick: (row: Row) => void;
  /** Main action of the row: a filled red button (接警), or danger colour. */
  tone?: 'alarm' | 'danger';
  shown?: (row: Row) => boolean;
  /** Always behind ···, however few actions there are. */
  behind?: boolean;
  /** Returns a reason in Chinese if the action is not possible now. */
  blocked?: (row: Row) => string | undefined;
};

export type BulkAction<Row> = {
  key: string;
  label: string;
  danger?: boolean;
  /** `clear` empties the selection afterwards. */
  onClick: (rows: Row[], clear: () => void) => void;
};

/** A column of the call's rows. */
export type ColumnOf<E extends Endpoint> = Column<RowOf<E>, SortKey<E>>;
/** A filter with fields of the call's input. */
export type FilterOf<E extends Endpoint> = Filter<InputKey<E>>;

/** A predefined view of the screen; filters as in the URL. */
export type PresetView<K extends string = string> = {
  key: string;
  name: string;
  filters: { readonly [P in K]?: string };
};
export type PresetViewOf<E extends Endpoint> = PresetView<InputKey<E>>;

export type Sort<S extends string = string> = { field: S; order: 'asc' | 'desc' };

export type DataTableHandle<Row> = {
  /** Replaces a row with its newer version; false if the row is not on this page. */
  patch: (row: Row) => boolean;
  /** Removes a row from the page and lowers the total. */
  remove: (id: string) => void;
  /** Reloads the rows. `keepPlace`: no overlay, scroll and focus stay, and a failure keeps the old rows. */
  reload: (how?: { keepPlace?: boolean }) => void;
  /** Returns the input of the last request, for exports. */
  input: () => Record<string, unknown>;
  focus: () => void;
};

/** State of a request, for screens that show it. */
export type RequestInfo = { input: Record<string, unknown>; number: number; waiting: boolean };

export type DataTableProps<E extends Endpoint> = {
  /** Name for storing columns, density and page size per account. */
  name: string;
  /** Name of the rows in sentences: 「客户」. */
  rowLabel: string;
  /** Name of the list without filters where it is not 全部 of its rows: 「昨夜」. */
  wholeLabel?: string;
  endpoint: E;
  /** Density until the user chooses one. Default `small`. */
  density?: Density;
  columns: readonly ColumnOf<E>[];
  filters?: readonly FilterOf<E>[];
  /** Fixed part of the input, e.g. the active view; a change loads page 1 at once. */
  params?: Partial<InputOf<E>>;
  defaultSort?: readonly Sort<SortKey<E>>[];
  /** Shows 序号 as first column. Default true. */
  numbered?: boolean;
  rowActions?: readonly RowAction<RowOf<E>>[];
  /** Width of the 操作 column in px. */
  actionsWidth?: number;
  bulkActions?: readonly BulkAction<RowOf<E>>[];
  onOpen?: (row: RowOf<E>) => void;
  rowClass?: (row: RowOf<E>) => string | undefined;
  /** Attribute of each row with its id, e.g. `data-warn-id` (names.md). */
  idAttribute?: `data-${string}`;
  /** Views before the saved ones. */
  presetViews?: readonly PresetViewOf<E>[];
  /** Left of the toolbar: saved views or tabs. */
  views?: ReactNode;
  /** Right of the toolbar: 新增, 导出. */
  actions?: ReactNode;
  /** Right end of the filter row, before refresh, density and columns; for screens without a toolbar. */
  tools?: ReactNode;
  /** Content between filters and head. */
  notice?: ReactNode;
  /** Content of the empty list if no filter is active. */
  empty?: ReactNode;
  onLoaded?: (rows: RowOf<E>[], count: number) => void;
  onRequest?: (info: RequestInfo) => void;
  onSelect?: (rows: RowOf<E>[]) => void;
  /** Limit of the server's count: more rows are shown as 「10,000+」. */
  maxCounted?: number;
  /** The call accepts `exact`: 精确统计 is shown beside a limited count. */
  exact?: boolean;
  /** No filter row, for small lists inside a page. */
  bare?: boolean;
  ref?: React.Ref<DataTableHandle<RowOf<E>>>;
};
