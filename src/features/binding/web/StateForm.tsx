import { equipmentApi } from '#features/equipment/contract.ts';
import { movesOf, titleOf } from '#features/equipment/web/service.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf } from '#web/form/types.ts';
import type { ActionDialogProps } from './types.ts';

/** Form 变更状态: asks for an allowed next state and the reason. */
export function StateForm({ device, onDone, onClosed }: ActionDialogProps) {
  const options = movesOf(device).map((value) => ({ value, label: labelOf('equipment_state', value) }));
  return (
    <DialogForm
      open
      title={titleOf('变更状态', device)}
      size="small"
      fields={
        [
          {
            ...{ kind: 'select', field: 'state', label: '状态', options, required: true, wide: true },
            hint: `现在是「${labelOf('equipment_state', device.state)}」`,
          },
          { kind: 'textarea', field: 'reason', label: '原因', required: true, maxLength: 500, wide: true },
        ] satisfies FieldOf<typeof equipmentApi.updateEquipmentState>[]
      }
      submit={(values) => callValidated(equipmentApi.updateEquipmentState, { id: device.id, ...values })}
      submitText="变更"
      failText="状态没有变更"
      doneText="状态已变更"
      onDone={onDone}
      onClosed={() => onClosed()}
    />
  );
}
