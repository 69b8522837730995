import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { followUpApi, planKinds } from '#features/followUp/contract.ts';
import { livingStates } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { ownZone, todayIn } from '#web/data/format.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FormValues } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { candidateText } from './planActions.ts';

export type PlanRow = OutputOf<typeof followUpApi.getPlanList>;

const hints: Readonly<Record<string, string>> = {
  after_alarm: '期间结案、要回访的告警都分给这些人',
  install: '绑定满 7 天的客户，每分钟补充',
  offline: '设备离线超过 24 小时的客户，每分钟补充',
  care: '范围内的客户每人一次，平均排在这些天里',
  birthday: '生日在这些天里的客户，排在生日当天',
  weather: '范围内的客户每人一次，独居的排在前面',
  test_press: '范围内没有按过的求助设备，按下后自动完成',
};

type Plan = InputOf<typeof followUpApi.addPlan>;
/** Fields of the plan and of its filter. */
type Key = keyof Plan | keyof Plan['filter'] | 'begins';
const begins: Field<Key> = {
  ...{ kind: 'radio', field: 'begins', label: '开始', options: optionsOf({ now: '马上分配', later: '先存草稿' }) },
  ...{ required: true, wide: true },
};

/** Placeholder of an empty customer filter. */
const any = '不限';

const customerFields: readonly string[] = ['projectId', 'departmentId', 'livingState', 'ageFrom'];

function useFields(editing: PlanRow | undefined): readonly Field<Key>[] {
  const choice = useQuery({
    queryKey: [followUpApi.getPlanChoice.path],
    queryFn: ({ signal }) => callApi(followUpApi.getPlanChoice, {}, { signal }),
  });
  return useMemo(() => {
    const kind: Field<Key> = {
      ...{ kind: 'radio', field: 'kind', label: '类别', options: optionsOf(planKinds), required: true, wide: true },
      hint: (value) => hints[String(value)] ?? '',
    };
    const name: Field<Key> = { kind: 'text', field: 'name', label: '名称', required: true, maxLength: 40, wide: true };
    const until: Field<Key> = { kind: 'date', field: 'until', label: '截止日期', required: true };
    const among: Field<Key> = {
      ...{ kind: 'multi', field: 'shareAmong', label: '回访人员', options: choice.data?.people ?? [], required: true },
      ...{ wide: true, hint: '平均分给能看到客户的人；有人停用时，剩下的重新分给其他人' },
    };
    const script: Field<Key> = {
      ...{ kind: 'textarea', field: 'script', label: '话术', maxLength: 1000, rows: 3, wide: true },
      hint: '一行一句，不填用类别的常用话术',
    };
    if (editing && editing.state !== 'draft') return [name, until, among, script];
    const { projects = [], departments = [] } = choice.data ?? {};
    return [
      kind,
      name,
      { kind: 'date', field: 'from', label: '开始日期', required: true },
      until,
      { kind: 'select', field: 'projectId', label: '项目', options: projects, placeholder: any },
      { kind: 'tree', field: 'departmentId', label: '部门', options: treeOptions(departments), placeholder: any },
      { kind: 'multi', field: 'livingState', label: '居住情况', options: optionsOf(livingStates), placeholder: any },
      { kind: 'number', field: 'ageFrom', label: '年龄不小于', unit: '岁', placeholder: any },
      among,
      script,
      ...(editing ? [] : [begins]),
    ];
  }, [choice.data, editing]);
}

/** Returns the input; the customer fields become the plan's filter. */
function inputOf({ begins, ...values }: FormValues): FormValues {
  const split = Object.entries(values);
  return {
    ...Object.fromEntries(split.filter(([field]) => !customerFields.includes(field))),
    filter: Object.fromEntries(split.filter(([field]) => customerFields.includes(field))),
    ...(begins === 'later' && { draft: true }),
  };
}

/** Returns the editable fields of a plan: all for a draft. */
function changeOf({ state }: PlanRow, values: FormValues): FormValues {
  return { ...(state === 'draft' ? inputOf(values) : values), script: values.script ?? null };
}

function valuesOf({ kind, name, filter, from, until, shareAmong, script, state }: PlanRow): FormValues {
  return {
    ...{ name, until, shareAmong },
    ...(state === 'draft' && { kind, from, ...filter }),
    ...(script !== null && { script }),
  };
}

interface Props {
  editing: PlanRow | undefined;
  onDone: () => void;
  onClosed: () => void;
}

/** Form for a new plan, or for name, end and users. Open as long as it is mounted. */
export function PlanForm({ editing, onDone, onClosed }: Props) {
  const fields = useFields(editing);
  const today = todayIn(ownZone(), Date.now());
  const save = async (values: FormValues) => {
    if (editing) {
      const change = changeOf(editing, values);
      await callValidated(followUpApi.editPlan, { ...change, id: editing.id, version: editing.version });
      return '计划已保存';
    }
    const { counts } = await callValidated(followUpApi.addPlan, inputOf(values));
    return values.begins === 'later' ? '已存为草稿，开始后才分配' : `已新建计划，${candidateText(counts.total)}`;
  };
  return (
    <DialogForm<string>
      open
      initial={editing ? valuesOf(editing) : { kind: 'care', from: today, until: today, begins: 'now' }}
      title={editing ? `编辑计划 · ${editing.name}` : '新建回访计划'}
      fields={fields}
      submit={save}
      failText={editing ? '没有保存' : '没有新建'}
      onDone={(message) => {
        toast.success(message);
        onDone();
      }}
      onRefresh={onDone}
      onClosed={onClosed}
    />
  );
}
