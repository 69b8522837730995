import { lazy, Suspense } from 'react';
import { useScreen } from '#web/screen/screen.ts';
import { ArchiveList } from './ArchiveList.tsx';

const ArchivePage = lazy(() => import('./ArchivePage.tsx'));

/** Health archives (domain.md 6.22): the list, and a page per customer. */
export default function ArchiveScreen() {
  const { path } = useScreen();
  const id = path.split('/')[3];
  if (!id) return <ArchiveList />;
  return (
    <Suspense fallback={null}>
      <ArchivePage id={id} />
    </Suspense>
  );
}
