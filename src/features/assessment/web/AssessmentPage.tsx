import { lazy, Suspense, useEffect } from 'react';
import { assessmentApi } from '#features/assessment/contract.ts';
import { FormPage } from '#features/assessmentForm/web/service.ts';
import { scaleApi } from '#features/scale/contract.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { useRecordChanged } from '#web/record/useRecordChanged.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { StaleStrip } from '#web/ui/StaleStrip.tsx';
import type { AssessmentDetail } from '../contract.ts';
import { askToChange } from './askToChange.ts';
import { useAssessmentEvents } from './useAssessmentEvents.ts';

const ResultPage = lazy(async () => ({
  default: (await import('#features/assessmentResult/web/service.ts')).ResultPage,
}));

/** Page of one assessment: the form of a draft, else the result. A submitted one is changed at `?edit=1`. */
export default function AssessmentPage({ id }: { id: string }) {
  const { data, problem } = useCall(assessmentApi.getAssessment, { id }, { first: true });
  const scale = useCall(
    scaleApi.getScale,
    { code: data?.scale ?? '', ...(data && { version: data.scaleVersion }) },
    // A version never changes.
    { enabled: data !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );
  const { active, setTitle, query, setQuery } = useScreen();
  const changed = useRecordChanged(id);
  useAssessmentEvents(id, changed, active);
  // Dictionary labels may load after the assessment.
  useDictionaryLists();
  const name = data?.customerName;
  useEffect(() => {
    if (name) setTitle(`${name} 评估`);
  }, [name, setTitle]);
  const isEdited = query.get('edit') === '1';
  const isOver = isEdited && data !== undefined && data.status !== 'review';
  // A changed answer made it a draft: submitted again, it shows its result.
  useEffect(() => {
    if (isOver) setQuery({ edit: null });
  }, [isOver, setQuery]);
  if (!data) return <TreeTrouble what="评估" problem={problem} onRetry={changed} />;
  if (!scale.data) return <TreeTrouble what="量表" problem={scale.problem} onRetry={() => void scale.reload()} />;
  const edits = data.status === 'review' && data.can.save && isEdited;
  return (
    <div className="flex flex-col min-h-0 bg-container h-full">
      {problem && <StaleStrip what="评估" problem={problem} onRetry={changed} />}
      <div className="flex-1 min-h-0">
        <Suspense fallback={null}>
          {data.status === 'draft' || edits ? (
            <FormPage
              assessment={data}
              scale={scale.data}
              changed={changed}
              onFinished={edits ? () => setQuery({ edit: null }) : undefined}
            />
          ) : (
            <ResultPage
              assessment={data}
              scale={scale.data}
              changed={changed}
              onChangeAnswers={mayChange(data) ? () => void change(data) : undefined}
            />
          )}
        </Suspense>
      </div>
    </div>
  );

  async function change(assessment: AssessmentDetail) {
    if (await askToChange(assessment)) setQuery({ edit: '1' });
  }
}

const mayChange = ({ status, can }: AssessmentDetail) => status === 'review' && can.save;
