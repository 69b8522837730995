import { lazy, Suspense } from 'react';
import { useScreen } from '#web/screen/screen.ts';
import { LogList } from './log/LogList.tsx';

const TryPage = lazy(() => import('./log/TryPage.tsx'));

/** What devices say (domain.md 6.20): the log, and below its address the page where a frame is tried out. */
export default function LogScreen() {
  const { path } = useScreen();
  if (path.split('/')[3] !== 'try') return <LogList />;
  return (
    <Suspense fallback={null}>
      <TryPage />
    </Suspense>
  );
}
