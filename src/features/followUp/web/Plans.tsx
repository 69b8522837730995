import { type ReactNode, useRef, useState } from 'react';
import { followUpApi, planKinds, planStates } from '#features/followUp/contract.ts';
import { can } from '#web/api/session.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { count } from '#web/data/format.ts';
import { AddButton } from '#web/screen/AddButton.tsx';
import { DataTable } from '#web/table/DataTable.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { ColumnOf, DataTableHandle, RowAction } from '#web/table/types.ts';
import { PlanForm, type PlanRow } from './PlanForm.tsx';
import { deletePlan, endPlan, startPlan } from './planActions.ts';

const figure = (key: keyof PlanRow['counts'], title: string): ColumnOf<typeof followUpApi.getPlanList> => ({
  ...{ key, title, width: 80, align: 'right' },
  render: ({ counts }) => (counts[key] === 0 ? <span className="text-text2">0</span> : count(counts[key])),
});

function PlanState({ state }: Pick<PlanRow, 'state'>) {
  return (
    <span className={state === 'active' ? 'text-success' : state === 'draft' ? 'font-bold' : 'text-text2'}>
      {planStates[state]}
    </span>
  );
}

/** Name that links to the rows of the plan. */
function Name({ id, name, state }: PlanRow) {
  if (state === 'draft') return <span className="font-bold">{name}</span>;
  return (
    <a className="text-text font-bold" href={`#/warn/sos/follow_up?view=later&planId=${id}`}>
      {name}
    </a>
  );
}

const columns: readonly ColumnOf<typeof followUpApi.getPlanList>[] = [
  {
    ...{ key: 'name', title: '名称', width: 176, fixed: 'left' },
    render: Name,
  },
  { key: 'kind', title: '类别', width: 96, render: ({ kind }) => planKinds[kind] },
  { key: 'state', title: '状态', width: 80, render: ({ state }) => <PlanState state={state} /> },
  { key: 'from', title: '开始', width: 104 },
  { key: 'until', title: '截止', width: 104, sort: true },
  figure('total', '共'),
  figure('done', '已完成'),
  figure('open', '待回访'),
  figure('visit', '需上门'),
  { key: 'people', title: '回访人员', width: 176, render: ({ people }) => people.join('、') },
  { key: 'createdBy', title: '新建人', width: 88 },
];

/** 回访计划: plans with reason, end and progress. */
export function Plans({ tabs }: { tabs: ReactNode }) {
  const list = useRef<DataTableHandle<PlanRow>>(null);
  const [form, setForm] = useState<{ editing: PlanRow | undefined }>();
  const plans = can('followUp:plan');
  const reload = () => list.current?.reload({ keepPlace: true });
  const after = (action: (row: PlanRow) => Promise<boolean>) => (row: PlanRow) =>
    void action(row).then((done) => done && reload());
  const actions: RowAction<PlanRow>[] = [
    {
      key: 'edit',
      label: '编辑',
      onClick: (editing) => setForm({ editing }),
      shown: ({ state, editable }) => editable && state !== 'ended',
    },
    {
      key: 'start',
      label: '开始',
      onClick: after(startPlan),
      shown: ({ state, editable }) => editable && state === 'draft',
    },
    {
      key: 'delete',
      label: '删除',
      tone: 'danger',
      onClick: after(deletePlan),
      shown: ({ state, editable }) => editable && state === 'draft',
    },
    {
      key: 'end',
      label: '结束',
      tone: 'danger',
      onClick: after(endPlan),
      shown: ({ state, editable }) => editable && state === 'active',
    },
  ];
  return (
    <>
      <DataTable
        ref={list}
        name="followUpPlan"
        rowLabel="回访计划"
        endpoint={followUpApi.getPlanList}
        columns={columns}
        filters={[
          { kind: 'text', field: 'keyword', label: '关键字', placeholder: '名称', width: 176 },
          { kind: 'multi', field: 'kind', label: '类别', options: optionsOf(planKinds), width: 152 },
          { kind: 'multi', field: 'state', label: '状态', options: optionsOf(planStates), width: 136 },
        ]}
        rowActions={plans ? actions : []}
        actionsWidth={136}
        views={tabs}
        actions={plans && <AddButton label="新建计划" onAdd={() => setForm({ editing: undefined })} />}
        empty={<EmptyState reason="还没有回访计划。选定客户和期限，回访会平均分给大家。" />}
      />
      {form && <PlanForm {...form} onDone={reload} onClosed={() => setForm(undefined)} />}
    </>
  );
}
