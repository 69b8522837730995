import type { AssessmentDetail, ScaleOfPage } from '../links.ts';

export interface ResultProps {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  /** Reloads the assessment after a change. */
  changed: () => void;
  /** Opens the form of a submitted one; absent: it is not changed any more, or not by this viewer. */
  onChangeAnswers: (() => void) | undefined;
}

/** Result of a submitted assessment. */
export default function ResultPage(_props: ResultProps) {
  return null;
}
