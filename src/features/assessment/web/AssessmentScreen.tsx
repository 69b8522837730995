/** Assessments: list, form and result. */
export default function AssessmentScreen() {
  return null;
}
