import { lazy, Suspense } from 'react';
import { useSteadyValue } from '#web/core/steadyValue.ts';
import { SlotBoundary } from '#web/screen/SlotBoundary.tsx';
import { useNotices } from './noticeStore.ts';

const UrgentNotice = lazy(() => import('./UrgentNotice.tsx'));

/** Urgent notice below the warns, in the flow of the page: it moves the content down and covers nothing. */
export default function TopSlot() {
  const { urgent } = useNotices();
  const notice = useSteadyValue(urgent[0], (previous, next) => previous?.id === next?.id);
  if (!notice) return null;
  return (
    <SlotBoundary>
      <Suspense>
        <UrgentNotice key={notice.id} notice={notice} remaining={urgent.length} />
      </Suspense>
    </SlotBoundary>
  );
}
