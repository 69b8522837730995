import { useEffect, useMemo, useRef } from 'react';
import { customerApi } from '#features/customer/contract.ts';
import type { Attachment } from '#shared/attachment.ts';
import { consentPurposes } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { formFields } from '#web/crud/formFields.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { FilesField } from '#web/form/FilesField.tsx';
import type { ControlProps, DialogFormHandle, Field, FormValues } from '#web/form/types.ts';
import { Note } from '#web/ui/Note.tsx';
import { consent as noun } from '../../contract/consent.ts';

type Purpose = keyof typeof consentPurposes;

interface Props {
  onDone: () => void;
  onClosed: () => void;
}

/** The scan of a signed paper. */
export const Scan = (props: ControlProps) => (
  <FilesField {...props} path={customerApi.uploadConsentFile.path} most={1} />
);

function inputOf({ files, ...values }: FormValues): FormValues {
  const [file] = (files as Attachment[] | undefined) ?? [];
  return file ? { ...values, fileId: file.id } : values;
}

/** Asks who has signed for what and until when. Open as long as it is mounted. */
export function ConsentForm({
  person: { id, name },
  onDone,
  onClosed,
}: Props & { person: { id: string; name: string } }) {
  const form = useRef<DialogFormHandle>(null);
  const lists = useDictionaryLists();
  const fields = useMemo(
    () => ({
      lists,
      all: formFields(noun, false, {
        ...{ customerId: null, fileId: { field: 'files', wide: true, control: Scan } },
        signedAt: { latest: 'today' },
        until: { hint: '不填：到撤回为止' },
      }),
    }),
    [lists],
  ).all;
  useEffect(
    () => form.current?.open({ customerId: id, signedBy: name, relation: 'self', signedAt: new Date().toISOString() }),
    [id, name],
  );
  return (
    <DialogForm
      ref={form}
      endpoint={customerApi.addConsent}
      title={`新增知情同意 · ${name}`}
      fields={fields}
      inputOf={inputOf}
      doneText="知情同意已新增"
      onDone={onDone}
      onClosed={onClosed}
    />
  );
}

/** What a withdrawal does at once (domain.md 6.3). */
const meaning: Readonly<Partial<Record<Purpose, string>>> = {
  location: '立即停止保存和显示位置；告警自带的位置仍随该告警保留，呼救照常响铃。',
  health: '立即停止对外共享和推送健康信息。',
  family: '家属的关联立即只能看到 SOS。',
};

const fields: readonly Field[] = [
  { kind: 'datetime', field: 'at', label: '撤回时间', latest: 'today', hint: '不填：现在', wide: true },
  { kind: 'textarea', field: 'reason', label: '撤回原因', maxLength: 200, required: true, wide: true },
];

/** Asks why a consent is taken back. Open as long as it is mounted. */
export function WithdrawForm({
  consent: { id, purpose },
  onDone,
  onClosed,
}: Props & { consent: OutputOf<typeof customerApi.getConsentList> }) {
  const form = useRef<DialogFormHandle>(null);
  const word = consentPurposes[purpose];
  useEffect(() => form.current?.open({ id }), [id]);
  return (
    <DialogForm
      ref={form}
      endpoint={customerApi.withdrawConsent}
      title={`撤回同意 · ${word}`}
      size="small"
      fields={fields}
      submitText="撤回"
      failText="撤回失败"
      doneText={`${word}的同意已撤回`}
      onDone={onDone}
      onClosed={onClosed}
    >
      <Note tone="notice" className="below-12 f13">
        「{word}」现有的签署全部撤回，不能恢复，只能重新签署。{meaning[purpose]}
      </Note>
    </DialogForm>
  );
}
