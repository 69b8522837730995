import { lazy, Suspense } from 'react';
import { useScreen } from '#web/screen/screen.ts';
import { LogList } from './log/LogList.tsx';

const DecodePage = lazy(() => import('./log/DecodePage.tsx'));
const UnknownPage = lazy(() => import('./log/UnknownPage.tsx'));

/**
 * What devices say (domain.md 6.20): the log, and below its address the page where a frame is tried out and the one of the
 * numbers that nobody registered.
 */
export default function LogScreen() {
  const { path } = useScreen();
  const below = path.split('/')[3];
  if (below !== 'try' && below !== 'unknown') return <LogList />;
  return <Suspense fallback={null}>{below === 'try' ? <DecodePage /> : <UnknownPage />}</Suspense>;
}
