import { useCallback, useRef } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';
import type { ListSetting } from '#shared/listSetting.ts';
import type { SavedView } from '#shared/savedView.ts';
import { callList } from '#web/request.ts';
import { type ListQuery, toInput } from './query.ts';
import type { DataTableProps } from './types.ts';
import { useSavedViews } from './useSavedViews.ts';
import { shows, stateOf } from './viewState.ts';

/** The saved views of a table: which one it shows, how many rows each selects, and the way to show one. */
export function useSavedViewsOf<E extends Endpoint>(
  props: DataTableProps<E>,
  query: ListQuery,
  setting: ListSetting,
  apply: (query: Partial<ListQuery>, setting: Partial<ListSetting>) => void,
) {
  const saved = useSavedViews(props.name);
  const latest = useRef(props);
  latest.current = props;
  const countOf = useCallback(async (view: SavedView) => {
    const { endpoint, filters = [], params } = latest.current;
    const asked: ListQuery = { page: 1, limit: 1, sort: [], values: view.state.filters };
    const input = toInput(asked, filters, params as Record<string, unknown> | undefined);
    return (await callList(endpoint, input as never)).count;
  }, []);
  return {
    saved,
    state: stateOf(query, setting),
    current: saved.views.find((view) => shows(query, view.state)),
    countOf,
    onShow: ({ state }: SavedView) =>
      apply(
        { values: state.filters, sort: state.sort ?? [] },
        { columns: state.columns ?? [], ...(state.density ? { density: state.density } : {}) },
      ),
  };
}
