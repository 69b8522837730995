import { useRef } from 'react';
import { openActionDialog, showSecret, titleOf } from '#features/equipment/web/service.ts';
import { can } from '#web/api/session.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';
import { bindingApi } from '../contract.ts';
import { callConfirmed } from './callConfirmed.ts';
import type { ActionDialogProps } from './types.ts';

/** Form 更换: replaces this device by another one, which is tested next. */
export function ReplaceForm({ device, onDone, onClosed }: ActionDialogProps) {
  const created = useRef<{ id: string; sn: string; secret: string | null }>(undefined);

  async function goOn(): Promise<void> {
    onClosed();
    if (!created.current) return;
    const { id, sn, secret } = created.current;
    if (secret !== null) await showSecret(sn, secret);
    if (can('equipment:test')) openActionDialog('fieldTest', id);
  }
  return (
    <DialogForm<{ id: string; secret: string | null }>
      open
      title={titleOf('更换', device)}
      size="small"
      fields={
        [
          {
            ...{ kind: 'text', field: 'newSn', label: '新设备编号', required: true, maxLength: 32, wide: true },
            ...{ placeholder: '扫码或输入设备编号、IMEI', hint: '在库的设备；没有登记过的按同一型号登记' },
          },
          {
            ...{ kind: 'textarea', field: 'reason', label: '原因', required: true, maxLength: 500, wide: true },
            hint: device.state === 'lost' ? '原设备仍为丢失' : '原设备转为维修中',
          },
        ] satisfies FieldOf<typeof bindingApi.replaceEquipment>[]
      }
      submit={(values) => callConfirmed(bindingApi.replaceEquipment, { id: device.id, ...values }, '更换')}
      submitText="更换"
      failText="没有更换"
      onDone={({ id, secret }, { newSn }) => {
        created.current = { id, sn: String(newSn), secret };
        toast.success(`已更换为 ${String(newSn)}，请做现场测试`);
        onDone();
      }}
      onClosed={() => void goOn()}
    >
      <p className="mb-3 text-[13px] text-text2">
        {device.customerName} {device.position}，<span className="mono">{device.sn}</span>
        。绑定、名称和下发过的设置转到新设备。
      </p>
    </DialogForm>
  );
}
