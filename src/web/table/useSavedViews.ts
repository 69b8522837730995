import { useCallback, useEffect, useState } from 'react';
import { type SavedView, savedViewApi, type ViewState } from '#shared/savedView.ts';
import { isAborted, withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';

export interface SavedViews {
  views: readonly SavedView[];
  /** Saves a view; false if the name is taken or the server refused, with a message shown. */
  add: (name: string, state: ViewState, roleIds: string[]) => Promise<boolean>;
  edit: (view: SavedView, patch: { state?: ViewState; roleIds?: string[] }) => Promise<boolean>;
  remove: (view: SavedView) => Promise<boolean>;
}

/** Loads the viewer's own views of a list and those shared with their roles; nothing if the list has no views. */
export function useSavedViews(list: string, enabled: boolean): SavedViews {
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
