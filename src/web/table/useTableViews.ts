import { useCallback, useMemo, useRef, useState } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';
import type { ListSetting } from '#shared/listSetting.ts';
import type { SavedView, ViewState } from '#shared/savedView.ts';
import { callTableApi } from '#web/api/request.ts';
import { type ListQuery, toInput } from './query.ts';
import type { DataTableProps } from './types.ts';
import { type SavedViews, useSavedViews } from './useSavedViews.ts';
import { isShown, presetView, stateOf } from './viewState.ts';

/** The saved views of one table as its title row needs them. */
export interface TableViews {
  saved: SavedViews;
  /** Those that the screen brings along, then the saved ones. */
  all: readonly SavedView[];
  /** The server counts no further. */
  most: number | undefined;
  /** What the list shows now. */
  state: ViewState;
  /** The view that was chosen, or that says what is shown. */
  current: SavedView | undefined;
  /** Something has been changed since the view was chosen. */
  changed: boolean;
  /** Without a view: the list as it is declared. */
  onShow: (view: SavedView | undefined) => void;
  /** Rows that these filters select, for this person. */
  countOf: (filters: ViewState['filters']) => Promise<number>;
}

/** The saved views of a table: which one it shows, how many rows each selects, and the way to show one. */
export function useTableViews<E extends Endpoint>(
  props: DataTableProps<E>,
  query: ListQuery,
  setting: ListSetting,
  apply: (query: Partial<ListQuery>, setting: Partial<ListSetting>) => void,
): TableViews {
  const saved = useSavedViews(props.name, props.bare !== true);
  const { name, presetViews } = props;
  const brought = useMemo(() => (presetViews ?? []).map((preset) => presetView(name, preset)), [name, presetViews]);
  const all = [...brought, ...saved.views];
  const [selectedId, setSelectedId] = useState<string>();
  const latest = useRef(props);
  latest.current = props;
  const countOf = useCallback(async (values: ViewState['filters']) => {
    const { endpoint, filters = [], params } = latest.current;
    const input = toInput({ page: 1, limit: 0, sort: [], values }, filters, params as Record<string, unknown>);
    return (await callTableApi(endpoint, input)).count;
  }, []);
  const state = stateOf(query, setting);
  const current = all.find(({ id }) => id === selectedId) ?? all.find((view) => isShown(view.state, state));
  return {
    saved,
    all,
    most: props.maxCounted,
    state,
    current,
    changed: current !== undefined && !isShown(current.state, state),
    countOf,
    onShow: (view) => {
      setSelectedId(view?.id);
      const { filters = {}, sort, columns, density } = view?.state ?? {};
      apply(
        { values: filters, sort: sort ?? [...(props.defaultSort ?? [])] },
        { ...(columns && { columns }), ...(density && { density }) },
      );
    },
  };
}
