import type { assessmentApi } from '#features/assessment/contract.ts';
import type { scaleApi } from '#features/scale/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';

export type AssessmentDetail = OutputOf<typeof assessmentApi.getAssessment>;
/** A version of a scale as the pages read it. */
export type ScaleOfPage = OutputOf<typeof scaleApi.getScale>;
