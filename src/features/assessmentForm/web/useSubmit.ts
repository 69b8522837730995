import { useState } from 'react';
import { assessmentApi } from '#features/assessment/contract.ts';
import { gradeLabel } from '#shared/scale/grades.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { box, toast } from '#web/message/message.tsx';
import type { Form } from './useForm.ts';

/** Returns the submission: what is missing leads there; else it is confirmed, stored in full, and submitted. */
export function useSubmit(form: Form, changed: () => void, onFinished: (() => void) | undefined) {
  const [isSubmitting, setSubmitting] = useState(false);
  const { assessment, saver, score, open, missing, scale } = form;
  const send = async () => {
    if (!(await saver.flush())) {
      toast.warning('有答案还没有存，存好后再提交');
      return;
    }
    const done = await withToast(() => callApi(assessmentApi.submitAssessment, { id: assessment.id }), {
      done: `已提交，等 ${scale.assessors ?? 1} 位评估员签名`,
      failed: '没有提交',
    });
    if (done) onFinished?.();
    changed();
  };
  const submit = async () => {
    if (isSubmitting) return;
    if (score?.complete !== true) {
      form.goTo(open[0]?.code ?? null);
      toast.warning(missing > 0 ? `还缺 ${missing} 项，答完才能提交` : '这份量表现在算不出结果，暂时不能提交');
      return;
    }
    if (!(await box.confirm(questionOf(form), { title: '提交评估？', ok: '提交' }))) return;
    setSubmitting(true);
    await send();
    setSubmitting(false);
  };
  return { submit, isSubmitting };
}

function questionOf({ score, scale }: Form): string {
  const total = score?.total === null || score?.total === undefined ? '' : `总分 ${score.total}。`;
  const label = gradeLabel(scale, score?.final ?? null, score?.bandSet ?? null);
  const grade = score?.manual ? '等级需人工判定，由审核人给出。' : label === null ? '' : `最终等级 ${label}。`;
  return `${total}${grade}提交时冻结客户资料，之后由 ${scale.assessors ?? 1} 位评估员各自签名。`;
}
