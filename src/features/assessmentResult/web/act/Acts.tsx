import { lazy, Suspense } from 'react';
import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import type { AssessmentAct } from '#shared/contract/assessmentLink.ts';
import { useScreen } from '#web/screen/screen.ts';
import { ReplaceForm } from './ReplaceForm.tsx';
import { ReviewForm } from './ReviewForm.tsx';
import { VoidForm } from './VoidForm.tsx';

const ReportPage = lazy(() => import('../report/ReportPage.tsx'));

interface Props {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  changed: () => void;
}

/** Dialogs and the report, opened by the address value `act`; an act that the viewer may not do opens nothing. */
export function Acts({ assessment, scale, changed }: Props) {
  const { query, setQuery } = useScreen();
  const act = query.get('act') as AssessmentAct | null;
  const { can } = assessment;
  const onClosed = () => setQuery({ act: null });
  const form = { assessment, scale, onDone: changed, onClosed };
  if (act === 'review' && can.review) return <ReviewForm {...form} />;
  if (act === 'void' && can.void) return <VoidForm {...form} />;
  if (act === 'replace' && can.replace) return <ReplaceForm assessment={assessment} onClosed={onClosed} />;
  if (act === 'print')
    return (
      <Suspense fallback={null}>
        <ReportPage assessment={assessment} scale={scale} onClose={onClosed} />
      </Suspense>
    );
  return null;
}
