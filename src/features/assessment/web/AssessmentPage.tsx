import { lazy, Suspense, useEffect } from 'react';
import { FormPage } from '#features/assessmentForm/web/service.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { useRecordChanged } from '#web/record/useRecordChanged.ts';
import { useScreen } from '#web/screen/screen.ts';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { StaleStrip } from '#web/ui/StaleStrip.tsx';
import type { LoadedAssessment } from './useAssessment.ts';
import { useAssessmentEvents } from './useAssessmentEvents.ts';
import { mayChange, useEditing } from './useEditing.ts';

const ResultPage = lazy(async () => ({
  default: (await import('#features/assessmentResult/web/service.ts')).ResultPage,
}));

interface Props {
  id: string;
  loaded: LoadedAssessment;
}

/** Page of one assessment: the form of a draft, else the result. A submitted one is changed at `?edit=1`. */
export default function AssessmentPage({ id, loaded: { assessment, scale } }: Props) {
  const { data, problem } = assessment;
  const { active, setTitle } = useScreen();
  const changed = useRecordChanged(id);
  useAssessmentEvents(id, changed, active);
  // Dictionary labels may load after the assessment.
  useDictionaryLists();
  const name = data?.customerName;
  useEffect(() => {
    if (name) setTitle(`${name} 评估`);
  }, [name, setTitle]);
  const editing = useEditing(data);
  if (!data)
    return (
      <>
        <TreeTrouble what="评估" problem={problem} onRetry={changed} />
        {problem && (
          <a className="block text-center" href="#/healthy/assessment">
            评估列表
          </a>
        )}
      </>
    );
  if (!scale.data) return <TreeTrouble what="量表" problem={scale.problem} onRetry={() => void scale.reload()} />;
  return (
    <div className="flex flex-col min-h-0 bg-container h-full">
      {problem && <StaleStrip what="评估" problem={problem} onRetry={changed} />}
      <div className="flex-1 min-h-0">
        <Suspense fallback={null}>
          {data.status === 'draft' || editing.isOpen ? (
            <FormPage
              assessment={data}
              scale={scale.data}
              changed={changed}
              onFinished={editing.isOpen ? editing.close : undefined}
            />
          ) : (
            <ResultPage
              assessment={data}
              scale={scale.data}
              changed={changed}
              onChangeAnswers={mayChange(data) ? editing.open : undefined}
            />
          )}
        </Suspense>
      </div>
    </div>
  );
}
