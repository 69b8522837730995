import { lazy, Suspense } from 'react';
import { useScreen } from '#web/screen/screen.ts';
import { AssessmentList } from './list/AssessmentList.tsx';
import { loadPage } from './loadPage.ts';
import { useAssessment } from './useAssessment.ts';

const AssessmentPage = lazy(loadPage);
const AreaPage = lazy(async () => ({ default: (await import('#features/assessmentResult/web/service.ts')).AreaPage }));

/** One assessment: its data load beside the code of its page. */
function Assessment({ id }: { id: string }) {
  const loaded = useAssessment(id);
  return (
    <Suspense fallback={null}>
      <AssessmentPage id={id} loaded={loaded} />
    </Suspense>
  );
}

/** Assessments (domain.md 6.23): the list, and at sub-addresses the distribution of grades and a page per assessment. */
export default function AssessmentScreen() {
  const { path } = useScreen();
  const id = path.split('/')[3];
  if (!id) return <AssessmentList />;
  if (id !== 'area') return <Assessment key={id} id={id} />;
  return (
    <Suspense fallback={null}>
      <AreaPage />
    </Suspense>
  );
}
