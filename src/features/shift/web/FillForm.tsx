import type { Ref } from 'react';
import { shiftApi, shiftNames, shiftTimes } from '#features/shift/contract.ts';
import { keysOf } from '#shared/codes.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormHandle, Field } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';
import { peopleOptions } from './TurnForm.tsx';
import type { Person } from './week.ts';

const templates = keysOf(shiftTimes).map((value) => ({
  value,
  label: `${shiftNames[value]} ${shiftTimes[value].from} 起 ${shiftTimes[value].hours} 小时`,
}));

function fieldsOf(people: readonly Person[]): Field[] {
  return [
    { kind: 'multi', field: 'userIds', label: '人员', options: peopleOptions(people), required: true, wide: true },
    { kind: 'radio', field: 'shift', label: '班次', options: templates, required: true, wide: true },
    { kind: 'date', field: 'from', label: '起始日期', required: true },
    { kind: 'date', field: 'to', label: '截止日期', required: true },
    { kind: 'text', field: 'seat', label: '坐席', maxLength: 20 },
  ];
}

interface Props {
  people: readonly Person[];
  onDone: () => void;
  ref: Ref<DialogFormHandle>;
}

/** The same turn on each day for several people, all or none. */
export function FillForm({ people, onDone, ref }: Props) {
  return (
    <DialogForm
      ref={ref}
      title="按班次排班"
      endpoint={shiftApi.fillRoster}
      fields={fieldsOf(people)}
      failText="没有排班"
      onDone={({ count }) => {
        toast.success(`已排 ${count} 个班次`);
        onDone();
      }}
    />
  );
}
