import type { Resource } from '#shared/resource.ts';
import { useScreen } from '#web/screen/screen.ts';
import { EmptyState } from '#web/table/TableStates.tsx';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { Button } from '#web/ui/Button.tsx';
import { choicesOf } from './choices.ts';
import { schemaOf } from './schema.ts';

/** Makes one tab per value of a field and one for all; the active tab is `view` in the URL. */
export function useStateTabs(resource: Resource, field: string | undefined) {
  const { query, setQuery } = useScreen();
  const definition = field === undefined ? undefined : resource.fields[field];
  if (field === undefined || !definition) return {};
  const states = (choicesOf(definition) ?? []).map(({ value, label }) => ({ key: String(value), label }));
  const view = states.find(({ key }) => key === query.get('view'));
  const views = [{ key: 'all', label: '全部' }, ...states];
  const label = schemaOf(definition).title ?? field;
  return {
    params: view ? { [field]: [view.key] } : {},
    views: (
      <ViewTabs label={label} views={views} value={view?.key ?? 'all'} onChange={(key) => setQuery({ view: key })} />
    ),
    ...(view && {
      empty: (
        <EmptyState reason={`没有「${view.label}」的${resource.title}。`}>
          <Button onClick={() => setQuery({ view: null })}>看全部</Button>
        </EmptyState>
      ),
    }),
  };
}
