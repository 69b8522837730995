import { closingApi } from '#features/closing/contract.ts';
import { applyRow, type RunAction, subjectName, submitting, type WarnDetail } from '#features/warn/web/service.ts';
import { falseReasons } from '#web/data/codeLabels.ts';
import { listTime } from '#web/data/format.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf } from '#web/form/types.ts';
import { reportField } from './reportField.ts';

interface Props {
  detail: WarnDetail;
  accept: boolean;
  run: RunAction;
  onClose: () => void;
}

/** Dialog for the leader's answer to a 误报 request. */
export function AnswerFalseDialog({ detail, accept, run, onClose }: Props) {
  const request = detail.falseAsked;
  const note: FieldOf<typeof closingApi.answerFalseWarn> = {
    field: 'note',
    label: accept ? '核实说明' : '不同意的原因',
    kind: 'textarea',
    maxLength: 500,
    required: !accept,
  };
  const done = accept ? '已标记误报' : '已答复，告警继续处理';
  return (
    <DialogForm
      open
      size="small"
      title={accept ? '同意误报' : '不同意误报'}
      submitText={accept ? '标记误报' : '不同意'}
      failText="答复没有存上"
      schema={closingApi.answerFalseWarn.input}
      fields={[note, ...(accept ? reportField(detail) : [])]}
      initial={{ id: detail.id, accept }}
      submit={submitting(run, closingApi.answerFalseWarn, done, applyRow)}
      onClosed={onClose}
    >
      <p className="mb-3 wrap-anywhere text-text2">
        {subjectName(detail)} · {detail.no}
        {request && ` · ${request.userName} ${listTime(request.at)} 申请：${falseReasons[request.reason]}`}
      </p>
    </DialogForm>
  );
}
