import { lazy, Suspense } from 'react';
import { usePhone } from '#web/core/usePhone.ts';
import { useScreen } from '#web/screen/screen.ts';
import { WarningList } from './list/WarningList.tsx';
import { tabOf, WarningBar } from './WarningBar.tsx';
import './warning.css';

const WarningDesk = lazy(() => import('./case/WarningDesk.tsx'));

/** Health warnings (domain.md 6.26): the list, or one of them beside its queue. */
export default function EarlyWarningScreen() {
  const { query, setQuery } = useScreen();
  const phone = usePhone();
  const tab = tabOf(query.get('tab'));
  const id = query.get('id');
  const view = id !== null || query.get('view') === 'desk' ? 'desk' : 'list';
  const open = (next: string | null) => setQuery({ id: next, view: next === null ? null : 'desk' });
  return (
    <div className="warning-screen flex flex-col min-h-0 bg-container h-full">
      {!(phone && view === 'desk') && (
        <WarningBar
          tab={tab}
          view={view}
          onTab={(next) => setQuery({ tab: next === 'today' ? null : next, id: null, view: null, page: null })}
          onView={(next) => setQuery({ view: next === 'list' ? null : next, id: null })}
        />
      )}
      <div className="flex-1 min-h-0">
        {view === 'desk' ? (
          <Suspense fallback={null}>
            <WarningDesk warningId={id} onSelect={open} />
          </Suspense>
        ) : (
          <WarningList key={tab} tab={tab} onOpen={open} />
        )}
      </div>
    </div>
  );
}
