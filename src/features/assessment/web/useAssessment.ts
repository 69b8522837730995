import { type AssessmentDetail, assessmentApi, type ScaleOfPage } from '#features/assessment/contract.ts';
import { scaleApi } from '#features/scale/contract.ts';
import { type Loaded, useCall } from '#web/screen/useCall.ts';
import { listedScale } from './listedScale.ts';

export interface LoadedAssessment {
  assessment: Loaded<AssessmentDetail>;
  scale: Loaded<ScaleOfPage>;
}

/** Loads an assessment with its version of the scale; at once where a list named the scale. */
export function useAssessment(id: string): LoadedAssessment {
  const assessment = useCall(assessmentApi.getAssessment, { id }, { first: true });
  const used = assessment.data ?? listedScale(id);
  const scale = useCall(
    scaleApi.getScale,
    { code: used?.scale ?? '', ...(used && { version: used.scaleVersion }) },
    // A version never changes.
    { enabled: used !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );
  return { assessment, scale };
}
