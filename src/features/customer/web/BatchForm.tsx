import { customerApi } from '#features/customer/contract.ts';
import type { Choice } from '#features/customerEntry/web/service.ts';
import { texts } from '#web/core/texts.ts';
import { offeredOptions } from '#web/data/dictionary.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';
import { treeOptions } from '#web/tree/treeNodes.ts';
import type { Batch } from './bulkActions.ts';

function tagFields(): FieldOf<typeof customerApi.editCustomerTag>[] {
  const options = offeredOptions('customer_tag');
  return [
    { kind: 'multi', field: 'add', label: '加上', options, wide: true, hint: '已有的标签不变' },
    { kind: 'multi', field: 'remove', label: '去掉', options, wide: true },
  ];
}

function moveFields({ departments, projects }: Choice): FieldOf<typeof customerApi.moveCustomer>[] {
  return [
    { kind: 'tree', field: 'departmentId', label: '部门', options: treeOptions(departments), wide: true },
    { kind: 'select', field: 'projectId', label: '项目', options: projects, wide: true },
    {
      ...{ kind: 'textarea', field: 'reason', label: '原因', maxLength: 200, required: true, wide: true },
      hint: '未结案的告警仍由现在的人处理',
    },
  ];
}

/** Returns the call's rules without the customers, who are already selected. */
function rulesOf({ input }: { input: object }): object {
  const { properties, required = [] } = input as { properties: Record<string, object>; required?: string[] };
  const { ids: _ids, ...rest } = properties;
  return { type: 'object', properties: rest, required: required.filter((field) => field !== 'ids') };
}

/** Asks which tags the selected customers get and lose, or where they move and why. Open while mounted. */
export function BatchForm({
  kind,
  customers,
  onDone,
  choice,
  onClosed,
}: Batch & { choice: Choice; onClosed: () => void }) {
  const ids = customers.map(({ id }) => id);
  const tags = kind === 'tag';
  const endpoint = tags ? customerApi.editCustomerTag : customerApi.moveCustomer;
  return (
    <DialogForm<{ count: number }>
      open
      title={tags ? `给 ${customers.length} 位客户打标签` : `转移 ${customers.length} 位客户`}
      size="small"
      fields={tags ? tagFields() : moveFields(choice)}
      schema={rulesOf(endpoint)}
      submit={(values) => callValidated(endpoint, { ids, ...values })}
      submitText={tags ? '打标签' : '转移'}
      failText={texts.editFailed}
      onDone={({ count }) => {
        toast.success(tags ? `${count} 位客户的标签已更新` : `已转移 ${count} 位客户`);
        onDone();
      }}
      onClosed={onClosed}
    />
  );
}
