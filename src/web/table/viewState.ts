import type { ViewState } from '#shared/savedView.ts';
import type { ListQuery } from './query.ts';
import type { Density } from './types.ts';

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

/** Whether the list shows the rows of the view, in its order; columns and density may differ. */
export function shows(query: ListQuery, state: ViewState): boolean {
  return (
    sorted(query.values) === sorted(state.filters) && JSON.stringify(query.sort) === JSON.stringify(state.sort ?? [])
  );
}
