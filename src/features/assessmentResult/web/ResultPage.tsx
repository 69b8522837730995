import './result.css';
import { useMemo } from 'react';
import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import { scaleApi } from '#features/scale/contract.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { Comparison } from './Comparison.tsx';
import { Course } from './course/Course.tsx';
import { PartRadar } from './course/PartRadar.tsx';
import { EndStrip } from './EndStrip.tsx';
import { FactList } from './FactList.tsx';
import { GradeBlock } from './grade/GradeBlock.tsx';
import { Levels } from './grade/Levels.tsx';
import { Reasons } from './grade/Reasons.tsx';
import { RulerChart } from './grade/RulerChart.tsx';
import { Items } from './items/Items.tsx';
import { partsOf, resultKind } from './items.ts';
import { ResultHead } from './ResultHead.tsx';
import { bandsOf, rulerOf } from './ruler.ts';
import { SidePanel } from './side/SidePanel.tsx';

export interface ResultProps {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  /** Reloads the assessment after a change. */
  changed: () => void;
  /** Opens the form of a submitted one; absent: it is not changed any more, or not by this viewer. */
  onChangeAnswers: (() => void) | undefined;
}

/** Result of a submitted assessment (picture 16b). */
export default function ResultPage({ assessment, scale, changed, onChangeAnswers }: ResultProps) {
  const { query } = useScreen();
  const { before } = assessment;
  const isOther = before !== null && before.scaleVersion !== assessment.scaleVersion;
  // Points of the assessment before come from the version that it used.
  const former = useCall(
    scaleApi.getScale,
    { code: assessment.scale, ...(before && { version: before.scaleVersion }) },
    { enabled: isOther, staleTime: Number.POSITIVE_INFINITY },
  ).data;
  const parts = useMemo(() => partsOf(assessment, scale, former), [assessment, scale, former]);
  const ruler = useMemo(() => rulerOf(bandsOf(scale, assessment.score.bandSet)), [scale, assessment.score.bandSet]);
  const kind = resultKind(scale);
  const compares = before !== null && query.get('act') === 'compare';
  return (
    <div className="result-page flex flex-col min-h-0 h-full bg-container">
      <ResultHead {...{ assessment, scale, changed, onChangeAnswers }} />
      <EndStrip assessment={assessment} />
      <div className="result-scroll flex-1 min-h-0 overflow-y-auto" data-scroll="result">
        <div className="result-top grid border-b border-line">
          <GradeBlock {...{ assessment, scale, parts }} />
          {ruler && <RulerChart {...{ assessment, scale, ruler }} />}
          {!ruler && kind === 'grade' && <Levels {...{ assessment, scale, parts }} />}
          <Reasons {...{ assessment, scale }} />
        </div>
        <div className="result-body grid">
          <div className="result-main min-w-0">
            {compares ? (
              <Comparison {...{ assessment, before, parts }} />
            ) : (
              <>
                <Items {...{ assessment, scale, parts }} />
                <div className="result-charts grid border-t border-line">
                  {parts.length >= 3 && <PartRadar parts={parts} />}
                  {(kind !== 'items' || assessment.history.length > 1) && <Course {...{ assessment, scale, ruler }} />}
                </div>
                <FactList {...{ assessment, scale }} />
              </>
            )}
          </div>
          <SidePanel {...{ assessment, scale, changed }} />
        </div>
      </div>
    </div>
  );
}
