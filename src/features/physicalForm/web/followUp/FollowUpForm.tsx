import { useEffect, useEffectEvent, useState } from 'react';
import { followUpDays, followUpWords, physicalApi } from '#features/physical/contract.ts';
import type { InputKey, OutputOf } from '#shared/endpoint.ts';
import { ApiError } from '#web/api/request.ts';
import { now } from '#web/core/now.ts';
import { todayIn } from '#web/data/format.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf, FormValues, RuleOf } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';
import type { PhysicalRecord } from '../record.ts';
import type { ExamForm } from '../useExamForm.ts';
import { followUpText } from './FollowUpNote.tsx';
import { lastFollowUpDay, proposedDay, proposedRequest } from './proposal.ts';

type Add = typeof physicalApi.addPhysicalFollowUp;

const fields: readonly FieldOf<Add>[] = [
  {
    ...{ kind: 'textarea', field: 'request', label: '回访内容', rows: 3, wide: true, required: true },
    ...{ maxLength: followUpWords.max, undrafted: true, hint: '值守人员打电话时看到这段话' },
  },
  { kind: 'date', field: 'due', label: '回访日期', required: true, hint: '当天 9 点起在「回访」里到期' },
];

/** Returns the rule that the day is neither past nor too far ahead. */
const rulesFrom = (today: string): readonly RuleOf<Add>[] => [
  {
    ...{ field: 'due', rule: 'range' },
    check: ({ due }) => {
      if (typeof due !== 'string' || due === '') return undefined;
      if (due < today) return '回访日期不能早于今天';
      return due > lastFollowUpDay(today) ? `回访日期须在${followUpDays}天内` : undefined;
    },
  },
];

/** Returns why an examination generates no follow-up now. */
function refusal({ status, followUp, timeZone }: PhysicalRecord): string {
  if (status === 'draft') return '草稿请先提交，再生成随访';
  if (status === 'void') return '已作废的体检不能生成随访';
  return followUp && followUp.state !== 'done' ? `已有${followUpText(followUp, timeZone)}` : '不能生成随访';
}

interface Props {
  form: ExamForm;
  onDone: () => void;
  onClosed: () => void;
}

/** 生成随访: what to speak about and when; the desk calls the person. Open while mounted. */
export function FollowUpForm({ form: { record, rows }, onDone, onClosed }: Props) {
  // As of the opening: afterwards there is one.
  const [problem] = useState(() => (record.can.followUp ? undefined : refusal(record)));
  const [today] = useState(() => todayIn(record.timeZone, now()));
  const [initial] = useState(() => ({
    ...{ id: record.id, request: proposedRequest(rows.values()), due: proposedDay(record.nextDate, today) },
  }));
  const [rules] = useState(() => rulesFrom(today));
  const leave = useEffectEvent(() => {
    if (problem === undefined) return;
    toast.warning(problem);
    onClosed();
  });
  useEffect(() => leave(), []);
  if (problem !== undefined) return null;
  const submit = async (values: FormValues) => {
    try {
      return await callValidated(physicalApi.addPhysicalFollowUp, values);
    } catch (error) {
      // Somebody else was faster: the page shows what is there.
      if (error instanceof ApiError && error.status === 409) onDone();
      throw error;
    }
  };
  return (
    <DialogForm<OutputOf<Add>, InputKey<Add>>
      open
      size="small"
      title={`生成随访 · ${record.customerName}`}
      schema={physicalApi.addPhysicalFollowUp.input}
      submit={submit}
      fields={fields}
      rules={rules}
      initial={initial}
      submitText="生成随访"
      failText="没有生成"
      doneText="已生成随访，到时由值守人员回访"
      onDone={onDone}
      onClosed={onClosed}
    />
  );
}
