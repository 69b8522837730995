import type { AssessmentDetail, ScaleOfPage } from '../links.ts';

interface Props {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  /** Reloads the assessment after a change. */
  changed: () => void;
  /** Back to the result of a submitted one; absent in a draft. */
  onFinished: (() => void) | undefined;
}

/** Fill-in page of an assessment (picture 16). */
export default function FormPage(_props: Props) {
  return null;
}
