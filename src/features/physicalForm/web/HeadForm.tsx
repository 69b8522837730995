import { useMemo } from 'react';
import { physicalApi, physicalKinds } from '#features/physical/contract.ts';
import { openPhysical, orExisting } from '#features/physical/web/service.ts';
import { callApi } from '#web/api/request.ts';
import { texts } from '#web/core/texts.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FormValues } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';
import { OrgField } from './OrgField.tsx';
import type { PhysicalRecord } from './record.ts';

type Name = 'kind' | 'org' | 'date' | 'doctor';

const fields: readonly Field<Name>[] = [
  { kind: 'radio', field: 'kind', label: '类型', required: true, wide: true, options: optionsOf(physicalKinds) },
  {
    ...{ kind: 'custom', field: 'org', label: '机构', required: true, wide: true },
    control: (props) => <OrgField {...props} />,
  },
  { kind: 'date', field: 'date', label: '体检日期', required: true, latest: 'today' },
  { kind: 'text', field: 'doctor', label: '医生', maxLength: 20, undrafted: true },
];

const valuesOf = ({ id, version, kind, org, date, doctor }: PhysicalRecord): FormValues => ({
  ...{ id, version, kind, org, date },
  ...(doctor !== null && { doctor }),
});

const edit = (values: FormValues) =>
  orExisting(() => callValidated(physicalApi.editPhysical, { ...values, doctor: values.doctor ?? null }));

interface Props {
  record: PhysicalRecord;
  version: number;
  onDone: () => void;
  onClosed: () => void;
}

/** Form of kind, institution, day and doctor of an examination. Open while mounted. */
export default function HeadForm({ record, version, onDone, onClosed }: Props) {
  const opening = useMemo(() => ({ values: { ...valuesOf(record), version } }), [record, version]);
  return (
    <DialogForm
      open={opening}
      schema={physicalApi.editPhysical.input}
      submit={edit}
      title="修改体检信息"
      fields={fields}
      fetchLatest={async () => valuesOf(await callApi(physicalApi.getPhysical, { id: record.id }))}
      failText={texts.editFailed}
      onDone={({ id }) => {
        if (id !== record.id) return openPhysical(id);
        toast.success('已保存');
        onDone();
      }}
      onClosed={onClosed}
    />
  );
}
