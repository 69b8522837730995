import { callConfirmed } from '#features/binding/web/service.ts';
import { type Device, showSecret, titleOf } from '#features/equipment/web/service.ts';
import { repairApi } from '#features/repair/contract.ts';
import { can } from '#web/api/session.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';

const fields: readonly FieldOf<typeof repairApi.addRepair>[] = [
  { kind: 'textarea', field: 'fault', label: '故障', required: true, maxLength: 500, wide: true },
  { kind: 'text', field: 'reportedBy', label: '报修人', maxLength: 50, hint: '不填为你自己' },
  { kind: 'text', field: 'handler', label: '处理人', maxLength: 50 },
];
const substitute: FieldOf<typeof repairApi.addRepair> = {
  ...{
    kind: 'text',
    field: 'newSn',
    label: '换上的设备',
    maxLength: 32,
    wide: true,
    placeholder: '扫码或输入设备编号',
  },
  hint: '接替使用，绑定与设置转到它；不填则客户暂时没有设备可用',
};

interface Props {
  device: Device;
  onDone: () => void;
  onClosed: () => void;
}

/** Form 登记维修: asks for the fault and the replacement device. Open while mounted. */
export function ReportForm({ device, onDone, onClosed }: Props) {
  const { id, customerId } = device;
  return (
    <DialogForm<{ id: string; secret: string | null }>
      open
      title={titleOf('登记维修', device)}
      fields={customerId === null || !can('equipment:edit') ? fields : [...fields, substitute]}
      submit={(values) => callConfirmed(repairApi.addRepair, { equipmentId: id, ...values }, '更换')}
      submitText="登记"
      failText="没有登记"
      draft="repair"
      onDone={({ secret }, { newSn }) => {
        toast.success('已登记维修');
        onDone();
        if (secret !== null) void showSecret(String(newSn), secret);
      }}
      onClosed={onClosed}
    />
  );
}
