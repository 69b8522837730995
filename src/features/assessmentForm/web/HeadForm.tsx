import { useMemo } from 'react';
import type { AssessmentDetail } from '#features/assessment/contract.ts';
import { assessmentApi } from '#features/assessment/contract.ts';
import { texts } from '#web/core/texts.ts';
import { offeredOptions } from '#web/data/dictionary.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf } from '#web/form/types.ts';
import { useCall } from '#web/screen/useCall.ts';

interface Props {
  assessment: AssessmentDetail;
  changed: () => void;
  onClosed: () => void;
}

/** Form of reason, date and assessors of a draft. */
export function HeadForm({ assessment, changed, onClosed }: Props) {
  const { id, reason, date, assessors, customerId, version } = assessment;
  const { data: people = [] } = useCall(assessmentApi.getAssessorList, { customerId });
  const opening = useMemo(
    () => ({ values: { id, version, reason, date, assessorIds: assessors.map((each) => each.id) } }),
    [id, version, reason, date, assessors],
  );
  const fields = useMemo((): FieldOf<typeof assessmentApi.saveAssessment>[] => {
    const named = new Map([...assessors, ...people].map((each) => [each.id, each.name]));
    return [
      { kind: 'select', field: 'reason', label: '评估原因', options: offeredOptions('assess_reason') },
      { kind: 'date', field: 'date', label: '评估基准日期', latest: 'today' },
      {
        ...{ kind: 'multi', field: 'assessorIds', label: '评估员', wide: true },
        options: [...named].map(([value, label]) => ({ value, label })),
      },
    ];
  }, [assessors, people]);
  return (
    <DialogForm
      open={opening}
      endpoint={assessmentApi.saveAssessment}
      title="评估原因、日期与评估员"
      fields={fields}
      failText={texts.editFailed}
      doneText="已保存"
      onRefresh={changed}
      onDone={changed}
      onClosed={onClosed}
    />
  );
}
