import type { ReactNode } from 'react';
import type { Endpoint, InputOf, OutputOf } from '#shared/endpoint.ts';

/** The row of a list endpoint; every row has an `id` (names.md, conventions). */
export type RowOf<E extends Endpoint> = OutputOf<E> & { id: string };

export type Density = 'small' | 'medium' | 'large';

/** px; look.md §2: the rows measure exactly this. */
export const rowHeights: Record<Density, number> = { small: 32, medium: 40, large: 48 };

export type Column<Row> = {
  key: string;
  title: string;
  /** Shown in the cell; a missing value is drawn as 「—」. Without it the field named by `key` is shown. */
  render?: (row: Row, index: number) => ReactNode;
  /** px; a column that is not fixed grows in proportion when there is room. Default 120. */
  width?: number;
  fixed?: 'left' | 'right';
  /** Name of the sort field of the contract, `true` when it is the key. */
  sort?: string | true;
  align?: 'right' | 'center';
  /** Not shown until someone ticks it in the column settings. */
  hidden?: boolean;
  /** Where there is no room for all, the one with the lowest number leaves first, unless the reader has chosen the columns. */
  hideOrder?: number;
  /** The cell holds no text that could be cut (badges, buttons): no tooltip with the whole text. */
  noTooltip?: boolean;
};

export type Option = { value: string | number; label: string };
/** `off`: disabled; a form offers it only where the record has it already. */
export type TreeOption = { value: string; title: string; off?: true; children?: TreeOption[] };

type FilterBase = {
  label: string;
  /** px of the control. */
  width?: number;
  /** Its control stands elsewhere on the screen, as tabs or a tree: it counts, but not in the filter row. */
  elsewhere?: boolean;
};

export type Filter = FilterBase &
  /** `personal`: a whole number typed here, of a phone or a document, stays out of the address. */
  (
    | { kind: 'text'; field: string; placeholder?: string; personal?: true }
    | { kind: 'select'; field: string; options: readonly (Option | { value: boolean; label: string })[] }
    | { kind: 'multi'; field: string; options: readonly Option[] }
    /** `folded`: only its top is open at first, for a tree of thousands. */
    | { kind: 'tree'; field: string; options: readonly TreeOption[]; multiple?: boolean; folded?: true }
    | { kind: 'check'; field: string }
    /** `day`: YYYY-MM-DD; `instant`: from the first to the last millisecond of the days in the project's zone, or when `timed` of the minutes. */
    | { kind: 'dates'; from: string; to: string; unit: 'day' | 'instant'; maxDays?: number; timed?: true }
    | { kind: 'numbers'; from: string; to: string; min?: number; max?: number }
  );

export type RowAction<Row> = {
  key: string;
  label: string;
  onClick: (row: Row) => void;
  /** The deed of the row that comes first: drawn as a filled red button (接警) or in the colour of danger. */
  tone?: 'alarm' | 'danger';
  shown?: (row: Row) => boolean;
  /** Stands behind ···, however few there are. */
  behind?: boolean;
  /** A reason in Chinese when the action is not possible now. */
  blocked?: (row: Row) => string | undefined;
};

export type BulkAction<Row> = {
  key: string;
  label: string;
  danger?: boolean;
  /** `clear` empties the selection after the deed. */
  onClick: (rows: Row[], clear: () => void) => void;
};

/** A view that the screen brings along; its filters as they stand in the address. */
export type PresetView = { key: string; name: string; filters: Readonly<Record<string, string>> };

export type Sort = { field: string; order: 'asc' | 'desc' };

export type DataTableHandle<Row> = {
  /** Puts a newer version of a row in its place; false when the row is not on this page. */
  patch: (row: Row) => boolean;
  /** Takes a row off the page and lowers the total. */
  remove: (id: string) => void;
  /** Asks the server again. `keepPlace`: no veil, scroll and focus stay, and a failure keeps the old rows. */
  reload: (how?: { keepPlace?: boolean }) => void;
  /** The input of the last request, for exports. */
  input: () => Record<string, unknown>;
  focus: () => void;
};

/** What a request looked like, for screens that show it. */
export type RequestInfo = { input: Record<string, unknown>; number: number; waiting: boolean };

export type DataTableProps<E extends Endpoint> = {
  /** Name under which columns, density and page size are kept per account. */
  name: string;
  /** What the rows are called in sentences: 「客户」. */
  rowLabel: string;
  endpoint: E;
  columns: readonly Column<RowOf<E>>[];
  filters?: readonly Filter[];
  /** Fixed part of the input, such as the chosen view; a change loads page 1 at once. */
  params?: Partial<InputOf<E>>;
  defaultSort?: readonly Sort[];
  /** 序号 as first column. Default true. */
  numbered?: boolean;
  rowActions?: readonly RowAction<RowOf<E>>[];
  /** Width of the 操作 column in px. */
  actionsWidth?: number;
  bulkActions?: readonly BulkAction<RowOf<E>>[];
  onOpen?: (row: RowOf<E>) => void;
  rowClass?: (row: RowOf<E>) => string | undefined;
  /** Attribute of each row that carries its id, such as `data-warn-id` (names.md). */
  idAttribute?: `data-${string}`;
  /** Views that stand before the saved ones. */
  presetViews?: readonly PresetView[];
  /** Left of the toolbar: saved views or tabs. */
  views?: ReactNode;
  /** Right of the toolbar: 新增, 导出. */
  actions?: ReactNode;
  /** Right end of the filter row, before refresh, density and columns; for screens without a toolbar. */
  tools?: ReactNode;
  /** Between filters and head. */
  notice?: ReactNode;
  /** Replaces the empty picture when no filter is in force. */
  empty?: ReactNode;
  onLoaded?: (rows: RowOf<E>[], count: number) => void;
  onRequest?: (info: RequestInfo) => void;
  onSelect?: (rows: RowOf<E>[]) => void;
  /** The server counts no further than this: one more row is drawn as 「10,000+」. */
  maxCounted?: number;
  /** Its call takes `exact`: beside a count that stops stands 精确统计. */
  exact?: boolean;
  /** No filter row, for small lists inside a page. */
  bare?: boolean;
  ref?: React.Ref<DataTableHandle<RowOf<E>>>;
};
