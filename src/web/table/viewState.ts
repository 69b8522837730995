import type { SavedView, ViewState } from '#shared/savedView.ts';
import type { ListQuery } from './query.ts';
import type { Density, PresetView } from './types.ts';

/** What a list shows now, as a view keeps it. */
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

/** A view that the screen brings along, as the saved ones are; it is nobody's to change. */
export function presetView(list: string, { key, name, filters }: PresetView): SavedView {
  const nobodys = { roleIds: [], roleNames: [], mine: false, ownerName: null, version: 1 };
  return { id: `preset:${key}`, list, name, state: { filters: { ...filters } }, ...nobodys };
}

/** Whether the list shows what the view keeps; columns and density that it does not keep may be any. */
export function isShown(view: ViewState, now: ViewState): boolean {
  return (
    selectsSame(view, now) &&
    (!view.columns || JSON.stringify(view.columns) === JSON.stringify(now.columns ?? [])) &&
    (!view.density || view.density === now.density)
  );
}

/** Whether both select the same rows in the same order. */
export function selectsSame(a: ViewState, b: ViewState): boolean {
  return sorted(a.filters) === sorted(b.filters) && JSON.stringify(a.sort ?? []) === JSON.stringify(b.sort ?? []);
}

/**
 * How many chips stand in the row; the rest goes into the menu behind it.
 * @param ends where each chip ends, px from the beginning of the row
 * @param width room for the chips, px
 * @param selectedIndex index of the chip that the list shows: it always stands there, and takes the place of the last ones
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

/** Who sees a shared view, in words: 「已共享给 班长」 for its owner, 「陈丽 共享给 班长」 for the others. */
export function sharedText({ mine, ownerName, roleNames }: SavedView): string | undefined {
  if (!mine && ownerName === null && roleNames.length === 0) return undefined;
  if (roleNames.length === 0) return mine ? undefined : `${ownerName} 共享`;
  const roles = roleNames.join('、');
  return mine ? `已共享给 ${roles}` : `${ownerName} 共享给 ${roles}`;
}
