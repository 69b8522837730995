import { lazy, Suspense } from 'react';
import { SlotView } from '#web/screen/Slots.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { ArchiveList } from './ArchiveList.tsx';
import { pages } from './pages.tsx';

const ArchivePage = lazy(() => import('./ArchivePage.tsx'));

/** Health archives (domain.md 6.22): the list, and at sub-addresses pages of other features and a page per customer. */
export default function ArchiveScreen() {
  const { path } = useScreen();
  const id = path.split('/')[3];
  if (!id) return <ArchiveList />;
  const page = pages.find(({ path: name }) => name === id);
  if (page) return <SlotView slot={page} props={{}} missing={`「${page.title}」没有显示出来，其他部分不受影响。`} />;
  return (
    <Suspense fallback={null}>
      <ArchivePage key={id} id={id} />
    </Suspense>
  );
}
