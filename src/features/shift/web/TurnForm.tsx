import { freeShift, shiftApi } from '#features/shift/contract.ts';
import type { InputKey } from '#shared/endpoint.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FormValues, Opening, Rule } from '#web/form/types.ts';
import { type Choice, clockText, isClock, type Pattern, type RosterUser, spanOf } from './week.ts';

/** Option value for hours without a pattern. */
export const byHand = 'free';
const free = ({ patternId }: FormValues) => patternId === byHand;

export function patternOptions(patterns: readonly Pattern[]) {
  return patterns.map((pattern) => ({
    value: pattern.id,
    label: [pattern.name, clockText(pattern), pattern.projectName].filter(Boolean).join(' · '),
  }));
}

export function userOptions(users: readonly RosterUser[]) {
  return users.map(({ userId, userName, departmentName }) => ({
    value: userId,
    label: `${userName} · ${departmentName}`,
  }));
}

type Key = InputKey<typeof shiftApi.editRoster> | 'day' | 'begin' | 'end';

function fieldsOf({ people: users, patterns }: Pick<Choice, 'people' | 'patterns'>): Field<Key>[] {
  const shifts = [...patternOptions(patterns), { value: byHand, label: freeShift }];
  return [
    { kind: 'select', field: 'userId', label: '人员', options: userOptions(users), required: true },
    { kind: 'text', field: 'seat', label: '坐席', maxLength: 20, placeholder: '如 01' },
    { kind: 'date', field: 'day', label: '日期', required: true },
    { kind: 'select', field: 'patternId', label: '班次', options: shifts, required: true },
    { kind: 'text', field: 'begin', label: '开始', placeholder: '08:00', shown: free, required: true },
    {
      ...{ kind: 'text', field: 'end', label: '结束', placeholder: '16:00', shown: free, required: true },
      hint: '早于开始即为次日',
    },
  ];
}

const clockRule = (field: Key): Rule<Key> => ({
  field,
  rule: 'clock',
  check: (values) => (free(values) && !isClock(values[field]) ? '请填写时间，如 08:00' : undefined),
});
const rules: readonly Rule<Key>[] = [clockRule('begin'), clockRule('end')];

function inputOf({ day, begin, end, patternId, ...values }: FormValues, patterns: readonly Pattern[]): FormValues {
  const pattern = patterns.find(({ id }) => id === patternId);
  const span = spanOf(String(day), pattern?.from ?? String(begin), pattern?.until ?? String(end));
  return { ...values, patternId: pattern?.id ?? null, ...span };
}

interface Props {
  choice: Pick<Choice, 'people' | 'patterns'>;
  onDone: () => void;
  open: Opening | undefined;
  onClosed: () => void;
}

/** Form for a turn of one user; with `id` and `version` it changes that turn. */
export function TurnForm({ choice, onDone, open, onClosed }: Props) {
  return (
    <DialogForm
      open={open}
      onClosed={onClosed}
      title="排班"
      fields={fieldsOf(choice)}
      rules={rules}
      submit={(values) => callValidated(shiftApi.editRoster, inputOf(values, choice.patterns))}
      failText="没有排班"
      doneText="已排班"
      onDone={onDone}
      onRefresh={onDone}
    />
  );
}
