import { useMemo, useState } from 'react';
import { departmentApi } from '#features/department/contract.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf, FormValues, Opening } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';
import { pathTo } from '#web/tree/treeNodes.ts';
import { Callout } from '#web/ui/Callout.tsx';
import { type Department, departmentOptions } from './types.ts';

interface Props {
  tree: readonly Department[];
  onDone: (id: string) => void;
  open: Opening | undefined;
  onClosed: () => void;
}

/** Form of 合并: shows the counts to move before the merge. */
export function MergeForm({ tree, onDone, open, onClosed }: Props) {
  const [values, setValues] = useState<FormValues>({});
  const from = pathTo(tree, String(values.fromId ?? '')).at(-1);
  const to = pathTo(tree, String(values.toId ?? '')).at(-1);
  const fields = useMemo<FieldOf<typeof departmentApi.mergeDepartment>[]>(
    () => [
      {
        field: 'toId',
        label: '并入',
        kind: 'tree',
        options: departmentOptions(tree, values.fromId),
        wide: true,
        required: true,
      },
    ],
    [tree, values.fromId],
  );
  return (
    <DialogForm
      open={open}
      onClosed={onClosed}
      title={`合并部门「${from?.name ?? ''}」`}
      size="small"
      fields={fields}
      schema={departmentApi.mergeDepartment.input}
      onValues={setValues}
      submit={(input) => callValidated(departmentApi.mergeDepartment, input)}
      submitText="合并"
      failText="合并失败"
      onDone={({ id, users, customers, equipment, warns }) => {
        toast.success(`已移走 ${users} 个用户、${customers} 名客户、${equipment} 台设备、${warns} 条未结案告警`);
        onDone(id);
      }}
    >
      {from && (
        <Callout tone="notice" className="mb-3">
          {mergeText(from, to?.name)}
        </Callout>
      )}
    </DialogForm>
  );
}

/** Returns the confirmation text: the counts that move, and that the merge is final. */
function mergeText(from: Department, to: string | undefined): string {
  const { name, ownUserCount, ownCustomerCount, ownEquipmentCount, children } = from;
  const holds = `${ownUserCount} 个用户、${ownCustomerCount} 名客户、${ownEquipmentCount} 台设备和全部告警`;
  const then = `「${name}」随后不再出现，谁能看到这些数据会立刻改变。`;
  const place = to ? `「${to}」` : '选定的部门';
  const below = children.length > 0 ? `，${children.length} 个下级部门连同其数据跟着过去` : '';
  return `「${name}」本级的 ${holds}移到${place}${below}。${then}每一条改动都记入变更记录，但不能一键还原。`;
}
