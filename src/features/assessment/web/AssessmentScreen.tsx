import { lazy, Suspense } from 'react';
import { useScreen } from '#web/screen/screen.ts';
import { AssessmentList } from './list/AssessmentList.tsx';

const AssessmentPage = lazy(() => import('./AssessmentPage.tsx'));
const AreaPage = lazy(async () => ({ default: (await import('#features/assessmentResult/web/service.ts')).AreaPage }));

/** Assessments (domain.md 6.23): the list, and at sub-addresses the distribution of grades and a page per assessment. */
export default function AssessmentScreen() {
  const { path } = useScreen();
  const id = path.split('/')[3];
  if (!id) return <AssessmentList />;
  return <Suspense fallback={null}>{id === 'area' ? <AreaPage /> : <AssessmentPage key={id} id={id} />}</Suspense>;
}
