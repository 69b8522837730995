import { useMemo } from 'react';
import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import { assessmentApi } from '#features/assessment/contract.ts';
import { gradesOf } from '#shared/scale/grades.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FormValues, Rule } from '#web/form/types.ts';
import { Callout } from '#web/ui/Callout.tsx';

type Name = 'decision' | 'manualGrade' | 'note';

const isPassed = ({ decision }: FormValues) => decision === 'pass';

interface Props {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  onDone: () => void;
  onClosed: () => void;
}

/** Passes the assessment or sends it back; asks for a grade where the matrix has none. Open while mounted. */
export function ReviewForm({ assessment, scale, onDone, onClosed }: Props) {
  const { id, manual, customerName, no, finalLabel, score } = assessment;
  const fields = useMemo((): readonly Field<Name>[] => {
    const grades = gradesOf(scale, score.bandSet).map(({ code, label }) => ({ value: code, label }));
    return [
      {
        ...{ kind: 'radio', field: 'decision', label: '结论', required: true, wide: true },
        options: [
          { value: 'pass', label: '通过' },
          { value: 'back', label: '退回' },
        ],
      },
      ...(manual
        ? [
            {
              ...({ kind: 'radio', field: 'manualGrade', label: '判定等级', required: true, wide: true } as const),
              ...{ options: grades, shown: isPassed },
              hint: '矩阵没有给出等级。你判定的等级写在旁边，不算量表得出的结果。',
            },
          ]
        : []),
      {
        ...{ kind: 'textarea', field: 'note', label: '审核意见', maxLength: 500, rows: 4, wide: true, undrafted: true },
        hint: manual ? '判定等级的理由，或退回的原因，必填' : '退回时必填',
      },
    ];
  }, [manual, scale, score.bandSet]);
  const rules = useMemo((): readonly Rule<Name>[] => {
    const missingNote = (values: FormValues) => (!isPassed(values) || manual) && !String(values.note ?? '').trim();
    return [
      {
        ...{ field: 'note', rule: 'required' },
        check: (values) => {
          if (values.decision === undefined || !missingNote(values)) return undefined;
          return isPassed(values) ? '请写判定等级的理由' : '请写退回的原因';
        },
      },
      {
        ...{ field: 'manualGrade', rule: 'required' },
        check: (values) => (manual && isPassed(values) && !values.manualGrade ? '请选择判定的等级' : undefined),
      },
    ];
  }, [manual]);
  return (
    <DialogForm<unknown, Name>
      open
      submit={(values) =>
        callValidated(assessmentApi.reviewAssessment, {
          ...{ id, approved: isPassed(values) },
          ...(values.note !== undefined && { note: values.note }),
          ...(isPassed(values) && values.manualGrade !== undefined && { manualGrade: values.manualGrade }),
        })
      }
      title={`审核 · ${customerName} ${no}`}
      size="small"
      fields={fields}
      rules={rules}
      submitText="提交审核"
      failText="没有审核"
      doneText="已审核"
      onDone={onDone}
      onClosed={onClosed}
    >
      <Callout className="mb-3 text-[13px]">
        通过后评估完成，不能再改{scale.ability && finalLabel ? `，「${finalLabel}」写入客户的能力等级` : ''}
        。退回后评估员改答案，重新提交、重新签名。
      </Callout>
    </DialogForm>
  );
}
