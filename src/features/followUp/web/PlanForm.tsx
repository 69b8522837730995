import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { followUpApi, followUpKinds } from '#features/followUp/contract.ts';
import { livingStates } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { call } from '#web/call/request.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { ownZone, todayIn } from '#web/data/format.ts';
import { callJudged } from '#web/form/callJudged.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormHandle, Field, FormValues } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';
import { treeOptions } from '#web/table/treeNodes.ts';

export type PlanRow = OutputOf<typeof followUpApi.getPlanList>;

const hints: Readonly<Record<string, string>> = {
  after_alarm: '期间结案、要回访的告警都分给这些人',
  install: '绑定满 7 天的客户，每分钟补充',
  offline: '设备离线超过 24 小时的客户，每分钟补充',
  care: '范围内的客户每人一次，平均排在这些天里',
  test_press: '范围内没有按过的求助设备，按下后自动完成',
};

const people: readonly string[] = ['projectId', 'departmentId', 'livingState', 'ageFrom'];

function useFields(editing: PlanRow | undefined): readonly Field[] {
  const choice = useQuery({
    queryKey: [followUpApi.getPlanChoice.path],
    queryFn: ({ signal }) => call(followUpApi.getPlanChoice, {}, { signal }),
  });
  return useMemo(() => {
    const kind: Field = {
      ...{ kind: 'radio', field: 'kind', label: '类别', options: optionsOf(followUpKinds), required: true, wide: true },
      hint: (value) => hints[String(value)] ?? '',
    };
    const name: Field = { kind: 'text', field: 'name', label: '名称', required: true, maxLength: 40, wide: true };
    const until: Field = { kind: 'date', field: 'until', label: '截止日期', required: true };
    const among: Field = {
      ...{ kind: 'multi', field: 'shareAmong', label: '分给', options: choice.data?.people ?? [], required: true },
      ...{ wide: true, hint: '平均分配；有人停用时，剩下的重新分给其他人' },
    };
    if (editing) return [name, until, among];
    const { projects = [], departments = [] } = choice.data ?? {};
    return [
      kind,
      name,
      { kind: 'date', field: 'from', label: '开始日期', required: true },
      until,
      { kind: 'select', field: 'projectId', label: '项目', options: projects },
      { kind: 'tree', field: 'departmentId', label: '部门', options: treeOptions(departments) },
      { kind: 'multi', field: 'livingState', label: '居住情况', options: optionsOf(livingStates) },
      { kind: 'number', field: 'ageFrom', label: '年龄不小于', unit: '岁' },
      among,
    ];
  }, [choice.data, editing]);
}

/** What is asked of people becomes the plan's filter. */
function inputOf(values: FormValues): FormValues {
  const split = Object.entries(values);
  return {
    ...Object.fromEntries(split.filter(([field]) => !people.includes(field))),
    filter: Object.fromEntries(split.filter(([field]) => people.includes(field))),
  };
}

interface Props {
  editing: PlanRow | undefined;
  onDone: () => void;
  onClosed: () => void;
}

/** A new plan, or its name, end and people. Open as long as it is mounted. */
export function PlanForm({ editing, onDone, onClosed }: Props) {
  const form = useRef<DialogFormHandle>(null);
  const fields = useFields(editing);
  const begin = useEffectEvent(() => {
    const today = todayIn(ownZone(), Date.now());
    form.current?.open(
      editing
        ? { name: editing.name, until: editing.until, shareAmong: editing.shareAmong }
        : { kind: 'care', from: today, until: today },
    );
  });
  useEffect(() => begin(), []);
  const save = async (values: FormValues) => {
    if (editing) {
      await callJudged(followUpApi.editPlan, { ...values, id: editing.id, version: editing.version });
      return '计划已保存';
    }
    const { counts } = await callJudged(followUpApi.addPlan, inputOf(values));
    return `已新建计划，${counts.total} 条回访`;
  };
  return (
    <DialogForm<string>
      ref={form}
      title={editing ? `编辑计划 · ${editing.name}` : '新建回访计划'}
      fields={fields}
      submit={save}
      failText={editing ? '没有保存' : '没有新建'}
      onDone={(said) => {
        toast.success(said);
        onDone();
      }}
      onRefresh={onDone}
      onClosed={onClosed}
    />
  );
}
