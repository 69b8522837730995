import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import { assessmentApi } from '#features/assessment/contract.ts';
import { succeeds } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { box } from '#web/message/message.tsx';
import { SignedThing } from './SignedThing.tsx';

/** Asks the viewer to sign as assessor, naming what is signed; returns whether it was signed. */
export async function signAsAssessor(assessment: AssessmentDetail, scale: ScaleOfPage): Promise<boolean> {
  const confirmed = await box.confirm(<SignedThing assessment={assessment} scale={scale} />, {
    title: '以评估员身份签名？',
    level: 'info',
    ok: '签名',
  });
  if (!confirmed) return false;
  return succeeds(() => callApi(assessmentApi.signAssessment, { id: assessment.id }), '已签名', '没有签名');
}
