import { lazy, Suspense } from 'react';
import { useScreen } from '#web/screen/screen.ts';
import { PushLog } from './PushLog.tsx';

const SourcePage = lazy(() => import('./SourcePage.tsx'));

/** Push log (domain.md 6.20), and below its URL the sources and mappings. */
export default function PushLogScreen() {
  const { path } = useScreen();
  if (path.split('/')[3] !== 'source') return <PushLog />;
  return (
    <Suspense fallback={null}>
      <SourcePage />
    </Suspense>
  );
}
