import { lazy, Suspense } from 'react';
import { useOpenWarns, useWarnCounts } from '#features/warn/web/service.ts';
import { can, useSession } from '#web/api/session.ts';
import { slotLoader } from '#web/screen/Slots.tsx';
import { useScreen } from '#web/screen/screen.ts';
import './slots.ts';
import { DeskSkeleton } from './DeskStates.tsx';
import { ScreenBar } from './ScreenBar.tsx';
import { type SosView, useSosView } from './useSosView.ts';
import './sos.css';
import { usePhone } from '#web/core/usePhone.ts';
import { tabCounts, tabOf, type WarnTab } from './tabs.ts';

const PhoneSos = lazy(slotLoader('sosPhone'));
const Desk = lazy(slotLoader('sosDesk'));
const WarnList = lazy(() => import('./WarnList.tsx'));

/** SOS 告警: the desk or the list; on a phone cards. */
export default function SosScreen() {
  const phone = usePhone();
  if (!phone) return <WideSos />;
  return (
    <Suspense fallback={<DeskSkeleton />}>
      <PhoneSos />
    </Suspense>
  );
}

function WideSos() {
  const { query, setQuery } = useScreen();
  const tab = tabOf(query.get('tab'));
  const { view, choose } = useSosView(tab);
  const id = query.get('id');
  const counts = useWarnCounts();
  const figures = tabCounts(useOpenWarns(), counts, useSession().user?.id ?? null);
  const toTab = (next: WarnTab) =>
    setQuery({ tab: next === 'pending' ? null : next, view: null, id: null, page: null });
  const openWarn = (next: string | null, options: { print?: boolean } = {}) =>
    setQuery({ id: next, view: next === null ? view : 'desk', print: options.print ? '1' : null });
  return (
    <div className="sos-screen flex flex-col min-h-0 bg-container h-full">
      <ScreenBar
        tab={tab}
        figures={figures}
        counts={counts}
        view={view}
        onTab={toTab}
        onView={(next: SosView) => choose(next)}
        warnId={id}
        canAdd={can('warn:add')}
        onAdded={(row) => openWarn(row.id)}
      />
      <Suspense fallback={<DeskSkeleton />}>
        {view === 'desk' ? (
          <Desk warnId={id} onSelect={(next: string | null) => openWarn(next)} />
        ) : (
          <WarnList key={tab} tab={tab} onOpen={openWarn} />
        )}
      </Suspense>
    </div>
  );
}
