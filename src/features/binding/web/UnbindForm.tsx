import { outOfService, titleOf } from '#features/equipment/web/service.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf } from '#web/form/types.ts';
import { bindingApi } from '../contract.ts';
import { callConfirmed } from './callConfirmed.ts';
import type { ActionDialogProps } from './types.ts';

/** Form 解绑: asks for the reason; an open call for help needs a confirmation. */
export function UnbindForm({ device, onDone, onClosed }: ActionDialogProps) {
  const returns = !outOfService.includes(device.state);
  return (
    <DialogForm
      open
      title={titleOf('解绑', device)}
      size="small"
      fields={
        [
          { kind: 'textarea', field: 'reason', label: '原因', required: true, maxLength: 500, wide: true },
        ] satisfies FieldOf<typeof bindingApi.unbindEquipment>[]
      }
      submit={(values) => callConfirmed(bindingApi.unbindEquipment, { id: device.id, ...values }, '解绑')}
      submitText="解绑"
      failText="没有解绑"
      doneText={`设备已从「${device.customerName ?? '客户'}」解绑`}
      onDone={onDone}
      onClosed={() => onClosed()}
    >
      <p className="mb-3 text-[13px] text-text2">
        {device.customerName} {device.position}，<span className="mono">{device.sn}</span>
        。绑定记录留在历史里，
        {returns ? '设备回到「已发放」' : `设备仍为「${labelOf('equipment_state', device.state)}」`}。
      </p>
    </DialogForm>
  );
}
