/** List of assessments. */
export function AssessmentList() {
  return null;
}
