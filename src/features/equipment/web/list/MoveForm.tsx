import { equipmentApi } from '#features/equipment/contract.ts';
import { texts } from '#web/core/texts.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';
import { treeOptions } from '#web/tree/treeNodes.ts';
import type { Choice } from './useEquipmentFilters.ts';

interface Props {
  ids: readonly string[];
  choice: Choice;
  onDone: () => void;
  onClosed: () => void;
}

/** Asks for the project or department of the selected devices. Open while mounted. */
export function MoveForm({ ids, choice: { projects, departments }, onDone, onClosed }: Props) {
  return (
    <DialogForm<{ count: number }>
      open
      title={`分配 ${ids.length} 台设备`}
      size="small"
      fields={
        [
          { kind: 'select', field: 'projectId', label: '项目', options: projects, wide: true },
          { kind: 'tree', field: 'departmentId', label: '部门', options: treeOptions(departments), wide: true },
        ] satisfies FieldOf<typeof equipmentApi.moveEquipment>[]
      }
      submit={(values) => callValidated(equipmentApi.moveEquipment, { ids: [...ids], ...values })}
      submitText="分配"
      failText={texts.editFailed}
      onDone={({ count }) => {
        toast.success(`已分配 ${count} 台设备`);
        onDone();
      }}
      onClosed={onClosed}
    />
  );
}
