import { useState } from 'react';
import { closingApi } from '#features/closing/contract.ts';
import { applyRow, type RunAction, subjectName, submitting, type WarnDetail } from '#features/warn/web/service.ts';
import { confirmedBys } from '#shared/codes.ts';
import { can } from '#web/api/session.ts';
import { falseReasons, warnTypes } from '#web/data/codeLabels.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field } from '#web/form/types.ts';
import { Button } from '#web/ui/Button.tsx';
import { falseGrounds } from './falseGrounds.ts';
import { reportField } from './reportField.ts';

interface Props {
  detail: WarnDetail;
  run: RunAction;
  onClose: () => void;
}

export const reasonField: Field<'reason'> = {
  field: 'reason',
  label: '误报原因',
  kind: 'select',
  wide: true,
  get options() {
    return optionsOf(falseReasons);
  },
};
const note: Field<'note'> = { field: 'note', label: '处理说明', kind: 'textarea', maxLength: 500 };

function About({ detail, children }: { detail: WarnDetail; children: string }) {
  return (
    <p className="mb-3 wrap-anywhere text-text2">
      {subjectName(detail)} · {warnTypes[detail.type]} · {detail.no} · {children}
    </p>
  );
}

/** Focuses the next number of the warn after the dialog has restored the focus. */
function toNextCall(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.desk a[data-next-call]')?.focus());
}

/**
 * 误报 dialog: confirmed by a contact who was reached, a drill, or the leader; without any of them it requests the
 * leader's answer.
 */
export function FalseDialog(props: Props) {
  // Fixed at opening: a warn that was just closed has no proof, and the form must not change.
  const [{ ways: grounds, proof }] = useState(() => ({
    ways: falseGrounds(props.detail, can('warn:judge')),
    proof: props.detail.proof,
  }));
  return grounds.length === 0 ? <AskForm {...props} /> : <MarkForm {...props} grounds={grounds} proof={proof} />;
}

type MarkFormProps = Props & Pick<WarnDetail, 'proof'> & { grounds: ReturnType<typeof falseGrounds> };

function MarkForm({ detail, run, onClose, grounds, proof }: MarkFormProps) {
  const hasVoiceContact = proof.elder || proof.family;
  const confirmedBy: Field<'confirmedBy'> = {
    field: 'confirmedBy',
    label: '由谁核实',
    kind: 'radio',
    wide: true,
    options: grounds.map((value) => ({ value, label: confirmedBys[value] })),
  };
  return (
    <DialogForm
      open
      size="small"
      title="标记为误报"
      submitText="标记误报"
      failText="标记失败"
      schema={closingApi.falseWarn.input}
      fields={[reasonField, confirmedBy, note, ...reportField(detail)]}
      initial={{ id: detail.id, ...(grounds.length === 1 && { confirmedBy: grounds[0] }) }}
      draft={`false.${detail.id}`}
      submit={submitting(run, closingApi.falseWarn, '已标记误报', applyRow)}
      onClosed={onClose}
    >
      <About detail={detail}>
        {hasVoiceContact ? '已有接通的通话记录' : proof.drill ? '设备在演练中' : '没有接通的通话记录'}
      </About>
    </DialogForm>
  );
}

function AskForm({ detail, run, onClose }: Props) {
  const call = () => {
    onClose();
    toNextCall();
  };
  return (
    <DialogForm
      open
      size="small"
      title="请班长核实误报"
      submitText="请班长核实"
      failText="没有提交"
      schema={closingApi.askFalseWarn.input}
      fields={[reasonField, note, ...reportField(detail)]}
      initial={{ id: detail.id }}
      draft={`askFalse.${detail.id}`}
      submit={submitting(run, closingApi.askFalseWarn, '已提交班长核实，答复之前告警照常等待和升级', applyRow)}
      onClosed={onClose}
    >
      <About detail={detail}>没有接通老人或家属的记录</About>
      <p className="mb-3 wrap-anywhere text-text2">
        先拨打，接通核实后可以直接标记误报；打不通就请班长核实。
        {detail.status === 'handling' && (
          <Button kind="link" onClick={call}>
            先拨打
          </Button>
        )}
      </p>
    </DialogForm>
  );
}
