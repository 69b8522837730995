import { useMemo } from 'react';
import { consentApi, consent as resource } from '#features/consent/contract.ts';
import type { Attachment } from '#shared/attachment.ts';
import { consentPurposes } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { formFields } from '#web/crud/formFields.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { scanField } from '#web/form/fields/FilesField.tsx';
import type { FieldOf, FormValues } from '#web/form/types.ts';
import { Callout } from '#web/ui/Callout.tsx';

type Purpose = keyof typeof consentPurposes;

const Scan = scanField(consentApi.uploadConsentFile.path);

interface Props {
  onDone: () => void;
  onClosed: () => void;
}

function inputOf({ files, ...values }: FormValues): FormValues {
  const [file] = (files as Attachment[] | undefined) ?? [];
  return file ? { ...values, fileId: file.id } : values;
}

/** Asks for signer, purposes and end of a consent. Open while mounted. */
export function ConsentForm({
  customer: { id, name },
  onDone,
  onClosed,
}: Props & { customer: { id: string; name: string } }) {
  const lists = useDictionaryLists();
  const fields = useMemo(
    () => ({
      lists,
      all: formFields(resource, false, {
        ...{ customerId: null, fileId: { field: 'files', wide: true, control: Scan } },
        signedAt: { latest: 'today' },
        until: { hint: '不填：到撤回为止' },
      }),
    }),
    [lists],
  ).all;
  return (
    <DialogForm
      open
      initial={{ customerId: id, signedBy: name, relation: 'self', signedAt: new Date().toISOString() }}
      endpoint={consentApi.addConsent}
      title={`新增知情同意 · ${name}`}
      fields={fields}
      inputOf={inputOf}
      doneText="知情同意已新增"
      onDone={onDone}
      onClosed={onClosed}
    />
  );
}

/** Explains the immediate effects of a withdrawal (domain.md 6.3), and the manual work left. */
const meaning: Readonly<Record<Purpose, string>> = {
  service: '服务和告警照常，要停止服务请另行终止。',
  health: '健康类告警立即不能分享给外部，已发出的链接也打不开。体征照常保存，有权限的同事照常看到，告警照常响铃。',
  location: '立即停止保存和显示位置；告警自带的位置仍随该告警保留，呼救照常响铃。',
  family: '目前没有向家属账号开放客户的信息，撤回只记在档案里。',
  recording: '撤回只记在档案里，已有的资料不会自动删除。',
  photo: '撤回只记在档案里，已有的照片不会自动删除。',
  transfer: '撤回只记在档案里，已发出的分享链接请另行收回。',
};

const fields: readonly FieldOf<typeof consentApi.withdrawConsent>[] = [
  { kind: 'datetime', field: 'at', label: '撤回时间', latest: 'today', hint: '不填：现在', wide: true },
  { kind: 'textarea', field: 'reason', label: '撤回原因', maxLength: 200, required: true, wide: true },
];

/** Asks for the reason of a withdrawal. Open while mounted. */
export function WithdrawForm({
  consent: { id, purpose },
  onDone,
  onClosed,
}: Props & { consent: OutputOf<typeof consentApi.getConsentList> }) {
  const label = consentPurposes[purpose];
  return (
    <DialogForm
      open
      initial={{ id }}
      endpoint={consentApi.withdrawConsent}
      title={`撤回同意 · ${label}`}
      size="small"
      fields={fields}
      submitText="撤回"
      failText="撤回失败"
      doneText={`${label}的同意已撤回`}
      onDone={onDone}
      onClosed={onClosed}
    >
      <Callout tone="notice" className="mb-3 text-[13px]">
        「{label}」现有的签署全部撤回，不能恢复，只能重新签署。{meaning[purpose]}
      </Callout>
    </DialogForm>
  );
}
