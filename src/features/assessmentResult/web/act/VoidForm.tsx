import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import { assessmentApi, isFinished } from '#features/assessment/contract.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf } from '#web/form/types.ts';
import { Callout } from '#web/ui/Callout.tsx';

const fields: readonly FieldOf<typeof assessmentApi.voidAssessment>[] = [
  {
    ...{ kind: 'textarea', field: 'reason', label: '作废原因', maxLength: 500, rows: 3, required: true, wide: true },
    undrafted: true,
  },
];

interface Props {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  onDone: () => void;
  onClosed: () => void;
}

/** Voids an assessment with a reason. Open while mounted. */
export function VoidForm({ assessment, scale, onDone, onClosed }: Props) {
  const { id, customerName, no } = assessment;
  const setsLevel = scale.ability && isFinished(assessment);
  return (
    <DialogForm<typeof assessmentApi.voidAssessment>
      open
      endpoint={assessmentApi.voidAssessment}
      initial={{ id }}
      title={`作废评估 · ${customerName} ${no}`}
      size="small"
      fields={fields}
      submitText="作废"
      failText="没有作废"
      doneText="已作废"
      onDone={onDone}
      onClosed={onClosed}
    >
      <Callout tone="notice" className="mb-3 text-[13px]">
        作废后不能恢复，记录和签名仍可查看。{setsLevel && '客户的能力等级回到上一次有效的评估。'}
      </Callout>
    </DialogForm>
  );
}
