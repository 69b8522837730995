import { lazy, Suspense } from 'react';
import { useScreen } from '#web/screen/screen.ts';
import { LogList } from './LogList.tsx';

const DecodePage = lazy(() => import('./DecodePage.tsx'));
const UnknownPage = lazy(() => import('./UnknownPage.tsx'));

/** Log screen (domain.md 6.20): the messages, and at sub-addresses the decode preview and the unknown numbers. */
export default function LogScreen() {
  const { path } = useScreen();
  const below = path.split('/')[3];
  if (below !== 'try' && below !== 'unknown') return <LogList />;
  return <Suspense fallback={null}>{below === 'try' ? <DecodePage /> : <UnknownPage />}</Suspense>;
}
