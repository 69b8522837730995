import type { SavedView, ViewState } from '#shared/contract/savedView.ts';
import type { ListQuery } from '../query.ts';
import type { Density, PresetView } from '../types.ts';

/** Returns the list's current state in the format of a view. */
export function stateOf(query: ListQuery, setting: { columns: readonly string[]; density: Density }): ViewState {
  return {
    filters: { ...query.values },
    sort: query.sort.map(({ field, order }) => ({ field, order })),
    columns: [...setting.columns],
    density: setting.density,
  };
}

function sorted(values: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Converts a preset view of the screen to a saved view; it cannot be changed. */
export function presetView(list: string, { key, name, filters }: PresetView): SavedView {
  const nobodys = { roleIds: [], roleNames: [], mine: false, ownerName: null, version: 1 };
  return {
    id: `preset:${key}`,
    list,
    name,
    state: { filters: { ...(filters as Readonly<Record<string, string>>) } },
    ...nobodys,
  };
}

/** Returns whether the list shows the view; columns and density missing in the view are ignored. */
export function isShown(view: ViewState, now: ViewState): boolean {
  return (
    selectsSame(view, now) &&
    (!view.columns || JSON.stringify(view.columns) === JSON.stringify(now.columns ?? [])) &&
    (!view.density || view.density === now.density)
  );
}

/** Returns whether both states select the same rows in the same order. */
export function selectsSame(a: ViewState, b: ViewState): boolean {
  return sorted(a.filters) === sorted(b.filters) && JSON.stringify(a.sort ?? []) === JSON.stringify(b.sort ?? []);
}

/**
 * Returns the indexes of the chips that fit in the row; the others go into the menu.
 * @param ends right edge of each chip, px from the row's beginning
 * @param width room for the chips, px
 * @param selectedIndex index of the active chip: always included, instead of the last ones
 */
export function chipsThatFit(ends: readonly number[], width: number, selectedIndex: number): Set<number> {
  const fitting = ends.filter((end) => end <= width).length;
  const shown = new Set(ends.keys().take(fitting));
  if (selectedIndex < 0 || shown.has(selectedIndex)) return shown;
  const widthOf = (index: number) => (ends[index] ?? 0) - (ends[index - 1] ?? 0);
  let used = ends[fitting - 1] ?? 0;
  for (let last = fitting - 1; last >= 0 && used + widthOf(selectedIndex) > width; last--) {
    used -= widthOf(last);
    shown.delete(last);
  }
  return shown.add(selectedIndex);
}

/** Returns with whom a view is shared: 「已共享给 班长」 for its owner, 「陈丽 共享给 班长」 for the others. */
export function sharedText({ mine, ownerName, roleNames }: SavedView): string | undefined {
  if (!mine && ownerName === null && roleNames.length === 0) return undefined;
  if (roleNames.length === 0) return mine ? undefined : `${ownerName} 共享`;
  const roles = roleNames.join('、');
  return mine ? `已共享给 ${roles}` : `${ownerName} 共享给 ${roles}`;
}
