import { shiftApi } from '#features/shift/contract.ts';
import type { InputKey } from '#shared/endpoint.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FormValues, Rule } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';
import { type Choice, isClock, type Pattern } from './week.ts';

type Key = InputKey<typeof shiftApi.addPattern | typeof shiftApi.editPattern>;
const clockRule = (field: Key): Rule<Key> => ({
  field,
  rule: 'clock',
  check: (values) => (isClock(values[field]) ? undefined : '请填写时间，如 08:00'),
});
const rules: readonly Rule<Key>[] = [clockRule('from'), clockRule('until')];
/** Option value for all projects. */
const all = 'all';

const follow = (ahead: number): Field<Key> => ({
  ...{ kind: 'radio', field: 'follow', label: '已排的班次', required: true, wide: true },
  options: optionsOf({ yes: `明天起的 ${ahead} 个一起改`, no: '都不改' }),
  hint: '今天和以前的排班保持原来的名称和时间',
});

function fieldsOf({ projects, everywhere }: Choice, editing: Pattern | undefined): Field<Key>[] {
  const of = everywhere ? [{ value: all, label: '全部项目' }, ...projects] : projects;
  return [
    ...(editing
      ? []
      : [{ kind: 'select', field: 'projectId', label: '项目', options: of, required: true, wide: true } as const]),
    { kind: 'text', field: 'name', label: '名称', maxLength: 10, required: true, placeholder: '如 夜班' },
    {
      ...{ kind: 'number', field: 'minStaff', label: '最少人数', unit: '人', required: true },
      hint: '少于它的日子在排班表下面标出；0 为不限',
    },
    { kind: 'text', field: 'from', label: '开始', placeholder: '22:00', required: true },
    { kind: 'text', field: 'until', label: '结束', placeholder: '06:00', required: true, hint: '不晚于开始即为次日' },
    ...(editing && editing.ahead > 0 ? [follow(editing.ahead)] : []),
  ];
}

interface Props {
  editing: Pattern | undefined;
  choice: Choice;
  onDone: () => void;
  onClosed: () => void;
}

/** Form for a new pattern, or for new hours. Open as long as it is mounted. */
export function PatternForm({ editing, choice, onDone, onClosed }: Props) {
  const { name, from, until, minStaff } = editing ?? { minStaff: 1 };
  const projectId = choice.everywhere ? all : choice.projects[0]?.value;
  const save = async ({ follow, projectId: owner, ...values }: FormValues) => {
    if (!editing) {
      await callValidated(shiftApi.addPattern, { ...values, projectId: owner === all ? null : owner });
      return '已新增班次';
    }
    const { id, version } = editing;
    const { moved } = await callValidated(shiftApi.editPattern, { ...values, id, version, follow: follow === 'yes' });
    return moved > 0 ? `已保存，${moved} 个排班一起改了` : '已保存';
  };
  return (
    <DialogForm<string>
      open
      initial={editing ? { name, from, until, minStaff, follow: 'yes' } : { projectId, minStaff }}
      title={editing ? `编辑班次 · ${editing.name}` : '新增班次'}
      fields={fieldsOf(choice, editing)}
      rules={rules}
      submit={save}
      failText={editing ? '没有保存' : '没有新增'}
      onDone={(message) => {
        toast.success(message);
        onDone();
      }}
      onRefresh={onDone}
      onClosed={onClosed}
    />
  );
}
