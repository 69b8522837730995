import { lazy, Suspense } from 'react';
import { useScreen } from '#web/screen/screen.ts';
import { FenceList } from './FenceList.tsx';

const FencePage = lazy(() => import('./editor/FencePage.tsx'));

/** 围栏 (domain.md 6.14): the list, and below it the editor of one fence, `add` for a new one. */
export default function FenceScreen() {
  const id = useScreen().path.split('/')[4];
  if (!id) return <FenceList />;
  return (
    <Suspense fallback={null}>
      <FencePage id={id === 'add' ? undefined : id} />
    </Suspense>
  );
}
