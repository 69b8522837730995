// table: tables with filters, views, selection and export.

import { type ReactNode, useCallback, useImperativeHandle, useMemo, useRef } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';
import { withToast } from '#web/api/feedback.ts';
import { callTableApi } from '#web/api/request.ts';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { useScreen } from '#web/screen/screen.ts';
import { activeFilters } from './filter/activeFilters.tsx';
import { FilterBar } from './filter/FilterBar.tsx';
import { Grid, type GridHandle } from './grid/Grid.tsx';
import { actionsKey, chosenColumns, type GridColumn, numberColumn, tickColumn } from './grid/layout.ts';
import { Pager, TableFoot } from './Pager.tsx';
import { cappedCount, fieldsOf, isCapped, type ListQuery, nextSort } from './query.ts';
import { BulkBar, useSelection } from './selection.tsx';
import { Empty, ErrorState, LoadingOverlay, StaleBar, useSlow } from './TableStates.tsx';
import { TableTools } from './TableTools.tsx';
import './grid/grid.css';
import './table.css';
import './tools.css';
import './phone.css';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import type { Column, DataTableProps, RowOf } from './types.ts';
import { type ReloadMode, useList } from './useList.ts';
import { useListSetting } from './useListSetting.ts';
import { type TableViews, useTableViews } from './views/useTableViews.ts';
import { ViewBar } from './views/ViewBar.tsx';
import { ViewButton } from './views/ViewPopover.tsx';

/** Maximum number of skeleton rows: one screen. */
const skeletonRows = 20;

/**
 * The paginated table (specification section 2); rows come from `endpoint`, the query is in the URL, settings are
 * stored per account. It fills the height of its parent, which must have one.
 */
export function DataTable<E extends Endpoint>(props: DataTableProps<E>) {
  type Row = RowOf<E>;
  const { rowLabel, filters = [], rowActions = [], bulkActions = [] } = props;
  const { active } = useScreen();
  const [setting, changeSetting] = useListSetting(props.name, props.density);
  const { query, state, change, reload, patch, remove, input } = useList(props, setting.limit);
  const selection = useSelection<Row>(state.rows, props.onSelect);
  const grid = useRef<GridHandle>(null);
  const bar = useRef<HTMLFormElement>(null);
  const slow = useSlow(state.loading && !state.quiet);
  const selectable = bulkActions.length > 0 || props.onSelect !== undefined;

  const hasActions = rowActions.length > 0;
  const offered = useMemo(
    () => offeredColumns<Row>(props.columns, hasActions ? (props.actionsWidth ?? 136) : undefined),
    [props.columns, hasActions, props.actionsWidth],
  );
  const digits = String(Math.max(state.count, state.offset + state.rows.length)).length;
  const columns = useMemo(() => {
    const shown = chosenColumns(offered, setting.columns);
    const ticks = selectable ? [tickColumn] : [];
    const numbers = props.numbered === false ? [] : [numberColumn(digits, !selectable)];
    return [...ticks, ...numbers, ...shown];
  }, [offered, setting.columns, selectable, props.numbered, digits]) as readonly GridColumn<Row>[];

  /** Applies a query change and scrolls to the top, except while the user types. */
  const ask = useCallback(
    (next: Partial<ListQuery>, mode?: ReloadMode) => {
      if (mode !== 'typed') {
        grid.current?.toTop();
      }
      change(next, mode);
    },
    [change],
  );

  const toFilter = () => bar.current?.querySelector<HTMLElement>('input, button')?.focus();
  const again = () => reload('refresh');
  useHotkey('/', toFilter, active);
  useHotkey('R', again, active);
  useHotkey(['J', 'K'], () => grid.current?.focus(), active);
  useImperativeHandle(props.ref, () => ({
    patch: (row) => {
      patch(row);
      return state.rows.some(({ id }) => id === row.id);
    },
    remove,
    reload: (how) => reload(how?.keepPlace ? 'quiet' : 'now'),
    input,
    focus: () => grid.current?.focus(),
  }));

  const limits = activeFilters(query, filters);
  const drop = (fields: readonly string[]) =>
    Object.fromEntries(Object.entries(query.values).filter(([field]) => !fields.includes(field)));
  const views = useTableViews(props, query, setting, (next, changedSetting) => {
    changeSetting(changedSetting);
    ask(next);
  });
  const tools = (
    <>
      {props.tools}
      {!hasTitleRow(props) && <ViewButton views={views} />}
      <TableTools columns={offered} setting={setting} onSetting={changeSetting} onReload={again} />
    </>
  );

  return (
    <section
      className="data-table flex flex-col min-w-0 min-h-0 text-text bg-container h-full"
      aria-label={`${rowLabel}列表`}
    >
      <TitleRow {...props} saved={views} rows={state} />
      {!props.bare && <FilterBar filters={filters} query={query} onChange={ask} tools={tools} bar={bar} />}
      {props.notice}
      {state.stale && <StaleBar problem={state.stale} at={state.at} onRetry={again} />}
      <BulkBar selected={selection.chosen} actions={bulkActions} onClear={selection.clear} />
      <div className="table-middle flex flex-1 relative">
        <Grid<Row>
          ref={grid}
          label={rowLabel}
          columns={columns}
          rows={state.rows}
          offset={state.offset}
          total={state.count}
          density={setting.density}
          sort={query.sort}
          onSort={(field) => ask({ sort: nextSort(query.sort, field) })}
          busy={state.loading}
          selected={selectable ? selection.chosen : undefined}
          onTick={selection.toggle}
          onTickAll={(on) => selection.setPage(state.rows, on)}
          actions={rowActions}
          onOpen={props.onOpen}
          rowClass={props.rowClass}
          idAttribute={props.idAttribute}
          skeletonRows={state.neverLoaded && slow ? Math.min(query.limit, skeletonRows) : 0}
          outcome={
            state.problem ? (
              <ErrorState rowLabel={rowLabel} problem={state.problem} onRetry={again} />
            ) : state.neverLoaded ? undefined : (
              <Empty
                rowLabel={rowLabel}
                activeFilters={limits}
                empty={props.empty}
                onDrop={(last) => ask({ values: drop(fieldsOf(last.filter)) })}
                onReset={() => ask({ values: {} })}
              />
            )
          }
        />
        {slow && !state.neverLoaded && <LoadingOverlay />}
      </div>
      <TableFoot at={state.at} tookMs={state.tookMs} loading={state.loading}>
        <Pager
          page={query.page}
          limit={query.limit}
          count={state.neverLoaded ? undefined : cappedCount(state.count, props.maxCounted)}
          hasMore={isCapped(state.count, props.maxCounted)}
          exactly={exactlyOf(props, query, input)}
          onPage={(page) => ask({ page })}
          onLimit={(limit) => {
            changeSetting({ limit });
            ask({ limit });
          }}
        />
      </TableFoot>
    </section>
  );
}

/** Returns the function that counts all matching rows, if the list's call supports `exact`. */
function exactlyOf(
  { endpoint, exact }: { endpoint: Endpoint; exact?: boolean },
  query: ListQuery,
  inputOf: () => object,
) {
  if (!exact) return undefined;
  const count = async () => {
    const input = { ...inputOf(), page: 1, limit: 0, exact: true };
    const result = await withToast(() => callTableApi(endpoint, input), { done: null, failed: '没有统计到' });
    return result?.count;
  };
  return { of: JSON.stringify(query.values), count };
}

/** Returns the screen's columns and, with actions, 操作, for the column settings. Widths in px. */
function offeredColumns<R>(columns: readonly Column<R>[], actionsWidth: number | undefined): GridColumn<R>[] {
  const data = columns.map((column): GridColumn<R> => ({ ...column, part: 'data' }));
  return actionsWidth === undefined
    ? data
    : [...data, { key: actionsKey, title: '操作', part: 'actions', width: actionsWidth, fixed: 'right' }];
}

interface Parts {
  /** The screen's own tabs. */
  views?: ReactNode;
  /** 新增, 导出. */
  actions?: ReactNode;
}

interface Props extends Parts {
  rowLabel: string;
  wholeLabel?: string;
  /** A small list inside a page; it has no saved views. */
  bare?: boolean;
  saved: TableViews;
  rows: { count: number; at?: number };
}

/** Returns whether a list has a title row; without its own tabs and actions it begins with its filters. */
function hasTitleRow({ views, actions }: Parts): boolean {
  return Boolean(views || actions);
}

/** Tabs and saved views left, actions such as 新增 right. */
function TitleRow({
  rowLabel,
  wholeLabel = `全部${rowLabel}`,
  views,
  actions,
  bare,
  saved,
  rows: { count, at },
}: Props) {
  if (!hasTitleRow({ views, actions })) return null;
  const rows = at === undefined ? undefined : { count, at };
  return (
    <Toolbar className="table-bar justify-between">
      {bare ? (views ?? <span />) : <ViewBar wholeLabel={wholeLabel} ownTabs={views} views={saved} rows={rows} />}
      <div className="flex gap-2">{actions}</div>
    </Toolbar>
  );
}
