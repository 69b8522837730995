import type { Ref } from 'react';
import { shiftApi, shiftNames } from '#features/shift/contract.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { callJudged } from '#web/form/callJudged.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormHandle, Field, FormValues, Rule } from '#web/form/types.ts';
import { isClock, type Person, spanOf } from './week.ts';

const free = ({ shift }: FormValues) => shift === 'other';

/** People as a form offers them. */
export function peopleOptions(people: readonly Person[]) {
  return people.map(({ userId, userName, departmentName }) => ({
    value: userId,
    label: `${userName} · ${departmentName}`,
  }));
}

function fieldsOf(people: readonly Person[]): Field[] {
  return [
    { kind: 'select', field: 'userId', label: '人员', options: peopleOptions(people), required: true },
    { kind: 'text', field: 'seat', label: '坐席', maxLength: 20, placeholder: '如 01' },
    { kind: 'date', field: 'day', label: '日期', required: true },
    { kind: 'select', field: 'shift', label: '班次', options: optionsOf(shiftNames), required: true },
    { kind: 'text', field: 'begin', label: '开始', placeholder: '08:00', shown: free, required: true },
    {
      ...{ kind: 'text', field: 'end', label: '结束', placeholder: '16:00', shown: free, required: true },
      hint: '早于开始即为次日',
    },
  ];
}

const clockRule = (field: string): Rule => ({
  field,
  rule: 'clock',
  check: (values) => (free(values) && !isClock(values[field]) ? '请填写时间，如 08:00' : undefined),
});
const rules: readonly Rule[] = [clockRule('begin'), clockRule('end')];

function inputOf({ day, begin, end, shift, ...values }: FormValues): FormValues {
  return { ...values, shift, ...spanOf(String(day), String(shift), String(begin), String(end)) };
}

interface Props {
  people: readonly Person[];
  onDone: () => void;
  ref: Ref<DialogFormHandle>;
}

/** A turn of one person; opened with `id` and `version` it changes that one. */
export function TurnForm({ people, onDone, ref }: Props) {
  return (
    <DialogForm
      ref={ref}
      title="排班"
      fields={fieldsOf(people)}
      rules={rules}
      submit={(values) => callJudged(shiftApi.editRoster, inputOf(values))}
      failText="没有排班"
      doneText="已排班"
      onDone={onDone}
      onRefresh={onDone}
    />
  );
}
