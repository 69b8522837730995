import { useState } from 'react';
import { CustomerField } from '#features/customerEntry/web/service.ts';
import { physicalApi, physicalKinds } from '#features/physical/contract.ts';
import { openPhysical, orExisting } from '#features/physical/web/service.ts';
import { OrgField } from '#features/physicalForm/web/service.ts';
import { now } from '#web/core/now.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { ownZone, todayIn } from '#web/data/format.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf, FormValues } from '#web/form/types.ts';
import type { NewOf } from './NewPhysical.tsx';

const fieldsOf = (customer: NewOf['customer']): readonly FieldOf<typeof physicalApi.addPhysical>[] => [
  {
    ...{ kind: 'custom', field: 'customerId', label: '客户', required: true, wide: true },
    control: (props) => <CustomerField {...props} {...(customer && { selected: customer })} />,
  },
  { kind: 'radio', field: 'kind', label: '类型', required: true, wide: true, options: optionsOf(physicalKinds) },
  {
    ...{ kind: 'custom', field: 'org', label: '机构', required: true, wide: true },
    control: (props) => <OrgField {...props} />,
  },
  { kind: 'date', field: 'date', label: '体检日期', required: true, latest: 'today' },
  { kind: 'text', field: 'doctor', label: '医生', maxLength: 20 },
];

const add = (values: FormValues) => orExisting(() => callValidated(physicalApi.addPhysical, { ...values, items: [] }));

interface Props {
  of: NewOf;
  onClosed: () => void;
}

/** Dialog of a new examination; afterwards its page opens. Open while mounted. */
export default function NewForm({ of: { customer }, onClosed }: Props) {
  const [fields] = useState(() => fieldsOf(customer));
  const [initial] = useState(() => ({
    ...(customer && { customerId: customer.id }),
    kind: Object.keys(physicalKinds)[0],
    date: todayIn(ownZone(), now()),
  }));
  return (
    <DialogForm
      open
      title="新建体检"
      submitText="开始录入"
      failText="新建失败"
      schema={{ ...physicalApi.addPhysical.input, required: [] }}
      fields={fields}
      initial={initial}
      startAt={({ customerId }) => (customerId ? 'org' : 'customerId')}
      submit={add}
      onDone={({ id }) => openPhysical(id)}
      onClosed={onClosed}
    />
  );
}
