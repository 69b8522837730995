import { leaveApi } from '#features/leave/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { now } from '#web/core/now.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf } from '#web/form/types.ts';

export type Away = Pick<OutputOf<typeof leaveApi.getLeaveList>, 'id' | 'kind'>;

const fields: readonly FieldOf<typeof leaveApi.returnLeave>[] = [
  { kind: 'datetime', field: 'at', label: '返回时间', latest: 'today', required: true, wide: true },
];

interface Props {
  name: string;
  leave: Away;
  onDone: () => void;
  onClosed: () => void;
}

/** Asks when the customer came back, and ends the leave. Open while mounted. */
export function ReturnForm({ name, leave: { id, kind }, onDone, onClosed }: Props) {
  const hospital = kind === 'hospital';
  return (
    <DialogForm
      open
      initial={{ id, at: new Date(now()).toISOString() }}
      endpoint={leaveApi.returnLeave}
      title={`销假 · ${name}`}
      size="small"
      fields={fields.map((field) => (hospital ? { ...field, label: '出院时间', hint: '从这一天起恢复服务' } : field))}
      submitText="销假"
      failText="销假失败"
      doneText="已销假"
      onDone={onDone}
      onClosed={onClosed}
    />
  );
}
