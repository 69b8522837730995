import { leaveApi } from '#features/leave/contract.ts';
import { leaveKinds } from '#shared/codes.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf } from '#web/form/types.ts';

const fields: readonly FieldOf<typeof leaveApi.addLeave>[] = [
  {
    ...{ kind: 'select', field: 'kind', label: '类别', required: true, wide: true },
    options: optionsOf(leaveKinds),
    hint: (kind) => (kind === 'hospital' ? '住院期间暂停服务，销假后恢复' : '不影响服务和告警'),
  },
  { kind: 'datetime', field: 'from', label: '离开时间', latest: 'today', required: true },
  { kind: 'datetime', field: 'expectedReturn', label: '预计返回', required: true },
  { kind: 'text', field: 'companion', label: '陪同人', maxLength: 50 },
  { kind: 'text', field: 'phone', label: '联系电话', maxLength: 20 },
  { kind: 'textarea', field: 'note', label: '备注', maxLength: 200, wide: true },
];

interface Props {
  customer: { id: string; name: string };
  onDone: () => void;
  onClosed: () => void;
}

/** Asks for destination and expected return of a leave. Open while mounted. */
export function LeaveForm({ customer: { id, name }, onDone, onClosed }: Props) {
  return (
    <DialogForm
      open
      initial={{ customerId: id, kind: 'outing', from: new Date().toISOString() }}
      endpoint={leaveApi.addLeave}
      title={`请假 · ${name}`}
      size="small"
      fields={fields}
      submitText="请假"
      failText="请假失败"
      doneText={`「${name}」已请假`}
      onDone={onDone}
      onClosed={onClosed}
    />
  );
}
