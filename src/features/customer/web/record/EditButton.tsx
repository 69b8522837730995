import { useState } from 'react';
import { CustomerForm, useCustomerChoice, useReadForForm } from '#features/customerEntry/web/service.ts';
import { withToast } from '#web/api/feedback.ts';
import type { FormValues, Opening } from '#web/form/types.ts';
import type { SectionProps } from '#web/record/section.ts';
import { Button } from '#web/ui/Button.tsx';
import { archiveSealedMessage } from '../../contract/state.ts';
import type { CustomerRecord } from '../../contract.ts';

/** Opens the form of the list over the record. */
export function EditButton({ record, changed }: SectionProps<CustomerRecord>) {
  const [opening, setOpening] = useState<Opening>();
  const choice = useCustomerChoice();
  const { record: stored, read } = useReadForForm();
  const onOpen = (values?: FormValues) => setOpening({ values });
  const onClosed = () => setOpening(undefined);
  const edit = async () => {
    const values = await withToast(() => read(record.id), { done: null, failed: '客户没有打开' });
    if (values) onOpen(values);
  };
  return (
    <>
      <Button
        disabled={record.sealed}
        title={record.sealed ? archiveSealedMessage : undefined}
        onClick={() => void edit()}
      >
        编辑
      </Button>
      <CustomerForm slot={{ open: opening, onOpen, onClosed, onDone: changed }} {...{ choice, record: stored, read }} />
    </>
  );
}
