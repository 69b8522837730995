import { lazy, Suspense } from 'react';
import { useScreen } from '#web/screen/screen.ts';
import { PushLog } from './PushLog.tsx';

const SourcePage = lazy(() => import('./SourcePage.tsx'));

/** What clouds handed over (domain.md 6.20), and below its address where it comes from and how it is read. */
export default function PushLogScreen() {
  const { path } = useScreen();
  if (path.split('/')[3] !== 'source') return <PushLog />;
  return (
    <Suspense fallback={null}>
      <SourcePage />
    </Suspense>
  );
}
