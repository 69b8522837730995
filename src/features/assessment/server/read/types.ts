import type { assessmentApi } from '#features/assessment/contract.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Api = typeof assessmentApi;

export type ListInput = InputOf<Api['getAssessmentList']>;
/** Filters and order of the list. */
export type AssessmentFilters = Omit<ListInput, 'page' | 'limit'>;
export type AssessmentRow = OutputOf<Api['getAssessmentList']>;
export type AssessmentStatus = AssessmentRow['status'];
export type AssessmentDetail = OutputOf<Api['getAssessment']>;
