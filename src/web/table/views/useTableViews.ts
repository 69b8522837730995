import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ListSetting } from '#shared/contract/listSetting.ts';
import { type SavedView, savedViewApi, type ViewState } from '#shared/contract/savedView.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { isAborted, withToast } from '#web/api/feedback.ts';
import { callApi, callTableApi } from '#web/api/request.ts';
import { type ListQuery, toInput } from '../query.ts';
import type { DataTableProps } from '../types.ts';
import { isShown, presetView, stateOf } from './viewState.ts';

/** Saved views of a table for its title row. */
export interface TableViews {
  saved: SavedViews;
  /** Preset views of the screen, then saved ones. */
  all: readonly SavedView[];
  /** Limit of the server's count. */
  most: number | undefined;
  /** Current state of the list. */
  state: ViewState;
  /** The selected view, or the one that matches the list's state. */
  current: SavedView | undefined;
  /** The list differs from the selected view. */
  changed: boolean;
  /** Applies a view; undefined: the list as declared. */
  onShow: (view: SavedView | undefined) => void;
  /** Returns the number of rows that these filters match for this user. */
  countOf: (filters: ViewState['filters']) => Promise<number>;
}

/** Returns the saved views of a table: the current one, the counts, and the function to apply one. */
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

interface SavedViews {
  views: readonly SavedView[];
  /** Saves a view; false if the name is taken or the server refused, with a message shown. */
  add: (name: string, state: ViewState, roleIds: string[]) => Promise<boolean>;
  edit: (view: SavedView, patch: { state?: ViewState; roleIds?: string[] }) => Promise<boolean>;
  remove: (view: SavedView) => Promise<boolean>;
}

/** Loads the viewer's own views of a list and those shared with their roles; nothing if the list has no views. */
function useSavedViews(list: string, enabled: boolean): SavedViews {
  const [views, setViews] = useState<readonly SavedView[]>([]);
  const read = useCallback(
    (signal?: AbortSignal) =>
      callApi(savedViewApi.getViewList, { list }, signal ? { signal } : {}).then(setViews, (error: unknown) => {
        // The list works without its views.
        if (!isAborted(error)) setViews([]);
      }),
    [list],
  );
  useEffect(() => {
    if (!enabled) return;
    const leaving = new AbortController();
    void read(leaving.signal);
    return () => leaving.abort();
  }, [read, enabled]);
  const after = async (action: () => Promise<unknown>, done: string, failed: string) => {
    const result = await withToast(action, { done, failed });
    await read();
    return result !== undefined;
  };
  return {
    views,
    add: (name, state, roleIds) =>
      after(() => callApi(savedViewApi.addView, { list, name, state, roleIds }), '已存为视图', '保存失败'),
    edit: (view, patch) =>
      after(
        () => callApi(savedViewApi.editView, { id: view.id, version: view.version, ...patch }),
        '视图已更新',
        '更新失败',
      ),
    remove: (view) =>
      after(() => callApi(savedViewApi.deleteView, { ids: [view.id] }).then(() => true), '视图已删除', '删除失败'),
  };
}
