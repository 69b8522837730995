import { useScreen } from '#web/screen/screen.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { Handovers } from './Handovers.tsx';
import { Patterns } from './Patterns.tsx';
import { Roster } from './Roster.tsx';

const views = [
  { key: 'roster', label: '排班' },
  { key: 'pattern', label: '班次' },
  { key: 'handover', label: '交接' },
] as const;

/** 排班与交接: roster (domain.md 8.1), patterns, and handovers between shifts (8.8). */
export default function ShiftScreen() {
  const { query, setQuery } = useScreen();
  const view = views.find(({ key }) => key === query.get('view')) ?? views[0];
  const tabs = (
    <ViewTabs label="排班与交接" views={views} value={view.key} onChange={(key) => setQuery({ view: key })} />
  );
  if (view.key === 'handover') return <Handovers tabs={tabs} />;
  return view.key === 'pattern' ? <Patterns tabs={tabs} /> : <Roster tabs={tabs} />;
}
