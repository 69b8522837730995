import { useRef } from 'react';
import { CustomerForm, useCustomerChoice, useReadForForm } from '#features/customerEntry/web/service.ts';
import { withToast } from '#web/api/feedback.ts';
import type { DialogFormHandle } from '#web/form/types.ts';
import type { SectionProps } from '#web/record/section.ts';
import { archiveSealedMessage } from '../../contract/state.ts';
import type { CustomerRecord } from '../../contract.ts';

/** Opens the form of the list over the record. */
export function EditButton({ record, changed }: SectionProps<CustomerRecord>) {
  const form = useRef<DialogFormHandle>(null);
  const choice = useCustomerChoice();
  const { record: stored, read } = useReadForForm();
  const open = async () => {
    const values = await withToast(() => read(record.id), { done: null, failed: '客户没有打开' });
    if (values) form.current?.open(values);
  };
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={record.sealed}
        title={record.sealed ? archiveSealedMessage : undefined}
        onClick={() => void open()}
      >
        编辑
      </button>
      <CustomerForm {...{ ref: form, onDone: changed, choice, record: stored, read }} />
    </>
  );
}
