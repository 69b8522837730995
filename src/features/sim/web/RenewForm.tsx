import { simApi } from '#features/sim/contract.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';

interface Props {
  ids: readonly string[];
  onDone: () => void;
  onClosed: () => void;
}

const fields: readonly FieldOf<typeof simApi.renewSim>[] = [
  { kind: 'date', field: 'expireDate', label: '新的到期日期', required: true, wide: true },
  { kind: 'text', field: 'batch', label: '续费批次', maxLength: 50, wide: true },
];

/** Asks for the new end date of the selected SIM cards. Open while mounted. */
export function RenewForm({ ids, onDone, onClosed }: Props) {
  return (
    <DialogForm<{ count: number }>
      open
      title={`续费 ${ids.length} 张流量卡`}
      size="small"
      fields={fields}
      submit={(values) => callValidated(simApi.renewSim, { ids: [...ids], ...values })}
      submitText="续费"
      failText="续费失败"
      onDone={({ count }) => {
        toast.success(`已续费 ${count} 张流量卡`);
        onDone();
      }}
      onClosed={onClosed}
    />
  );
}
