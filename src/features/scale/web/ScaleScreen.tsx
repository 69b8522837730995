import { lazy, Suspense } from 'react';
import { useScreen } from '#web/screen/screen.ts';
import { ScaleList } from './list/ScaleList.tsx';

const ViewPage = lazy(() => import('./view/ViewPage.tsx'));
const EditPage = lazy(() => import('./editor/EditPage.tsx'));

/** 量表 (domain.md 6.23): the list, and below it a version of a scale and the editor of the next one. */
export default function ScaleScreen() {
  const [kind, code] = useScreen().path.split('/').slice(4);
  if (kind === 'view' && code) return <Suspense fallback={null}>{<ViewPage key={code} code={code} />}</Suspense>;
  if (kind === 'edit' && code) return <Suspense fallback={null}>{<EditPage key={code} code={code} />}</Suspense>;
  if (kind === 'add') return <Suspense fallback={null}>{<EditPage code={undefined} />}</Suspense>;
  return <ScaleList />;
}
