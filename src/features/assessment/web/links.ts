import type { assessmentApi } from '#features/assessment/contract.ts';
import type { scaleApi } from '#features/scale/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';

export type AssessmentRow = OutputOf<typeof assessmentApi.getAssessmentList>;
export type AssessmentDetail = OutputOf<typeof assessmentApi.getAssessment>;
/** A version of a scale as the pages read it. */
export type ScaleOfPage = OutputOf<typeof scaleApi.getScale>;

/** Acts that the page of an assessment opens by the address value `act`. */
export type AssessmentAct = 'review' | 'void' | 'replace' | 'print' | 'compare';

/** Returns the address of an assessment's page. */
export function assessmentLink(id: string, act?: AssessmentAct): string {
  return `#/healthy/assessment/${id}${act ? `?act=${act}` : ''}`;
}
