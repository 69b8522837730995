import { lazy, Suspense } from 'react';
import { useScreen } from '#web/screen/screen.ts';
import { NightList } from './night/NightList.tsx';

const NightPage = lazy(() => import('./night/NightPage.tsx'));

/** Sleep data (domain.md 6.24): the list, and at a sub-address the page of one night. */
export default function SleepScreen() {
  const { path } = useScreen();
  const id = path.split('/')[3];
  if (!id) return <NightList />;
  return (
    <Suspense fallback={null}>
      <NightPage key={id} id={id} />
    </Suspense>
  );
}
