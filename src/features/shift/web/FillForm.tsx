import { shiftApi } from '#features/shift/contract.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf, Opening } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';
import { patternOptions, userOptions } from './TurnForm.tsx';
import type { Choice } from './week.ts';

function fieldsOf({
  people: users,
  patterns,
}: Pick<Choice, 'people' | 'patterns'>): FieldOf<typeof shiftApi.fillRoster>[] {
  return [
    { kind: 'multi', field: 'userIds', label: '人员', options: userOptions(users), required: true, wide: true },
    {
      kind: 'select',
      field: 'patternId',
      label: '班次',
      options: patternOptions(patterns),
      required: true,
      wide: true,
    },
    { kind: 'date', field: 'from', label: '起始日期', required: true },
    { kind: 'date', field: 'to', label: '截止日期', required: true },
    { kind: 'text', field: 'seat', label: '坐席', maxLength: 20 },
  ];
}

interface Props {
  choice: Pick<Choice, 'people' | 'patterns'>;
  onDone: () => void;
  open: Opening | undefined;
  onClosed: () => void;
}

/** Form that adds a turn on each day for several users, all or none; past turns are skipped. */
export function FillForm({ choice, onDone, open, onClosed }: Props) {
  return (
    <DialogForm
      open={open}
      onClosed={onClosed}
      title="按班次排班"
      endpoint={shiftApi.fillRoster}
      fields={fieldsOf(choice)}
      failText="没有排班"
      onDone={({ count, over }) => {
        toast.success(`已排 ${count} 个班次${over > 0 ? `，已结束的 ${over} 个没有排` : ''}`);
        onDone();
      }}
    />
  );
}
