/** Acts that the page of an assessment opens by the address value `act`. */
export type AssessmentAct = 'review' | 'void' | 'replace' | 'print' | 'compare';

/** Returns the address of an assessment's page. */
export function assessmentLink(id: string, act?: AssessmentAct): string {
  return `#/healthy/assessment/${id}${act ? `?act=${act}` : ''}`;
}
