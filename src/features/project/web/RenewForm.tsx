import { type Ref, useState } from 'react';
import { projectApi } from '#features/project/contract.ts';
import { callJudged } from '#web/form/callJudged.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormHandle, Field, FormValues } from '#web/form/types.ts';

const fields: readonly Field[] = [
  { field: 'endDate', label: '新的结束日期', kind: 'date', required: true, wide: true },
  { field: 'quotaCustomer', label: '客户配额', kind: 'number', min: 0, max: 10_000_000, unit: '人' },
  { field: 'quotaEquipment', label: '设备配额', kind: 'number', min: 0, max: 10_000_000, unit: '台' },
];

interface Props {
  onDone: () => void;
  /** What the contract's dialog would be opened with now. */
  newest: (id: string) => Promise<FormValues>;
  ref: Ref<DialogFormHandle>;
}

/** 续期: a later last day, and more places if wanted. */
export function RenewForm({ onDone, newest, ref }: Props) {
  const [values, setValues] = useState<FormValues>({});
  const save = ({ id, version, endDate, quotaCustomer, quotaEquipment }: FormValues) => {
    const quotas = { quotaCustomer: quotaCustomer ?? null, quotaEquipment: quotaEquipment ?? null };
    return callJudged(projectApi.renewProject, { id, version, endDate, ...quotas });
  };
  return (
    <DialogForm
      ref={ref}
      title={`续期 · ${String(values.name ?? '')}`}
      size="small"
      fields={fields}
      onValues={setValues}
      submit={save}
      submitText="续期"
      failText="续期失败"
      doneText="已续期"
      onDone={onDone}
      newest={() => newest(String(values.id))}
      draft="projectRenew"
    >
      <p className="project-note">现在的结束日期：{values.until ? String(values.until) : '长期'}</p>
    </DialogForm>
  );
}
