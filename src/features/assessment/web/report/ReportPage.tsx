import { PrintPage } from '#web/screen/PrintPage.tsx';
import type { AssessmentDetail, ScaleOfPage } from '../links.ts';

interface Props {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  onClose: () => void;
}

/** The assessment on A4. */
export default function ReportPage({ assessment, scale, onClose }: Props) {
  return (
    <PrintPage label="评估报告" className="assessment-paper" onClose={onClose}>
      <h1>
        {assessment.customerName} {scale.name}
      </h1>
    </PrintPage>
  );
}
