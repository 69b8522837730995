import { useState } from 'react';
import { closingApi } from '#features/closing/contract.ts';
import { DispatchRow } from '#features/dispatch/web/service.ts';
import { applyRow, type RunAction, subjectName, submitting, type WarnDetail } from '#features/warn/web/service.ts';
import { now } from '#web/core/now.ts';
import type { FieldOf, FormValues, RuleOf } from '#web/form/types.ts';
import { Callout } from '#web/ui/Callout.tsx';
import { type CloseDraft, defaultFollowUp, hasCall, hospitalFollowUp, isRefused, missingToClose } from './closeForm.ts';
import './dialog.css';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { familyField, resultField } from './choices.tsx';
import { reportField } from './reportField.ts';

const note: FieldOf<typeof closingApi.closeWarn> = {
  field: 'note',
  label: '处理说明',
  kind: 'textarea',
  maxLength: 500,
};
const familyNote: FieldOf<typeof closingApi.closeWarn> = {
  field: 'familyNote',
  label: '未告知家属的原因',
  kind: 'text',
  maxLength: 500,
  wide: true,
  shown: (values) => values.familyTold === false,
};
const noContact: FieldOf<typeof closingApi.closeWarn> = {
  field: 'noContactReason',
  label: '没有联系任何人的原因',
  kind: 'text',
  maxLength: 500,
  required: true,
  wide: true,
};
const followUp: FieldOf<typeof closingApi.closeWarn> = {
  field: 'followUpAt',
  label: '回访时间',
  kind: 'datetime',
  hint: '不需要回访时清空；已送医的须约',
  wide: true,
};

const rules: readonly RuleOf<typeof closingApi.closeWarn>[] = [
  {
    field: 'familyNote',
    rule: 'required',
    check: ({ familyTold, familyNote }) => (familyTold === false && !familyNote ? '请写明未告知家属的原因' : undefined),
  },
  {
    field: 'followUpAt',
    rule: 'required',
    check: ({ result, followUpAt }) => (result === 'hospital' && !followUpAt ? hospitalFollowUp : undefined),
  },
];

function valuesOf(draft: CloseDraft, detail: WarnDetail): FormValues {
  const { followUpAt, result, ...rest } = draft;
  const { refused, clock } = detail;
  return {
    ...(clock.familyTold === null ? {} : { familyTold: true }),
    ...rest,
    // A refused result is not preselected.
    ...(result && !isRefused(detail, result) && { result }),
    ...(refused.familyTold !== null && { familyTold: false }),
    id: detail.id,
    followUpAt: followUpAt === undefined ? defaultFollowUp(now()) : followUpAt,
  };
}

function draftOf({ id: _id, ...values }: FormValues): CloseDraft {
  return { ...values, followUpAt: (values.followUpAt ?? null) as string | null };
}

/** Items settled outside the fields: an active dispatch can be completed here. */
function Outside({ detail, draft, run }: Pick<Props, 'detail' | 'draft' | 'run'>) {
  const lacks = missingToClose(detail, draft).filter((lack) => lack.key === 'dispatch' || lack.key === 'other');
  if (lacks.length === 0) return null;
  const running = detail.dispatches.filter(({ state }) => state !== 'done' && state !== 'cancelled');
  return (
    <Callout tone="warn" className="desk-lacks mb-4" role="alert">
      {lacks.map((lack) => (
        <p key={lack.label}>
          <b>{lack.label}</b>
          {lack.hint !== '' && `：${lack.hint}`}
        </p>
      ))}
      <ul className="dispatches">
        {running.map((dispatch) => (
          <DispatchRow key={dispatch.id} warn={detail} dispatch={dispatch} disabled={false} run={run} />
        ))}
      </ul>
    </Callout>
  );
}

interface Props {
  detail: WarnDetail;
  draft: CloseDraft;
  run: RunAction;
  /** Called with the draft, which is saved until the warn is closed: 「结案还缺」 uses it. */
  onDraft: (draft: CloseDraft) => void;
  onClosed: () => void;
  onClose: () => void;
}

/** 结案 dialog. Opens with the saved draft; Esc loses nothing. */
export function CloseDialog({ detail, draft, run, onDraft, onClosed, onClose }: Props) {
  const [initial] = useState(() => valuesOf(draft, detail));
  const close = submitting(run, closingApi.closeWarn, `已结案：${subjectName(detail)}`, (row) => {
    applyRow(row);
    onClosed();
  });
  return (
    <DialogForm
      open
      size="small"
      title={`结案 ${subjectName(detail)}`}
      submitText="结案"
      failText="结案失败"
      schema={closingApi.closeWarn.input}
      fields={[
        resultField(detail),
        note,
        familyField(detail),
        familyNote,
        ...(hasCall(detail) ? [] : [noContact]),
        ...reportField(detail),
        followUp,
      ]}
      rules={rules}
      initial={initial}
      onValues={(values) => onDraft(draftOf(values))}
      submit={close}
      onClosed={onClose}
    >
      <Outside detail={detail} draft={draft} run={run} />
    </DialogForm>
  );
}
