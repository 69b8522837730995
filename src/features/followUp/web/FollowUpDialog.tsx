import { warnApi } from '#features/warn/contract.ts';
import { applyRow, type RunAction, subjectName, submitting, type WarnDetail } from '#features/warn/web/service.ts';
import { now } from '#web/core/now.ts';
import { followUpTermsText } from '#web/data/followUpTerms.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf } from '#web/form/types.ts';
import { Callout } from '#web/ui/Callout.tsx';

const fields: readonly FieldOf<typeof warnApi.finishFollowUp>[] = [
  { field: 'note', label: '回访记录', kind: 'textarea', maxLength: 500, rows: 4 },
  { field: 'again', label: '再次回访', kind: 'datetime', hint: '没有联系上时填写', wide: true },
];

/** 完成回访 dialog, with the next follow-up if one is required. */
export function FollowUpDialog({ detail, run, onClose }: { detail: WarnDetail; run: RunAction; onClose: () => void }) {
  return (
    <DialogForm
      open
      size="small"
      title={`完成回访 ${subjectName(detail)}`}
      submitText="完成回访"
      failText="回访没有存上"
      schema={warnApi.finishFollowUp.input}
      fields={fields}
      initial={{ id: detail.id }}
      draft={`followUp.${detail.id}`}
      submit={submitting(run, warnApi.finishFollowUp, '已记录回访', applyRow)}
      onClosed={onClose}
    >
      {detail.followUpTerms && (
        <Callout tone={detail.followUpTerms.called ? 'info' : 'warn'} className="mb-3" role="status">
          {followUpTermsText(detail.followUpTerms, now())}
        </Callout>
      )}
    </DialogForm>
  );
}
