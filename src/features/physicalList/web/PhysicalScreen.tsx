import { lazy, Suspense } from 'react';
import { NavigationProgress } from '#web/core/progress.ts';
import { useScreen } from '#web/screen/screen.ts';
import { PhysicalList } from './list/PhysicalList.tsx';

const DueList = lazy(async () => ({ default: (await import('./list/DueList.tsx')).DueList }));
const PhysicalPage = lazy(async () => ({
  default: (await import('#features/physicalForm/web/service.ts')).PhysicalPage,
}));

/** Examinations (domain.md 6.25): the list, those due, and at a sub-address the page of one examination. */
export default function PhysicalScreen() {
  const { path } = useScreen();
  const id = path.split('/')[3];
  if (!id) return <PhysicalList />;
  return (
    <Suspense fallback={<NavigationProgress />}>
      {id === 'due' ? <DueList /> : <PhysicalPage key={id} id={id} />}
    </Suspense>
  );
}
