import { useState } from 'react';
import { project, projectApi } from '#features/project/contract.ts';
import { formFields } from '#web/crud/formFields.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FormValues, Opening } from '#web/form/types.ts';

const otherwise = {
  endDate: { label: '新的结束日期', required: true, wide: true, hint: undefined },
  quotaCustomer: { hint: undefined },
  quotaEquipment: { hint: undefined },
};
const fields = formFields(project, true, otherwise, ['endDate', 'quotaCustomer', 'quotaEquipment']);

interface Props {
  onDone: () => void;
  /** Fetches the current values of the form. */
  fetchLatest: (id: string) => Promise<FormValues>;
  open: Opening | undefined;
  onClosed: () => void;
}

/** 续期: a later end date, and optionally higher quotas. */
export function RenewForm({ onDone, fetchLatest, open, onClosed }: Props) {
  const [values, setValues] = useState<FormValues>({});
  return (
    <DialogForm
      open={open}
      onClosed={onClosed}
      endpoint={projectApi.renewProject}
      title={`续期 · ${String(values.name ?? '')}`}
      size="small"
      fields={fields}
      onValues={setValues}
      inputOf={({ name, until, ...input }) => input}
      submitText="续期"
      failText="续期失败"
      doneText="已续期"
      onDone={onDone}
      fetchLatest={() => fetchLatest(String(values.id))}
      draft="projectRenew"
    >
      <p className="project-note mb-3 text-text2">现在的结束日期：{values.until ? String(values.until) : '长期'}</p>
    </DialogForm>
  );
}
